use perfectplay_core::Rules;
use perfectplay_games::tower::{Color, Index, Level, Position, Tower};

mod index;
mod levels;
mod texts;
mod values;
