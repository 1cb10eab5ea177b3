//! Casts. A file per kernel.
pub mod csr_to_dense;
pub mod dense_to_csr;
pub mod dense_to_csr_one_pass;
pub mod dense_to_row_sparse;
pub mod row_sparse_to_dense;

use crate::verdict::Knobs;
use lacuna_testing::{Dense, Profile, Random, Real, smaller};

/// A dense matrix in which many elements are zero, and how it is cast.
#[derive(Clone, Debug)]
pub struct DenseCase<V> {
    pub dense: Dense<V>,
    pub knobs: Knobs,
}

impl<V: Real> DenseCase<V> {
    pub fn draw(random: &mut Random) -> Self {
        let (rows, columns) = match random.percent() {
            0..40 => (random.below(5), random.below(6)),
            40..80 => (random.below(12), random.one_of(&[1, 2, 7, 8, 15, 16, 17, 31, 32, 33, 47, 48, 49])),
            80..95 => (random.below(70), random.below(12)),
            _ => (random.below(3), random.one_of(&[63, 64, 65, 127, 128, 129, 511, 512, 513, 1025])),
        };
        let profile = Profile::draw(random);
        let mut dense = Dense::draw(rows, columns, profile, random);
        let (zeros, of) = random.one_of(&[(0, 1), (1, 2), (9, 10), (49, 50), (1, 1)]);
        for row in 0..rows {
            // Also whole rows of zeros.
            let none = random.once_in(4);
            let kept = usize::from(none && random.once_in(2));
            // But for the last, which is behind whole vectors.
            for element in &mut dense.data[row * columns..((row + 1) * columns).saturating_sub(kept)] {
                if none || random.below(of) < zeros {
                    *element = if random.once_in(4) { -V::ZERO } else { V::ZERO };
                }
            }
        }
        Self { dense, knobs: Knobs::draw(random) }
    }

    pub fn shrunk(&self) -> Vec<Self> {
        let (rows, columns) = (self.dense.rows, self.dense.columns);
        let mut cases: Vec<Self> = Vec::new();
        cases.extend(
            smaller(rows).into_iter().map(|kept| Self { dense: self.dense.keep(kept, 0..columns), ..self.clone() }),
        );
        cases.extend(
            smaller(columns).into_iter().map(|kept| Self { dense: self.dense.keep(0..rows, kept), ..self.clone() }),
        );
        cases.extend(
            (self.dense.pad > 0).then(|| Self { dense: Dense { pad: 0, ..self.dense.clone() }, ..self.clone() }),
        );
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        cases
    }
}
