//! A module that goes on from a checkpoint, on any number of threads, has the bits of one that was never interrupted.
use super::known::{Known, graph, known, rows};
use lacuna::optim::Adam;
use lacuna_models::metric::LogLoss;
use lacuna_models::module::{EpochEnd, Fit, Module, load_checkpoint};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::Array;
use lacuna_runtime::data::MemoryBatches;
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::operator::Context;
use lacuna_runtime::optimizer::Optimizer;
use std::ops::ControlFlow;
use std::path::Path;

fn batches(known: &Known) -> MemoryBatches {
    let [data, label] = known.arrays();
    MemoryBatches::new(vec![data], vec![label], 8).unwrap().shuffled(5)
}

fn started(known: &Known, threads: usize) -> Module {
    let context = Context::with_threads(threads);
    let mut module = Module::bind(&graph(), &["data"], &["softmax_label"], &known.batch(0), context).unwrap();
    module.init_params(Initializer::Normal { sigma: 0.1 }, 3).unwrap();
    module.init_optimizer(Optimizer::Adam(Adam::new(0.05, 0.9, 0.999, 1e-8)));
    module
}

fn params(module: &Module) -> Vec<(String, Array)> {
    module.params().map(|(name, array)| (name.to_owned(), array.clone())).collect()
}

fn fitted(known: &Known, module: &mut Module, from: usize, to: usize, prefix: &Path) -> Vec<f64> {
    let (mut train, mut eval) = (batches(known), batches(known));
    let mut save = |module: &Module, end: &EpochEnd| {
        module.save_checkpoint(prefix, end.epoch + 1, true)?;
        Ok(ControlFlow::Continue(()))
    };
    let mut fit = Fit::new(to);
    fit.begin = from;
    fit.row_ids = Some(&rows);
    fit.eval = Some(&mut eval);
    fit.on_epoch = Some(&mut save);
    let epochs = module.fit(&mut train, &mut LogLoss::default(), fit).unwrap();
    assert!(epochs.iter().all(|end| end.eval.unwrap() < end.metric));
    epochs.iter().map(|end| end.metric).collect()
}

#[test]
fn with_the_same_bits() {
    let (known, folder) = (known(), tempfile::tempdir().unwrap());
    let prefix = folder.path().join("model");
    let mut whole = started(&known, 1);
    let losses = fitted(&known, &mut whole, 0, 4, &prefix);
    for threads in [1, 2, 7] {
        let other = folder.path().join("other");
        let (found, found_params) = Cpu::pool(threads).unwrap().install(|| {
            let mut module = started(&known, threads);
            (fitted(&known, &mut module, 0, 4, &other), params(&module))
        });
        assert_eq!((&found, &found_params), (&losses, &params(&whole)));
        for epoch in 1..4 {
            let (_, values) = load_checkpoint(&prefix, epoch).unwrap();
            let mut module = started(&known, 1);
            module.load_states(&prefix, epoch).unwrap();
            assert_eq!(params(&module), values);
            assert_eq!(fitted(&known, &mut module, epoch, 4, &other), losses[epoch..]);
            assert_eq!(params(&module), params(&whole));
        }
    }
    // A break ends the run behind its epoch.
    let mut stop = |_: &Module, _: &EpochEnd| Ok(ControlFlow::Break(()));
    let mut fit = Fit::new(9);
    fit.on_epoch = Some(&mut stop);
    assert_eq!(whole.fit(&mut batches(&known), &mut LogLoss::default(), fit).unwrap().len(), 1);
}

#[test]
fn rows_that_only_fill_a_batch_do_not_count() {
    let (known, [data, label]) = (known(), known().arrays());
    let mut module = started(&known, 1);
    let part = |rows| [&data, &label].map(|array| array.slice_rows(None, Some(rows)).unwrap());
    let [all, all_labels] = part(16);
    let whole = module.predict(&mut MemoryBatches::new(vec![all], vec![all_labels], 8).unwrap(), None).unwrap();
    let [some, labels] = part(11);
    let mut filled = MemoryBatches::new(vec![some], vec![labels.clone()], 8).unwrap();
    let output = module.predict(&mut filled, Some(&rows)).unwrap();
    assert_eq!(output, whole.slice_rows(None, Some(11)).unwrap());
    let mut loss = LogLoss::default();
    module.score(&mut filled, &mut loss, Some(&rows)).unwrap();
    assert_eq!(loss.rows, 11);
}
