//! Random numbers, from anywhere in any stream: by the words of the reference's own generator.
use crate::verdict::{Case, Expected, Knobs, Output, Verdict, properties, same, told};
use lacuna::random::Stream;
use lacuna::{Index, KernelError, Number};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Arithmetic, Sum, Tracked};
use lacuna_testing::{Guarded, Profile, Random, Real};
use quickcheck::{Arbitrary, Gen};
use std::marker::PhantomData;

/// Where an element of a draw comes from.
#[derive(Clone, Copy)]
pub struct Words {
    source: reference::Source,
    element: usize,
    single: bool,
}

impl Words {
    fn unit(self) -> f64 {
        reference::unit(self.source, self.element, self.single)
    }

    fn pair(self) -> ([f64; 2], bool) {
        reference::pair(self.source, self.element, self.single)
    }
}

/// One distribution, for tests of all.
pub trait Member: Clone + std::fmt::Debug + Send + 'static {
    /// Parameters that it takes.
    fn parameters<V: Real>(random: &mut Random) -> [V; 2];
    fn call<V: Real>(
        backend: &dyn Backend,
        stream: Stream,
        parameters: [V; 2],
        out: &mut [V],
    ) -> Result<(), KernelError>;
    /// True if an elementary function is a part of it: then its bits in f64 are its own.
    const ELEMENTARY: bool = false;
    /// The bits of an element from the words of the reference.
    fn element<V: Real + Arithmetic>(parameters: [V; 2], words: Words) -> V;
    /// The element, and how far off it may be.
    fn tracked(parameters: [f64; 2], words: Words) -> Tracked;
}

#[derive(Clone, Debug)]
pub struct Draw<V, M> {
    stream: Stream,
    parameters: [V; 2],
    length: usize,
    knobs: Knobs,
    member: PhantomData<M>,
}

impl<V: Real, M: Member> Arbitrary for Draw<V, M> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let mut stream = Stream::new(random.bits(), random.bits()).after(random.below(9) as u64);
        match random.below(4) {
            0 => stream = stream.after(random.bits()),
            // Across the end of the numbers, and of half of them.
            1 => stream.first = 0_u64.wrapping_sub(random.below(99) as u64),
            2 => stream.first = (1 << (31 + random.below(4))) - random.below(99) as u64,
            _ => {}
        }
        let length = if random.once_in(10) { 1000 + random.below(2000) } else { random.below(150) };
        Self { stream, parameters: M::parameters(random), length, knobs: Knobs::draw(random), member: PhantomData }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let of = |length: usize| Self { length, ..self.clone() };
        Box::new([0, self.length / 2, self.length.saturating_sub(1)].map(of).into_iter().filter({
            let length = self.length;
            move |case| case.length < length
        }))
    }
}

impl<V: Real, M: Member> Draw<V, M> {
    fn words(&self) -> impl Iterator<Item = Words> {
        let Stream { seed, stream, first } = self.stream;
        (0..self.length).map(move |element| Words {
            source: [seed, stream, first],
            element,
            single: V::NAME == f32::NAME,
        })
    }
}

impl<V: Real + Arithmetic, M: Member> Case<V> for Draw<V, M> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    // No index type plays a part.
    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let mut out = Guarded::rows(1, self.length, 0);
        let mut rest = out.slice();
        if !cut {
            told(M::call(backend, self.stream, self.parameters, rest))?;
        } else {
            for part in self.knobs.parts(self.length) {
                let (to, others) = rest.split_at_mut(part.len());
                told(M::call(backend, self.stream.after(part.start as u64), self.parameters, to))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        Output { structure: vec![], values: self.words().map(|words| M::element(self.parameters, words)).collect() }
    }

    fn by_law(&self, found: &Output<V>) -> Verdict {
        if size_of::<V>() == size_of::<f32>() || !M::ELEMENTARY {
            return same(|| "scalar by the order law".into(), &self.law(), found);
        }
        // The reference says how near the bits of f64 must be.
        Ok(())
    }

    fn reference(&self) -> Expected {
        let parameters = self.parameters.map(Into::into);
        Expected {
            structure: vec![],
            values: self.words().map(|words| Sum::from(M::tracked(parameters, words))).collect(),
        }
    }
}

#[derive(Clone, Debug)]
pub struct Uniform;

impl Member for Uniform {
    fn parameters<V: Real>(random: &mut Random) -> [V; 2] {
        let profile = Profile::finite(random);
        let [low, high] = [profile.value::<V>(random), profile.value(random)];
        if low < high { [low, high] } else { [high, low] }
    }
    fn call<V: Real>(
        backend: &dyn Backend,
        stream: Stream,
        [low, high]: [V; 2],
        out: &mut [V],
    ) -> Result<(), KernelError> {
        backend.uniform(stream, low, high, out)
    }
    fn element<V: Real + Arithmetic>([low, high]: [V; 2], words: Words) -> V {
        low + (high - low) * V::narrow(words.unit())
    }
    fn tracked([low, high]: [f64; 2], words: Words) -> Tracked {
        reference::tracked_uniform(low, high, words.unit())
    }
}

properties!(uniform, Draw, super::Uniform);

#[derive(Clone, Debug)]
pub struct Bernoulli;

impl Member for Bernoulli {
    fn parameters<V: Real>(random: &mut Random) -> [V; 2] {
        let probability = random.one_of(&[0.0, 1.0, 0.5, 0.25, 0.3, 0.99]);
        [V::narrow(probability), Profile::finite(random).value(random)]
    }
    fn call<V: Real>(
        backend: &dyn Backend,
        stream: Stream,
        [probability, value]: [V; 2],
        out: &mut [V],
    ) -> Result<(), KernelError> {
        backend.bernoulli(stream, probability, value, out)
    }
    fn element<V: Real + Arithmetic>([probability, value]: [V; 2], words: Words) -> V {
        if V::narrow(words.unit()) < probability { value } else { V::ZERO }
    }
    fn tracked([probability, value]: [f64; 2], words: Words) -> Tracked {
        Tracked::new(reference::bernoulli(probability, value, words.unit()))
    }
}

properties!(bernoulli, Draw, super::Bernoulli);

#[derive(Clone, Debug)]
pub struct Normal;

impl Member for Normal {
    const ELEMENTARY: bool = true;

    fn parameters<V: Real>(random: &mut Random) -> [V; 2] {
        let (mean, deviation) = (Profile::finite(random), Profile::finite(random));
        [mean.value(random), deviation.value::<V>(random).magnitude()]
    }
    fn call<V: Real>(
        backend: &dyn Backend,
        stream: Stream,
        [mean, deviation]: [V; 2],
        out: &mut [V],
    ) -> Result<(), KernelError> {
        backend.normal(stream, mean, deviation, out)
    }
    fn element<V: Real + Arithmetic>([mean, deviation]: [V; 2], words: Words) -> V {
        let (pair, second) = words.pair();
        reference::normal([mean, deviation, V::narrow(std::f64::consts::TAU)], (pair.map(V::narrow), second))
    }
    fn tracked(parameters: [f64; 2], words: Words) -> Tracked {
        reference::tracked_normal(parameters, words.pair())
    }
}

properties!(normal, Draw, super::Normal);
