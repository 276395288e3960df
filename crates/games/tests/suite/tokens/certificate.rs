//! The checker accepts right certificates and refuses all others.

use perfectplay_core::control::{Interrupted, Progress, Steps};
use perfectplay_games::tokens::{Certificate, CertificateError};

use super::*;

fn outcomes_agree(board: &Board) {
    let solved = SolvedBoard::new(board);
    let certificate = solved.certificate(Control::SILENT).unwrap();
    assert_eq!(certificate.matching.len(), solved.matching_size());
    let proven = check::check(board, &[], &certificate, Control::SILENT).unwrap();
    for pair in pairs(board) {
        assert_eq!(proven.outcome(pair), solved.outcome(pair), "{pair} on {board}");
    }
}

#[test]
fn boards_that_need_long_augmenting_paths_are_proved() {
    let mut random = Rng::with_seed(24);
    for removed in [0, 3, 20, 30, 40] {
        let board = random_board(24, 24, removed, &mut random);
        outcomes_agree(&board);
    }
    // Cells of one colour are missing on the left, of the other on the right.
    for _ in 0..10 {
        let mut board = Board::new(20, 20).unwrap();
        let cells: Vec<_> = board.cells().collect();
        for cell in cells {
            let colour = (cell.row + cell.column) % 2 == u8::from(cell.column < 10);
            board.set_free(cell, random.usize(..100) >= if colour { 2 } else { 15 });
        }
        outcomes_agree(&board);
    }
}

/// The error of the checker for a certificate after a change.
fn after(change: impl Fn(&mut Certificate)) -> CertificateError {
    let board = position("P...#/..#../...../#...P").board().clone();
    let mut certificate = SolvedBoard::new(&board).certificate(Control::SILENT).unwrap();
    check::check(&board, &[], &certificate, Control::SILENT).unwrap();
    change(&mut certificate);
    check::check(&board, &[], &certificate, Control::SILENT).unwrap_err()
}

fn shorten<T>(list: &mut Vec<T>) {
    list.pop();
}

#[test]
fn tampered_certificates_are_refused() {
    use CertificateError as E;
    let removed = position("P...P").pieces();
    let adjacent = position("PP").pieces();
    let free = position("P.P").pieces();
    assert_eq!(after(|c| c.matching[0].0 = removed), E::NoVertex(removed));
    assert_eq!(after(|c| c.matching[0].1 = adjacent), E::NoVertex(adjacent));
    assert!(matches!(after(|c| c.matching[0].1 = c.matching[9].1), E::NoMove(..)));
    assert!(matches!(after(|c| c.matching[1] = c.matching[0]), E::Twice(_)));
    assert!(matches!(after(|c| shorten(&mut c.matching)), E::CoverSize { cover: 0, .. }));
    assert!(matches!(after(|c| shorten(&mut c.covers[1])), E::CoverSize { cover: 1, .. }));
    assert!(matches!(after(|c| c.covers[0][0] = c.covers[0][1]), E::Twice(_)));
    assert!(matches!(after(|c| c.covers[0][0] = adjacent), E::NoVertex(_)));
    assert!(matches!(after(|c| shorten(&mut c.escapes)), E::Open(_)));
    assert!(matches!(after(|c| c.escapes.reverse()), E::NoEscape(..) | E::NoMove(..)));
    assert!(matches!(after(|c| c.escapes[0].1 = removed), E::NoVertex(_)));
    assert!(matches!(after(|c| c.escapes.push(c.escapes[0])), E::Twice(_)));
    assert!(matches!(after(|c| c.escapes[0] = (free, free)), E::Twice(_) | E::NoMove(..)));
    // A winning start is declared to escape.
    let win = |c: &Certificate| c.covers[0][0];
    assert!(matches!(after(|c| c.escapes.push((win(c), c.escapes[0].1))), E::Twice(_)));
}

#[test]
fn a_cover_without_one_of_its_starts_is_refused() {
    let board = position("P...#/..#../...../#...P").board().clone();
    let solved = SolvedBoard::new(&board);
    let certificate = solved.certificate(Control::SILENT).unwrap();
    let mut losing = pairs(&board);
    losing.retain(|&pair| solved.outcome(pair) == Some(Outcome::Loss));
    for cover in 0..2 {
        for place in 0..certificate.covers[cover].len() {
            let mut tampered = certificate.clone();
            tampered.covers[cover][place] = losing[place % losing.len()];
            assert!(check::check(&board, &[], &tampered, Control::SILENT).is_err());
        }
    }
}

#[test]
fn a_certificate_is_refused_for_another_board_or_history() {
    let board = position("P..../...../....P").board().clone();
    let certificate = SolvedBoard::new(&board).certificate(Control::SILENT).unwrap();
    for (start, visited) in
        [("P..../...../....P", 1), ("P...#/...../....P", 0), ("P...../....../....P.", 0)]
    {
        let start = position(start);
        let history = &[start.pieces()][..visited];
        let checked = check::check(start.board(), history, &certificate, Control::SILENT);
        assert!(checked.is_err(), "{start}");
    }
    let vertex = CertificateError::NoVertex(position("PP").pieces()).to_string();
    assert_eq!(vertex, "the pair 0,0+0,1 is not a vertex of this board's graph");
    let size = CertificateError::CoverSize { cover: 1, found: 2, expected: 3 };
    assert!(!size.to_string().contains('\n'));
}

/// Stops what asks it more than this many times.
struct After(Steps);

impl Progress for After {
    fn interrupted(&self) -> bool {
        self.0.take(1).is_none()
    }
}

/// Every stage asks again and again whether to go on: what stops it is seen soon.
#[test]
fn a_large_board_is_solved_and_proven_only_as_long_as_it_may_be() {
    let board = Board::new(16, 16).unwrap();
    let stages = |control: Control<'_>| -> Result<(), CertificateError> {
        let solved = SolvedBoard::of_board(&board, control)?;
        solved.steps(control)?;
        let certificate = solved.certificate(control)?;
        check::check_moves(&board, &[], &certificate, control)?;
        Ok(())
    };
    let mut asked = 0;
    loop {
        let watch = After(Steps::new(asked));
        match stages(Control::new(&watch)) {
            Ok(()) => break,
            Err(error) => assert_eq!(error, CertificateError::Interrupted(Interrupted)),
        }
        asked += 1;
    }
    let starts = board.starts() as u64;
    // The least of the stages' loops over all starts, one in 4,096 of which asks.
    assert!(asked > 8 * (starts >> 12), "{asked} times");
}
