//! The constructors of the views: every rule of the formats, each broken alone, with the exact error.
mod csr;
mod dense;
mod limits;
mod row_sparse;
mod segment_plan;

use crate::cases::one_in;
use lacuna_testing::{Random, check_seeds};

/// Runs `property` on random cases.
fn check(property: fn(&mut Random)) {
    check_seeds(one_in(1), move |seed| property(&mut Random::seeded(seed)));
}
