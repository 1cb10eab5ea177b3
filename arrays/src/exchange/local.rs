//! One process.
use super::{Exchange, ExchangeError, Traffic};

/// The exchange of a process that is alone.
///
/// ```
/// use lacuna_arrays::exchange::{Exchange, Local};
/// assert_eq!((Local.rank(), Local.size()), (0, 1));
/// assert_eq!(Local.all_gather(vec![7])?, [[7]]);
/// # Ok::<(), lacuna_arrays::exchange::ExchangeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Local;

impl Exchange for Local {
    fn rank(&self) -> usize {
        0
    }
    fn size(&self) -> usize {
        1
    }
    fn send(&self, to: usize, _message: Vec<u8>) -> Result<(), ExchangeError> {
        Err(ExchangeError::Gone { rank: to })
    }
    fn receive(&self, from: usize) -> Result<Vec<u8>, ExchangeError> {
        Err(ExchangeError::Gone { rank: from })
    }
    fn fail(&self, _cause: &str) {}
    fn traffic(&self) -> Traffic {
        Traffic::default()
    }
}
