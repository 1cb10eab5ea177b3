//! Optimizer steps with gradients of which only some rows are stored.
use super::bytes::{ID, VALUE};
use super::measure::{Bench, Line};
use super::{ROW_LENGTH, TOUCHED};
use anyhow::Result;
use lacuna::optim::{Sgd, SgdMomentum, Update};
use lacuna::{Dense, DenseMut};
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceDense, DeviceRowSparse, optim};
use lacuna_harness::backend::Backend;

const ROW_BYTES: usize = ROW_LENGTH * VALUE;
const LEARNING_RATE: f32 = 0.01;
const MOMENTUM: f32 = 0.9;
const FIRST_MOMENTUM: f32 = 0.1;
const IN_PLACE: &str = "i64 ids; in place; lazy";
/// The stored rows of the step that touches every row.
const STANDARD: usize = 100_000;

pub(super) fn run<D: Driver>(bench: &mut Bench<'_, D>) -> Result<()> {
    for touched in TOUCHED {
        let name = format!("sgd_{touched}");
        if bench.wants(&name) {
            sgd(bench, &name, touched)?;
        }
    }
    for touched in TOUCHED {
        let name = format!("sgd_momentum_{touched}");
        if bench.wants(&name) {
            sgd_momentum(bench, &name, touched, Update::Lazy)?;
        }
    }
    if bench.wants("sgd_momentum_standard") {
        sgd_momentum(bench, "sgd_momentum_standard", STANDARD, Update::Standard)?;
    }
    Ok(())
}

fn sgd<D: Driver>(bench: &mut Bench<'_, D>, name: &str, touched: usize) -> Result<()> {
    let gradient = bench.folder.stored_rows(&format!("ids_{touched}"))?;
    let gradient = gradient.view()?;
    let (rows, mut weights) = bench.weights()?;
    let there = DeviceRowSparse::upload(bench.gpu, gradient)?;
    let mut weights_there = DeviceDense::upload(bench.gpu, Dense::new(rows, ROW_LENGTH, &weights)?)?;
    let hyper = Sgd::new(LEARNING_RATE);
    bench.cpu.sgd(&hyper, gradient, DenseMut::new(rows, ROW_LENGTH, &mut weights)?.into())?;
    optim::sgd(bench.gpu, &hyper, &there, (&mut weights_there).into())?;
    bench.check_dense(name, &weights_there, &weights)?;
    let bytes = gradient.stored_rows() * (ID + 3 * ROW_BYTES);
    bench.time(Line::new(name, bytes, IN_PLACE), |gpu| optim::sgd(gpu, &hyper, &there, (&mut weights_there).into()))
}

fn sgd_momentum<D: Driver>(bench: &mut Bench<'_, D>, name: &str, touched: usize, update: Update) -> Result<()> {
    let gradient = bench.folder.stored_rows(&format!("ids_{touched}"))?;
    let gradient = gradient.view()?;
    let (rows, mut weights) = bench.weights()?;
    let mut momentum = vec![FIRST_MOMENTUM; rows * ROW_LENGTH];
    let there = DeviceRowSparse::upload(bench.gpu, gradient)?;
    let mut weights_there = DeviceDense::upload(bench.gpu, Dense::new(rows, ROW_LENGTH, &weights)?)?;
    let mut momentum_there = DeviceDense::upload(bench.gpu, Dense::new(rows, ROW_LENGTH, &momentum)?)?;
    let mut hyper = SgdMomentum::new(LEARNING_RATE, MOMENTUM);
    hyper.sgd.update = update;
    let state = DenseMut::new(rows, ROW_LENGTH, &mut momentum)?.into();
    bench.cpu.sgd_momentum(&hyper, gradient, DenseMut::new(rows, ROW_LENGTH, &mut weights)?.into(), state)?;
    optim::sgd_momentum(bench.gpu, &hyper, &there, (&mut weights_there).into(), (&mut momentum_there).into())?;
    bench.check_dense(&format!("{name}: weight"), &weights_there, &weights)?;
    bench.check_dense(&format!("{name}: momentum"), &momentum_there, &momentum)?;
    let stored = gradient.stored_rows();
    let (updated, notes) = match update {
        Update::Lazy => (stored, IN_PLACE),
        Update::Standard => (rows, "i64 ids; in place; every row is updated"),
    };
    let bytes = stored * (ID + ROW_BYTES) + updated * 4 * ROW_BYTES;
    bench.time(Line::new(name, bytes, notes), |gpu| {
        optim::sgd_momentum(gpu, &hyper, &there, (&mut weights_there).into(), (&mut momentum_there).into())
    })
}
