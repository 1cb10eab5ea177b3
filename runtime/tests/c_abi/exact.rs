//! Exact lazy updates as a C program makes them, beside standard updates of the kernels.

use crate::told::{Told, told};
use lacuna::call::{AnyOperand, Erase};
use lacuna::optim::{AdaGrad, AdaGradL2, Adam, AdamW, Ftrl, Rule, Sgd, SgdMomentum, Update};
use lacuna::{DenseMut, RowSparse, Value};
use lacuna_runtime::optimizer::Optimizer;
use lacuna_runtime_capi::*;
use std::ffi::{CString, c_void};
use std::ptr::{null, null_mut};

const ROWS: usize = 5;
const LENGTH: usize = 3;

fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

/// A handle that is freed.
struct Owned(*mut Exact);

impl Owned {
    fn new(settings: &str, value_type: Type, rows: usize) -> Told<Self> {
        let mut handle = null_mut();
        let status = unsafe { lacuna_exact_new(c(settings).as_ptr(), value_type as u32, rows, LENGTH, &mut handle) };
        assert_eq!(handle.is_null(), status != Status::Ok);
        told(status, Self(handle))
    }

    fn update<V>(&self, ids: &[i64], gradient: &[V], arrays: &mut [Vec<V>]) -> Told<()> {
        let (pointers, gradient) = (pointers(arrays), gradient.as_ptr().cast());
        let (ids, stored) = (ids.as_ptr(), ids.len());
        told(unsafe { lacuna_exact_update(self.0, ids, stored, gradient, pointers.as_ptr(), pointers.len()) }, ())
    }

    fn catch_up<V>(&self, ids: &[i64], arrays: &mut [Vec<V>]) -> Told<()> {
        let pointers = pointers(arrays);
        told(unsafe { lacuna_exact_catch_up(self.0, ids.as_ptr(), ids.len(), pointers.as_ptr(), pointers.len()) }, ())
    }

    fn flush<V>(&self, arrays: &mut [Vec<V>]) -> Told<()> {
        let pointers = pointers(arrays);
        told(unsafe { lacuna_exact_flush(self.0, pointers.as_ptr(), pointers.len()) }, ())
    }

    fn set(&self, name: &str, value: f64) -> Told<()> {
        told(unsafe { lacuna_exact_set(self.0, c(name).as_ptr(), value) }, ())
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        unsafe { lacuna_exact_free(self.0) }
    }
}

fn pointers<V>(arrays: &mut [Vec<V>]) -> Vec<*mut c_void> {
    arrays.iter_mut().map(|array| array.as_mut_ptr().cast()).collect()
}

fn start<V: Value>(arrays: usize) -> Vec<Vec<V>> {
    let weight = (0..ROWS * LENGTH).map(|k| V::narrow((k as f64 * 0.37).sin())).collect();
    [weight].into_iter().chain((1..arrays).map(|_| vec![V::ZERO; ROWS * LENGTH])).collect()
}

/// The rows of a step, their gradient and its learning rate. Row 4 never has one.
fn step<V: Value>(number: usize) -> (Vec<i64>, Vec<V>, f64) {
    let ids: Vec<i64> = (0..4)
        .filter(|row| (number + row * row).is_multiple_of(3) || number % 7 == *row)
        .map(|row| row as i64)
        .collect();
    let gradient = (0..ids.len() * LENGTH).map(|k| V::narrow(((k + 5 * number) as f64 * 0.61).cos())).collect();
    (ids, gradient, 0.2 / (1.0 + number as f64))
}

/// As many steps as fill the room twice, with reads between them, beside standard updates.
fn beside_standard<V, R, const N: usize>(value_type: Type, settings: &str, mut standard: Optimizer, tolerance: f64)
where
    V: Value,
    R: Rule<V, N> + for<'a> Erase<'a>,
{
    let exact = Owned::new(settings, value_type, ROWS).unwrap();
    let (mut found, mut expected) = (start::<V>(N), start::<V>(N));
    let compare = |found: &[Vec<V>], expected: &[Vec<V>], rows: &[usize]| {
        for (array, (found, expected)) in found.iter().zip(expected).enumerate() {
            for place in rows.iter().flat_map(|row| row * LENGTH..(row + 1) * LENGTH) {
                let (found, expected) = (found[place].widen(), expected[place].widen());
                let distance = (found - expected).abs() / expected.abs().max(1e-3);
                assert!(distance <= tolerance, "{settings}: array {array}, {place}: {found} instead of {expected}");
            }
        }
    };
    for number in 0..20 {
        let (ids, gradient, rate) = step::<V>(number);
        exact.set("learning_rate", rate).unwrap();
        standard.set("learning_rate", rate).unwrap();
        standard.set_update(Update::Standard);
        let rule = standard.rule_at(number as u64 + 1).unwrap().of_numbers(V::ELEMENT);
        let rule = R::restore(&mut AnyOperand::Rule(rule)).unwrap();
        let states: Vec<_> =
            expected.iter_mut().map(|array| DenseMut::new(ROWS, LENGTH, array).unwrap().into()).collect();
        let of_rows = RowSparse::new(ROWS, LENGTH, &ids, &gradient).unwrap();
        lacuna::optim::update(&rule, of_rows, states.try_into().ok().unwrap()).unwrap();
        exact.update(&ids, &gradient, &mut found).unwrap();
        if number % 4 == 1 {
            exact.catch_up(&[3, 1, 3, 1, 1], &mut found).unwrap();
            compare(&found, &expected, &[1, 3]);
        }
        assert_eq!(unsafe { lacuna_exact_step(exact.0) }, number as u64 + 1);
    }
    exact.flush(&mut found).unwrap();
    compare(&found, &expected, &[0, 1, 2, 3, 4]);
    exact.flush(&mut found).unwrap();
    compare(&found, &expected, &[0, 1, 2, 3, 4]);
}

macro_rules! rules {
    ($($test:ident $Rule:ident $name:literal $arrays:literal [$($hyper:literal $value:literal),*];)*) => {$(
        #[test]
        fn $test() {
            let mut optimizer = Optimizer::named($name, 0.5).unwrap();
            let mut hyper = Vec::new();
            $(
                optimizer.set($hyper, $value).unwrap();
                if $hyper != "weight_decay" {
                    hyper.push(format!("{:?}: {}", $hyper, $value));
                }
            )*
            let decay = optimizer.get("weight_decay").unwrap();
            let settings = format!(
                "{{\"optimizer\": {:?}, \"weight_decay\": {decay}, \"hyper\": {{{}}}, \"room\": 9}}",
                $name,
                hyper.join(", ")
            );
            beside_standard::<f64, $Rule<f64>, $arrays>(Type::F64, &settings, optimizer, 1e-12);
            beside_standard::<f32, $Rule<f32>, $arrays>(Type::F32, &settings, optimizer, 2e-5);
        }
    )*};
}
rules! {
    sgd Sgd "sgd" 1 ["weight_decay" 0.1];
    sgd_momentum SgdMomentum "sgd_momentum" 2 ["weight_decay" 0.1, "momentum" 0.9];
    adagrad AdaGrad "adagrad" 2 ["weight_decay" 0.1, "epsilon" 0.001];
    adagrad_l2 AdaGradL2 "adagrad_l2" 2 ["weight_decay" 0.1, "epsilon" 0.001];
    adam Adam "adam" 3 ["weight_decay" 0.0];
    adam_with_decay Adam "adam" 3 ["weight_decay" 0.1];
    adamw AdamW "adamw" 3 ["weight_decay" 0.1];
    ftrl Ftrl "ftrl" 3 ["lambda1" 0.05, "weight_decay" 0.1];
}

#[test]
fn bits_do_not_depend_on_threads() {
    let (rows, mut results) = (100_000, Vec::new());
    for threads in [1, 3] {
        let settings = format!("{{\"optimizer\": \"adamw\", \"weight_decay\": 0.01, \"threads\": {threads}}}");
        let exact = Owned::new(&settings, Type::F32, rows).unwrap();
        let mut arrays = vec![vec![0.5_f32; rows * LENGTH], vec![0.0; rows * LENGTH], vec![0.0; rows * LENGTH]];
        for number in 0..3 {
            let ids: Vec<i64> = (0..rows as i64).filter(|row| row % 3 == number || row % 2 == 0).collect();
            let gradient: Vec<f32> = (0..ids.len() * LENGTH).map(|k| (k % 101) as f32 - 50.0).collect();
            exact.update(&ids, &gradient, &mut arrays).unwrap();
        }
        exact.flush(&mut arrays).unwrap();
        results.push(arrays.concat().iter().map(|value| value.to_bits()).collect::<Vec<_>>());
    }
    assert!(results[0] == results[1]);
}

/// Where there is room for no step more, too.
#[test]
fn a_refused_step_writes_nothing() {
    for room in [1, 2] {
        let settings = format!("{{\"optimizer\": \"sgd\", \"weight_decay\": 0.5, \"room\": {room}}}");
        let exact = Owned::new(&settings, Type::F32, ROWS).unwrap();
        let (mut arrays, gradient) = (start::<f32>(1), [1.0_f32; LENGTH]);
        for _ in 0..2 {
            exact.update(&[1], &gradient, &mut arrays).unwrap();
            let before = arrays.clone();
            assert_eq!(exact.update(&[5], &gradient, &mut arrays).unwrap_err().0, Status::Data);
            assert_eq!(arrays, before);
        }
    }
}

#[test]
fn what_does_not_fit_is_refused_and_nothing_is_written() {
    let new = |settings: &str| Owned::new(settings, Type::F32, ROWS).err().unwrap();
    let (status, text) = new("{\"optimizer\": \"nadam\"}");
    assert_eq!(status, Status::Settings);
    assert!(text.contains("nadam") && text.contains("adagrad_l2"), "{text}");
    for (settings, told) in [
        ("{\"optimizers\": \"sgd\"}", "optimizers"),
        ("{\"hyper\": {\"beta1\": 0.5}}", "beta1"),
        ("{\"room\": 0}", "room is 0"),
        ("{\"threads\": 4000}", "threads is 4000"),
        ("{", "EOF"),
    ] {
        let (status, text) = new(settings);
        assert!(status == Status::Settings && text.contains(told), "{settings}: {text}");
    }
    assert_eq!(Owned::new("{}", Type::I32, ROWS).err().unwrap().0, Status::Argument);
    assert_eq!(Owned::new("{}", Type::F32, usize::MAX).err().unwrap().0, Status::Argument);

    let exact = Owned::new("{\"optimizer\": \"sgd_momentum\", \"weight_decay\": 0.5}", Type::F32, ROWS).unwrap();
    let mut arrays = start::<f32>(2);
    let before = arrays.clone();
    let gradient = [1.0_f32; 2 * LENGTH];
    let refused = |outcome: Result<(), (Status, String)>, status, told: &str| {
        let (found, text) = outcome.unwrap_err();
        assert!(found == status && text.contains(told), "{text}");
    };
    refused(exact.update(&[2, 1], &gradient, &mut arrays), Status::Data, "ids ascend, and 1 stands behind 2");
    refused(exact.update(&[1, 1], &gradient, &mut arrays), Status::Data, "ascend");
    refused(exact.update(&[1, 5], &gradient, &mut arrays), Status::Data, "5");
    refused(exact.update(&[-1, 2], &gradient, &mut arrays), Status::Data, "");
    refused(exact.catch_up(&[7], &mut arrays), Status::Data, "7");
    refused(exact.update(&[1, 2], &gradient, &mut arrays[..1]), Status::Argument, "1 arrays: sgd_momentum has 2");
    refused(exact.set("beta1", 0.5), Status::Settings, "beta1");
    exact.set("clip_gradient", -1.0).unwrap();
    unsafe {
        let pointers = [arrays[0].as_mut_ptr().cast(), null_mut()];
        let status = lacuna_exact_flush(exact.0, pointers.as_ptr(), 2);
        refused(told(status, ()), Status::Argument, "arrays[1] is null");
        refused(told(lacuna_exact_flush(exact.0, null(), 2), ()), Status::Argument, "arrays is null");
        refused(told(lacuna_exact_flush(null_mut(), pointers.as_ptr(), 2), ()), Status::Argument, "exact is null");
        assert_eq!(lacuna_exact_step(null()), 0);
        lacuna_exact_free(null_mut());
    }
    assert_eq!((arrays, unsafe { lacuna_exact_step(exact.0) }), (before, 0));
}
