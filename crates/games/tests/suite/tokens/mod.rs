mod boards;
mod certificate;
mod entries;
mod family;
mod play;
mod texts;
mod values;
