use super::{copied, draw, exact, filled, shrunk};
use crate::referenced::Referenced;
use crate::rows::draw_rows;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::{Index, slice};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Random, Real};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct Prune<V> {
    csr: Csr<V>,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for Prune<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let mut csr: Csr<V> = draw(random);
        let zeros = random.one_of(&[1, 2, 10, 1000]);
        for value in &mut csr.values {
            if random.once_in(zeros) {
                *value = if random.once_in(3) { -V::ZERO } else { V::ZERO };
            }
        }
        Self { csr, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(shrunk(&self.csr).into_iter().map(|csr| Self { csr, ..self.clone() }).collect::<Vec<_>>().into_iter())
    }
}

impl<V: Real> Case<V> for Prune<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let csr = self.csr.typed::<I>();
        let mut indptr = vec![I::from_usize(9); self.csr.rows + 1];
        told(backend.prune_indptr(csr.view(), &mut indptr))?;
        filled((self.csr.rows, self.csr.columns), &indptr, cut.then_some(&self.knobs), |rows, out| {
            backend.prune(csr.view().row_range(rows)?, out)
        })
    }

    fn law(&self) -> Output<V> {
        exact(self.reference())
    }

    fn reference(&self) -> Expected {
        copied(&reference::prune(&self.csr.referenced()))
    }
}

properties!(prune, Prune);

#[test]
fn rows_of_zeros_have_no_id() {
    fn property(seed: u64) -> Result<(), String> {
        let random = &mut Random::seeded(seed);
        let mut array = draw_rows::<f32>(random);
        for k in (0..array.ids.len()).filter(|_| random.once_in(2)) {
            array.data[k * array.length..(k + 1) * array.length].fill(-0.0);
        }
        let dense = reference::row_sparse_to_dense(&array.referenced());
        let expected = reference::dense_to_row_sparse(&dense).ids;
        let typed = array.typed::<u32>();
        let mut ids = vec![0; array.ids.len()];
        let stored = told(slice::prune_ids(typed.view(), &mut ids))?;
        let found: Vec<_> = ids[..stored].iter().map(|&id| id as usize).collect();
        if found == expected { Ok(()) } else { Err(format!("{found:?} instead of {expected:?}")) }
    }
    crate::cases::check(property as fn(u64) -> Result<(), String>);
}
