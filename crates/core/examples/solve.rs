//! Solves a position of the Number Game and a board of Stake Your Claim without tables.
//!
//! `cargo run -p perfectplay-core --example solve -- 2 3 4 5 6`
#![allow(clippy::print_stdout, reason = "a program that prints answers")]

use std::error::Error;

use perfectplay_core::control::Control;
use perfectplay_core::{number, stake};

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let text = if words.is_empty() { "2 3 4 5 6".to_owned() } else { words.join(" ") };
    let position: number::Position = text.parse()?;
    let most = 1_000_000;
    let answer = number::Solver::default().answer(position, most, Control::SILENT)?;
    let answer = answer.ok_or("more than a million positions can be reached from this one")?;
    println!("{position}: {}", answer.value);
    for reply in &answer.moves {
        let mark = if reply.best { '*' } else { ' ' };
        println!("{mark} {:2}  {:10}  leads to {}", reply.step, reply.result, reply.position);
    }

    let board: stake::Position = "01.1/00../.01./...1".parse()?;
    let empty = board.empty_cells().count_ones() as usize;
    let solver = stake::Solver::new(&stake::Index::new(empty)?);
    let answer = solver.answer(&board, Control::SILENT)?;
    println!("{board}: {:+}, the best move is {}", answer.value, answer.moves[0].step);
    Ok(())
}
