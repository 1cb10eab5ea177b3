//! The tutorial on row_sparse arrays.
use super::gpu;
use super::shared;
use super::steps::{Steps, step};
use super::text::{list, numbers, refused};
use anyhow::Result;
use lacuna::infer::Stype::RowSparse;
use lacuna::optim::{self, Update};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Dtype, Function};
use lacuna_runtime::autograd::{GradientRequest, Tape};
use lacuna_runtime::kvstore::{KvStore, Optimizer};
use lacuna_runtime::operator::{Add, Context, Dot, Fallback, Map, Retain};

pub fn run(steps: &mut Steps<'_, '_>) -> Result<()> {
    gradients(steps)?;
    creation(steps)?;
    shared::run(steps, RowSparse)?;
    operators(steps)?;
    optimizers(steps)?;
    step!(steps, "gpu", "Zeros on a GPU, where there is one", on this machine; [] gpu::zeros(RowSparse)?);
    Ok(())
}

fn gradients(steps: &mut Steps<'_, '_>) -> Result<()> {
    step!(steps, "product", "Y = X W, where a column of X is 0"; [
        let x = Array::dense(&[1, 2], vec![1.0_f32, 0.0])?;
        let w = Array::dense(&[2, 3], vec![3.0_f32, 4.0, 5.0, 6.0, 7.0, 8.0])?;
        let mut context = Context::new();
        let y = context.run(&Dot::default(), &[&x, &w])?;
    ] format!("{x} {w} {y}"));
    step!(steps, "its gradient", "So a row of the gradient of W is 0"; [
        let ones = Array::dense(y.shape(), vec![1.0_f32; y.size()])?;
        let transposed = Dot { transpose_a: true, ..Dot::default() };
    ] context.run(&transposed, &[&x, &ones])?.to_string());
    step!(steps, "recorded", "The gradient of a recorded product with a csr, asked for as row_sparse"; [
        let mut tape = Tape::new();
        let x = tape.constant(x.tostype(lacuna::infer::Stype::Csr)?);
        let w = tape.parameter(w, GradientRequest::Write, RowSparse)?;
        let y = tape.dot(x, w)?;
        tape.backward(y)?;
        let gradient = tape.gradient(w)?;
        let (indices, data) = (list(gradient.indices(), &[1])?, list(gradient.data::<f32>(), &[1, 3])?);
    ] format!("{gradient} {indices} {data}"));
    Ok(())
}

fn creation(steps: &mut Steps<'_, '_>) -> Result<()> {
    step!(steps, "lists", "Of the ids of its rows, and the rows"; [
        let a = Array::row_sparse(&[6, 2], vec![1, 4], vec![1.0_f32, 2.0, 3.0, 4.0])?;
    ] format!("{a} {}", numbers(&a)?));
    step!(steps, "numpy", "Of integers it is one of integers"; [
        let b = Array::row_sparse(&[6, 2], vec![1, 4], vec![1_i64, 2, 3, 4])?;
    ] format!("{b} {}", numbers(&b)?));
    step!(steps, "three dimensions", "Rows that are matrices"; [
        let rows = vec![1.0_f32, 0.0, 0.0, 2.0, 3.0, 4.0, 5.0, 0.0, 6.0, 0.0, 0.0, 0.0];
        let t = Array::row_sparse(&[3, 3, 2], vec![0, 1], rows)?;
    ] format!("{t} {}", numbers(&t)?));
    step!(steps, "wrong ids", "Ids out of order",
        because "MXNet takes the number of rows from the last id, and has a row outside of its array";
        [] refused(Array::row_sparse_rows(&[2], vec![4, 1], vec![1.0_f32, 2.0, 3.0, 4.0])));
    step!(steps, "dtypes", "The dtype stays, or is asked for"; [
        let (c, d) = (a.clone(), a.astype(Dtype::F16)?);
    ] format!("{} {}", c.dtype(), d.dtype()));
    step!(steps, "parts", "What it stores"; [
        let (data, indices) = (list(a.data::<f32>(), &[2, 2])?, list(a.indices(), &[2])?);
    ] format!("{} {data} {indices}", a.stype()));
    Ok(())
}

fn operators(steps: &mut Steps<'_, '_>) -> Result<()> {
    step!(steps, "retain", "Some rows of those that are stored"; [
        let mut context = Context::new();
        let rsp = Array::row_sparse(&[5, 2], vec![0, 2, 3], vec![1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
        let kept = context.run(&Retain, &[&rsp, &Array::dense(&[2], vec![0_i64, 1])?])?;
    ] format!("{}\n{kept} {}", numbers(&rsp)?, numbers(&kept)?));
    step!(steps, "retain of rows out of order", "Ids out of order",
        because "MXNet gives ids out of order, which its other operators take for ascending ones"; [
        let ids = Array::dense(&[2], vec![3_i64, 0])?;
    ] refused(context.run(&Retain, &[&rsp, &ids])));
    step!(steps, "dot", "A transposed csr times a dense matrix has rows of zeros, which are not stored"; [
        let lhs = Array::csr(Some([3, 5]), vec![0, 2, 2, 3], vec![0, 2, 1], vec![7.0_f32, 8.0, 9.0])?;
        let ones = |shape: &[usize]| Array::dense(shape, vec![1.0_f32; shape.iter().product()]);
        let transposed = Dot { transpose_a: true, ..Dot::default() };
        let product = context.run(&transposed, &[&lhs, &ones(&[3, 2])?])?;
    ] format!("{product} {}", numbers(&product)?));
    step!(steps, "inference", "Twice a row_sparse array is one; with a dense array it makes a dense one"; [
        let a = product.clone();
        let b = context.run(&Map(Function::MulScalar(2.0)), &[&a])?;
        let c = context.run(&Add, &[&a, &ones(&[5, 2])?])?;
    ] format!("{} {}\n{}\n{}", b.stype(), c.stype(), numbers(&b)?, numbers(&c)?));
    step!(steps, "notice of a fallback",
        "A function without a sparse form takes a dense copy, if that is asked for, and a notice says so",
        because "one line, once for each case, and a program can read it"; [
        context.fallback = Fallback::Dense;
        let d = context.run(&Map(Function::Log), &[&a])?;
    ] context.notices().last().map(ToString::to_string).unwrap_or_default());
    step!(steps, "fallback", "The result is dense"; [] format!("{} {}", d.stype(), numbers(&d)?));
    step!(steps, "output of a fallback", "An output keeps its storage type"; [
        let mut e = Array::zeros(RowSparse, &[5, 2], Dtype::F32)?;
        context.run_out(&Map(Function::Log), &[&a], &mut e)?;
    ] format!("{} {}\n{}", a.stype(), e.stype(), numbers(&e)?));
    Ok(())
}

fn optimizers(steps: &mut Steps<'_, '_>) -> Result<()> {
    step!(steps, "before an update", "A gradient, a weight that stores all rows, and its momentum"; [
        let ones = Array::dense(&[4, 2], vec![1.0_f32; 8])?.tostype(RowSparse)?;
        let none = Array::row_sparse(&[4, 2], vec![0, 1, 2, 3], vec![0.0_f32; 8])?;
        let gradient = Array::row_sparse(&[4, 2], vec![1, 2], vec![1.0_f32, 2.0, 4.0, 5.0])?;
        let (mut weight, mut momentum) = (ones.clone(), none.clone());
    ] format!("{}\n{}\n{}", numbers(&gradient)?, numbers(&weight)?, numbers(&momentum)?));
    let g = gradient.as_row_sparse::<f32>()?;
    step!(steps, "sgd", "Only the rows of the gradient change"; [
        let hyper = optim::SgdMomentum::new(0.01_f32, 0.01);
        optim::sgd_momentum(&hyper, g, weight.as_rows_mut()?, momentum.as_rows_mut()?)?;
    ] format!("{}\n{}", numbers(&weight)?, numbers(&momentum)?));
    step!(steps, "lazy update", "Two steps with weight decay: a lazy update leaves the other rows"; [
        let lazy = optim::SgdMomentum { weight_decay: 0.5, ..optim::SgdMomentum::new(0.25_f32, 0.5) };
        let (mut weight, mut momentum) = (ones.clone(), none.clone());
        optim::sgd_momentum(&lazy, g, weight.as_rows_mut()?, momentum.as_rows_mut()?)?;
        optim::sgd_momentum(&lazy, g, weight.as_rows_mut()?, momentum.as_rows_mut()?)?;
    ] numbers(&weight)?);
    step!(steps, "standard update", "A standard one shrinks them, too"; [
        let standard = optim::SgdMomentum { update: Update::Standard, ..lazy };
        let (mut weight, mut momentum) = (ones.clone(), none.clone());
        optim::sgd_momentum(&standard, g, weight.as_rows_mut()?, momentum.as_rows_mut()?)?;
        optim::sgd_momentum(&standard, g, weight.as_rows_mut()?, momentum.as_rows_mut()?)?;
    ] numbers(&weight)?);
    step!(steps, "adam", "Two steps of Adam, lazily"; [
        let mut store = KvStore::new(Cpu { threads: 1 });
        store.set_optimizer(Optimizer::Adam(optim::Adam::new(0.01, 0.9, 0.999, 1e-8)));
        store.init("weight", ones.clone())?;
        for _ in 0..2 {
            store.push("weight", &[&gradient])?;
        };
    ] numbers(store.get("weight").unwrap_or(&ones))?);
    step!(steps, "adagrad", "Two steps of AdaGrad"; [
        let adagrad = optim::AdaGrad::new(0.01_f32, 1e-7);
        let (mut weight, mut history) = (ones.clone(), none.clone());
        optim::adagrad(&adagrad, g, weight.as_rows_mut()?, history.as_rows_mut()?)?;
        optim::adagrad(&adagrad, g, weight.as_rows_mut()?, history.as_rows_mut()?)?;
    ] numbers(&weight)?);
    Ok(())
}
