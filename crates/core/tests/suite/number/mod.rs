mod beyond;
mod outcomes;
mod values;
