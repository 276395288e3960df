mod beyond;
mod large;
mod memo;
mod outcomes;
mod primes;
mod values;
