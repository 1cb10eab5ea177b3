//! The functions of the C ABI: good calls against the same in Rust, bad arguments in every combination, types, statuses
//! and texts, hyper-parameters, trusted garbage, layouts and names.
#![recursion_limit = "1024"] // for_each_kernel! is gone through row by row
// Sizes that no memory has are written down for pointers of 64 bits.
#![cfg(target_pointer_width = "64")]
#![allow(clippy::unwrap_used, clippy::expect_used)]
mod bad;
mod formats;
mod garbage;
mod good;
mod hyper;
mod infer;
mod layout;
mod lists;
mod model;
mod names;
mod round_trip;
mod statuses;
mod tags;
mod texts;

use lacuna_capi::Function;
use lacuna_testing::Random;
use std::sync::{LockResult, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Random cases for each function: `LACUNA_CASES`, at most `most`.
fn cases(most: usize) -> usize {
    lacuna_testing::cases(most as u64).min(most as u64) as usize
}

/// The draws of a case of a function: the same ones in every run; `LACUNA_SEED` gives others.
fn draws(function: &str, case: usize) -> Random {
    let name = function
        .bytes()
        .fold(lacuna_testing::seed(), |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    Random::seeded(name.wrapping_add((case as u64) << 40))
}

/// Whoever changes or reads the level of the process has it alone.
static LEVEL: RwLock<()> = RwLock::new(());

/// What a call holds: functions run beside each other, but for the one that changes the level.
type Turn = (Option<LockResult<RwLockReadGuard<'static, ()>>>, Option<LockResult<RwLockWriteGuard<'static, ()>>>);

fn turn(function: &Function) -> Turn {
    let alone = function.path == ("dispatch", "force_level");
    ((!alone).then(|| LEVEL.read()), alone.then(|| LEVEL.write()))
}
