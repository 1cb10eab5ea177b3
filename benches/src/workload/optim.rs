//! Optimizer steps on touched rows: W7.
use super::{Entry, Open, Visitor, Workload, check};
use crate::source::Source;
use anyhow::{Result, ensure};
use bytemuck::Pod;
use half::bf16;
use half::slice::HalfBitsSliceExt;
use lacuna::optim::{self, MixedStep, Rounding, RoundingStream, RowStep, Step, update, update_rows};
use lacuna::{DenseMut, Number, RowSparse, RowsMut};
use lacuna_benches_operands::buffer::Buffer;
use lacuna_runtime::Cpu;
use std::iter::once;
use std::ops::DerefMut;

const ROWS: usize = 1_000_000;
const ROW_LENGTH: usize = 128;
/// Of every state, so that no root is of 0.
const FIRST_STATE: f32 = 0.1;

/// Rows of a weight or a state, as many elements as there are rows times the number.
struct Array<T> {
    data: T,
    row_length: usize,
}

/// The weight in the type of memory, and the states.
struct Arrays<V: Memory> {
    weight: Buffer<V::Bits>,
    states: Vec<Array<Buffer<f32>>>,
}

type Call<V> = fn(&Cpu, RowSparse<V, i64>, &mut Arrays<V>) -> Result<()>;
/// The same in f64, on the weight and the states.
type Exact = fn(RowSparse<f64, i64>, &mut [Array<Vec<f64>>]) -> Result<()>;

/// A type of weights and gradients.
trait Memory: Number {
    /// The bits of one.
    type Bits: Pod;
    /// What the rounding of a number may be of it.
    const ROUNDING: f64;
    fn of(bits: &mut [Self::Bits]) -> &mut [Self];
    fn bits(number: f32) -> Self::Bits;
    fn exact(self) -> f64;
}

impl Memory for f32 {
    type Bits = Self;
    // Of the three to ten operations of a step, each a half.
    const ROUNDING: f64 = 1e-6;
    fn of(bits: &mut [Self]) -> &mut [Self] {
        bits
    }
    fn bits(number: f32) -> Self {
        number
    }
    fn exact(self) -> f64 {
        self.into()
    }
}

impl Memory for bf16 {
    type Bits = u16;
    // A whole digit, of which stochastic rounding may take either.
    const ROUNDING: f64 = 1.0 / 128.0;
    fn of(bits: &mut [u16]) -> &mut [Self] {
        bits.reinterpret_cast_mut()
    }
    fn bits(number: f32) -> u16 {
        Self::from_f32(number).to_bits()
    }
    fn exact(self) -> f64 {
        self.into()
    }
}

struct Update<'a, V: Memory> {
    backend: Cpu,
    gradient: RowSparse<'a, V, i64>,
    arrays: Arrays<V>,
    call: Call<V>,
    exact: Exact,
}

impl<V: Memory> Workload for Update<'_, V> {
    fn run(&mut self) -> Result<()> {
        (self.call)(&self.backend, self.gradient, &mut self.arrays)
    }

    /// Touched rows and others, all of their elements.
    fn check(&mut self) -> Result<()> {
        let touched = check::sample(self.gradient.stored_rows(), 300).map(|k| self.gradient.row_of(k));
        let rows: Vec<_> = touched.chain(check::sample(self.gradient.rows(), 300)).collect();
        let old: Vec<_> = rows.iter().map(|&row| self.row(row)).collect();
        self.run()?;
        for (&row, mut expected) in rows.iter().zip(old) {
            if let Some(k) = self.gradient.find(row) {
                let gradient: Vec<_> = self.gradient.stored_row(k).iter().map(|&g| g.exact()).collect();
                (self.exact)(RowSparse::new(1, ROW_LENGTH, &[0], &gradient)?, &mut expected)?;
            }
            for (number, (expected, found)) in expected.iter().zip(self.row(row)).enumerate() {
                let rounding = if number == 0 { V::ROUNDING } else { f32::ROUNDING };
                for (column, (expected, found)) in expected.data.iter().zip(found.data).enumerate() {
                    let allowed = rounding * expected.abs().max(1.0);
                    ensure!(
                        (expected - found).abs() <= allowed,
                        "array {number}, row {row}, column {column}: is {found}, should be {expected}"
                    );
                }
            }
        }
        Ok(())
    }
}

impl<V: Memory> Update<'_, V> {
    /// A row of the weight and of each state.
    fn row(&mut self, row: usize) -> Vec<Array<Vec<f64>>> {
        let weight = V::of(&mut self.arrays.weight)[row * ROW_LENGTH..][..ROW_LENGTH]
            .iter()
            .map(|&number| number.exact())
            .collect();
        let of_state = |Array { data, row_length }: &Array<Buffer<f32>>| Array {
            data: data[row * row_length..][..*row_length].iter().map(|&number| number.into()).collect(),
            row_length: *row_length,
        };
        once(Array { data: weight, row_length: ROW_LENGTH }).chain(self.arrays.states.iter().map(of_state)).collect()
    }
}

/// What is an optimizer here: how long the rows of its states are, and its two calls.
struct Member<V: Memory> {
    states: &'static [usize],
    call: Call<V>,
    exact: Exact,
}

impl<V: Memory> Member<V> {
    fn open(&self, source: &Source, touched: usize, visit: Visitor) -> Result<()> {
        let rows = source.scaled(ROWS);
        let ids = source.ids(&format!("w7_idx_{touched}"))?;
        let in_memory = |from: &[f32]| -> Result<Buffer<V::Bits>> {
            let mut to = source.zeros(from.len())?;
            to.iter_mut().zip(from).for_each(|(to, &from)| *to = V::bits(from));
            Ok(to)
        };
        let mut values = in_memory(&source.dense(&format!("w7_val_{touched}"), ids.len(), ROW_LENGTH)?)?;
        let weight = in_memory(&source.dense("d1m_128", rows, ROW_LENGTH)?)?;
        let state = |&row_length: &usize| -> Result<_> {
            let mut data = source.zeros(rows * row_length)?;
            data.fill(FIRST_STATE);
            Ok(Array { data, row_length })
        };
        let arrays = Arrays { weight, states: self.states.iter().map(state).collect::<Result<_>>()? };
        let gradient = RowSparse::new(rows, ROW_LENGTH, &ids, V::of(&mut values))?;
        visit(&mut Update { backend: source.backend, gradient, arrays, call: self.call, exact: self.exact })
    }
}

fn views<'a, V: Number, T: DerefMut<Target = [V]> + 'a>(
    arrays: &'a mut [Array<T>],
) -> impl Iterator<Item = Result<RowsMut<'a, V, i64>>> {
    arrays.iter_mut().map(|Array { data, row_length }| rows(data, *row_length))
}

fn rows<V: Number>(data: &mut [V], row_length: usize) -> Result<RowsMut<'_, V, i64>> {
    Ok(DenseMut::new(data.len() / row_length, row_length, data)?.into())
}

/// The next `N` views.
fn next<'a, V: Number, const N: usize>(
    views: &mut impl Iterator<Item = Result<RowsMut<'a, V, i64>>>,
) -> Result<[RowsMut<'a, V, i64>; N]> {
    let mut taken = [(); N].map(|()| RowsMut::default());
    for (taken, view) in taken.iter_mut().zip(views) {
        *taken = view?;
    }
    Ok(taken)
}

impl Arrays<f32> {
    fn views(&mut self) -> impl Iterator<Item = Result<RowsMut<'_, f32, i64>>> {
        once(rows(&mut self.weight, ROW_LENGTH)).chain(views(&mut self.states))
    }
}

/// A rule of elements and the number of its arrays; of rows, that of states of one number a row too; or of elements
/// with a weight of 16 bits.
macro_rules! member {
    ($arrays:literal, $rule:expr) => {
        Member::<f32> {
            states: &[ROW_LENGTH; $arrays - 1],
            call: |cpu, gradient, arrays| {
                Ok(cpu.run(Step { rule: $rule, gradient, states: next::<_, $arrays>(&mut arrays.views())? })?)
            },
            exact: |gradient, arrays| Ok(update(&$rule, gradient, next::<_, $arrays>(&mut views(arrays))?)?),
        }
    };
    (rows $arrays:literal, $numbers:literal, $rule:expr) => {
        Member::<f32> {
            states: const { &lengths::<{ $arrays - 1 + $numbers }>($arrays - 1) },
            call: |cpu, gradient, arrays| {
                let mut views = arrays.views();
                let (states, numbers) = (next::<_, $arrays>(&mut views)?, next::<_, $numbers>(&mut views)?);
                Ok(cpu.run(RowStep { rule: $rule, gradient, states, numbers })?)
            },
            exact: |gradient, arrays| {
                let mut views = views(arrays);
                Ok(update_rows(&$rule, gradient, next::<_, $arrays>(&mut views)?, next::<_, $numbers>(&mut views)?)?)
            },
        }
    };
    (bf16 $arrays:literal, $rule:expr, $rounding:expr) => {
        Member::<bf16> {
            states: &[ROW_LENGTH; $arrays - 1],
            call: |cpu, gradient, Arrays { weight, states }| {
                let (weight, states) =
                    (rows(bf16::of(weight), ROW_LENGTH)?, next::<_, { $arrays - 1 }>(&mut views(states))?);
                Ok(cpu.run(MixedStep { rule: $rule, gradient, weight, master: None, states, rounding: $rounding })?)
            },
            exact: |gradient, arrays| Ok(update(&$rule, gradient, next::<_, $arrays>(&mut views(arrays))?)?),
        }
    };
}

/// Those of the states: of elements, then of rows.
const fn lengths<const N: usize>(of_elements: usize) -> [usize; N] {
    let mut lengths = [1; N];
    let mut number = 0;
    while number < of_elements {
        lengths[number] = ROW_LENGTH;
        number += 1;
    }
    lengths
}

const STOCHASTIC: Rounding = Rounding::Stochastic(RoundingStream { seed: 1, parameter: 2, step: 3, first_row: 0 });

/// The rows of the benchmark kit that are touched, and fewer of them.
const TOUCHED: [usize; 2] = [10_000, 100_000];

/// A line for each optimizer and number of touched rows.
pub(super) fn entries() -> impl Iterator<Item = Entry> {
    fn entry<V: Memory>(name: &str, peer: &'static str, touched: usize, member: Member<V>) -> Entry {
        let open: Open = Box::new(move |source, visit| member.open(source, touched, visit));
        Entry { name: format!("w7_{name}_{touched}"), peer, notes: "i64 ids; in place", batches: 1, open }
    }
    TOUCHED.into_iter().flat_map(|touched| {
        let full = |name, member| entry(name, "lacuna", touched, member);
        let nearest = |name, member| entry(name, "lacuna_bf16", touched, member);
        let stochastic = |name, member| entry(name, "lacuna_bf16_stochastic", touched, member);
        [
            full("sgd", member!(1, optim::Sgd::new(0.01))),
            full("mom", member!(2, optim::SgdMomentum::new(0.01, 0.9))),
            full("nag", member!(2, optim::Nag::new(0.01, 0.9))),
            full("adagrad", member!(2, optim::AdaGrad::new(0.01, 1e-7))),
            full("adagrad_l2", member!(2, optim::AdaGradL2::new(0.01, 1e-10))),
            full("sign_sgd", member!(1, optim::SignSgd::new(0.01))),
            full("signum", member!(2, optim::Signum::new(0.01, 0.9, 0.0))),
            full("rmsprop", member!(2, optim::RmsProp::new(0.01, 0.9, 1e-8, 1e30))),
            full("rmsprop_centered", member!(4, optim::RmsPropCentered::new(0.01, 0.95, 0.9, 1e-8, 1e30))),
            full("adam", member!(3, optim::Adam::new(0.01, 0.9, 0.999, 1e-8))),
            full("adamw", member!(3, optim::AdamW::new(0.01, 0.9, 0.999, 1e-8, 1.0))),
            full("adamax", member!(3, optim::Adamax::new(0.01, 0.9, 0.999))),
            full("nadam", member!(3, optim::Nadam::new(0.01, 0.9, 0.999, 1e-8, 0.1, 0.9, 0.5))),
            full("adadelta", member!(3, optim::AdaDelta::new(1.0, 0.9, 1e-6))),
            full("ftrl", member!(3, optim::Ftrl::new(0.1, 0.01, 1.0))),
            full("ftml", member!(4, optim::Ftml::new(0.01, 0.6, 0.999, 1e-8, 0.4, 0.001))),
            full("lamb_direction", member!(4, optim::LambDirection::new(0.01, 0.9, 0.999, 1e-6, 1.0, 1.0))),
            full("group_adagrad", member!(rows 1, 1, optim::GroupAdaGrad::new(0.01, 1e-5))),
            full("row_adagrad", member!(rows 1, 1, optim::RowAdaGrad::new(0.01, 1e-10))),
            full("row_rmsprop", member!(rows 1, 1, optim::RowRmsProp::new(0.01, 0.9, 1e-8))),
            full("row_adam", member!(rows 2, 1, optim::RowAdam::new(0.01, 0.9, 0.999, 1e-8, 1.0, 1.0))),
            full("row_lamb", member!(rows 2, 1, optim::RowLamb::new(0.01, 0.9, 0.999, 1e-8, 1.0, 1.0))),
            full("lamb", member!(rows 3, 0, optim::Lamb::new(0.01, 0.9, 0.999, 1e-6, 1.0, 1.0, -1.0, -1.0))),
            full("lars", member!(rows 2, 0, optim::Lars::new(0.01, 0.9, 0.001, 0.0))),
            nearest("sgd", member!(bf16 1, optim::Sgd::new(0.01), Rounding::Nearest)),
            stochastic("sgd", member!(bf16 1, optim::Sgd::new(0.01), STOCHASTIC)),
            nearest("adagrad", member!(bf16 2, optim::AdaGrad::new(0.01, 1e-7), Rounding::Nearest)),
            stochastic("adagrad", member!(bf16 2, optim::AdaGrad::new(0.01, 1e-7), STOCHASTIC)),
            nearest("adam", member!(bf16 3, optim::Adam::new(0.01, 0.9, 0.999, 1e-8), Rounding::Nearest)),
            stochastic("adam", member!(bf16 3, optim::Adam::new(0.01, 0.9, 0.999, 1e-8), STOCHASTIC)),
        ]
    })
}
