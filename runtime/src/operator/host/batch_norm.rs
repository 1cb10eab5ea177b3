//! Batches brought to mean 0 and variance 1, and their gradients.
use super::view::gather;
use super::{Host, View};
use crate::operator::backend::Done;
use crate::operator::batch_norm::{Batch, STATES};
use crate::operator::{OperatorError, with_float};
use lacuna::{Broadcast, Dense, DenseMut, KernelError, RowsMut, Value};
use lacuna_arrays::array::{Array, Element};

/// A batch as a matrix with a row for each channel.
#[derive(Clone, Copy)]
struct Channels<'a> {
    host: Host<'a>,
    rows: usize,
    columns: usize,
}

type Rows<'a, V> = Broadcast<'a, V, i64>;
type OfRows<V> = fn(&crate::Cpu, Rows<'_, V>, Rows<'_, V>, RowsMut<'_, V, i64>) -> Result<(), KernelError>;

impl<'a> Channels<'a> {
    fn of(host: Host<'a>, batch: &Batch<'_>) -> Self {
        Self { host, rows: batch.reduced.length, columns: batch.reduced.terms }
    }

    fn dense<'x, V: Value>(&self, values: &'x [V]) -> Result<Dense<'x, V>, OperatorError> {
        Ok(Dense::new(self.rows, self.columns, values)?)
    }

    /// A function of each number and the one of its channel.
    fn with<V: Element + Value>(
        &self,
        function: OfRows<V>,
        values: &[V],
        channels: &[V],
    ) -> Result<&'a [V], OperatorError> {
        let out = self.host.scratch(values.len());
        let rows = DenseMut::new(self.rows, self.columns, &mut *out)?.into();
        function(&self.host.context.cpu, self.dense(values)?.into(), Broadcast::Column(channels), rows)?;
        Ok(out)
    }

    /// A number for each channel, of one kernel.
    fn each<V: Element + Value>(
        &self,
        kernel: impl FnOnce(&mut [V]) -> Result<(), KernelError>,
    ) -> Result<&'a [V], OperatorError> {
        let out = self.host.scratch(self.rows);
        kernel(out)?;
        Ok(out)
    }

    /// Mean and variance of the batch.
    fn moments<V: Element + Value>(&self, x: &[V]) -> Result<[&'a [V]; 2], OperatorError> {
        let cpu = self.host.context.cpu;
        let own = self.dense(x)?;
        let mean = self.each(|out| cpu.mean_rows(own, out))?;
        let centered = self.with(crate::Cpu::rows_subtract, x, mean)?;
        let shifted = self.dense(centered)?;
        let squares = self.each(|out| cpu.square_sum_rows(shifted, out))?;
        let variance = self.each(|out| cpu.div_scalar(squares, V::narrow(self.columns as f64), out))?;
        Ok([mean, variance])
    }
}

/// What results and gradients are made of.
struct Normal<'a, V> {
    channels: Channels<'a>,
    view: View,
    /// `(x - mean) / sqrt(variance + eps)`.
    normal: &'a [V],
    /// `1 / sqrt(variance + eps)`.
    inverse: &'a [V],
    gamma: &'a [V],
}

impl<'a, V: Element + Value> Normal<'a, V> {
    fn of(host: Host<'a>, batch: &Batch<'_>) -> Result<Self, OperatorError> {
        let ([x, gamma, _, mean, variance], channels) = (batch.operands, Channels::of(host, batch));
        let (cpu, view) = (host.context.cpu, batch.reduced.moved(x.shape()));
        let x = moved::<V>(host, &view, x)?;
        let [mean, variance] =
            if batch.of_batch { channels.moments(x)? } else { [host.values(3, mean)?, host.values(4, variance)?] };
        let shifted = channels.each(|out| cpu.plus_scalar(variance, V::narrow(batch.norm.epsilon), out))?;
        let inverse = channels.each(|out| cpu.rsqrt(shifted, out))?;
        let centered = channels.with(crate::Cpu::rows_subtract, x, mean)?;
        let normal = channels.with(crate::Cpu::rows_multiply, centered, inverse)?;
        let factors = host.scratch::<V>(channels.rows);
        if batch.norm.fix_gamma {
            factors.fill(V::narrow(1.0));
        } else {
            factors.copy_from_slice(host.values(1, gamma)?);
        }
        Ok(Self { channels, view, normal, inverse, gamma: factors })
    }
}

/// The numbers, with those of a channel one after the other.
fn moved<'a, V: Element + Value>(host: Host<'a>, view: &View, array: &Array) -> Result<&'a [V], OperatorError> {
    let out = host.scratch::<V>(array.size());
    gather(view, host.values(0, array)?, out);
    Ok(out)
}

impl<'a> Host<'a> {
    pub fn batch_norm(&self, batch: &Batch<'_>, out: &mut Array) -> Done {
        let [x, _, beta, ..] = batch.operands;
        with_float!(self.operator, x, V => {
            let Normal { channels, view, normal, gamma, .. } = Normal::<V>::of(*self, batch)?;
            let scaled = channels.with(crate::Cpu::rows_multiply, normal, gamma)?;
            let found = channels.with(crate::Cpu::rows_add, scaled, self.values(2, beta)?)?;
            super::view::scatter(&view, found, out.reuse_dense(x.shape())?);
            Ok(())
        })
    }

    /// Of `x`, `gamma` or `beta`.
    pub fn batch_norm_gradient(&self, batch: &Batch<'_>, outer: &Array, operand: usize, out: &mut Array) -> Done {
        let [x, ..] = batch.operands;
        with_float!(self.operator, x, V => {
            let (own, cpu) = (Normal::<V>::of(*self, batch)?, self.context.cpu);
            let (channels, outer) = (own.channels, moved::<V>(*self, &own.view, outer)?);
            let rows = channels.dense(outer)?;
            let of_beta = channels.each(|out| cpu.sum_rows(rows, out))?;
            let products = self.scratch::<V>(outer.len());
            cpu.multiply(outer, own.normal, products)?;
            let rows = channels.dense(products)?;
            let of_gamma = channels.each(|out| cpu.sum_rows(rows, out))?;
            if operand != 0 {
                let numbers = if operand == 1 { of_gamma } else { of_beta };
                out.reuse_dense::<V>(&[numbers.len()])?.copy_from_slice(numbers);
                return Ok(());
            }
            let slopes = channels.each(|out| cpu.multiply(own.gamma, own.inverse, out))?;
            let mut rest = outer;
            if batch.of_batch {
                let terms = V::narrow(channels.columns as f64);
                let [mean, share] = [of_beta, of_gamma]
                    .map(|numbers| channels.each(|out| cpu.div_scalar(numbers, terms, out)));
                let shifted = channels.with(crate::Cpu::rows_subtract, outer, mean?)?;
                let shares = channels.with(crate::Cpu::rows_multiply, own.normal, share?)?;
                let differences = self.scratch::<V>(outer.len());
                cpu.subtract(shifted, shares, differences)?;
                rest = differences;
            }
            let found = channels.with(crate::Cpu::rows_multiply, rest, slopes)?;
            super::view::scatter(&own.view, found, out.reuse_dense(x.shape())?);
            Ok(())
        })
    }

    /// The next moving mean or variance.
    pub fn batch_norm_state(&self, batch: &Batch<'_>, operand: usize, next: &mut Array) -> Done {
        let [x, ..] = batch.operands;
        with_float!(self.operator, x, V => {
            let (channels, cpu) = (Channels::of(*self, batch), self.context.cpu);
            let x = moved::<V>(*self, &batch.reduced.moved(x.shape()), x)?;
            let of_batch = channels.moments(x)?[usize::from(operand != STATES.start)];
            let old = self.values::<V>(operand, batch.operands[operand])?;
            let momentum = V::narrow(batch.norm.momentum);
            let stays = channels.each(|out| cpu.mul_scalar(old, momentum, out))?;
            let comes = channels.each(|out| cpu.mul_scalar(of_batch, V::narrow(1.0) - momentum, out))?;
            Ok(cpu.add(stays, comes, next.reuse_dense(&[channels.rows])?)?)
        })
    }
}
