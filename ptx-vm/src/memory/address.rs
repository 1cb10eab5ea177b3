//! The address space: equal slots of 64 GiB, one for each buffer or variable, so that an address names its buffer
//! without a search and an overrun of less than 16 GiB meets nothing.

use crate::fault::Space;

pub(crate) const SLOT_SHIFT: u32 = 36;

/// Where a buffer begins in its slot; what is below is guard.
const START: u64 = 1 << 34;

/// The largest buffer leaves as much guard above it.
pub(super) const LARGEST: usize = 1 << 35;

pub(crate) const WINDOW_SHARED: u64 = 1 << SLOT_SHIFT;
pub(crate) const WINDOW_LOCAL: u64 = 2 << SLOT_SHIFT;
pub(crate) const WINDOW_PARAMETER: u64 = 3 << SLOT_SHIFT;
/// Slots of buffers, in the order of their allocation.
pub(crate) const BUFFER_FIRST: u64 = 16;
/// Slots of a module's variables.
pub(crate) const MODULE_FIRST: u64 = 1 << 26;

pub(super) fn base_of_slot(slot: u64) -> u64 {
    (slot << SLOT_SHIFT) + START
}

/// The window that a generic address lies in, and its address there; `None` for the window is global memory.
pub(crate) fn window(address: u64) -> (Option<Space>, u64) {
    let offset = address & ((1 << SLOT_SHIFT) - 1);
    match address >> SLOT_SHIFT {
        1 => (Some(Space::Shared), offset),
        2 => (Some(Space::Local), offset),
        3 => (Some(Space::Parameter), offset),
        _ => (None, address),
    }
}
