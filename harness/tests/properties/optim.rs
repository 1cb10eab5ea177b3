//! Optimizers: random steps of every rule of the list.
use crate::arrays::{RowSparse, smaller};
use crate::canvas::Canvas;
use crate::random::{Profile, Random, Real};
use crate::rows::draw_rows;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::optim::Update;
use lacuna::{Index, KernelError, RowsMut};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Sum, Tracked};
use quickcheck::{Arbitrary, Gen};
use std::marker::PhantomData;

/// An optimizer of the list.
pub trait Rule: Clone + std::fmt::Debug + 'static {
    const OWN: &'static [&'static str];
    /// The weight and the states.
    const STATES: usize;

    fn call<V: Real, I: Index>(
        backend: &impl Backend,
        hyper: &Hyper<V>,
        gradient: lacuna::RowSparse<V, I>,
        states: Vec<RowsMut<V, I>>,
    ) -> Result<(), KernelError>;

    fn formula<A: reference::Arithmetic>(hyper: &reference::Hyper<A>, gradient: A, old: &[A]) -> Vec<A>;
}

/// Hyper-parameters, and which rows are touched.
#[derive(Clone, Debug)]
pub struct Hyper<V> {
    numbers: reference::Hyper<V>,
    update: Update,
}

/// A weight or a state.
#[derive(Clone, Debug)]
struct Target<V> {
    /// The rows that are stored; `None` for a dense matrix.
    ids: Option<Vec<usize>>,
    /// The stored rows.
    data: Vec<V>,
}

/// A gradient and what it changes.
#[derive(Clone, Debug)]
pub struct Step<V, R> {
    gradient: RowSparse<V>,
    targets: Vec<Target<V>>,
    hyper: Hyper<V>,
    knobs: Knobs,
    rule: PhantomData<R>,
}

fn draw_hyper<V: Real>(random: &mut Random, own: &[&str]) -> Hyper<V> {
    let number = |random: &mut Random, choices: &[f64]| {
        let choice = random.one_of(choices);
        if random.once_in(4) { Profile::Plain.value(random) } else { V::narrow(choice) }
    };
    let own = own.iter().map(|&name| match name {
        // A number below zero gives the root of one.
        "epsilon" => V::narrow(random.one_of(&[1e-7, 1e-3, 0.0, 1.0])),
        _ => number(random, &[0.0, 0.9, 0.5]),
    });
    let own = own.collect();
    let numbers = reference::Hyper {
        learning_rate: number(random, &[0.05, 0.5, 1.0]),
        own,
        weight_decay: number(random, &[0.0, 0.0, 0.01, 0.5]),
        rescale: number(random, &[1.0, 1.0, 0.125, 1.0 / 3.0]),
        clip: random.one_of(&[None, None, Some(0.5), Some(2.0), Some(0.0)]).map(V::narrow),
    };
    Hyper { numbers, update: random.one_of(&[Update::Lazy, Update::Standard]) }
}

impl<V: Real, R: Rule> Arbitrary for Step<V, R> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let gradient = draw_rows::<V>(random);
        let hyper = draw_hyper(random, R::OWN);
        let mut some = gradient.ids.clone();
        some.extend((0..gradient.rows).filter(|_| random.once_in(3)));
        some.sort_unstable();
        some.dedup();
        let all: Vec<usize> = (0..gradient.rows).collect();
        let complete = |random: &mut Random| if random.once_in(2) { None } else { Some(all.clone()) };
        let mut ids: Vec<_> = (0..R::STATES).map(|_| if random.once_in(3) { Some(some.clone()) } else { complete(random) }).collect();
        if hyper.update == Update::Standard && ids.contains(&Some(some.clone())) {
            // A standard update needs the same rows in all.
            ids.fill(Some(some));
        }
        let targets = ids.into_iter().map(|ids| {
            let profile = Profile::draw(random);
            let rows = ids.as_ref().map_or(gradient.rows, Vec::len);
            Target { ids, data: profile.values(random, rows * gradient.length) }
        });
        Self { targets: targets.collect(), gradient, hyper, knobs: Knobs::draw(random), rule: PhantomData }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let (length, mut cases) = (self.gradient.length, Vec::new());
        for kept in smaller(self.gradient.rows).into_iter().filter(|kept| kept.start == 0) {
            let targets = self.targets.iter().map(|target| {
                let ids = target.ids.as_ref().map(|ids| ids.iter().copied().filter(|&id| id < kept.end).collect::<Vec<_>>());
                let rows = ids.as_ref().map_or(kept.end, Vec::len);
                Target { ids, data: target.data[..rows * length].to_vec() }
            });
            cases.push(Self { targets: targets.collect(), gradient: self.gradient.keep_rows(kept.end), ..self.clone() });
        }
        for kept in smaller(length) {
            let targets = self.targets.iter().map(|target| {
                let data = target.data.chunks(length).flat_map(|row| row[kept.clone()].to_vec()).collect();
                Target { data, ..target.clone() }
            });
            cases.push(Self { targets: targets.collect(), gradient: self.gradient.keep_length(kept.clone()), ..self.clone() });
        }
        cases.extend(self.gradient.fewer().into_iter().map(|gradient| Self { gradient, ..self.clone() }));
        let ones = self.targets.iter().map(|target| Target { data: vec![V::ONE; target.data.len()], ..target.clone() }).collect();
        if self.targets.iter().any(|target| target.data.iter().any(|&x| x != V::ONE)) {
            cases.push(Self { targets: ones, ..self.clone() });
        }
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real, R: Rule> Step<V, R> {
    /// A step with a weight decay on a weight and states that store the rows `ids`, or are dense.
    pub fn plain(random: &mut Random, gradient: RowSparse<V>, ids: &Option<Vec<usize>>, update: Update, knobs: Knobs) -> Self {
        let values = ids.as_ref().map_or(gradient.rows, Vec::len) * gradient.length;
        let targets = (0..R::STATES).map(|_| Target { ids: ids.clone(), data: Profile::Plain.values(random, values) }).collect();
        let own = R::OWN.iter().map(|_| V::narrow(0.9)).collect();
        let (rate, decay) = (V::narrow(0.1), V::narrow(0.01));
        let numbers = reference::Hyper { learning_rate: rate, own, weight_decay: decay, rescale: V::ONE, clip: None };
        Self { gradient, targets, hyper: Hyper { numbers, update }, knobs, rule: PhantomData }
    }

    /// The new values of all targets, element by element, in any arithmetic; those that are not touched as they were.
    fn by_formula<A: reference::Arithmetic>(&self, convert: impl Fn(V) -> A + Copy) -> Vec<A> {
        let (length, hyper) = (self.gradient.length, self.hyper.numbers.map(convert));
        let place = |target: &Target<V>, row: usize| target.ids.as_ref().map_or(Some(row), |ids| ids.iter().position(|&id| id == row));
        let mut data: Vec<Vec<A>> = self.targets.iter().map(|target| target.data.iter().map(|&value| convert(value)).collect()).collect();
        for row in 0..self.gradient.rows {
            let Some(places) = self.targets.iter().map(|target| place(target, row)).collect::<Option<Vec<_>>>() else { continue };
            let gradient = self.gradient.find(row);
            if gradient.is_none() && self.hyper.update == Update::Lazy {
                continue;
            }
            for j in 0..length {
                let old: Vec<A> = places.iter().zip(&data).map(|(place, data)| data[place * length + j]).collect();
                let prepared = gradient.map_or(A::exact(0.0), |gradient| hyper.prepared(convert(gradient[j])));
                for ((place, data), new) in places.iter().zip(&mut data).zip(R::formula(&hyper, prepared, &old)) {
                    data[place * length + j] = new;
                }
            }
        }
        data.concat()
    }
}

impl<V: Real + reference::Arithmetic, R: Rule> Case<V> for Step<V, R> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &impl Backend, cut: bool) -> Result<Output<V>, String> {
        let gradient = self.gradient.typed::<I>();
        // The gaps between the rows of dense states differ.
        let mut memory: Vec<_> =
            self.targets.iter().zip([self.knobs.pad, self.knobs.form, 0, 3]).map(|(target, pad)| Memory::new(self, target, pad)).collect();
        let mut rest: Vec<_> = memory.iter_mut().map(Memory::view).collect();
        if !cut {
            told(R::call(backend, &self.hyper, gradient.view(), rest))?;
        } else {
            for rows in self.knobs.parts(self.gradient.rows) {
                let (parts, others) = rest.into_iter().map(|state| state.split_rows_at(rows.len())).unzip();
                told(R::call(backend, &self.hyper, told(gradient.view().row_range(rows))?, parts))?;
                rest = others;
            }
        }
        let values: Result<Vec<_>, _> = memory.into_iter().map(Memory::finish).collect();
        Ok(Output { structure: vec![], values: values?.concat() })
    }

    fn law(&self) -> Output<V> {
        Output { structure: vec![], values: self.by_formula(|value| value) }
    }

    fn reference(&self) -> Expected {
        let values = self.by_formula(|value| Tracked::new(value.into()));
        Expected { structure: vec![], values: values.into_iter().map(Sum::from).collect() }
    }
}

/// The memory of a target while it is updated.
struct Memory<V, I> {
    rows: usize,
    ids: Option<Vec<I>>,
    canvas: Canvas<V>,
}

impl<V: Real, I: Index> Memory<V, I> {
    fn new<R>(step: &Step<V, R>, target: &Target<V>, pad: usize) -> Self {
        let ids: Option<Vec<I>> = target.ids.as_ref().map(|ids| ids.iter().map(|&id| I::from_usize(id)).collect());
        let pad = if ids.is_some() { 0 } else { pad };
        Self { rows: step.gradient.rows, ids, canvas: Canvas::holding(&target.data, step.gradient.length, pad) }
    }

    fn view(&mut self) -> RowsMut<'_, V, I> {
        match &self.ids {
            None => self.canvas.dense(self.rows).into(),
            Some(ids) => self.canvas.row_sparse(self.rows, ids).into(),
        }
    }

    fn finish(self) -> Result<Vec<V>, String> {
        self.canvas.finish()
    }
}

/// A rule and its properties for each optimizer of the list.
macro_rules! rules {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal,
        $structure:tt;)*) => {
        $(rules! { @row $family $name $operands })*
    };
    (@row optim $name:ident ($hyper:ident: Rule($rule:ident [$($own:ident)*]), $gradient:ident: RowSparse, $($state:ident: RowsMut),*)) => {
        #[derive(Clone, Debug)]
        pub struct $rule;

        impl Rule for $rule {
            const OWN: &'static [&'static str] = &[$(stringify!($own)),*];
            const STATES: usize = [$(stringify!($state)),*].len();

            fn call<V: Real, I: Index>(
                backend: &impl Backend,
                hyper: &Hyper<V>,
                gradient: lacuna::RowSparse<V, I>,
                states: Vec<RowsMut<V, I>>,
            ) -> Result<(), KernelError> {
                let reference::Hyper { learning_rate, own, weight_decay, rescale, clip } = &hyper.numbers;
                let mut own = own.iter();
                let $hyper = lacuna::optim::$rule {
                    learning_rate: *learning_rate,
                    $($own: *own.next().unwrap(),)*
                    weight_decay: *weight_decay,
                    rescale_gradient: *rescale,
                    clip_gradient: *clip,
                    update: hyper.update,
                };
                assert!(own.next().is_none());
                let mut states = states.into_iter();
                $(let $state = states.next().unwrap();)*
                backend.$name(&$hyper, gradient, $($state),*)
            }

            fn formula<A: reference::Arithmetic>(hyper: &reference::Hyper<A>, gradient: A, old: &[A]) -> Vec<A> {
                let mut old = old.iter();
                $(let $state = *old.next().unwrap();)*
                reference::$name(hyper, gradient, [$($state),*]).to_vec()
            }
        }

        properties!($name, Step, super::$rule);
    };
    (@row $family:ident $name:ident $operands:tt) => {};
}
lacuna::for_each_kernel!(rules);
