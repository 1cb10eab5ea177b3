//! Kernels on the stored rows of row_sparse arrays, and on stored values; and which row of a table belongs to which id:
//! [`SlotMap`].
mod add_n;
mod coalesce;
mod permute;
mod retain;
mod slot_map;

pub use add_n::{AddN, SumRows, add_n, add_n_ids};
pub use coalesce::{Coalesce, coalesce, coalesce_plan};
pub use permute::{Permute, permute};
pub use retain::{Retain, retain, retain_ids};
pub use slot_map::{Admitted, Assigned, Eviction, SlotMap, SlotMapMut, SlotMapOptions, SlotUse};
