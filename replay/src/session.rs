//! Recorded cases, one after the other.
use crate::arena::Fault;
use crate::reader::Reader;
use crate::{Hash, call};
use lacuna_capi::Function;

/// A case that has been replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replayed<'r> {
    /// Its title.
    pub title: &'r str,
    /// The hash over the answers of all its calls.
    pub hash: u64,
    /// How many calls those were.
    pub calls: usize,
}

/// Replays a case: its title, and its calls.
///
/// # Errors
/// [`Fault`] of a call.
///
/// # Safety
/// As [`call`].
pub unsafe fn replay<'r>(
    case: &'r [u8],
    memory: &mut [u128],
    address: impl Fn(&Function) -> *const (),
) -> Result<Replayed<'r>, Fault> {
    let mut reader = Reader::new(case);
    let title = reader.text()?;
    let (mut hash, mut calls) = (Hash::new(), 0);
    while !reader.is_empty() {
        let record = reader.block()?;
        // SAFETY: passed on.
        unsafe { call(record.rest(), memory, &address) }?.add_to(&mut hash);
        calls += 1;
    }
    Ok(Replayed { title, hash: hash.value(), calls })
}

/// The functions that this program is linked with.
pub fn address(function: &Function) -> *const () {
    function.address
}
