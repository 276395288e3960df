//! A maximum matching of the cells by dominoes, from which the matching of pairs starts.

use super::graph::Graph;
use super::index::NONE;

/// The direction (up, left, right, down) of each cell's partner in a maximum matching of
/// the free cells by dominoes, or `None`.
///
/// Dominoes are placed greedily, to the right or else downwards, and then augmenting paths are
/// searched.
pub(super) fn dominoes(graph: &Graph) -> Vec<Option<u8>> {
    let mut partner = vec![NONE; usize::from(graph.cells())];
    for cell in 0..graph.cells() {
        for to in &graph.cell_steps()[usize::from(cell)][2..] {
            if *to != NONE
                && partner[usize::from(cell)] == NONE
                && partner[usize::from(*to)] == NONE
            {
                partner[usize::from(cell)] = *to;
                partner[usize::from(*to)] = cell;
            }
        }
    }
    augment_all(graph, &mut partner);
    let direction = |(cell, &partner): (usize, &u16)| {
        let mut directions = (0..4).zip(graph.cell_steps()[cell]);
        (partner != NONE)
            .then(|| directions.find(|&(_, to)| to == partner).map(|(direction, _)| direction))?
    };
    partner.iter().enumerate().map(direction).collect()
}

/// Searches from every even cell without a partner until a round over all of them finds
/// no path. In a round every odd cell is entered at most once: a search from it that failed would
/// fail again.
fn augment_all(graph: &Graph, partner: &mut [u16]) {
    let exposed = |odd: bool, partner: &[u16]| -> Vec<u16> {
        let cells = 0..graph.cells();
        let exposed =
            |&cell: &u16| partner[usize::from(cell)] == NONE && graph.cell_is_odd(cell) == odd;
        cells.filter(exposed).collect()
    };
    while !exposed(true, partner).is_empty() {
        let mut entered_from = vec![NONE; partner.len()];
        let mut found = false;
        for root in exposed(false, partner) {
            found |= augment(graph, partner, &mut entered_from, root);
        }
        if !found {
            break;
        }
    }
}

/// A breadth-first search for an augmenting path, whose edges are exchanged. Returns whether there
/// is one.
fn augment(graph: &Graph, partner: &mut [u16], entered_from: &mut [u16], root: u16) -> bool {
    let mut queue = vec![root];
    let mut next = 0;
    while let Some(&even) = queue.get(next) {
        next += 1;
        for &odd in &graph.cell_steps()[usize::from(even)] {
            if odd == NONE || entered_from[usize::from(odd)] != NONE {
                continue;
            }
            entered_from[usize::from(odd)] = even;
            match partner[usize::from(odd)] {
                NONE => {
                    swap_path(partner, entered_from, odd);
                    return true;
                }
                even => queue.push(even),
            }
        }
    }
    false
}

/// Exchanges the edges of the augmenting path that ends at an odd cell.
fn swap_path(partner: &mut [u16], entered_from: &[u16], mut odd: u16) {
    while odd != NONE {
        let even = entered_from[usize::from(odd)];
        partner[usize::from(odd)] = even;
        // The next odd cell is the former partner of this even cell.
        odd = std::mem::replace(&mut partner[usize::from(even)], odd);
    }
}
