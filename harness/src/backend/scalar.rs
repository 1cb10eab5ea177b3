//! The doors without CPU dispatch, on the caller's thread.

/// Calls `lacuna::scalar`: the backend that all others are compared with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scalar;

impl super::Structure for Scalar {}
