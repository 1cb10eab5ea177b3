//! Slots of a table for ids of 64 bits.
mod admit;
mod check;
mod layout;
mod links;
mod slot_map_mut;
mod table;
mod view;

pub use layout::{Eviction, SlotMapOptions};
pub use slot_map_mut::{Admitted, Assigned, SlotMapMut};
pub use view::{SlotMap, SlotUse};
