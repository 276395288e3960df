mod boards;
mod family;
mod family_large;
mod index;
mod texts;
mod values;
