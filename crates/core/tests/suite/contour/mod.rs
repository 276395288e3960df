mod boards;
mod texts;
mod values;
