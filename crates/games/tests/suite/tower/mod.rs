mod counts;
mod index;
mod levels;
mod texts;
mod values;
