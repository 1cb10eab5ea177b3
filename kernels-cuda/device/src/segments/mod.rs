//! Plans, and the sort and the running totals that make them.
mod plan;
mod scan;
mod sort;

pub(crate) use plan::{compact_ids, first_flags, id_keys, plan_finish, transpose_keys};
pub(crate) use scan::{scan_elements, scan_tiles, scan_totals};
pub(crate) use sort::{sort_count, sort_scatter};
