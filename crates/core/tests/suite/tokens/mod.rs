mod boards;
mod certificate;
mod entries;
mod family;
mod play;
mod samples;
mod texts;
mod values;
