#!/usr/bin/env bash
# first_contact.sh DIR [PROGRAMS [STEPS]]: everything to try on a card that this project has not met. Writes a log of each step and DIR/summary.md.
#
# PROGRAMS is a folder with what `first_contact.sh --build PROGRAMS` makes on a machine with cargo; without it that is done first. STEPS, separated by commas, are those to run, in
# this order: card verify pinned properties device runtime train first-call sanitizer speed. Each has a limit of time. Ends with status 1 if a step failed, 2 without a card. The environment may give options of run.sh in SPEED, and in SANITIZED a text
# in the names of the golden cases that compute-sanitizer watches.
set -uo pipefail

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)

# The program of a test: `executable CRATE TEST`.
executable() {
  cargo test --release --manifest-path "$root/Cargo.toml" -p "$1" --test "$2" --no-run --message-format=json |
    sed -n "s/.*\"executable\":\"\([^\"]*\/$2-[^\"]*\)\".*/\1/p" | tail -n 1
}

build() {
  mkdir -p "$1"
  cargo build --release --manifest-path "$root/Cargo.toml" -p lacuna-harness -p lacuna-benches-gpu --bin lacuna --bin gpu || exit 1
  local target
  target=$(cargo metadata --manifest-path "$root/Cargo.toml" --format-version 1 --no-deps | sed 's/.*"target_directory":"\([^"]*\)".*/\1/')
  cp "$target/release/lacuna" "$target/release/gpu" "$1/"
  cp "$(executable lacuna-harness properties)" "$1/properties"
  cp "$(executable lacuna-harness device)" "$1/device"
  cp "$(executable lacuna-runtime-tests device)" "$1/runtime"
  cp "$(executable lacuna-cuda driver)" "$1/pinned"
  strip "$1"/*
}

case ${1-} in
'') sed -n 's/^# //p' "$0" | head -n 1 >&2; exit 64 ;;
--build) build "${2:?where to}"; exit ;;
esac
mkdir -p "$1"
folder=$(cd "$1" && pwd)
programs=${2:-$folder/programs}
[ -x "$programs/lacuna" ] || build "$programs"
programs=$(cd "$programs" && pwd)
steps=${3:-card,verify,pinned,properties,device,runtime,train,first-call,sanitizer,speed}
summary=$folder/summary.md
"$programs/gpu" card >"$folder/card.txt" 2>&1 || { cat "$folder/card.txt" >&2; exit 2; }
{
  echo "$(date -u +%Y-%m-%d), $(sed -n 's/^# //; 1p' "$folder/card.txt")"
  printf '\n| step | result | seconds | last line |\n|---|---|--:|---|\n'
} >"$summary"
failed=0

# step NAME LIMIT COMMAND...: runs where STEPS has the name up to its first space.
step() {
  local name=$1 limit=$2 begun status result
  case ,$steps, in *,"${name%% *}",*) ;; *) return ;; esac
  shift 2
  begun=$(date +%s%N)
  timeout "$limit" bash -c '"$@"' step "$@" >"$folder/${name// /-}.txt" 2>&1
  status=$?
  case $status in
  0) result=passed ;;
  124) result="stopped at the limit" failed=1 ;;
  *) result="FAILED, status $status" failed=1 ;;
  esac
  printf '| %s | %s | %d.%d | %s |\n' "$name" "$result" $((tenths = ($(date +%s%N) - begun) / 100000000, tenths / 10)) $((tenths % 10)) \
    "$(grep -v '^ *$' "$folder/${name// /-}.txt" | tail -n 1 | cut -c 1-150)" >>"$summary"
}

# The weights that a program has trained are the same bits, wherever it did.
same_weights() {
  local program=$1 context
  shift
  for context in cpu gpu; do
    "$programs/lacuna" train "$program" "$@" --context "$context" --save "$folder/$program-$context" || return 1
  done
  cmp "$folder/$program-cpu" "$folder/$program-gpu" && echo "the same weights"
}

# A family's first kernel, which the driver has to compile: with its cache, which the steps before have filled, and without.
first_call() {
  local filter cache
  for filter in dot/csr_dense sgd_update/ cast_storage/ sum/ _maximum/ LinearRegressionOutput/ Embedding/ random_; do
    for cache in 0 1; do
      printf '%s, CUDA_CACHE_DISABLE=%s: ' "$filter" "$cache"
      CUDA_CACHE_DISABLE=$cache "$programs/lacuna" verify --backend cuda --fixtures "$root/fixtures" --filter "$filter" | tail -n 1
    done
  done
}

export -f same_weights first_call
export programs folder root
cd "$root" || exit 1
export LACUNA_DEVICE=cuda
step card 20 nvidia-smi
step verify 200 "$programs/lacuna" verify --require cuda --fixtures "$root/fixtures"
step pinned 60 "$programs/pinned" pinned_memory_on_a_card --exact
step properties 200 "$programs/properties" device_ --test-threads 4
step device 120 "$programs/device" --test-threads 4
step runtime 120 "$programs/runtime" --test-threads 4
step "train mlp" 60 same_weights mlp --epochs 2
step "train fm" 60 same_weights fm --data data/agaricus.train.libsvm --epochs 2
step "train linear-classification" 60 same_weights linear-classification --data data/agaricus.train.libsvm --epochs 2
step "train wide-deep" 60 same_weights wide-deep --rows 3000 --epochs 2
step "train mf" 60 same_weights mf --epochs 2
step "train lm" 60 same_weights lm --sentences 1000 --epochs 2
step first-call 200 first_call
for tool in memcheck racecheck initcheck synccheck; do
  # All cases, but races only in some: that takes too long, and did not end on transposed products.
  watched=/
  [ "$tool" != racecheck ] || watched=dot/csr_dense
  step "sanitizer $tool" 240 compute-sanitizer --tool "$tool" --error-exitcode 9 \
    "$programs/lacuna" verify --backend cuda --fixtures "$root/fixtures" --filter "${SANITIZED:-$watched}"
done
step speed 600 "$here/run.sh" "$folder/speed" "$programs/gpu" ${SPEED:-}
cat "$summary"
exit $failed
