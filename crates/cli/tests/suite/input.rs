//! Batches and contests' inputs, as programs and people write them.

use crate::common::*;

#[test]
fn a_batch_answers_while_its_input_stays_open() {
    let program = Program::with_tables();
    let mut child = program.spawn("probe number - --keep-going");
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for (question, answer) in
        [("2", "\"win\""), ("", "\"error\""), ("9", "\"error\""), ("3", "\"win\"")]
    {
        writeln!(input, "{question}").unwrap();
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        assert!(line.contains(answer), "{line}");
    }
    drop(input);
    assert_eq!(child.wait().unwrap().code(), Some(2));
}

#[test]
fn text_in_utf16_is_refused() {
    let program = Program::with("number-20");
    let utf16: Vec<u8> = "\u{feff}2 3\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let judged =
        ["poj1143", "cf424e", "p4363", "poj3317", "poj2990"].map(|it| format!("judge {it}"));
    let probed = ["probe number -", "probe contour --board - 0"].map(str::to_owned);
    for command in judged.iter().chain(&probed) {
        program.feed(command, &utf16).assert_says(2, "this is UTF-16 text: save it as UTF-8");
    }
}
