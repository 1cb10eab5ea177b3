//! Losses of columns: of the classes at each position of each element of a batch.
use super::{Beside, tracked_sum};
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

/// A loss of columns.
pub trait ColumnLoss: Clone + Debug + 'static {
    /// True if an elementary function is a part of it: then in f64 only the reference judges it.
    const ELEMENTARY: bool;

    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        input: lacuna::Dense<V>,
        classes: usize,
        beside: Beside<V, I>,
        out: DenseMut<V>,
    ) -> Result<(), KernelError>;

    /// Of a column; the label is `None` where it is ignored.
    fn column<A: Arithmetic>(numbers: &[A], label: Option<usize>, beside: [A; 2], sum: impl Fn(&[A]) -> A) -> Vec<A>;
}

#[derive(Clone, Debug)]
pub struct Columns<V, F> {
    elements: usize,
    classes: usize,
    input: Dense<V>,
    labels: Vec<usize>,
    ignore: usize,
    numbers: [V; 2],
    knobs: Knobs,
    function: PhantomData<F>,
}

impl<V: Real, F: ColumnLoss> Arbitrary for Columns<V, F> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        // Elements, classes, positions: around the tiles of columns and the blocks of sums, too.
        let [elements, classes, positions] = match random.percent() {
            0..70 => [random.below(8), 1 + random.below(8), random.below(20)],
            70..95 => [random.below(4), 1 + random.below(12), random.one_of(&[31, 33, 127, 128, 129, 257])],
            _ => [random.below(3), random.in_turn(&[1023, 1024, 1025, 2049]), 1 + random.below(3)],
        };
        let ignore = random.one_of(&[0, 1, classes, usize::MAX]);
        let label =
            |random: &mut Random| if ignore < usize::MAX && random.once_in(5) { ignore } else { random.below(classes) };
        let labels = (0..elements * positions).map(|_| label(random)).collect();
        let input = Dense::draw(elements * classes, positions, Profile::draw(random), random);
        let numbers = [(); 2].map(|()| Profile::finite(random).value(random));
        Self { elements, classes, input, labels, ignore, numbers, knobs: Knobs::draw(random), function: PhantomData }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let (classes, columns) = (self.classes, self.input.columns);
        let cases = smaller(self.elements).into_iter().map(|kept| Self {
            elements: kept.len(),
            input: self.input.keep(kept.start * classes..kept.end * classes, 0..columns),
            labels: self.labels[kept.start * columns..kept.end * columns].to_vec(),
            ..self.clone()
        });
        let mut cases: Vec<_> = cases.collect();
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real, F: ColumnLoss> Columns<V, F> {
    /// The results in the order of the output.
    fn columns<A: Arithmetic>(&self, convert: impl Fn(V) -> A, sum: impl Fn(&[A]) -> A) -> Vec<A> {
        let (classes, columns) = (self.classes, self.input.columns);
        let mut found = vec![A::exact(0.0); self.elements * classes * columns];
        for (place, &label) in self.labels.iter().enumerate() {
            let (first, column) = (place / columns * classes, place % columns);
            let numbers: Vec<A> = (first..first + classes).map(|row| convert(self.input.row(row)[column])).collect();
            let label = Some(label).filter(|&label| label != self.ignore);
            for (row, result) in (first..).zip(F::column(&numbers, label, self.numbers.map(&convert), &sum)) {
                found[row * columns + column] = result;
            }
        }
        found
    }
}

impl<V: Real + Arithmetic, F: ColumnLoss> Case<V> for Columns<V, F> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let Self { elements, classes, .. } = *self;
        let (rows, columns) = (elements * classes, self.input.columns);
        let mut out = Guarded::rows(rows, columns, self.knobs.pad);
        let labels: Vec<I> = self.labels.iter().map(|&label| I::from_usize(label)).collect();
        let input = self.input.strided();
        let mut rest = out.dense(rows);
        let parts: Vec<Range<usize>> =
            if cut { self.knobs.parts(elements) } else { std::iter::once(0..elements).collect() };
        for part in parts {
            let (to, others) = rest.split_rows_at(part.len() * classes);
            let input = told(input.view().row_range(part.start * classes..part.end * classes))?;
            let labels = &labels[part.start * columns..part.end * columns];
            let beside = Beside { labels, ignore: self.ignore, numbers: self.numbers };
            told(F::call(backend, input, classes, beside, to))?;
            rest = others;
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        Output {
            structure: vec![],
            values: self.columns(
                |x| x,
                |terms| V::narrow(law::accurate::<V>(&terms.iter().map(|x| x.widen()).collect::<Vec<_>>(), 1)),
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
        let values = self.columns(|x| Tracked::new(x.into()), tracked_sum);
        Expected { structure: vec![], values: values.into_iter().map(Sum::from).collect() }
    }
}
