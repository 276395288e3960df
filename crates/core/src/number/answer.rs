//! The value of a position, and its moves with their results, best first.

use super::{Move, Position};
use crate::{MoveAnswer, Value};

/// A position's value and all its moves. Without a move the value is [`Value::LOST`].
pub type Answer = crate::Answer<Position, Move, Value>;

/// The answer for `position`, where `child` returns the position that a move leads to and its
/// value; `None` if it returns `None` for a move.
pub fn answer(
    position: Position,
    mut child: impl FnMut(Move) -> Option<(Position, Value)>,
) -> Option<Answer> {
    // Sorting small integers is faster than sorting the moves themselves.
    let mut children = [(Position::NONE, Value::LOST); 64];
    let mut order = [0u32; 64];
    let mut count = 0;
    for number in position.numbers() {
        let step = Move(number);
        let found = child(step)?;
        let worse = u32::from(0x3ff - found.1.reversed().strength());
        order[count] = worse << 8 | u32::from(number);
        children[usize::from(number)] = found;
        count += 1;
    }
    let order = &mut order[..count];
    order.sort_unstable();
    let best =
        order.first().map_or(Value::LOST, |first| children[(first & 63) as usize].1.reversed());
    let moves = order
        .iter()
        .map(|&place| {
            let number = (place & 63) as u8;
            let (position, value) = children[usize::from(number)];
            let result = value.reversed();
            MoveAnswer::of_parts(Move(number), position, value, result, result == best)
        })
        .collect();
    Some(Answer::of_parts(position, best, moves))
}
