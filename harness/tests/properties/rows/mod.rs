//! Kernels on stored rows. A file per kernel.
pub mod add_n;
pub mod coalesce;
pub mod permute;
pub mod retain;

use crate::dot::csr_row_sparse::stored;
use lacuna_testing::{Profile, Random, Real, RowSparse, smaller};

/// Lengths of rows: around the chunks and tiles of the kernels.
pub const LENGTHS: &[usize] = &[0, 1, 1, 1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65, 128, 129, 257];

pub fn draw_shape(random: &mut Random) -> (usize, usize) {
    match random.percent() {
        0..40 => (random.below(6), random.below(4)),
        40..80 => (random.below(40), random.one_of(&LENGTHS[..12])),
        80..86 => (random.below(8), random.in_turn(LENGTHS)),
        86..97 => (1 + random.below(8), random.in_turn(&[257, 300, 255, 513, 256])),
        _ => (1000 + random.below(2000), random.below(3)),
    }
}

pub fn draw_rows_of<V: Real>(random: &mut Random, (rows, length): (usize, usize)) -> RowSparse<V> {
    let count = stored(random, rows);
    let ids = random.ascending(count, rows);
    let profile = Profile::draw(random);
    RowSparse::of_ids(rows, length, ids, profile, random)
}

pub fn draw_rows<V: Real>(random: &mut Random) -> RowSparse<V> {
    let shape = draw_shape(random);
    draw_rows_of(random, shape)
}

pub fn shrunk_rows<V: Real>(input: &RowSparse<V>) -> Vec<RowSparse<V>> {
    let mut inputs = input.fewer();
    inputs.extend(smaller(input.length).into_iter().map(|kept| input.keep_length(kept)));
    inputs.extend(smaller(input.rows).into_iter().filter(|kept| kept.start == 0).map(|kept| input.keep_rows(kept.end)));
    inputs
}
