//! Ranks of one machine.
use super::{Exchange, ExchangeError};

/// Different for each machine that runs: of Linux; others are taken for one machine.
const BOOT: &str = "/proc/sys/kernel/random/boot_id";

/// The number of this rank among those of its machine, from 0 on: of its GPU, for example. All ranks call it.
///
/// # Errors
/// As [`Exchange::all_gather`].
///
/// ```
/// use lacuna_arrays::exchange::{Local, rank_on_machine};
/// assert_eq!(rank_on_machine(&Local)?, 0);
/// # Ok::<(), lacuna_arrays::exchange::ExchangeError>(())
/// ```
pub fn rank_on_machine(exchange: &dyn Exchange) -> Result<usize, ExchangeError> {
    let own = std::fs::read(BOOT).unwrap_or_default();
    let all = exchange.all_gather(own.clone())?;
    Ok(all.iter().take(exchange.rank()).filter(|other| **other == own).count())
}
