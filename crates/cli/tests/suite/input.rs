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
fn text_may_begin_with_a_byte_order_mark_and_is_utf8() {
    let program = Program::with_tables();
    let marked = |text: &str| ["\u{feff}", text].concat().into_bytes();
    let utf16 = |text: &str| -> Vec<u8> {
        "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
    };
    let board = "2 3\r\n2 7 3\r\n9 1 2\r\n3 7 2\r\n2 3 1\r\n";
    for (arguments, input) in [
        ("probe number -", "2 3 4 5 6\r\n"),
        ("judge poj1143", "2 2 5\r\n0\r\n"),
        ("judge cf424e", "2\r\nRGB\r\nGRG\r\n"),
        ("judge p4363", board),
        ("judge poj3317", "4\r\n01.1\r\n00..\r\n.01.\r\n...1\r\n0\r\n"),
        ("judge poj2990", "1 3\r\nP.P\r\n"),
        ("probe contour --board - 0", board),
    ] {
        let plain = program.feed(arguments, input);
        assert_eq!(plain.code, 0, "{plain:?}");
        assert_eq!(program.feed(arguments, marked(input)), plain, "{arguments}");
        let run = program.feed(arguments, utf16(input));
        run.assert_says(2, "this is UTF-16 text: save it as UTF-8");
    }
}
