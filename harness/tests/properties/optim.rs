//! Optimizers: random steps of every rule of the list.
use crate::law;
use crate::rows::{draw_rows, draw_rows_of};
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::optim::Update;
use lacuna::{Index, KernelError, RowsMut};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Sum, Tracked};
use lacuna_testing::{Guarded, Profile, Random, Real, RowSparse, smaller};
use quickcheck::{Arbitrary, Gen};
use std::marker::PhantomData;

/// An optimizer of the list.
pub trait Rule: Clone + std::fmt::Debug + 'static {
    const OWN: &'static [&'static str];
    /// The weight and the states.
    const STATES: usize;
    /// How many of these have one number a row: the last ones.
    const NUMBERS: usize;

    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        hyper: &Hyper<V>,
        gradient: lacuna::RowSparse<V, I>,
        states: Vec<RowsMut<V, I>>,
    ) -> Result<(), KernelError>;

    /// A row, which has elements, of all arrays.
    fn formula<A: reference::Arithmetic>(
        hyper: &reference::Hyper<A>,
        gradient: Option<&[A]>,
        old: &[&[A]],
        squares: reference::Squares<A>,
    ) -> Vec<Vec<A>>;
}

/// The formula of a row from that of an element.
fn by_elements<A: Copy>(
    gradient: Option<&[A]>,
    old: &[&[A]],
    formula: impl Fn(Option<A>, &[A]) -> Vec<A>,
) -> Vec<Vec<A>> {
    let elements: Vec<_> = (0..old[0].len())
        .map(|j| formula(gradient.map(|gradient| gradient[j]), &old.iter().map(|row| row[j]).collect::<Vec<_>>()))
        .collect();
    (0..old.len()).map(|array| elements.iter().map(|element| element[array]).collect()).collect()
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
    /// Elements of a row.
    length: usize,
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
        "lambda1" => V::narrow(random.one_of(&[0.01, 0.0, 1.0])),
        // Shares of what has come together: not 0, which is divided by.
        "correction1" | "correction2" => V::narrow(random.one_of(&[1.0, 0.1, 0.271])),
        "clip_weights" => V::narrow(random.one_of(&[f64::INFINITY, 1.0, 0.0])),
        "beta" | "eta" | "gradient_share" | "mean_share" => number(random, &[1.0, 0.5, 1.04]),
        // Below zero there is none.
        "lower_bound" | "upper_bound" => V::narrow(random.one_of(&[-1.0, -1.0, 0.0, 0.5, 3.0])),
        // Shares of a running mean: beyond 1 a mean of squares becomes less than 0.
        "beta1" | "beta2" | "rho" => V::narrow(random.one_of(&[0.0, 0.9, 0.5, 0.999])),
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
        // Sums over rows are cut into blocks of 1024.
        let long = V::NAME == "f32" && random.once_in(40) || random.once_in(60);
        let shape = (random.below(4), random.in_turn(&[1023, 1024, 1025, 1041, 2049, 2060]));
        let gradient = if long { draw_rows_of::<V>(random, shape) } else { draw_rows::<V>(random) };
        let hyper = draw_hyper(random, R::OWN);
        let mut some = gradient.ids.clone();
        some.extend((0..gradient.rows).filter(|_| random.once_in(3)));
        some.sort_unstable();
        some.dedup();
        let all: Vec<usize> = (0..gradient.rows).collect();
        let complete = |random: &mut Random| if random.once_in(2) { None } else { Some(all.clone()) };
        let mut ids: Vec<_> =
            (0..R::STATES).map(|_| if random.once_in(3) { Some(some.clone()) } else { complete(random) }).collect();
        if hyper.update == Update::Standard && ids.contains(&Some(some.clone())) {
            // A standard update needs the same rows in all.
            ids.fill(Some(some));
        }
        let targets = ids.into_iter().enumerate().map(|(number, ids)| {
            let profile = Profile::draw(random);
            let (rows, length) =
                (ids.as_ref().map_or(gradient.rows, Vec::len), Self::length_of(number, gradient.length));
            Target { ids, length, data: profile.values(random, rows * length) }
        });
        Self { targets: targets.collect(), gradient, hyper, knobs: Knobs::draw(random), rule: PhantomData }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let (length, mut cases) = (self.gradient.length, Vec::new());
        for kept in smaller(self.gradient.rows).into_iter().filter(|kept| kept.start == 0) {
            let targets = self.targets.iter().map(|target| {
                let ids =
                    target.ids.as_ref().map(|ids| ids.iter().copied().filter(|&id| id < kept.end).collect::<Vec<_>>());
                let rows = ids.as_ref().map_or(kept.end, Vec::len);
                Target { ids, data: target.data[..rows * target.length].to_vec(), ..*target }
            });
            cases.push(Self {
                targets: targets.collect(),
                gradient: self.gradient.keep_rows(kept.end),
                ..self.clone()
            });
        }
        for kept in smaller(length) {
            let targets = self.targets.iter().enumerate().map(|(number, target)| {
                if number + R::NUMBERS >= R::STATES {
                    return target.clone();
                }
                let data = target.data.chunks(length).flat_map(|row| row[kept.clone()].to_vec()).collect();
                Target { data, length: kept.len(), ..target.clone() }
            });
            cases.push(Self {
                targets: targets.collect(),
                gradient: self.gradient.keep_length(kept.clone()),
                ..self.clone()
            });
        }
        cases.extend(self.gradient.fewer().into_iter().map(|gradient| Self { gradient, ..self.clone() }));
        let ones = self
            .targets
            .iter()
            .map(|target| Target { data: vec![V::ONE; target.data.len()], ..target.clone() })
            .collect();
        if self.targets.iter().any(|target| target.data.iter().any(|&x| x != V::ONE)) {
            cases.push(Self { targets: ones, ..self.clone() });
        }
        cases.extend(self.knobs.plainer().into_iter().map(|knobs| Self { knobs, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real, R: Rule> Step<V, R> {
    /// Elements of a row of an array.
    fn length_of(number: usize, length: usize) -> usize {
        if number + R::NUMBERS < R::STATES { length } else { 1 }
    }

    /// A step with a weight decay on a weight and states that store the rows `ids`, or are dense.
    pub fn plain(
        random: &mut Random,
        gradient: RowSparse<V>,
        ids: &Option<Vec<usize>>,
        update: Update,
        knobs: Knobs,
    ) -> Self {
        let rows = ids.as_ref().map_or(gradient.rows, Vec::len);
        let lengths = (0..R::STATES).map(|number| Self::length_of(number, gradient.length));
        let targets = lengths
            .map(|length| Target { ids: ids.clone(), length, data: Profile::Plain.values(random, rows * length) })
            .collect();
        let own = R::OWN.iter().map(|_| V::narrow(0.9)).collect();
        let (rate, decay) = (V::narrow(0.1), V::narrow(0.01));
        let numbers = reference::Hyper { learning_rate: rate, own, weight_decay: decay, rescale: V::ONE, clip: None };
        Self { gradient, targets, hyper: Hyper { numbers, update }, knobs, rule: PhantomData }
    }

    /// The new values of all targets, row by row, in any arithmetic; those that are not touched as they were.
    fn by_formula<A: reference::Arithmetic>(
        &self,
        convert: impl Fn(V) -> A + Copy,
        squares: reference::Squares<A>,
    ) -> Vec<A> {
        let hyper = self.hyper.numbers.map(convert);
        let place = |target: &Target<V>, row: usize| {
            target.ids.as_ref().map_or(Some(row), |ids| ids.iter().position(|&id| id == row))
        };
        let mut data: Vec<Vec<A>> =
            self.targets.iter().map(|target| target.data.iter().map(|&value| convert(value)).collect()).collect();
        for row in 0..if self.gradient.length == 0 { 0 } else { self.gradient.rows } {
            let Some(places) = self.targets.iter().map(|target| place(target, row)).collect::<Option<Vec<_>>>() else {
                continue;
            };
            let gradient = self
                .gradient
                .find(row)
                .map(|gradient| gradient.iter().map(|&value| convert(value)).collect::<Vec<_>>());
            if gradient.is_none() && self.hyper.update == Update::Lazy {
                continue;
            }
            let of_row = |array: usize| {
                places[array] * self.targets[array].length..(places[array] + 1) * self.targets[array].length
            };
            let old: Vec<_> = data.iter().enumerate().map(|(array, data)| &data[of_row(array)]).collect();
            for (array, new) in R::formula(&hyper, gradient.as_deref(), &old, squares).into_iter().enumerate() {
                data[array][of_row(array)].copy_from_slice(&new);
            }
        }
        data.concat()
    }
}

/// As the order law adds.
fn squares_by_law<V: Real>(numbers: &[V]) -> V {
    let squares: Vec<f64> = numbers.iter().map(|&x| x.into() * x.into()).collect();
    V::narrow(law::accurate::<V>(&squares, 4))
}

impl<V: Real + reference::Arithmetic, R: Rule> Case<V> for Step<V, R> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let gradient = self.gradient.typed::<I>();
        // The gaps between the rows of dense states differ.
        let mut memory: Vec<_> = self
            .targets
            .iter()
            .zip([self.knobs.pad, self.knobs.form, 0, 3])
            .map(|(target, pad)| Memory::new(self, target, pad))
            .collect();
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
        Output { structure: vec![], values: self.by_formula(|value| value, &squares_by_law) }
    }

    fn reference(&self) -> Expected {
        let values = self.by_formula(|value| Tracked::new(value.into()), &reference::tracked_squares);
        Expected { structure: vec![], values: values.into_iter().map(Sum::from).collect() }
    }
}

/// The memory of a target while it is updated.
struct Memory<V, I> {
    rows: usize,
    ids: Option<Vec<I>>,
    canvas: Guarded<V>,
}

impl<V: Real, I: Index> Memory<V, I> {
    fn new<R>(step: &Step<V, R>, target: &Target<V>, pad: usize) -> Self {
        let ids: Option<Vec<I>> = target.ids.as_ref().map(|ids| ids.iter().map(|&id| I::from_usize(id)).collect());
        let pad = if ids.is_some() { 0 } else { pad };
        Self { rows: step.gradient.rows, ids, canvas: Guarded::holding(&target.data, target.length, pad) }
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
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt
        -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal,
        $structure:tt;)*) => {
        $(rules! { @row $family $name $operands $call $fields })*
    };
    (@row optim $name:ident ($hyper:ident: Rule($rule:ident [$($own:ident)*]), $($operands:tt)*) $call:ident
        { rule: *$given:ident, $gradient:ident, states: [$($state:ident),*] $(, numbers: [$($number:ident),*])? }) => {
        #[derive(Clone, Debug)]
        pub struct $rule;

        impl Rule for $rule {
            const OWN: &'static [&'static str] = &[$(stringify!($own)),*];
            const STATES: usize = [$(stringify!($state),)* $($(stringify!($number)),*)?].len();
            const NUMBERS: usize = <[&str]>::len(&[$($(stringify!($number)),*)?]);

            fn call<V: Real, I: Index>(
                backend: &dyn Backend,
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
                $($(let $number = states.next().unwrap();)*)?
                backend.$name(&$hyper, gradient, $($state,)* $($($number),*)?)
            }

            fn formula<A: reference::Arithmetic>(
                hyper: &reference::Hyper<A>,
                gradient: Option<&[A]>,
                old: &[&[A]],
                squares: reference::Squares<A>,
            ) -> Vec<Vec<A>> {
                rules! { @formula $call $name hyper gradient old squares [$($state)*] [$($($number)*)?] }
            }
        }

        properties!($name, Step, super::$rule);
    };
    (@row $family:ident $name:ident $operands:tt $call:ident $fields:tt) => {};
    (@formula Step $name:ident $hyper:ident $gradient:ident $old:ident $squares:ident [$($state:ident)*] []) => {{
        _ = $squares;
        by_elements($gradient, $old, |gradient, old| {
            let [$($state),*] = *old else { panic!("as many as there are") };
            reference::$name($hyper, gradient, [$($state),*]).to_vec()
        })
    }};
    (@formula RowStep $name:ident $hyper:ident $gradient:ident $old:ident $squares:ident [$($state:ident)*]
        [$($number:ident)*]) => {{
        let [$($state,)* $($number),*] = *$old else { panic!("as many as there are") };
        let (states, numbers) = reference::$name($hyper, $gradient, [$($state),*], [$($number[0]),*], $squares);
        states.into_iter().chain(numbers.into_iter().map(|number| vec![number])).collect()
    }};
}
lacuna::for_each_kernel!(rules);
