use perfectplay_core::Rules;
use perfectplay_games::tower::{Color, Index, Level, Position, Tower};

mod counts;
mod index;
mod levels;
mod texts;
mod values;
