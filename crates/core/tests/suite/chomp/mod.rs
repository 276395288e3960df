mod texts;
mod values;
