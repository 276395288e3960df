mod boards;
mod schedule;
mod texts;
mod values;
