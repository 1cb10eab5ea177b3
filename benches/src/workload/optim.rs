//! Optimizer steps on touched rows: W7.
use super::{Visitor, Workload, check};
use crate::buffer::Buffer;
use crate::source::Source;
use anyhow::Result;
use lacuna::optim::{AdaGrad, Nag, Sgd, SgdMomentum};
use lacuna::{DenseMut, KernelError, RowSparse, RowsMut};
use lacuna_runtime::Cpu;

const ROWS: usize = 1_000_000;
const ROW_LENGTH: usize = 128;
const LEARNING_RATE: f32 = 0.01;
const MOMENTUM: f32 = 0.9;
const EPSILON: f32 = 1e-7;
const FIRST_STATE: f32 = 0.1;

type Call<const N: usize> = fn(&Cpu, RowSparse<f32, i64>, [RowsMut<f32, i64>; N]) -> Result<(), KernelError>;
/// What the new weight is the sum of, from the gradient and the old weight and state.
type Parts<const N: usize> = fn(f64, [f64; N]) -> [f64; 3];

struct Step<'a, const N: usize> {
    backend: Cpu,
    gradient: RowSparse<'a, f32, i64>,
    /// The weight and the states.
    arrays: [Buffer<f32>; N],
    call: Call<N>,
    parts: Parts<N>,
}

impl<const N: usize> Workload for Step<'_, N> {
    fn run(&mut self) -> Result<()> {
        let rows = self.gradient.rows();
        let mut views = [(); N].map(|()| RowsMut::default());
        for (view, array) in views.iter_mut().zip(&mut self.arrays) {
            *view = DenseMut::new(rows, ROW_LENGTH, array)?.into();
        }
        Ok((self.call)(&self.backend, self.gradient, views)?)
    }

    fn check(&mut self) -> Result<()> {
        let old: Vec<_> = self.sample().map(|place| (place, self.arrays.each_ref().map(|array| f64::from(array[place])))).collect();
        self.run()?;
        for (place, old) in old {
            let (row, column) = (place / ROW_LENGTH, place % ROW_LENGTH);
            let touched = self.gradient.find(row).map(|k| (self.parts)(f64::from(self.gradient.stored_row(k)[column]), old));
            check::sum(|| format!("row {row}, column {column}"), self.arrays[0][place], touched.unwrap_or([old[0], 0.0, 0.0]).into_iter())?;
        }
        Ok(())
    }
}

impl<const N: usize> Step<'_, N> {
    /// Elements of touched rows and of others.
    fn sample(&self) -> impl Iterator<Item = usize> + use<'_, N> {
        let rows = check::sample(self.gradient.stored_rows(), 1000)
            .map(|k| self.gradient.row_of(k))
            .chain(check::sample(self.gradient.rows(), 1000));
        rows.flat_map(|row| check::sample(ROW_LENGTH, 3).map(move |column| row * ROW_LENGTH + column))
    }
}

fn open<const N: usize>(source: &Source, touched: usize, visit: Visitor, call: Call<N>, parts: Parts<N>) -> Result<()> {
    let rows = source.scaled(ROWS);
    let ids = source.ids(&format!("w7_idx_{touched}"))?;
    let values = source.dense(&format!("w7_val_{touched}"), ids.len(), ROW_LENGTH)?;
    let mut weight = Some(source.dense("d1m_128", rows, ROW_LENGTH)?);
    let mut arrays = Vec::new();
    for _ in 0..N {
        arrays.push(match weight.take() {
            Some(weight) => weight,
            None => {
                let mut state = source.zeros(rows * ROW_LENGTH)?;
                state.fill(FIRST_STATE);
                state
            }
        });
    }
    let Ok(arrays) = arrays.try_into() else { anyhow::bail!("not {N} arrays") };
    let gradient = RowSparse::new(rows, ROW_LENGTH, &ids, &values)?;
    visit(&mut Step { backend: source.backend, gradient, arrays, call, parts })
}

fn rate() -> f64 {
    f64::from(LEARNING_RATE)
}

fn mu() -> f64 {
    f64::from(MOMENTUM)
}

pub(super) fn sgd(source: &Source, touched: usize, visit: Visitor) -> Result<()> {
    let call: Call<1> = |cpu, gradient, [weight]| cpu.sgd(&Sgd::new(LEARNING_RATE), gradient, weight);
    open(source, touched, visit, call, |g, [w]| [w, -rate() * g, 0.0])
}

pub(super) fn sgd_momentum(source: &Source, touched: usize, visit: Visitor) -> Result<()> {
    let call: Call<2> =
        |cpu, gradient, [weight, state]| cpu.sgd_momentum(&SgdMomentum::new(LEARNING_RATE, MOMENTUM), gradient, weight, state);
    open(source, touched, visit, call, |g, [w, m]| [w, mu() * m, -rate() * g])
}

pub(super) fn nag(source: &Source, touched: usize, visit: Visitor) -> Result<()> {
    let call: Call<2> = |cpu, gradient, [weight, state]| cpu.nag(&Nag::new(LEARNING_RATE, MOMENTUM), gradient, weight, state);
    open(source, touched, visit, call, |g, [w, m]| [w, -mu() * m, (1.0 + mu()) * (mu() * m - rate() * g)])
}

pub(super) fn adagrad(source: &Source, touched: usize, visit: Visitor) -> Result<()> {
    let call: Call<2> = |cpu, gradient, [weight, state]| cpu.adagrad(&AdaGrad::new(LEARNING_RATE, EPSILON), gradient, weight, state);
    open(source, touched, visit, call, |g, [w, n]| [w, -rate() * g / (n + g * g + f64::from(EPSILON)).sqrt(), 0.0])
}
