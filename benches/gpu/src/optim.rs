//! Optimizer steps with gradients of which only some rows are stored.
use super::bench::{Bench, Line};
use super::bytes::{ID, ROW_BYTES};
use super::inputs::{ROW_LENGTH, TOUCHED};
use anyhow::Result;
use lacuna::optim::{AdaGrad, Hyper, Nag, Sgd, SgdMomentum, Update};
use lacuna::{Dense, DenseMut, KernelError, RowSparse, RowsMut};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceDense, DeviceRowSparse, DeviceRowsMut, Error, Gpu, optim};
use lacuna_runtime::Cpu;

const LEARNING_RATE: f32 = 0.01;
const MOMENTUM: f32 = 0.9;
const WITH_MOMENTUM: SgdMomentum<f32> = SgdMomentum::new(LEARNING_RATE, MOMENTUM);
const EPSILON: f32 = 1e-7;
const FIRST_STATE: f32 = 0.1;
/// The stored rows of the gradient of those steps that are measured with one.
const ONE: usize = 100_000;

/// Names, rules and stored rows of the gradients. Each is called as `$step!(name, touched, rule, kernel, [states])`.
macro_rules! steps {
    ($step:ident) => {
        for touched in TOUCHED {
            $step!(format!("sgd_{touched}"), touched, Sgd::new(LEARNING_RATE), sgd, [weight]);
        }
        for touched in TOUCHED {
            $step!(format!("sgd_momentum_{touched}"), touched, WITH_MOMENTUM, sgd_momentum, [weight, state]);
        }
        $step!(
            "sgd_momentum_standard".to_owned(),
            ONE,
            SgdMomentum { update: Update::Standard, ..WITH_MOMENTUM },
            sgd_momentum,
            [weight, state]
        );
        $step!(format!("nag_{ONE}"), ONE, Nag::new(LEARNING_RATE, MOMENTUM), nag, [weight, state]);
        $step!(format!("adagrad_{ONE}"), ONE, AdaGrad::new(LEARNING_RATE, EPSILON), adagrad, [weight, state]);
    };
}

pub(super) fn names() -> Vec<String> {
    let mut names = Vec::new();
    macro_rules! name {
        ($name:expr, $touched:expr, $rule:expr, $kernel:ident, $states:tt) => {
            names.push($name)
        };
    }
    steps!(name);
    names
}

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    macro_rules! measure {
        ($name:expr, $touched:expr, $rule:expr, $kernel:ident, [$($state:ident),*]) => {
            step(
                bench,
                &$name,
                ($touched, $rule.common().update),
                |cpu, gradient, [$($state),*]| cpu.$kernel(&$rule, gradient, $($state),*),
                |gpu, gradient, [$($state),*]| optim::$kernel(gpu, &$rule, gradient, $($state),*),
            )?
        };
    }
    steps!(measure);
    Ok(())
}

/// Measures a step that updates the weight and its states, `N` arrays.
fn step<D: Driver, const N: usize>(
    bench: &mut Bench<'_, D>,
    name: &str,
    (touched, update): (usize, Update),
    expected: impl FnOnce(&Cpu, RowSparse<'_, f32, i64>, [RowsMut<'_, f32, i64>; N]) -> Result<(), KernelError>,
    call: impl Fn(&Gpu<D>, &DeviceRowSparse<D, f32, i64>, [DeviceRowsMut<'_, D, f32, i64>; N]) -> Result<(), Error>,
) -> Result<()> {
    if !bench.wants(&[name]) {
        return Ok(());
    }
    let gradient = bench.folder.stored_rows(&format!("ids_{touched}"))?;
    let gradient = gradient.view()?;
    let (rows, stored) = (gradient.rows(), gradient.stored_rows());
    let mut arrays = [(); N].map(|()| vec![FIRST_STATE; rows * ROW_LENGTH]);
    if let Some(weight) = arrays.first_mut() {
        weight.copy_from_slice(&bench.folder.dense(rows, ROW_LENGTH)?);
    }
    let there = DeviceRowSparse::upload(bench.gpu, gradient)?;
    let mut arrays_there = Vec::new();
    let mut views = Vec::new();
    for array in &mut arrays {
        arrays_there.push(DeviceDense::upload(bench.gpu, Dense::new(rows, ROW_LENGTH, array)?)?);
        views.push(RowsMut::from(DenseMut::new(rows, ROW_LENGTH, array)?));
    }
    let mut views = views.into_iter();
    expected(&bench.cpu, gradient, [(); N].map(|()| views.next().unwrap_or_default()))?;
    let mut arrays_there: [_; N] = arrays_there.try_into().map_err(|_| anyhow::anyhow!("not {N} arrays"))?;
    call(bench.gpu, &there, arrays_there.each_mut().map(Into::into))?;
    for (number, (found, expected)) in arrays_there.iter().zip(&arrays).enumerate() {
        bench.check_dense(&format!("{name}: array {number}"), found, expected)?;
    }
    let (updated, notes) = match update {
        Update::Lazy => (stored, "i64 ids; in place; lazy"),
        _ => (rows, "i64 ids; in place; every row is updated"),
    };
    let bytes = stored * (ID + ROW_BYTES) + updated * 2 * N * ROW_BYTES;
    bench.time(Line::new(name, bytes, notes), |gpu| call(gpu, &there, arrays_there.each_mut().map(Into::into)))
}
