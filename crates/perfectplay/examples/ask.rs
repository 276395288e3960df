//! Prints a position's value and moves, from the tables in `./tables` if there are any.
//!
//! `cargo run -p perfectplay --example ask -- number 2 3 4 5 6`
#![allow(clippy::print_stdout)]

use std::env;
use std::error::Error;

use perfectplay::Oracle;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let asked = arguments.split_first();
    let (game, position) = asked.ok_or("which game and position? for example number 2 3 4 5 6")?;
    let answer = Oracle::open("tables")?.ask(game, &position.join(" "))?;
    let value = answer.value.map(|value| value.to_string());
    println!("{}: {}", answer.position, value.as_deref().unwrap_or("not known"));
    for reply in answer.moves.iter() {
        let result = reply.result.map(|result| result.to_string());
        println!("{:>8}  {}", reply.step.to_string(), result.as_deref().unwrap_or("not known"));
    }
    Ok(())
}
