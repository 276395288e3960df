//! `help`: the commands by purpose, the games, and what is worth knowing about each.

use clap::Command;
use clap::error::ErrorKind;

use crate::args::{self, Help};
use crate::prelude::*;
use crate::program;
use crate::terminal::guide;

/// The commands, by purpose.
pub const GROUPS: [(&str, &[&str]); 6] = [
    ("Ask", &["probe", "positions", "openings"]),
    ("Play and look", &["play", "serve", "catalogue"]),
    (
        "Tables",
        &["build", "list", "info", "verify", "compare", "export", "pack", "unpack", "clean"],
    ),
    ("Contests", &["judge"]),
    ("Clusters", &["plan", "block", "merge"]),
    ("For people and scripts", &["help", "new", "completions", "manual"]),
];

/// The command line, whose help shows its commands in groups, and what is too long to be made for each probe.
pub(crate) fn command(games: &Arc<Games>) -> Command {
    let command = args::command(games);
    let mut lists = String::new();
    for (title, names) in GROUPS {
        let there = names.iter().filter_map(|name| command.find_subcommand(name));
        let there = there.filter(|command| !command.is_hide_set());
        let about = |one: &Command| one.get_about().map(ToString::to_string).unwrap_or_default();
        let line = |one: &Command| format!("  {:<12} {}\n", one.get_name(), about(one));
        let group: String = there.map(line).collect();
        if !group.is_empty() {
            lists += &format!("{}\n{group}\n", styled(HEADING, format_args!("{title}:")));
        }
    }
    lists += &format!("{}\n", styled(HEADING, "Games:"));
    let width = games.listed().iter().map(|game| game.name().len()).max().unwrap_or(0).max(12);
    for game in games.listed() {
        lists += &format!("  {game:<width$} {}\n", guide::title(game));
    }
    if let Some(more) = guide::in_catalogue(games) {
        lists += &format!("  {more}\n");
    }
    command.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{lists}\n\
         Options:\n{{options}}{{after-help}}"
    ))
}

pub(crate) fn run(args: &Help, games: &Arc<Games>, output: &mut Output) -> Result<()> {
    if let [word] = args.topic.as_slice()
        && let Some(game) = games.named(word)
    {
        guide::print(&game, output)?;
        let more = advice::command(format_args!("catalogue {game}"));
        return match games.is_classic(&game) {
            true => {
                output.line(format_args!("\n{more} has all of its rules, and where they are from."))
            }
            false => Ok(()),
        };
    }
    let words = args.topic.iter().map(String::as_str);
    let asked = [program::name()].into_iter().chain(words).chain(["--help"]);
    match command(games).try_get_matches_from(asked) {
        Err(shown) if shown.kind() == ErrorKind::DisplayHelp => {
            let text = shown.render().ansi().to_string();
            output.line(program::renamed(text.trim_end()))
        }
        _ => {
            let topic = args.topic.join(" ");
            let what = format!("there is no command and no game called `{}`", topic.escape_debug());
            Err(Failure::usage(what).with_hint("`perfectplay help` shows all"))
        }
    }
}
