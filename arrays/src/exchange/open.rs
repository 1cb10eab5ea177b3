//! Exchanges by their names.
use super::{Exchange, ExchangeError, Local};
use std::time::Duration;

/// The names that [`open`] knows.
pub const NAMES: [&str; 2] = ["local", "mpi"];

/// The exchange of this name: `local`, or `mpi` under `mpirun`. `limit` is how long a rank may be silent.
///
/// # Errors
/// [`ExchangeError::Start`] if there is none, or it does not start.
///
/// ```
/// use lacuna_arrays::exchange::open;
/// use std::time::Duration;
/// assert_eq!(open("local", Duration::from_secs(30))?.size(), 1);
/// let error = open("pigeons", Duration::from_secs(30)).unwrap_err();
/// assert_eq!(error.to_string(), "no exchange pigeons; there are: local, mpi");
/// # Ok::<(), lacuna_arrays::exchange::ExchangeError>(())
/// ```
pub fn open(name: &str, limit: Duration) -> Result<Box<dyn Exchange>, ExchangeError> {
    match name {
        "local" => Ok(Box::new(Local)),
        "mpi" => mpi(limit),
        _ => Err(ExchangeError::Start { cause: format!("no exchange {name}; there are: {}", NAMES.join(", ")) }),
    }
}

#[cfg(feature = "mpi")]
fn mpi(limit: Duration) -> Result<Box<dyn Exchange>, ExchangeError> {
    Ok(Box::new(super::Mpi::start(limit)?))
}

#[cfg(not(feature = "mpi"))]
fn mpi(_limit: Duration) -> Result<Box<dyn Exchange>, ExchangeError> {
    let cause = "this program was built without MPI: apt-get install libopenmpi-dev openmpi-bin libclang-dev, \
                 then build with --features mpi";
    Err(ExchangeError::Start { cause: cause.to_owned() })
}
