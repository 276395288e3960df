#!/usr/bin/env bash
# A program with custom games, written as docs/custom-game.md says it, does what that page says; and each mistake of
# a description ends with its exit code.
# Needs only cargo.
. "$(dirname "$0")/common.sh"

page=$PWD/docs/custom-game.md
checkout=$PWD
mkdir "$temporary/games"
quietly cargo clippy --release -p perfectplay-cli --no-default-features -- -D warnings
build_program
cd "$temporary/games"
"$program" new my-games --path "$checkout" >"$temporary/log" || fail "$(<"$temporary/log")"
! "$program" new my-games --path "$checkout" >"$temporary/log" 2>&1 || fail "\`new\` replaced a folder"
cd my-games
cp "$checkout/Cargo.lock" .
# How long a first build takes, and an edit.
export CARGO_TARGET_DIR=$temporary/target
program=$CARGO_TARGET_DIR/release/my-games
# took COMMAND...: the seconds of processor time that it took.
took() {
    local TIMEFORMAT='%U %S'
    { time "$@" >"$temporary/log" 2>&1; } 2>&1 | awk '{ printf "%.0f", $1 + $2 }'
}
first=$(took cargo build --release)
crates=$(grep -c Compiling "$temporary/log")
((crates <= 80)) || fail "a custom program compiles $crates crates"
sed -i 's/stones: 21 }).run/stones: 34 }).run/' src/main.rs
edited=$(took cargo build --release)
quietly cargo test --release

# expect CODE TEXT COMMAND…: it ends with this exit code, and prints the text.
expect() {
    local code=0
    "$program" "${@:3}" >"$temporary/log" 2>&1 </dev/null || code=$?
    ((code == $1)) || fail "\`${*:3}\` ended with $code: $(cat "$temporary/log")"
    grep -qF -- "$2" "$temporary/log" || fail "\`${*:3}\` did not say \`$2\`: $(cat "$temporary/log")"
}
! cargo tree --edges normal | grep -q perfectplay-games || fail "a program with custom games compiles the six"
for command in '' play; do
    ! "$program" $command --help | grep -iwE 'chomp|number-[0-9]+|tower-[0-9]+|poj1143' >"$temporary/log" ||
        fail "\`$command --help\` has examples of games that are not there: $(cat "$temporary/log")"
done
expect 2 'the feature `serve` of perfectplay-cli' serve
expect 0 '35 states' build
expect 0 'all 35 entries follow from the rules' verify pile-34
# The second game of the page.
awk '/^```rust$/ { block++; next } /^```/ { if (block == 2) exit } block == 2' "$page" >>src/main.rs
sed -i 's/solve::Game;/solve::{End, Game, ReadError};/; s/}).run()/}).game(TicTacToe).run()/' src/main.rs
quietly cargo build --release
expect 3 '`my-games build tictactoe-3x3` makes it' probe tictactoe-3x3
expect 0 '5478 states' build
expect 0 'win in 1' probe tictactoe-3x3 XX./OO./...
expect 2 'there are nine cells' probe tictactoe-3x3 XX
expect 0 'all 5478 entries follow from the rules' verify
expect 0 'position,outcome,plies' export tictactoe-3x3 --format csv --output -

# A game for each mistake.
cat >src/main.rs <<'END'
use perfectplay_cli::Program;
use perfectplay_cli::solve::{End, Game, ReadError, Values};

struct Wrong(&'static str);

impl Game for Wrong {
    type Position = u64;
    type Move = u64;

    fn name(&self) -> String {
        format!("wrong-{}", self.0)
    }

    fn start(&self) -> u64 {
        40
    }

    fn pack(&self, pile: u64) -> u64 {
        if self.0 == "word" { pile / 2 } else { pile }
    }

    fn unpack(&self, word: u64) -> u64 {
        if self.0 == "word" { word * 2 } else { word }
    }

    fn moves(&self, pile: u64, mut each: impl FnMut(u64, u64)) {
        assert!(self.0 != "panic" || pile != 7);
        let most = if self.0 == "moves" && pile == 7 { 70_000 } else { 3 };
        (1..=most).filter(|taken| taken % 4 <= pile).for_each(|taken| each(taken, pile - taken % 4));
        if self.0 == "back" && pile < 40 {
            each(4, pile + 1);
        }
    }

    fn end(&self, pile: u64) -> Option<End> {
        (self.0 == "end" && pile == 7).then_some(End::Score(1))
    }

    fn canonical(&self, pile: u64) -> u64 {
        if self.0 == "symmetry" && pile == 7 { 8 } else { pile }
    }

    fn read(&self, text: &str) -> Result<u64, ReadError> {
        if self.0 == "text" && text == "7" { Err("seven is not read".into()) } else { Ok(text.parse()?) }
    }

    fn values(&self) -> Values {
        if self.0 == "back" { Values::Grundy } else { Values::Outcome }
    }
}

/// A piece goes round four cells for ever, so that nobody wins.
struct Circle;

impl Game for Circle {
    type Position = u64;
    type Move = &'static str;

    fn name(&self) -> String {
        "circle-4".to_owned()
    }

    fn start(&self) -> u64 {
        0
    }

    fn pack(&self, cell: u64) -> u64 {
        cell
    }

    fn unpack(&self, word: u64) -> u64 {
        word
    }

    fn moves(&self, cell: u64, mut each: impl FnMut(&'static str, u64)) {
        each("on", (cell + 1) % 4);
        each("back", (cell + 3) % 4);
    }

    fn show(&self, cell: u64) -> String {
        format!("{} {}", ["P./..", ".P/..", "../.P", "../P."][cell as usize], ["A", "B"][cell as usize % 2])
    }

    fn read(&self, text: &str) -> Result<u64, ReadError> {
        (0..4).find(|&cell| self.show(cell) == text).ok_or_else(|| "the piece is in one of four cells".into())
    }
}

fn main() -> std::process::ExitCode {
    let mistakes = std::env::var("MISTAKES").expect("which mistakes");
    let game = |program: Program, mistake: &str| program.game(Wrong(String::from(mistake).leak()));
    mistakes.split(' ').fold(Program::new("my-games"), game).game(Circle).run()
}
END
quietly cargo build --release
# mistake NAME CODE TEXT COMMAND: what the command says of the game with the mistake.
mistake() {
    MISTAKES=$1 expect "$2" "$3" "$4" "wrong-${1%% *}"
}
mistake sound 0 '41 states' build
mistake sound 0 'all 41 entries follow from the rules' verify
# A name that is wrong leaves the other games as they are.
MISTAKES='sound sound' expect 2 'is the name of two games' build
MISTAKES='so-und' expect 2 'is not the name of a game at a size' build
MISTAKES='so-und' expect 0 '4 states' build circle-4
mistake word 1 '`pack` makes the same word of two positions' build
mistake panic 1 'wrong at 7: the description panicked' build
mistake moves 1 'wrong at 7: it has more than 65535 moves' build
mistake end 1 'wrong at 7: `end` says Score(1)' build
mistake back 1 'play can come back to it' build
mistake text 1 'wrong at 7: `read` does not make it' build
mistake symmetry 1 'wrong at 7: `canonical`' build
# Nobody wins, and play does not go on for ever.
export MISTAKES=sound
expect 0 '4 states' build circle-4
expect 0 '        1 . .' probe circle-4
expect 0 '          A' probe circle-4
expect 0 'best play comes back to the same position, and nobody wins' probe circle-4 --line
printf '%0.son\n' {1..20} >"$temporary/moves"
"$program" play circle-4 <"$temporary/moves" >"$temporary/log" 2>&1 || fail "play: $(cat "$temporary/log")"
grep -q '^A draw\.' "$temporary/log" || fail "play did not end in a draw: $(cat "$temporary/log")"
figure "a first build of $crates crates in $first s of processor time, an edit in $edited s; 11 cases of mistakes"
