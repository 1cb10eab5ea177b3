//! Random numbers. A case has the parameters of the distribution as an operand, so that they are of the value type;
//! seed, stream and first element, of 64 bits, are words.
#![allow(non_camel_case_types)]
use super::outcome::{dense, settle_new, unwritten};
use super::{Inputs, Magnitudes, Operation, Outcome, Stop};
use crate::backend::Backend;
use crate::fixture::{Array, Case, CaseIndex, Number, Params, Stype, Values};
use crate::reference;
use lacuna::random::Stream;

/// The parameters of all draws.
const PARAMETERS: &[&str] = &["seed", "stream", "first", "length"];

pub(super) fn integer(params: &Params, name: &str) -> Result<u64, String> {
    let word = params.word(name)?.ok_or_else(|| format!("a draw needs the parameter {name}"))?;
    word.parse().map_err(|_| format!("parameter {name} should be an integer, is {word}"))
}

pub(super) fn stream(params: &Params) -> Result<Stream, String> {
    Ok(Stream { seed: integer(params, "seed")?, stream: integer(params, "stream")?, first: integer(params, "first")? })
}

fn length(params: &Params) -> Result<usize, String> {
    integer(params, "length").map(|length| length as usize)
}

/// True if the case has so many parameters of a distribution.
fn has_parameters(case: &Case, count: usize) -> bool {
    matches!(&case.inputs[..], [parameters] if parameters.stype == Stype::Default && parameters.values.len() == count)
}

/// How far normally distributed numbers may be off.
fn of_normal(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
    let Ok(Stream { seed, stream, first }) = stream(&case.params) else { return Vec::new() };
    let parameters = [0, 1].map(|place| case.inputs[0].values.get(place));
    let of = |i: usize, single: bool| {
        reference::tracked_normal(parameters, reference::pair([seed, stream, first], i, single))
    };
    let single = |result: &Array| matches!(result.values, Values::F32(_));
    results.iter().map(|result| Magnitudes::tracked((0..result.values.len()).map(|i| of(i, single(result))))).collect()
}

/// A kernel whose distribution has two parameters.
macro_rules! draws {
    ($($name:ident $operator:literal $(, $magnitudes:ident)?;)*) => {$(
        #[doc = concat!("`", stringify!($name), "`.")]
        pub(super) struct $name;

        impl Operation for $name {
            const OPERATORS: &'static [&'static str] = &[$operator];
            const KERNEL: Option<&'static str> = Some(stringify!($name));
            const PARAMETERS: &'static [&'static str] = PARAMETERS;

            fn accepts(case: &Case) -> Result<bool, String> {
                Ok(has_parameters(case, 2))
            }

            fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
                let &[first, second] = inputs.values(0)? else { return Err(Stop::Broken("two parameters".to_owned())) };
                let length = length(inputs.params)?;
                let mut out = unwritten(length);
                settle_new(backend.$name(stream(inputs.params)?, first, second, &mut out), &out)?;
                Ok(vec![dense("out", vec![length], out)])
            }

            $(fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
                $magnitudes(case, results)
            })?
        }
    )*};
}
draws! {
    uniform "random_uniform";
    bernoulli "random_bernoulli";
    normal "random_normal", of_normal;
}

/// The number of classes, which is the first operand.
fn classes<V: Number, I: CaseIndex>(inputs: &Inputs<V, I>) -> Result<usize, Stop> {
    let &[classes] = inputs.values(0)? else { return Err(Stop::Broken("one number of classes".to_owned())) };
    Ok(classes.widen() as usize)
}

/// A result of integers.
fn integers<V: Number>(name: &str, numbers: Vec<i64>) -> Array {
    let shape = vec![numbers.len()];
    Array { values: Values::I64(numbers), ..dense::<V>(name, shape, Vec::new()) }
}

fn wide<I: CaseIndex>(ids: &[I]) -> Vec<i64> {
    ids.iter().map(|id| id.to_i64()).collect()
}

/// How far counts may be off, where `out` is the last result and `ids` says whose they are; the other results are
/// exact.
fn of_counts(case: &Case, results: &[Array], ids: &Values, tries: usize, unique: bool) -> Vec<Magnitudes> {
    let classes = case.inputs[0].values.get(0) as usize;
    let of = |i: usize| reference::expected_count(ids.get(i) as usize, classes, tries, unique);
    let counts = Magnitudes::tracked((0..results.last().map_or(0, |counts| counts.values.len())).map(of));
    results.iter().skip(1).map(|_| Magnitudes::default()).chain([counts]).collect()
}

/// `log_uniform`
pub(super) struct log_uniform;

impl Operation for log_uniform {
    const OPERATORS: &'static [&'static str] = &["rand_zipfian"];
    const KERNEL: Option<&'static str> = Some("log_uniform");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(has_parameters(case, 1))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let length = length(inputs.params)?;
        let (mut ids, mut out) = (vec![I::UNWRITTEN; length], unwritten::<V>(length));
        settle_new(backend.log_uniform(stream(inputs.params)?, classes(inputs)?, &mut ids, &mut out), &out)?;
        Ok(vec![integers::<V>("ids", wide(&ids)), dense("out", vec![length], out)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        let [ids, ..] = results else { return Vec::new() };
        of_counts(case, results, &ids.values, ids.values.len(), false)
    }
}

/// `expected_counts`: the second operand holds ids.
pub(super) struct expected_counts;

impl Operation for expected_counts {
    const OPERATORS: &'static [&'static str] = &["rand_zipfian"];
    const KERNEL: Option<&'static str> = Some("expected_counts");
    const PARAMETERS: &'static [&'static str] = &["tries"];
    const IDS: Option<usize> = Some(1);

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(case.inputs.len() == 2)
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (ids, tries) = (inputs.ids(1)?, integer(inputs.params, "tries")? as usize);
        let mut out = unwritten::<V>(ids.len());
        settle_new(backend.expected_counts(ids, classes(inputs)?, tries, &mut out), &out)?;
        Ok(vec![dense("out", vec![out.len()], out)])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        let Ok(tries) = integer(&case.params, "tries") else { return Vec::new() };
        of_counts(case, results, &case.inputs[1].values, tries as usize, false)
    }
}

/// `expected_counts_unique`, with its structure call.
pub(super) struct expected_counts_unique;

impl Operation for expected_counts_unique {
    const OPERATORS: &'static [&'static str] = &["_sample_unique_zipfian"];
    const KERNEL: Option<&'static str> = Some("expected_counts_unique");
    const PARAMETERS: &'static [&'static str] = PARAMETERS;

    fn accepts(case: &Case) -> Result<bool, String> {
        Ok(has_parameters(case, 1))
    }

    fn run<V: Number, I: CaseIndex>(backend: &dyn Backend, inputs: &Inputs<V, I>) -> Outcome {
        let (classes, length) = (classes(inputs)?, length(inputs.params)?);
        let (mut ids, mut out) = (vec![I::UNWRITTEN; length], unwritten::<V>(length));
        let tries = backend.log_uniform_unique(stream(inputs.params)?, classes, &mut ids)?;
        settle_new(backend.expected_counts_unique(&ids, classes, tries, &mut out), &out)?;
        Ok(vec![
            integers::<V>("ids", wide(&ids)),
            integers::<V>("tries", vec![tries as i64]),
            dense("out", vec![length], out),
        ])
    }

    fn magnitudes(case: &Case, results: &[Array]) -> Vec<Magnitudes> {
        let [ids, tries, _] = results else { return Vec::new() };
        of_counts(case, results, &ids.values, tries.values.get(0) as usize, true)
    }
}
