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
fn each_command_has_a_page_and_help_that_begin_with_what_all_commands_say_of_it() {
    let program = Program::new();
    let run = program.run("manual new/man1");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let mut whole = command();
    whole.build();
    let commands: Vec<_> = std::iter::once(&whole).chain(whole.get_subcommands()).collect();
    assert_eq!(run.stdout.lines().count(), commands.len());
    for (command, printed) in commands.into_iter().zip(run.stdout.lines()) {
        let (name, about) = (command.get_name(), command.get_about().unwrap().to_string());
        let mut page = name.to_owned();
        if page != "perfectplay" {
            page.insert_str(0, "perfectplay-");
            let help = program.run(format!("{name} --help")).stdout;
            assert_eq!(help.lines().next(), Some(about.as_str()), "{name}");
        }
        assert!(printed.ends_with(&format!("{page}.1")), "{printed} instead of {page}");
        let text = fs::read_to_string(program.path(printed)).unwrap();
        let text = text.replace("\\-", "-").replace("\\*(Aq", "'");
        let title = format!(".SH NAME\n{page} - {about}\n");
        let head = format!(".TH {page} 1 ");
        for part in [&head, &title, ".SH SYNOPSIS\n", ".SH \"OPTIONS OF EVERY COMMAND\"\n"] {
            assert!(text.contains(part), "{page} has no {part}: {text}");
        }
    }
    assert_eq!(program.run("manual new/man1 --quiet").stdout, "");
}
