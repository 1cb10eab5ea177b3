//! Hyper-parameters: what a field means that is 0, or -0.0.
use super::model::base::good;
use super::model::call::{Call, Way};
use super::model::check::check;
use super::model::hyper::default;
use super::model::memory::{Guards, Memory};
use super::model::record::Field;
use super::model::types::typed;
use super::statuses::{F32, I32, UNTOUCHED};
use super::{cases, draws};
use lacuna_capi::hyper::SgdMomentum;
use lacuna_capi::types::{RowSparse, RowsMut};
use lacuna_capi::{Kind, Status, functions, kernels};
use std::ptr::null;

const HEADER: &str = include_str!("../../include/lacuna.h");

/// Names of the optimizers, and those of their own hyper-parameters.
fn rules() -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    functions().filter_map(|function| match function.parameters.first()?.kind {
        Kind::Rule(own) => Some((function.path.1, own)),
        _ => None,
    })
}

/// Above each field it says what the default is; where it says nothing, that is 0.
#[test]
fn the_header_tells_the_defaults() {
    for (kernel, own) in rules() {
        let end = HEADER.find(&format!("}} lacuna_{kernel};")).unwrap();
        let lines: Vec<_> =
            HEADER[HEADER[..end].rfind("typedef struct {").unwrap()..end].lines().map(str::trim).collect();
        let fields = ["learning_rate", "weight_decay", "rescale_gradient", "clip_gradient"];
        for field in fields.iter().chain(own) {
            let place = lines
                .iter()
                .position(|line| *line == format!("double {field};"))
                .unwrap_or_else(|| panic!("{kernel}.{field}"));
            let told = match lines[place - 1].split_once("Default") {
                None => 0.0,
                Some((_, ": no limit.")) => f64::INFINITY,
                Some((_, number)) => number.trim().trim_end_matches('.').parse().unwrap(),
            };
            assert_eq!(default(kernel, field), told, "{kernel}.{field}");
        }
    }
}

/// Zeros, and what the header says, are MXNet's defaults, which MXNet has told itself.
#[test]
fn defaults_are_those_of_the_peers_operators() {
    let mut compared = 0;
    for line in include_str!("../../../fixtures/defaults.txt").lines() {
        let words: Vec<_> = line.split(' ').collect();
        let ["kernel", kernel, field, number] = words[..] else { continue };
        let expected = match (field, number) {
            // Off without the flag `clips`.
            ("clip_gradient", "-1") => 0.0,
            ("clip_weights", "-1") => f64::INFINITY,
            (_, number) => number.parse().unwrap(),
        };
        assert_eq!(default(kernel, field), expected, "{kernel}.{field}");
        compared += 1;
    }
    assert!(compared > 70, "{compared}");
}

/// The fields that are numbers.
fn reals(call: &mut Call) -> Vec<(&'static str, &mut f64)> {
    let fields = call.records_mut(0)[0].fields.iter_mut();
    fields.filter_map(|(name, field)| if let Field::Real(real) = field { Some((*name, real)) } else { None }).collect()
}

/// What the call has written, all of it; it must do its work.
fn written(call: &Call) -> Vec<Vec<u64>> {
    let memory = Memory::new(call, Guards::Bytes);
    // SAFETY: a good call, of other numbers.
    assert_eq!(unsafe { call.by_c(&memory, Way::Direct) }, Status::Ok as i32, "{call:?}");
    // Hyper-parameters differ.
    (1..call.regions.len()).map(|region| super::model::check::bits(call, region, &memory.region(region))).collect()
}

/// A struct of zeros, except for the learning rate, gives the bits of one with the defaults, and those of Rust.
#[test]
fn zeros_are_defaults() {
    for made in typed().filter(|made| made.function.path.0 == "optim") {
        let kernel = made.function.path.1;
        for case in 0..cases(40) {
            let mut call = good(made, &mut draws(&made.name(), case));
            for name in ["clips", "update"] {
                *call.records_mut(0)[0].field_mut(name) = Field::Choice { value: 0, highest: 1 };
            }
            reals(&mut call)
                .into_iter()
                .for_each(|(name, real)| *real = if name == "learning_rate" { 0.125 } else { 0.0 });
            // The addresses of structs are the same in both: they lie in the same regions.
            let mut explicit = call.clone();
            let others = reals(&mut explicit).into_iter().filter(|(name, _)| *name != "learning_rate");
            others.for_each(|(name, real)| *real = default(kernel, name));
            assert_eq!(contents(&call, written(&call)), contents(&explicit, written(&explicit)), "{call:?}");
            for call in [call, explicit] {
                assert_eq!(check(&call, Guards::None).map(|answered| answered.status), Some(Status::Ok), "{call:?}");
            }
        }
    }
}

/// The regions of arrays: structs hold addresses.
fn contents(call: &Call, written: Vec<Vec<u64>>) -> Vec<Vec<u64>> {
    use super::model::call::Contents;
    let is_array = |(region, _): &(usize, _)| matches!(call.regions[region + 1].contents, Contents::Numbers(..));
    written.into_iter().enumerate().filter(is_array).map(|(_, bits)| bits).collect()
}

/// -0.0 is 0 in every field, not the default, and not a zero of another sign.
#[test]
fn minus_zeros_are_zeros() {
    for made in typed().filter(|made| made.function.path.0 == "optim") {
        for case in 0..cases(20) {
            let call = good(made, &mut draws(&made.name(), case));
            let fields = reals(&mut call.clone()).len();
            for changed in 0..=fields {
                let mut call = call.clone();
                let places = reals(&mut call).into_iter().enumerate();
                places
                    .filter(|(place, _)| changed == fields || *place == changed)
                    .for_each(|(_, (_, real))| *real = -0.0);
                assert_eq!(check(&call, Guards::Bytes).map(|answered| answered.status), Some(Status::Ok), "{call:?}");
            }
        }
    }
}

/// By hand: `m = mu m - lr wd w - lr h; w = w + m` with `w = 4`, `m = 8`, `g = 2`.
#[test]
fn one_step_in_numbers() {
    let step = |hyper: SgdMomentum| {
        let (ids, gradient, mut weight, mut momentum) = ([0_i32], [2.0_f32], [4.0_f32], [8.0_f32]);
        let (indices, data) = (ids.as_ptr().cast(), gradient.as_ptr().cast());
        let (value_type, index_type, trusted, first_row) = (F32, I32, 0, 0);
        let gradient = RowSparse {
            value_type,
            index_type,
            trusted,
            rows: 1,
            row_length: 1,
            stored_rows: 1,
            first_row,
            indices,
            data,
        };
        let rows = |data: &mut [f32; 1]| RowsMut {
            value_type,
            index_type: 0,
            storage: 0,
            trusted,
            rows: 1,
            row_length: 1,
            stride: 1,
            stored_rows: 0,
            first_row,
            indices: null(),
            data: data.as_mut_ptr().cast(),
        };
        let (of_weight, of_momentum, mut error) = (rows(&mut weight), rows(&mut momentum), UNTOUCHED);
        // SAFETY: arrays of these lengths.
        let status = unsafe { kernels::sgd_momentum::call(&hyper, &gradient, &of_weight, &of_momentum, &mut error) };
        assert_eq!((status, error), (Status::Ok, UNTOUCHED));
        (weight[0], momentum[0])
    };
    let zero = SgdMomentum {
        learning_rate: 0.0,
        momentum: 0.0,
        weight_decay: 0.0,
        rescale_gradient: 0.0,
        clip_gradient: 0.0,
        clips: 0,
        update: 0,
    };
    assert_eq!(step(SgdMomentum { learning_rate: 0.5, ..zero }), (3.0, -1.0));
    assert_eq!(step(SgdMomentum { learning_rate: 0.5, rescale_gradient: 1.0, ..zero }), (3.0, -1.0));
    assert_eq!(step(SgdMomentum { learning_rate: 0.5, rescale_gradient: -0.0, momentum: 0.5, ..zero }), (8.0, 4.0));
    assert_eq!(step(SgdMomentum { learning_rate: 0.5, clips: 1, ..zero }), (4.0, 0.0));
    assert_eq!(step(SgdMomentum { learning_rate: 0.5, momentum: 0.25, weight_decay: 0.5, ..zero }), (4.0, 0.0));
}
