//! Losses. A file per kernel; functions of rows share a case.
mod columns;
mod csr_regression_gradient;
mod log_softmax;
mod log_softmax_backward;
mod sampled_softmax;
mod softmax;
mod softmax_backward;
mod softmax_columns;
mod softmax_cross_entropy;
mod softmax_cross_entropy_gradient;
mod softmax_output_gradient;
mod softmax_output_gradient_columns;

use crate::law;
use crate::verdict::{Case, Expected, Knobs, Output, Verdict, same, told};
use lacuna::{DenseMut, Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{Arithmetic, Sum, Tracked};
use lacuna_testing::{Dense, Guarded, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::ops::Range;

/// What a call takes of a row beside its numbers: labels, the one that is ignored, and two numbers more.
struct Beside<'a, V, I> {
    labels: &'a [I],
    ignore: usize,
    numbers: [V; 2],
}

/// A loss of rows.
trait RowLoss: Clone + Debug + 'static {
    /// Dense operands.
    const INPUTS: usize;
    /// True if an elementary function is a part of it: then in f64 only the reference judges it.
    const ELEMENTARY: bool;
    /// True for one value of a row.
    const ONE_VALUE: bool;

    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        inputs: &[lacuna::Dense<V>],
        beside: Beside<V, I>,
        out: DenseMut<V>,
    ) -> Result<(), KernelError>;

    /// Of a row; the label is `None` where it is ignored.
    fn row<A: Arithmetic>(inputs: &[Vec<A>], label: Option<usize>, numbers: [A; 2], sum: impl Fn(&[A]) -> A) -> Vec<A>;
}

#[derive(Clone, Debug)]
struct Rows<V, F> {
    inputs: Vec<Dense<V>>,
    labels: Vec<usize>,
    ignore: usize,
    numbers: [V; 2],
    knobs: Knobs,
    function: PhantomData<F>,
}

/// Few long rows, or more short ones.
fn draw_shape(random: &mut Random) -> [usize; 2] {
    match random.percent() {
        0..70 => [random.below(20), random.below(20)],
        70..90 => [random.below(8), random.below(110)],
        _ => [random.below(4), random.in_turn(&[31, 33, 127, 129, 1023, 1024, 1025, 2049])],
    }
}

/// One running sum: its bound is that of any order.
fn tracked_sum(terms: &[Tracked]) -> Tracked {
    terms.iter().fold(Tracked::new(0.0), |sum, &term| sum + term)
}

impl<V: Real, F: RowLoss> Arbitrary for Rows<V, F> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let [rows, columns] = draw_shape(random);
        let ignore = if columns == 0 { 7 } else { random.one_of(&[0, 1, 7, usize::MAX]) };
        let label = |random: &mut Random| {
            if columns == 0 || ignore < usize::MAX && random.once_in(5) { ignore } else { random.below(columns) }
        };
        let labels = (0..rows).map(|_| label(random)).collect();
        let inputs = (0..F::INPUTS).map(|_| Dense::draw(rows, columns, Profile::draw(random), random)).collect();
        let numbers = [(); 2].map(|()| Profile::finite(random).value(random));
        Self { inputs, labels, ignore, numbers, knobs: Knobs::draw(random), function: PhantomData }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let columns = self.inputs[0].columns;
        let cases = smaller(self.labels.len()).into_iter().map(|kept| Self {
            inputs: self.inputs.iter().map(|input| input.keep(kept.clone(), 0..columns)).collect(),
            labels: self.labels[kept].to_vec(),
            ..self.clone()
        });
        let mut cases: Vec<_> = cases.collect();
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real, F: RowLoss> Rows<V, F> {
    fn rows<A: Arithmetic>(&self, convert: impl Fn(V) -> A, sum: impl Fn(&[A]) -> A) -> Vec<A> {
        let of_row = |row: usize| {
            let inputs: Vec<Vec<A>> =
                self.inputs.iter().map(|input| input.row(row).iter().map(|&x| convert(x)).collect()).collect();
            let label = Some(self.labels[row]).filter(|&label| label != self.ignore);
            F::row(&inputs, label, self.numbers.map(&convert), &sum)
        };
        (0..self.labels.len()).flat_map(of_row).collect()
    }
}

impl<V: Real + Arithmetic, F: RowLoss> Case<V> for Rows<V, F> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (rows, columns) = (self.labels.len(), if F::ONE_VALUE { 1 } else { self.inputs[0].columns });
        let mut out = Guarded::rows(rows, columns, if F::ONE_VALUE { 0 } else { self.knobs.pad });
        let labels: Vec<I> = self.labels.iter().map(|&label| I::from_usize(label)).collect();
        let inputs: Vec<_> = self.inputs.iter().map(Dense::strided).collect();
        let mut rest = out.dense(rows);
        let parts: Vec<Range<usize>> = if cut { self.knobs.parts(rows) } else { std::iter::once(0..rows).collect() };
        for part in parts {
            let (to, others) = rest.split_rows_at(part.len());
            let inputs: Vec<_> =
                told(inputs.iter().map(|input| input.view().row_range(part.clone())).collect::<Result<_, _>>())?;
            let beside = Beside { labels: &labels[part], ignore: self.ignore, numbers: self.numbers };
            told(F::call(backend, &inputs, beside, to))?;
            rest = others;
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        Output {
            structure: vec![],
            values: self.rows(
                |x| x,
                |terms| V::narrow(law::accurate::<V>(&terms.iter().map(|x| x.widen()).collect::<Vec<_>>(), 4)),
            ),
        }
    }

    fn by_law(&self, found: &Output<V>) -> Verdict {
        if F::ELEMENTARY && size_of::<V>() == size_of::<f64>() {
            return Ok(());
        }
        same(|| "scalar by the order law".into(), &self.law(), found)
    }

    fn reference(&self) -> Expected {
        let values = self.rows(|x| Tracked::new(x.into()), tracked_sum);
        Expected { structure: vec![], values: values.into_iter().map(Sum::from).collect() }
    }
}
