//! The loss of a label among noise.
#![allow(non_camel_case_types)]
use super::rows::{rows, sum};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Stype};
use crate::ops::outcome::{dense, settle_new, unwritten};
use crate::ops::{Inputs, Magnitudes, Operation, Outcome};
use crate::reference::{self, Tracked};
use lacuna::DenseMut;

/// `sampled_softmax`, which MXNet has as a program.
pub(in crate::ops) struct sampled_softmax;

impl Operation for sampled_softmax {
    const OPERATORS: &'static [&'static str] = &["sampled_softmax"];
    const KERNEL: Option<&'static str> = Some("sampled_softmax");
    const IDS: Option<usize> = Some(2);

    /// Operands: true logits, noise logits, ids (those of the labels, then those of noise), logarithms of their counts
    /// likewise, and weights.
    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(case.inputs.len() == 6 && case.inputs.iter().all(|input| input.stype == Stype::Default))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (truth, noise_logits, ids) = (inputs.values(0)?, inputs.dense(1)?, inputs.ids(2)?);
        let (rows, columns) = (noise_logits.rows(), noise_logits.columns());
        let (labels, noise) = ids.split_at(rows.min(ids.len()));
        let (true_counts, noise_counts, weights) = (inputs.values(3)?, inputs.values(4)?, inputs.values(5)?);
        let (mut losses, mut gradient, mut out) = (unwritten(rows), unwritten(rows), unwritten(rows * columns));
        let room = DenseMut::new(rows, columns, &mut out)?;
        let result = backend.sampled_softmax(
            truth,
            noise_logits,
            true_counts,
            noise_counts,
            labels,
            noise,
            weights,
            &mut losses,
            &mut gradient,
            room,
        );
        settle_new(result, &out)?;
        Ok(vec![
            dense("loss", vec![rows], losses),
            dense("true_grad", vec![rows], gradient),
            dense("noise_grad", vec![rows, columns], out),
        ])
    }

    fn magnitudes(case: &Case, _: &[Array]) -> Vec<Magnitudes> {
        let of = |operand: usize, place: usize| case.inputs[operand].values.get(place);
        let less = |logit: f64, count: f64| Tracked::new(logit) - Tracked::new(count);
        let count = case.inputs[1].rows();
        let of_row = |(row, logits): (usize, Vec<Tracked>)| {
            let adjusted =
                |(at, x): (usize, Tracked)| (of(2, count + at) != of(2, row)).then(|| less(x.value, of(4, at)));
            let noise: Vec<_> = logits.into_iter().enumerate().map(adjusted).collect();
            let (weight, zero) = (Tracked::new(of(5, row)), Tracked::new(0.0));
            if weight.value == 0.0 {
                return (zero, zero, vec![zero; noise.len()]);
            }
            reference::sampled_softmax(less(of(0, row), of(3, row)), &noise, weight, sum)
        };
        let found: Vec<_> = rows(&case.inputs[1]).enumerate().map(of_row).collect();
        vec![
            Magnitudes::tracked(found.iter().map(|row| row.0)),
            Magnitudes::tracked(found.iter().map(|row| row.1)),
            Magnitudes::tracked(found.into_iter().flat_map(|row| row.2)),
        ]
    }
}
