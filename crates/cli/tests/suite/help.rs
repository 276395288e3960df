//! `--help`, `help` and `manual`: each command and each game has its page.

use perfectplay_cli::testing::GROUPS;

use crate::common::*;

#[test]
fn help_shows_every_command_in_one_group_and_every_game() {
    let command = command();
    let names: BTreeSet<&str> =
        command.get_subcommands().map(|command| command.get_name()).collect();
    let grouped = || GROUPS.iter().flat_map(|(_, names)| names.iter().copied());
    assert_eq!(grouped().collect::<BTreeSet<_>>(), names);
    assert_eq!(grouped().count(), names.len());
    let program = Program::new();
    let help = program.run("--help");
    assert_eq!((help.code, help.stderr.as_str()), (0, ""));
    for name in grouped().chain(GAMES) {
        let lines = help.stdout.lines().filter(|line| line.starts_with(&format!("  {name} ")));
        assert_eq!(lines.count(), 1, "{name}");
    }
    assert_eq!(program.run("help").stdout, help.stdout);
    assert_eq!(program.run("help probe").stdout, program.run("probe --help").stdout);
}

#[test]
fn help_of_a_command_begins_with_what_all_commands_say_of_it() {
    let program = Program::new();
    program.run("manual pages");
    for one in command().get_subcommands() {
        let (name, about) = (one.get_name(), one.get_about().unwrap().to_string());
        let help = program.run(format!("{name} --help")).stdout;
        assert_eq!(help.lines().next(), Some(about.as_str()), "{name}");
        let page = program.path(&format!("pages/perfectplay-{name}.1"));
        let page = fs::read_to_string(page).unwrap().replace("\\-", "-").replace("\\*(Aq", "'");
        let title = format!(".SH NAME\nperfectplay-{name} - {about}\n");
        assert!(page.contains(&title), "{page}");
    }
}

#[test]
fn each_game_has_a_page_of_which_the_examples_work() {
    let program = Program::with_tables();
    let board = program.path("tables/boards/contour-contest.txt");
    fs::copy(board, program.path("board.txt")).unwrap();
    for game in GAMES {
        let page = program.run(format!("help {game}"));
        assert_eq!((page.code, page.stderr.as_str()), (0, ""), "{page:?}");
        for title in ["Rules", "Positions", "Moves", "Limits", "Tables", "Examples"] {
            assert!(page.stdout.contains(&format!("\n{title}\n  ")), "{title} {page:?}");
        }
        let examples = page.stdout.lines().filter_map(|line| line.strip_prefix("  perfectplay "));
        let ran = examples.map(|example| {
            let run = program.run(example);
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{example} {run:?}");
        });
        assert_eq!(ran.count(), 2, "{page:?}");
    }
}

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
