//! The switch by which tests turn wider instructions off.

use std::process::Command;

use perfectplay_core::simd::Isa;

/// What the test of this name finds in another process, where the variable has this value.
fn best_where(instructions: &str) -> String {
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "simd::the_best_instruction_set_is_told", "--nocapture"])
        .env("PERFECTPLAY_INSTRUCTIONS", instructions)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let best = text.lines().find_map(|line| line.strip_prefix("best: "));
    best.unwrap_or_else(|| panic!("{text}")).to_owned()
}

#[test]
#[allow(clippy::print_stdout)]
fn the_best_instruction_set_is_told() {
    // At the beginning of a line, whatever the harness prints before it.
    println!("\nbest: {}", Isa::best().name());
}

#[test]
fn wider_instructions_are_turned_off_in_their_order() {
    let all = Isa::available();
    let at_most = |number: usize| all[number.min(all.len()) - 1].name();
    for (instructions, number) in
        [("portable", 1), ("popcnt", 1), ("avx2", 2), ("pext", 2), ("", 2)]
    {
        assert_eq!(best_where(instructions), at_most(number), "{instructions}");
    }
}
