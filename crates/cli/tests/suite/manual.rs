//! `manual`: the pages, and what is wrong with a folder that cannot be written.

use crate::common::*;

#[test]
fn there_is_a_page_for_the_program_and_each_command() {
    let program = Program::new();
    let run = program.run("manual new/man1");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let mut expected = vec!["perfectplay.1".to_owned()];
    let mut command = command();
    command.build();
    expected.extend(
        command.get_subcommands().map(|command| format!("perfectplay-{}.1", command.get_name())),
    );
    assert!(expected.len() > 10);
    let printed: Vec<&str> = run.stdout.lines().collect();
    for (page, printed) in expected.iter().zip(&printed) {
        assert!(printed.ends_with(page), "{printed} instead of {page}");
        let text = fs::read_to_string(program.path(printed)).unwrap();
        let name = page.strip_suffix(".1").unwrap();
        assert!(text.contains(&format!(".TH {name} 1 ")), "{text}");
        for section in [".SH NAME\n", ".SH SYNOPSIS\n", ".SH \"OPTIONS OF EVERY COMMAND\"\n"] {
            assert!(text.contains(section), "{page} has no {section}");
        }
    }
    assert_eq!(printed.len(), expected.len());
    assert_eq!(program.run("manual new/man1 --quiet").stdout, "");
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let program = Program::new();
    program.write("file", "");
    program.run("manual file").assert_says(3, "error: file: cannot create the folder: ");
    fs::create_dir_all(program.path("man1/perfectplay.1")).unwrap();
    program.run("manual man1 --json").assert_says(3, "cannot write: ");
}
