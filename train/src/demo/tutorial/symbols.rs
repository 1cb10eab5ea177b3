//! The tutorial on graphs: what they infer, and a linear regression that is trained by one.
use super::steps::{Steps, step};
use super::text::numbers;
use anyhow::Result;
use lacuna::infer::Stype::{Csr, RowSparse};
use lacuna::optim::SgdMomentum;
use lacuna_models::metric::{MeanSquaredError, Metric};
use lacuna_runtime::array::{Array, Dtype, Function};
use lacuna_runtime::autograd::GradientRequest::{Null, Write};
use lacuna_runtime::data::{Batch, Batches, MemoryBatches};
use lacuna_runtime::operator::{Context, Dot, Fallback};
use lacuna_runtime::optimizer::{Optimizer, Trainer};
use lacuna_runtime::symbol::{Apply, Bind, Executor, Symbol};

pub fn run(steps: &mut Steps<'_, '_>) -> Result<()> {
    graphs(steps)?;
    regression(steps)
}

fn graphs(steps: &mut Steps<'_, '_>) -> Result<()> {
    step!(steps, "variables", "Variables for a dense, a csr and a row_sparse array"; [
        let a = Symbol::variable("a");
        let b = Symbol::variable("b").with_stype(Csr);
        let c = Symbol::variable("c").with_stype(RowSparse);
    ] [&a, &b, &c].map(|symbol| symbol.list_outputs().concat()).join(" "));
    step!(steps, "bound", "Arrays of zeros for them"; [
        let mut b_exec = b.simple_bind(&[("b", &[2, 2])], Write)?;
        let mut c_exec = c.simple_bind(&[("c", &[2, 2])], Write)?;
        b_exec.forward(false)?;
        c_exec.forward(false)?;
    ] format!("{} {}", b_exec.output(0)?, c_exec.output(0)?));
    step!(steps, "assigned", "Another array in the place of one"; [
        let ones = Array::dense(&[2, 2], vec![1.0_f32; 4])?.tostype(Csr)?;
        drop(b_exec.set("b", ones)?);
        b_exec.forward(false)?;
    ] format!("{} {}", b_exec.output(0)?, numbers(b_exec.output(0)?)?));
    step!(steps, "composed", "Functions of them"; [
        let d = a.add(&a)?;
        let e = b.map(Function::Negative)?;
        let f = c.add(&c)?;
    ] [&d, &e, &f].map(|symbol| symbol.list_outputs().concat().replace("_output", "")).join(" "));
    step!(steps, "inferred", "How their results are stored, which is inferred"; [
        let shapes: [(&str, &[usize]); 3] = [("a", &[2, 2]), ("b", &[2, 2]), ("c", &[2, 2])];
        let f = Apply::new("elemwise_add").named("sum").operand(&c).operand(&c).symbol()?;
        let mut together = Symbol::group(&[&d, &e, &f])?.simple_bind(&shapes, Write)?;
        together.forward(false)?;
    ] together.outputs()?.iter().map(|output| output.stype().name()).collect::<Vec<_>>().join(" "));
    step!(steps, "notice of a fallback",
        "A sum without a sparse form takes dense copies, if that is asked for, and a notice says so",
        because "the last sentence is another; without Fallback::Dense the graph is refused"; [
        let falling = Symbol::group(&[&b.add(&c)?, &a.map(Function::Log)?])?;
        let mut context = Context::new();
        context.fallback = Fallback::Dense;
        let mut bound = Bind::new(&falling).context(context).request(Null).simple(&shapes)?;
        bound.forward(false)?;
    ] bound.notices().iter().map(ToString::to_string).collect::<String>());
    step!(
        steps, "fallback",
        "The results are dense"; [] bound.outputs()?.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    );
    step!(steps, "listing", "How each operator of a classifier runs, its gradients among them",
        because "which library computes with dense arrays only is MXNet's affair: it says fcompute_ex of \
            SoftmaxOutput"; [
        let data = Symbol::variable("data").with_stype(Csr).with_shape(&[32, 10000]);
        let weight = Symbol::variable("weight").with_stype(RowSparse).with_shape(&[10000, 2]);
        let logits = data.dot(&weight)?.add_row(&Symbol::variable("bias").with_shape(&[2]))?;
        let output = logits.softmax_output(&Symbol::variable("label"))?;
    ] output.infer_storage_type(&[], &output.list_arguments())?.to_string());
    Ok(())
}

fn regression(steps: &mut Steps<'_, '_>) -> Result<()> {
    step!(steps, "rows", "1000 rows of 100 features with one entry each; the true weights are 1 to 100"; [
        let columns = (0..1000).map(|row| row * 37 % 100).collect();
        let values = (0..1000).map(|row| (row * 29 % 64 + 1) as f32 / 64.0).collect();
        let train = Array::csr(Some([1000, 100]), (0..=1000).collect(), columns, values)?;
        let target = Array::dense(&[100, 1], (1..=100).map(|weight| weight as f32).collect())?;
        let label = Context::new().run(&Dot::default(), &[&train, &target])?;
        let sum = Context::new().run(&lacuna_runtime::operator::Sum::default(), &[&label])?;
    ] format!("{train} {} {:.4}", python_shape(label.shape()),
        sum.data::<f32>().unwrap_or_default().iter().sum::<f32>()));
    step!(steps, "model", "y = x w + b as a graph, with the squared error as its loss"; [
        let x = Symbol::variable("data").with_stype(Csr);
        let w = Symbol::variable("weight").with_stype(RowSparse).with_shape(&[100, 1]);
        let y = x.dot(&w)?.add_row(&Symbol::variable("bias").with_shape(&[1]))?;
        let model = Apply::new("LinearRegressionOutput").named("lro").operand(&y).operand(
            &Symbol::variable("label")
        ).symbol()?;
    ] [model.list_arguments(), model.list_outputs().iter().map(AsRef::as_ref).collect()].concat().join(" "));
    step!(steps, "trained", "Five epochs of SGD with momentum, a row a step, and the mean squared error of each"; [
        let mut batches = MemoryBatches::new(vec![train], vec![label], 1)?;
        let bind = Bind::new(&model).request_of("data", Null).request_of("label", Null);
        let mut executor = bind.simple(&[("data", &[1, 100]), ("label", &[1, 1])])?;
        let mut weight = Array::zeros(RowSparse, &[100, 1], Dtype::F32)?;
        weight.fill(0.0)?;
        drop(executor.set("weight", weight)?);
        let mut trainer = Trainer::new(Optimizer::SgdMomentum(SgdMomentum::new(0.05, 0.9)));
        trainer.add(executor.tape(), executor.variable("weight")?)?;
        trainer.add(executor.tape(), executor.variable("bias")?)?;
    ] fit(&mut executor, &mut trainer, &mut batches, 5)?);
    Ok(())
}

/// Trains, and lists the error of each epoch, which is measured before each step.
fn fit(executor: &mut Executor, trainer: &mut Trainer, batches: &mut dyn Batches, epochs: usize) -> Result<String> {
    let mut told = String::new();
    for epoch in 0..epochs {
        let (mut batch, mut metric) = (Batch::default(), MeanSquaredError::default());
        batches.restart()?;
        while batches.next_batch(&mut batch)? {
            let (Some(data), Some(label)) = (batch.data.pop(), batch.label.pop()) else { continue };
            drop(executor.set("data", data)?);
            executor.set("label", label.clone())?;
            executor.forward(true)?;
            metric.update(&label, executor.output(0)?)?;
            executor.backward(&[])?;
            trainer.step(executor.tape_mut(), 1)?;
        }
        // As Python writes an exponent.
        let shown = format!("{:.3e}", metric.value());
        let (digits, exponent) = shown.split_once('e').unwrap_or((&shown, "0"));
        told += &format!("{epoch} {digits}e{:+03}\n", exponent.parse::<i32>()?);
    }
    Ok(told)
}

/// As Python writes a shape.
fn python_shape(shape: &[usize]) -> String {
    format!("{shape:?}").replace('[', "(").replace(']', ")")
}
