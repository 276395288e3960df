mod published;
mod texts;
mod values;
