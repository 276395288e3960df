# What must be the same bytes wherever and however it is made: machines and same-bytes begin with this, after
# common.sh.
# shellcheck shell=bash

# A table for each game and encoding; those of boards, and the default ones, come beside them.
small=(number-12 number-17 number-30 tower-2 tower-4 stake-3 tokens-2x3 chomp-3x4)

# Makes $temporary/inputs: boards, questions, and inputs of contests.
make_inputs() {
    local inputs=$temporary/inputs golden=tests/golden/v1 table file
    mkdir "$inputs"
    cp tables/boards/*.txt "$inputs"
    printf '1 2\n2147483647 5\n7 2147483646\n' >"$inputs/contour-large.txt"
    printf '3\n01.\n.0.\n1.0\n' >"$inputs/stake.txt"
    printf '3 4\n..#.\n...#\n.#..\n' >"$inputs/tokens.txt"
    # All positions of the small tables, which stand in the first column.
    for table in number-12 tower-2 stake-3 stake-71354c83 tokens-2x3 tokens-56e2dff9 chomp-3x4 contour-daa36c61; do
        sed -n '2,$ { s/^"\([^"]*\)".*/\1/; t done; s/,.*//; :done; p; }' "$golden/$table.csv" >"$inputs/$table.positions"
        [ -s "$inputs/$table.positions" ] || fail "$golden/$table.csv has no positions"
    done
    # Positions of the default tables, and some that no table has; lines without an answer are answered, too.
    printf '%s\n' after:5,11 after:6,9,10,11 after:7,9,10,11,12,13 after:16 after:4,3 after:6,8 after:15,20 \
        after:5,16,18 after:9,10,16 after:4,6,101 'after:1000003,1000033' '2 4' none >>"$inputs/number-12.positions"
    printf '%s\n' RGB/GRG/BBR/RRR/GBG/BGR BBB/BBB/BBB/BBB/BBB/BBB RRR/RRR/RRR/RRR/RRR/RRR/RRR x \
        >>"$inputs/tower-2.positions"
    printf '%s\n' 01.1/00../.01./...1 ..../..../..../.... 0.../.1../..0./...1 0..../.1.../..0../...1./01010 \
        >>"$inputs/stake-3.positions"
    printf '%s\n' P..#/.#../...P P.../..../..../...P PP../#.../.#../..#. P..../...../...../...../....P \
        >>"$inputs/tokens-2x3.positions"
    printf '%s\n' 10,10,10,10,10,10,10,10,10,10 9,8,7,6,5,4,3,2,1 8,8,8,8,8,8 4,4,1 12,12,12 20,19 3,4 \
        >>"$inputs/chomp-3x4.positions"
    printf '%s\n' 0 5 9,4,1 10,10,10,9,8,7,7,3,2,1 11 >"$inputs/contour-10x10.positions"
    for file in crates/games/tests/samples/*/*.in; do
        cp "$file" "$inputs/$(basename "$(dirname "$file")")-$(basename "$file")"
    done
}

# Options of how many threads are used, and more tables.
threads=() more=()

# make_everything FOLDER COMMAND...: makes tables, answers and other files in FOLDER by the program that COMMAND
# runs, and verifies. Whatever the program prints on standard output is a file there, too.
make_everything() {
    local folder=$1 name board game
    shift
    mkdir "$folder"
    cp "$temporary/inputs"/* "$folder"
    cd "$folder"
    export PERFECTPLAY_TABLES=tables

    "$@" build "${threads[@]}" --quiet >built
    "$@" build "${threads[@]}" --quiet "${small[@]}" "${more[@]}" >>built
    for name in contour-large stake tokens; do
        "$@" build "${threads[@]}" --quiet "${name%%-*}" --board "$name.txt" >>built
    done
    # The first of their blocks have the two encodings that no small table has.
    "$@" block "${threads[@]}" --quiet stake-5 0 --store store --block 1MiB >>built
    "$@" block "${threads[@]}" --quiet chomp-10x31 0 --store store --block 1MiB >>built
    "$@" verify "${threads[@]}" --quick --complete >verified-quickly
    "$@" verify "${threads[@]}" --sample 20000 >verified

    for name in *.positions; do
        game=${name%%-*} board=()
        case $name in
            contour-10x10.*) board=(--board contour-10x10.txt) ;;
            contour-*) board=(--board contour-contest.txt) ;;
        esac
        # Some lines have no answer, and so the program ends with their code.
        "$@" probe "${threads[@]}" "$game" "${board[@]}" - --keep-going --limit 1000000 --memory 512MiB \
            <"$name" >"${name%.*}.answers" || [ $? -le 3 ]
        [ -s "${name%.*}.answers" ] || return
    done
    for name in *.in; do
        "$@" judge "${threads[@]}" "${name%%-*}" "$name" >"${name%.in}.judged"
    done
    for name in csv npy parquet; do
        "$@" export --quiet number-20 --format "$name" --output "positions.$name"
        "$@" export --quiet number-30 --format "$name" --what losing --output "losing.$name"
    done
    # Windows has other separators in the path.
    "$@" info tower-6 --json | sed 's|\\\\|/|g' >info
    "$@" openings chomp 10x10 --format csv --quiet >openings
    "$@" pack --quiet --out packed number-20 tokens-4x4 chomp-10x10 contour-75695848 >/dev/null
    "$@" unpack --quiet --from packed --tables unpacked >/dev/null
}

# Who has made the same.
compared=()
# Options of diff, where not all bytes are the same, and what else is to be seen of FOLDER.
differing=()
also() { :; }

# try_everything WHO COMMAND...: the same, and compares it with what the program made here first; says how long
# it took.
everything=$temporary/everything
try_everything() {
    local who=$1 start=$SECONDS folder=$temporary/again table code=0
    shift
    [ -e "$everything" ] || folder=$everything
    # With -e, which a condition would turn off.
    set +e
    (set -e; make_everything "$folder" "$@") 2>"$temporary/log"
    code=$?
    set -e
    ((code == 0)) || { tail -n 20 "$temporary/log" | show >&2; fail "$who: exit code $code"; }
    rm -f "$folder"/*/*.lock
    [ "$(grep -c ' as in the manifest' "$folder/verified")" -ge 10 ] ||
        fail "$who: tables are not those of the manifest: $(<"$folder/verified")"
    for table in tests/golden/v1/*.table; do
        cmp "$table" "$folder/tables/$(basename "$table")" || fail "$who: $(basename "$table") is not the committed one"
    done
    echo "$who: $(find "$folder/tables" -name '*.table' | wc -l) tables, $(cat "$folder"/*.answers | wc -l) answers, $((SECONDS - start)) s"
    also "$folder" || fail "$who: rows of Parquet files: $(<"$temporary/log")"
    [ "$folder" != "$everything" ] || return 0
    compared+=("$who")
    diff -rq "${differing[@]}" "$everything" "$folder" >"$temporary/log" || fail "$who: $(<"$temporary/log")"
    rm -r "$folder"
}
