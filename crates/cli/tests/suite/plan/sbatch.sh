#!/bin/sh
set -eu
last=0
for argument; do
    case $argument in
        --wrap=*) wrap=${argument#--wrap=} ;;
        --array=0-*) last=${argument#--array=0-} ;;
        --dependency=*) [ "$argument" = --dependency=afterok:17 ] ;;
    esac
done
for SLURM_ARRAY_TASK_ID in $(seq 0 "$last"); do
    export SLURM_ARRAY_TASK_ID
    sh -c "$wrap" >&2
done
echo '17;cluster'
