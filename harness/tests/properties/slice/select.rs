use super::{draw, exact};
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::{Csr as View, Dense as Side, DenseMut, Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Matrix};
use lacuna_testing::{Csr, Dense, Guarded, Profile, Random, Real};
use quickcheck::{Arbitrary, Gen};

/// A condition and two sides; gradients have the first alone.
#[derive(Clone, Debug)]
pub struct Select<V> {
    condition: Csr<V>,
    x: Dense<V>,
    y: Dense<V>,
    pub knobs: Knobs,
}

impl<V: Real> Arbitrary for Select<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let mut condition: Csr<V> = draw(random);
        for value in &mut condition.values {
            if random.once_in(4) {
                *value = random.one_of(&[V::ZERO, -V::ZERO, V::narrow(f64::NAN)]);
            }
        }
        let mut side = || {
            let profile = Profile::draw(random);
            Dense::draw(condition.rows, condition.columns, profile, random)
        };
        let (x, y) = (side(), side());
        Self { condition, x, y, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let fewer = self.condition.fewer().into_iter().map(|condition| Self { condition, ..self.clone() });
        Box::new(fewer.collect::<Vec<_>>().into_iter())
    }
}

impl<V: Real> Select<V> {
    /// Calls the kernel on all rows, or on those of parts.
    pub fn called<I: Index>(
        &self,
        cut: bool,
        call: impl Fn(View<V, I>, Side<V>, Side<V>, DenseMut<V>) -> Result<(), KernelError>,
    ) -> Result<Output<V>, String> {
        let (condition, x, y) = (self.condition.typed::<I>(), self.x.strided(), self.y.strided());
        let mut out = Guarded::rows(self.condition.rows, self.condition.columns, self.knobs.pad);
        let mut rest = out.dense(self.condition.rows);
        if !cut {
            told(call(condition.view(), x.view(), y.view(), rest))?;
        } else {
            for rows in self.knobs.parts(self.condition.rows) {
                let (part, others) = rest.split_rows_at(rows.len());
                let (x, y) = (told(x.view().row_range(rows.clone()))?, told(y.view().row_range(rows.clone()))?);
                told(call(told(condition.view().row_range(rows))?, x, y, part))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    pub fn selected(&self, sides: impl FnOnce(Matrix, Matrix) -> [Option<Matrix>; 2]) -> Expected {
        let [x, y] = sides(self.x.referenced(), self.y.referenced());
        Expected::copies(vec![], &reference::select(&self.condition.referenced(), x.as_ref(), y.as_ref()).data)
    }
}

impl<V: Real> Case<V> for Select<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        self.called::<I>(cut, |condition, x, y, out| backend.select(condition, x, y, out))
    }

    fn law(&self) -> Output<V> {
        exact(self.reference())
    }

    fn reference(&self) -> Expected {
        self.selected(|x, y| [Some(x), Some(y)])
    }
}

properties!(select, Select);
