//! Classes of the log-uniform distribution, and how often they are expected.
use crate::verdict::{Case, Expected, Knobs, Output, Verdict, properties, told};
use lacuna::random::Stream;
use lacuna::{Index, KernelError};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Sum};
use lacuna_testing::{Guarded, Random, Real};
use quickcheck::{Arbitrary, Gen};
use std::marker::PhantomData;

/// Which of the kernels.
pub trait Member: Clone + std::fmt::Debug + Send + 'static {
    const UNIQUE: bool;

    /// The ids, in what they were drawn, and their counts.
    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        case: &Draw<V, Self>,
        ids: &mut [I],
        out: &mut [V],
    ) -> Result<usize, KernelError>;
}

#[derive(Clone, Debug)]
pub struct Draw<V, M> {
    stream: Stream,
    classes: usize,
    length: usize,
    knobs: Knobs,
    member: PhantomData<(V, M)>,
}

impl<V: Real, M: Member> Arbitrary for Draw<V, M> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        // Of more classes than that, a power may be nearer to a whole number than two libraries are to each other.
        let most = random.one_of(&[1, 2, 5, 100, 10_000, 800_000]);
        let (classes, stream) =
            (1 + random.below(most), Stream::new(random.bits(), random.bits()).after(random.bits()));
        let room = random.one_of(&[0, 1, 9, 70, 300]);
        let mut length = random.below(room + 1);
        if M::UNIQUE {
            length = length.min(classes);
        }
        Self { stream, classes, length, knobs: Knobs::draw(random), member: PhantomData }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let (length, whole) = (self.length, self.clone());
        Box::new(
            [0, length / 2, length.saturating_sub(1)]
                .into_iter()
                .filter(move |less| *less < length)
                .map(move |length| Self { length, ..whole.clone() }),
        )
    }
}

impl<V: Real, M: Member> Draw<V, M> {
    fn expected(&self) -> (Vec<usize>, usize) {
        let Stream { seed, stream, first } = self.stream;
        if M::UNIQUE {
            return reference::log_uniform_unique([seed, stream, first], self.classes, self.length);
        }
        (reference::log_uniform([seed, stream, first], self.classes).take(self.length).collect(), self.length)
    }
}

impl<V: Real, M: Member> Case<V> for Draw<V, M> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (mut ids, mut out) = (vec![I::from_usize(7); self.length], Guarded::rows(1, self.length, 0));
        let tries = told(M::call(backend, self, &mut ids, out.slice()))?;
        if cut {
            let mut rest = out.slice();
            rest.fill(-V::ONE);
            for part in self.knobs.parts(self.length) {
                let (to, others) = rest.split_at_mut(part.len());
                if M::UNIQUE {
                    told(backend.expected_counts_unique(&ids[part], self.classes, tries, to))?;
                } else {
                    // The counts of a part as if it were the whole.
                    told(backend.log_uniform(
                        self.stream.after(part.start as u64),
                        self.classes,
                        &mut ids[part.clone()],
                        to,
                    ))?;
                    told(backend.expected_counts(&ids[part], self.classes, tries, to))?;
                }
                rest = others;
            }
        }
        let structure = ids.iter().map(|id| id.to_usize()).chain([tries]).collect();
        Ok(Output { structure, values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let (ids, tries) = self.expected();
        let values = ids
            .iter()
            .map(|&id| V::narrow(reference::expected_count(id, self.classes, tries, M::UNIQUE).value))
            .collect();
        Output { structure: ids.into_iter().chain([tries]).collect(), values }
    }

    // The reference says how near the bits must be.
    fn by_law(&self, _: &Output<V>) -> Verdict {
        Ok(())
    }

    fn reference(&self) -> Expected {
        let (ids, tries) = self.expected();
        let values =
            ids.iter().map(|&id| Sum::from(reference::expected_count(id, self.classes, tries, M::UNIQUE))).collect();
        Expected { structure: ids.into_iter().chain([tries]).collect(), values }
    }
}

#[derive(Clone, Debug)]
pub struct Repeated;

impl Member for Repeated {
    const UNIQUE: bool = false;

    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        case: &Draw<V, Self>,
        ids: &mut [I],
        out: &mut [V],
    ) -> Result<usize, KernelError> {
        backend.log_uniform(case.stream, case.classes, ids, out)?;
        Ok(case.length)
    }
}

properties!(log_uniform, Draw, super::Repeated);

/// Counts of ids that are known.
#[derive(Clone, Debug)]
pub struct Known;

impl Member for Known {
    const UNIQUE: bool = false;

    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        case: &Draw<V, Self>,
        ids: &mut [I],
        out: &mut [V],
    ) -> Result<usize, KernelError> {
        ids.iter_mut().zip(case.expected().0).for_each(|(id, known)| *id = I::from_usize(known));
        backend.expected_counts(ids, case.classes, case.length, out)?;
        Ok(case.length)
    }
}

properties!(expected_counts, Draw, super::Known);

#[derive(Clone, Debug)]
pub struct Distinct;

impl Member for Distinct {
    const UNIQUE: bool = true;

    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        case: &Draw<V, Self>,
        ids: &mut [I],
        out: &mut [V],
    ) -> Result<usize, KernelError> {
        let tries = backend.log_uniform_unique(case.stream, case.classes, ids)?;
        backend.expected_counts_unique(ids, case.classes, tries, out)?;
        Ok(tries)
    }
}

properties!(expected_counts_unique, Draw, super::Distinct);
