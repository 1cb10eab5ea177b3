//! Updates of tables of 16 and 8 bits as a C program makes them, beside those of the kernels.

use crate::told::{Told, told};
use half::{bf16, f16};
use lacuna::call::{AnyOperand, Element, Erase};
use lacuna::optim::{
    AdaGrad, AdaGradL2, Adam, AdamW, Ftrl, Rounding, RoundingStream, Rule, Sgd, SgdMomentum, update_mixed,
    update_quantized,
};
use lacuna::{DenseMut, RowSparse, RowsMut, Storage};
use lacuna_runtime::optimizer::Optimizer;
use lacuna_runtime_capi::*;
use std::ffi::CString;
use std::ptr::{null, null_mut};

const ROWS: usize = 300;
const LENGTH: usize = 19;

/// A handle that is freed.
struct Owned(*mut Mixed);

impl Owned {
    fn new(settings: &str) -> Told<Self> {
        let (settings, mut handle) = (CString::new(settings).unwrap(), null_mut());
        let status = unsafe { lacuna_mixed_new(settings.as_ptr(), &mut handle) };
        assert_eq!(handle.is_null(), status != Status::Ok);
        told(status, Self(handle))
    }

    fn set(&self, name: &str, value: f64) -> Told<()> {
        let name = CString::new(name).unwrap();
        told(unsafe { lacuna_mixed_set(self.0, name.as_ptr(), value) }, ())
    }

    fn update<V>(&self, kind: u32, weight: &mut [V], ids: &[i64], gradient: &[V], states: &mut [Vec<f32>]) -> Told<()> {
        let table = Table { value_type: kind, rows: ROWS, row_length: LENGTH, values: weight.as_mut_ptr().cast() };
        let states: Vec<_> = states.iter_mut().map(|state| state.as_mut_ptr()).collect();
        let (gradient, stored) = (gradient.as_ptr().cast(), ids.len());
        let status = unsafe {
            lacuna_mixed_update(self.0, &table, ids.as_ptr(), stored, gradient, states.as_ptr(), states.len())
        };
        told(status, ())
    }

    fn update_codes(&self, codes: &mut Codes, ids: &[i64], gradient: &[f32], states: &mut [Vec<f32>]) -> Told<()> {
        let table = codes.view();
        let states: Vec<_> = states.iter_mut().map(|state| state.as_mut_ptr()).collect();
        let (gradient, stored) = (gradient.as_ptr(), ids.len());
        let status = unsafe {
            lacuna_mixed_update_quantized(self.0, &table, ids.as_ptr(), stored, gradient, states.as_ptr(), states.len())
        };
        told(status, ())
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        unsafe { lacuna_mixed_free(self.0) }
    }
}

/// A table of 8 bits.
#[derive(Clone, PartialEq, Debug)]
struct Codes {
    codes: Vec<u8>,
    scales: Vec<f32>,
}

impl Codes {
    fn new() -> Self {
        let mut codes = Self { codes: vec![0; ROWS * LENGTH], scales: vec![0.0; 2 * ROWS] };
        let view = codes.view();
        assert_eq!(unsafe { lacuna_quantized_encode(numbers(1, ROWS * LENGTH).as_ptr(), 1, &view) }, Status::Ok);
        codes
    }

    fn view(&mut self) -> Quantized {
        let (codes, scales) = (self.codes.as_mut_ptr(), self.scales.as_mut_ptr());
        Quantized { codes, scales, rows: ROWS, row_length: LENGTH }
    }
}

/// Numbers between -1 and 1 that look random.
fn numbers(seed: u32, count: usize) -> Vec<f32> {
    let number = |place: u32| (place.wrapping_mul(2_654_435_761) >> 8) as f32 / (1 << 23) as f32 - 1.0;
    (0..count as u32).map(|place| number(place.wrapping_mul(7) + seed)).collect()
}

fn ids(step: u64) -> Vec<i64> {
    (0..ROWS as i64).filter(|row| (row + step as i64) % 3 == 0).collect()
}

fn views<const COUNT: usize>(states: &mut [Vec<f32>]) -> [RowsMut<'_, f32, i64>; COUNT] {
    let views: Vec<_> = states.iter_mut().map(|state| DenseMut::new(ROWS, LENGTH, state).unwrap().into()).collect();
    views.try_into().ok().unwrap()
}

/// A type of 16 bits.
trait Half: Storage<Arithmetic = f32> + PartialEq {
    const KIND: Type;
    fn of(number: f32) -> Self;
}

impl Half for f16 {
    const KIND: Type = Type::F16;
    fn of(number: f32) -> Self {
        Self::from_f32(number)
    }
}

impl Half for bf16 {
    const KIND: Type = Type::Bf16;
    fn of(number: f32) -> Self {
        Self::from_f32(number)
    }
}

/// Ten steps of a rule whose rate changes, from the third one on, with the random numbers of parameter 5.
fn steps<R: Rule<f32, N> + for<'a> Erase<'a>, const N: usize, const STATES: usize>(
    name: &str,
    rounding: &str,
    mut step: impl FnMut(&Owned, R, Rounding, u64, &mut [Vec<f32>], &mut [Vec<f32>]),
) {
    let mut optimizer = Optimizer::named(name, 0.5).unwrap();
    optimizer.set("weight_decay", 0.01).unwrap();
    let settings = format!(
        "{{\"optimizer\": {name:?}, \"weight_decay\": 0.01, \"step\": 2, \"rounding\": {rounding:?}, \
         \"seed\": 9, \"parameter\": 5, \"threads\": 3}}"
    );
    let mixed = Owned::new(&settings).unwrap();
    let mut found = vec![vec![0.0; ROWS * LENGTH]; STATES];
    let mut expected = found.clone();
    for number in 3..13 {
        let rate = 0.2 / number as f64;
        mixed.set("learning_rate", rate).unwrap();
        optimizer.set("learning_rate", rate).unwrap();
        let rule = optimizer.rule_at(number).unwrap().of_numbers(f32::ELEMENT);
        let rule = R::restore(&mut AnyOperand::Rule(rule)).unwrap();
        let rounding = match rounding {
            "nearest" => Rounding::Nearest,
            _ => Rounding::Stochastic(RoundingStream { seed: 9, parameter: 5, step: number, first_row: 0 }),
        };
        step(&mixed, rule, rounding, number, &mut found, &mut expected);
        assert_eq!(found, expected, "{name}, step {number}");
        assert_eq!(unsafe { lacuna_mixed_step(mixed.0) }, number);
    }
}

fn sixteen_bits<H: Half, R: Rule<f32, N> + for<'a> Erase<'a>, const N: usize, const STATES: usize>(name: &str) {
    for rounding in ["nearest", "stochastic"] {
        let mut found: Vec<H> = numbers(1, ROWS * LENGTH).into_iter().map(H::of).collect();
        let mut expected = found.clone();
        steps::<R, N, STATES>(name, rounding, |mixed, rule, rounding, number, states, expected_states| {
            let ids = ids(number);
            let gradient: Vec<H> = numbers(number as u32, ids.len() * LENGTH).into_iter().map(H::of).collect();
            mixed.update(H::KIND as u32, &mut found, &ids, &gradient, states).unwrap();
            let of_rows = RowSparse::new(ROWS, LENGTH, &ids, &gradient).unwrap();
            let weight = DenseMut::new(ROWS, LENGTH, &mut expected).unwrap().into();
            update_mixed(&rule, of_rows, weight, None, views::<STATES>(expected_states), rounding).unwrap();
            assert!(found == expected, "{name}, {:?}, step {number}", H::KIND);
        });
    }
}

fn eight_bits<R: Rule<f32, N> + for<'a> Erase<'a>, const N: usize, const STATES: usize>(name: &str) {
    for rounding in ["nearest", "stochastic"] {
        let mut found = Codes::new();
        let mut expected = found.clone();
        steps::<R, N, STATES>(name, rounding, |mixed, rule, rounding, number, states, expected_states| {
            let ids = ids(number);
            let gradient = numbers(number as u32, ids.len() * LENGTH);
            mixed.update_codes(&mut found, &ids, &gradient, states).unwrap();
            let of_rows = RowSparse::new(ROWS, LENGTH, &ids, &gradient).unwrap();
            let codes = DenseMut::new(ROWS, LENGTH, &mut expected.codes).unwrap();
            let scales = DenseMut::new(ROWS, 2, &mut expected.scales).unwrap();
            update_quantized(&rule, of_rows, codes, scales, views::<STATES>(expected_states), rounding).unwrap();
            assert_eq!(found, expected, "{name}, step {number}");
        });
    }
}

macro_rules! rules {
    ($($test:ident $Rule:ident $name:literal $arrays:literal $states:literal;)*) => {$(
        #[test]
        fn $test() {
            sixteen_bits::<bf16, $Rule<f32>, $arrays, $states>($name);
            eight_bits::<$Rule<f32>, $arrays, $states>($name);
        }
    )*};
}
rules! {
    sgd Sgd "sgd" 1 0;
    sgd_momentum SgdMomentum "sgd_momentum" 2 1;
    adagrad AdaGrad "adagrad" 2 1;
    adagrad_l2 AdaGradL2 "adagrad_l2" 2 1;
    adam Adam "adam" 3 2;
    adamw AdamW "adamw" 3 2;
    ftrl Ftrl "ftrl" 3 2;
}

#[test]
fn f16_as_bf16() {
    sixteen_bits::<f16, Adam<f32>, 3, 2>("adam");
}

/// 1,024 steps of 1/1024 of the last digit of 1: to the nearest they are lost, otherwise they count on the average.
#[test]
fn small_steps_count() {
    for (rounding, expected) in [("nearest", 1.0), ("stochastic", 1.0 + 1.0 / 128.0)] {
        let settings = format!("{{\"learning_rate\": 1, \"rounding\": {rounding:?}, \"seed\": 3}}");
        let mixed = Owned::new(&settings).unwrap();
        let mut weight = vec![bf16::ONE; ROWS * LENGTH];
        let gradient = vec![bf16::from_f32(-1.0 / 131_072.0); ROWS * LENGTH];
        let ids: Vec<i64> = (0..ROWS as i64).collect();
        for _ in 0..1024 {
            mixed.update(Type::Bf16 as u32, &mut weight, &ids, &gradient, &mut []).unwrap();
        }
        let mean = weight.iter().map(|number| number.to_f64()).sum::<f64>() / weight.len() as f64;
        // The mean of 5,700 numbers of deviation 1/128: seven times that of the mean.
        assert!((mean - expected).abs() < 7.0 / 128.0 / 75.0, "{rounding}: {mean}");
    }
}

fn refused<T>(result: Told<T>, status: Status, text: &str) {
    let (found, message) = result.err().unwrap();
    assert!(found == status && message.contains(text), "{found:?}: {message}");
}

#[test]
fn what_does_not_fit_is_refused_and_nothing_is_written() {
    for (settings, text) in [
        ("{\"optimizer\": \"nadam\"}", "\"nadam\" has no updates of mixed precision here; sgd, sgd_momentum,"),
        ("{\"optimizer\": \"best\"}", "there is no optimizer \"best\""),
        ("{\"room\": 5}", "\"room\" is no setting of updates of mixed precision"),
        ("{\"rounding\": \"up\"}", "unknown variant `up`"),
        ("{\"threads\": 2000}", "threads is 2000, of at most 1024"),
        ("{\"colour\": 5}", "unknown field `colour`"),
    ] {
        refused(Owned::new(settings), Status::Settings, text);
    }
    refused(told(unsafe { lacuna_mixed_new(null(), null_mut()) }, ()), Status::Argument, "settings is null");

    let mixed = Owned::new("{\"optimizer\": \"adam\"}").unwrap();
    let before = vec![bf16::ONE; ROWS * LENGTH];
    let (mut weight, mut states) = (before.clone(), vec![vec![0.0; ROWS * LENGTH]; 2]);
    let gradient = [bf16::ONE; 2 * LENGTH];
    let kind = Type::Bf16 as u32;
    let update = |ids: &[i64], weight: &mut [bf16], states: &mut [Vec<f32>]| {
        mixed.update(kind, weight, ids, &gradient[..ids.len() * LENGTH], states)
    };
    refused(
        update(&[1, ROWS as i64], &mut weight, &mut states),
        Status::Data,
        "index 300 is not less than the number of rows, 300",
    );
    let twice = update(&[2, 2], &mut weight, &mut states);
    refused(twice, Status::Data, "index 2 is not greater than the one before it, 2");
    refused(update(&[2], &mut weight, &mut states[..1]), Status::Argument, "1 states: adam has 2");
    let wrong = mixed.update(1, &mut weight, &[2], &gradient[..LENGTH], &mut states);
    refused(wrong, Status::Argument, "value_type is 1: neither F16 (3) nor BF16 (4)");
    refused(mixed.set("speed", 1.0), Status::Settings, "adam has no hyper-parameter speed");
    unsafe {
        let table = Table { value_type: kind, rows: usize::MAX, row_length: 2, values: weight.as_mut_ptr().cast() };
        let call = |mixed, table| lacuna_mixed_update(mixed, table, null(), 0, null(), null(), 0);
        refused(told(call(mixed.0, &table), ()), Status::Argument, "are more than memory");
        refused(told(call(null_mut(), &table), ()), Status::Argument, "mixed is null");
        refused(told(call(mixed.0, null()), ()), Status::Argument, "table is null");
        let call = |table| lacuna_mixed_update_quantized(mixed.0, table, null(), 0, null(), null(), 0);
        refused(told(call(null()), ()), Status::Argument, "table is null");
        assert_eq!(lacuna_mixed_step(null()), 0);
        lacuna_mixed_free(null_mut());
    }
    assert!(weight == before && states.concat().iter().all(|&number| number == 0.0));
    assert_eq!(unsafe { lacuna_mixed_step(mixed.0) }, 0);
    update(&[2], &mut weight, &mut states).unwrap();
    assert!(weight[2 * LENGTH] < bf16::ONE && weight[3 * LENGTH] == bf16::ONE);
}
