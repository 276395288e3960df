mod counts;
mod index;
mod texts;
mod values;
