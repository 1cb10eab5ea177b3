//! A tile of consecutive output columns, held in registers while the terms of one output row are added.
//!
//! Every column has a running sum of its own, so the width of a tile changes no bits. A matrix of `n` columns is covered by tiles of one width, the
//! largest that fits both `n` and the registers; the last tile starts at `n - width` and repeats some columns of the one before it.
use crate::{Value, order};

/// Adds the terms `0..terms`: `term(k)` gives the factor and the place of the other operand's row in `data`; `None` adds nothing.
#[inline(always)]
pub(crate) fn sum<const WIDTH: usize, V: Value>(data: &[V], terms: usize, mut term: impl FnMut(usize) -> Option<(V, usize)>) -> [V; WIDTH] {
    let mut block = |from: usize, to: usize| {
        let mut sums = [V::ZERO; WIDTH];
        for k in from..to {
            if let Some((value, start)) = term(k)
                && let Some(factors) = data.get(start..).and_then(|rest| rest.first_chunk::<WIDTH>())
            {
                for (sum, &factor) in sums.iter_mut().zip(factors) {
                    *sum = order::add_product(*sum, value, factor);
                }
            }
        }
        sums
    };
    let mut total = block(0, terms.min(order::BLOCK));
    if terms > order::BLOCK {
        for range in order::blocks(terms).skip(1) {
            let sums = block(range.start, range.end);
            for (total, sum) in total.iter_mut().zip(sums) {
                *total = *total + sum;
            }
        }
    }
    total
}

/// Calls `$body` with the const `$WIDTH`: the widest tile for `$columns` columns of `$V` on registers of `$REGISTER` bytes.
macro_rules! with_tile_width {
    ($REGISTER:ident, $V:ident, $columns:expr, $WIDTH:ident => $body:expr) => {{
        // Eight registers of sums.
        let widest = (8 * $REGISTER / size_of::<$V>()).min($columns);
        macro_rules! at {
            ($width:literal) => {{
                const $WIDTH: usize = $width;
                $body
            }};
        }
        if widest >= 128 {
            at!(128)
        } else if widest >= 64 {
            at!(64)
        } else if widest >= 32 {
            at!(32)
        } else if widest >= 16 {
            at!(16)
        } else if widest >= 8 {
            at!(8)
        } else if widest >= 4 {
            at!(4)
        } else if widest >= 2 {
            at!(2)
        } else {
            at!(1)
        }
    }};
}
pub(crate) use with_tile_width;

/// The first columns of the tiles that cover `columns` columns.
#[inline(always)]
pub(crate) fn starts(columns: usize, width: usize) -> impl Iterator<Item = usize> {
    (0..columns.div_ceil(width)).map(move |tile| (tile * width).min(columns.saturating_sub(width)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn tiles_cover_every_column() {
        for columns in 1..70 {
            for width in [1, 2, 4, 8, 16, 32, 64].into_iter().filter(|&w| w <= columns) {
                let starts: Vec<_> = starts(columns, width).collect();
                assert_eq!(starts[0], 0);
                assert!(starts.windows(2).all(|w| w[1] > w[0] && w[1] <= w[0] + width));
                assert_eq!(starts.last().unwrap() + width, columns);
            }
        }
    }
}
