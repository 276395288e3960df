#!/usr/bin/env bash
# A batch script of the program makes a table on Slurm, also after a block has failed.
# Needs root, and slurm-wlm and munge, which it installs.
. "$(dirname "$0")/common.sh"

slurm=$temporary/slurm
at_end() {
    local file pid
    for file in "$slurm"/*.pid; do
        pid=$(cat "$file" 2>/dev/null) || continue
        kill "$pid" 2>/dev/null
        timeout 10 tail --pid="$pid" -f /dev/null
    done
}

# Starts Slurm with one node, this machine.
start_slurm() {
    local node
    node=$(hostname -s)
    mkdir -p "$slurm/state" "$slurm/spool"
    # Users of the daemons' sockets must reach them.
    chmod 755 "$temporary" "$slurm"
    (umask 077 && head -c 1024 /dev/urandom >"$slurm/key")
    cat >"$slurm/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$slurm/socket
CredType=cred/munge
SlurmctldPort=16817
SlurmdPort=16818
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=$node NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE
END
    export SLURM_CONF=$slurm/slurm.conf
    munged --force --key-file="$slurm/key" --socket="$slurm/socket" --pid-file="$slurm/munged.pid" \
        --log-file="$slurm/munged.log" --seed-file="$slurm/seed" &&
        slurmctld -c -f "$SLURM_CONF" && slurmd -c -f "$SLURM_CONF" || return
    for _ in {1..100}; do
        [ "$(sinfo --noheader --format=%T 2>/dev/null)" != idle ] || return 0
        sleep 0.1
    done
    return 1
}

# Submits the script in a folder with a name that a shell could take apart, and waits for all jobs.
submit() {
    (cd "$strange" && STORE=store TABLES=tables PERFECTPLAY=./program OPTIONS="--mem=100M --output=log-%A-%a" \
        quietly sh "$temporary/script")
    for _ in {1..600}; do
        [ -n "$(squeue --noheader)" ] || return 0
        sleep 0.2
    done
    squeue >&2
    fail "Slurm does not come to an end"
}

has_slurm() { command -v slurmctld && command -v slurmd && command -v munged; } >/dev/null

((EUID == 0)) || skip "only root can start it here"
has_slurm || install_packages slurm-wlm munge
has_slurm || skip "slurm-wlm and munge are not installed"
build_program
start_slurm >"$temporary/log" 2>&1 ||
    skip "it does not start: $(tail -n 1 "$temporary/log" "$slurm"/*.log | show | tail -n 1)"
strange="$temporary/it's \"a\" \$(folder) of \`mine\`"
mkdir "$strange"
# Block 6 fails at first, and what waits for it is cancelled.
cat >"$strange/program" <<END
#!/bin/sh
if [ "\$1 \$3" = "block 6" ] && [ ! -e mended ]; then exit 3; fi
exec "$(realpath "$program")" "\$@"
END
chmod +x "$strange/program"
succeed plan tower-4 --block 64KiB --emit slurm
cp "$temporary/out" "$temporary/script"
sh -n "$temporary/script"
! command -v shellcheck >/dev/null || shellcheck "$temporary/script"
submit
[ ! -e "$strange/tables/tower-4.table" ] || fail "Slurm makes a table without block 6"
left=$(cd "$strange/store/tower-4" && echo block-*)
: >"$strange/mended"
submit
succeed build tower-4 --tables "$temporary/tables-4"
cmp "$strange/tables/tower-4.table" "$temporary/tables-4/tower-4.table" ||
    fail "Slurm makes another table"
echo "block 6 fails: $(wc -w <<<"$left") blocks; mended, the same script makes the table"
