//! Optimizer steps on touched rows: W7.
use super::{Visitor, Workload, check};
use crate::buffer::Buffer;
use crate::source::Source;
use anyhow::Result;
use lacuna::optim::{Sgd, SgdMomentum};
use lacuna::{DenseMut, RowSparse};
use lacuna_harness::backend::{Backend, Cpu};

const ROWS: usize = 1_000_000;
const ROW_LENGTH: usize = 128;
const LEARNING_RATE: f32 = 0.01;
const MOMENTUM: f32 = 0.9;
const FIRST_MOMENTUM: f32 = 0.1;

struct Step<'a> {
    backend: Cpu,
    gradient: RowSparse<'a, f32, i64>,
    weight: Buffer<f32>,
    /// None for plain SGD.
    momentum: Option<Buffer<f32>>,
}

impl Workload for Step<'_> {
    fn run(&mut self) -> Result<()> {
        let rows = self.gradient.rows();
        let weight = DenseMut::new(rows, ROW_LENGTH, &mut self.weight)?.into();
        match &mut self.momentum {
            None => self.backend.sgd(&Sgd::new(LEARNING_RATE), self.gradient, weight)?,
            Some(momentum) => {
                let momentum = DenseMut::new(rows, ROW_LENGTH, momentum)?.into();
                self.backend.sgd_momentum(&SgdMomentum::new(LEARNING_RATE, MOMENTUM), self.gradient, weight, momentum)?;
            }
        }
        Ok(())
    }

    fn check(&mut self) -> Result<()> {
        let before: Vec<_> = self.sample().map(|place| (place, self.weight[place], self.momentum.as_ref().map(|m| m[place]))).collect();
        self.run()?;
        for (place, weight, momentum) in before {
            let (row, column) = (place / ROW_LENGTH, place % ROW_LENGTH);
            let gradient = self.gradient.find(row).map(|k| f64::from(self.gradient.stored_row(k)[column]));
            let step = gradient.map(|gradient| -f64::from(LEARNING_RATE) * gradient);
            let carried = step.and(momentum).map(|momentum| f64::from(MOMENTUM) * f64::from(momentum));
            let terms = [Some(f64::from(weight)), carried, step];
            check::sum(|| format!("row {row}, column {column}"), self.weight[place], terms.into_iter().flatten())?;
        }
        Ok(())
    }
}

impl Step<'_> {
    /// Elements of touched rows and of others.
    fn sample(&self) -> impl Iterator<Item = usize> + use<'_> {
        let rows = check::sample(self.gradient.stored_rows(), 1000)
            .map(|k| self.gradient.row_of(k))
            .chain(check::sample(self.gradient.rows(), 1000));
        rows.flat_map(|row| check::sample(ROW_LENGTH, 3).map(move |column| row * ROW_LENGTH + column))
    }
}

fn open(source: &Source, touched: &str, momentum: Option<Buffer<f32>>, visit: Visitor) -> Result<()> {
    let rows = source.scaled(ROWS);
    let ids = source.ids(&format!("w7_idx_{touched}"))?;
    let values = source.dense(&format!("w7_val_{touched}"), ids.len(), ROW_LENGTH)?;
    let weight = source.dense("d1m_128", rows, ROW_LENGTH)?;
    visit(&mut Step { backend: source.backend, gradient: RowSparse::new(rows, ROW_LENGTH, &ids, &values)?, weight, momentum })
}

pub(super) fn sgd(source: &Source, touched: &str, visit: Visitor) -> Result<()> {
    open(source, touched, None, visit)
}

pub(super) fn sgd_momentum(source: &Source, touched: &str, visit: Visitor) -> Result<()> {
    let mut momentum = source.zeros(source.scaled(ROWS) * ROW_LENGTH)?;
    momentum.fill(FIRST_MOMENTUM);
    open(source, touched, Some(momentum), visit)
}
