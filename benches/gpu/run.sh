#!/bin/sh
# run.sh DIR [BINARY] [--only NAMES]: measures this project's kernels and other libraries in turn, twice, and writes DIR/table.md.
#
# The inputs are made in DIR if they are not there. BINARY is a `gpu` that was built elsewhere; without it cargo builds one. PYTHON names the interpreter
# for peers.py. Status 2: there is no GPU.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || { sed -n 's/^# //p' "$0" | head -n 1 >&2; exit 64; }
folder=$1
shift
binary=
case ${1-} in
    '' | --*) ;;
    *) binary=$1; shift ;;
esac
python=${PYTHON:-python3}

if [ -z "$binary" ]; then
    command -v cargo >/dev/null || { echo "run.sh: there is no cargo; give a gpu binary that was built elsewhere" >&2; exit 1; }
    cargo build --release --quiet --manifest-path "$here/Cargo.toml" --bin gpu
    # The target folder may be anywhere.
    gpu() { cargo run --release --quiet --manifest-path "$here/Cargo.toml" --bin gpu -- "$@"; }
else
    [ -x "$binary" ] || { echo "run.sh: $binary is no program" >&2; exit 1; }
    gpu() { "$binary" "$@"; }
fi

# Ends here with its message where there is none.
gpu card >/dev/null || exit $?

[ -f "$folder/inputs.txt" ] || gpu inputs "$folder"
results=$folder/results
mkdir -p "$results"
rm -f "$results"/*.csv
{
    echo "# $(date -u +%Y-%m-%d)"
    command -v nvidia-smi >/dev/null &&
        nvidia-smi --query-gpu=name,driver_version,clocks.max.sm,clocks.max.memory,power.limit --format=csv,noheader |
        sed 's/^/# nvidia-smi: /'
    echo "# inputs: $(cat "$folder/inputs.txt")"
    echo "# commands: gpu measure DIR $*, then peers.py DIR $*, twice"
} >"$results/head.csv"

for round in 1 2; do
    gpu measure "$folder" "$@" >"$results/lacuna-$round.csv"
    # The table is of use without other libraries, and peers.py prints what it passes over.
    "$python" "$here/peers.py" "$folder" "$@" >"$results/peers-$round.csv" 2>"$results/peers-$round.txt" ||
        echo "run.sh: peers.py ended with status $?: $(tail -n 1 "$results/peers-$round.txt")" >&2
done

gpu table "$results/head.csv" "$results"/lacuna-*.csv "$results"/peers-*.csv >"$folder/table.md"
sed '/^### All lines/,$d' "$folder/table.md"
if [ -s "$results/peers-1.txt" ]; then
    echo "Passed over: $(wc -l <"$results/peers-1.txt") lines in $results/peers-1.txt"
fi
