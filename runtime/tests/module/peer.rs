//! The same rows pulled, metrics, outputs and weights as MXNet's, and its checkpoint.
use super::known::{FEATURES, Told, folder, graph, known, module, rows};
use lacuna::infer::Stype;
use lacuna::optim::{AdaGrad, Adam, Sgd};
use lacuna_models::metric::{Accuracy, LogLoss, Metric};
use lacuna_models::module::{Fit, Module, load_checkpoint};
use lacuna_runtime::array::Array;
use lacuna_runtime::data::{Batch, MemoryBatches};
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::operator::Context;
use lacuna_runtime::optimizer::Optimizer;

/// Fifteen steps in float32, whose sums have another order.
const TOLERANCE: f32 = 4e-6;

fn compare(what: &str, expected: &Told, found: &Array) {
    let found = found.tostype(Stype::Dense).unwrap();
    let found = found.data::<f32>().unwrap();
    assert_eq!(found.len(), expected.data.len(), "{what}");
    for (place, (found, expected)) in found.iter().zip(&expected.data).enumerate() {
        assert!(
            (found - expected).abs() <= TOLERANCE * expected.abs().max(1.0),
            "{what}, element {place}: {found}, not {expected}"
        );
    }
}

const OPTIMIZERS: [Optimizer; 3] = [
    Optimizer::Sgd(Sgd::new(0.5)),
    Optimizer::AdaGrad(AdaGrad::new(0.3, 1e-7)),
    Optimizer::Adam(Adam::new(0.05, 0.9, 0.999, 1e-8)),
];

#[test]
fn step_by_step() {
    let known = known();
    for optimizer in OPTIMIZERS {
        let fitted = &known.fits[optimizer.name()];
        let mut module = module(&known);
        module.set_params(known.first()).unwrap();
        module.init_optimizer(optimizer);
        let (mut loss, mut accuracy, mut steps) = (LogLoss::default(), Accuracy::default(), fitted.steps.iter());
        for [expected_loss, expected_accuracy] in &fitted.epochs {
            loss.reset();
            accuracy.reset();
            for number in 0..5 {
                let batch = known.batch(number);
                let (moved, step) = (module.prepare(&rows(&batch)).unwrap(), steps.next().unwrap());
                let held = module.argument("weight").unwrap();
                assert_eq!(held.indices(), step.pulled.indices.as_deref());
                assert_eq!(moved.bytes, held.nbytes() as u64);
                assert_eq!(moved.whole, 4 * 2 * FEATURES as u64);
                let stored = Array::dense(&[held.nnz()], held.data::<f32>().unwrap().to_vec()).unwrap();
                compare("pulled rows", &step.pulled, &stored);
                module.forward(&batch, true).unwrap();
                module.backward().unwrap();
                module.update().unwrap();
                for metric in [&mut loss as &mut dyn Metric, &mut accuracy] {
                    metric.update(&batch.label[0], module.output(0).unwrap()).unwrap();
                }
            }
            assert!((loss.value() - expected_loss).abs() <= 4e-6 * expected_loss, "{} {expected_loss}", loss.value());
            assert_eq!(accuracy.value(), *expected_accuracy);
        }
        let batch = known.batch(5);
        module.prepare(&rows(&batch)).unwrap();
        module.forward(&batch, false).unwrap();
        compare("output", &fitted.output, module.output(0).unwrap());
        for (name, value) in module.params() {
            compare(name, &fitted.last[name], value);
        }
    }
}

#[test]
fn in_epochs() {
    let known = known();
    let [data, label] = known.arrays();
    for optimizer in OPTIMIZERS {
        let fitted = &known.fits[optimizer.name()];
        let mut pulls = Vec::new();
        // Rows of the batches, or all of them: the same bits, other pulls.
        let by_rows = [Some(&rows as &dyn Fn(&Batch) -> Vec<(String, Vec<i64>)>), None].map(|row_ids| {
            let mut module = module(&known);
            module.set_params(known.first()).unwrap();
            module.init_optimizer(optimizer);
            let mut batches = MemoryBatches::new(vec![data.clone()], vec![label.clone()], 8).unwrap();
            let mut told = Vec::new();
            let mut on_batch = |epoch, batch, loss| told.push((epoch, batch, loss));
            let mut fit = Fit::new(3);
            fit.row_ids = row_ids;
            fit.on_batch = Some(&mut on_batch);
            let epochs = module.fit(&mut batches, &mut LogLoss::default(), fit).unwrap();
            for (epoch, [expected, _]) in epochs.iter().zip(&fitted.epochs) {
                assert!((epoch.metric - expected).abs() <= 4e-6 * expected, "{epoch:?} {expected}");
            }
            assert_eq!((told.len(), told[14]), (15, (2, 4, epochs[2].metric)));
            pulls.push(epochs[1].pulled);
            for (name, value) in module.params() {
                compare(name, &fitted.last[name], value);
            }
            let held = known.batch(5);
            let mut held = MemoryBatches::new(held.data, held.label, 8).unwrap();
            let output = module.predict(&mut held, row_ids).unwrap();
            compare("output", &fitted.output, &output);
            let score = module.score(&mut held, &mut Accuracy::default(), row_ids).unwrap();
            (output, module.params().map(|(name, array)| (name.to_owned(), array.clone())).collect::<Vec<_>>(), score)
        });
        assert_eq!(by_rows[0], by_rows[1]);
        // The bias is pulled in each step, and of the weight the rows that MXNet pulled, with their numbers, or all.
        let distinct: usize = fitted.steps[5..10].iter().map(|step| step.pulled.indices.as_ref().unwrap().len()).sum();
        assert_eq!(pulls[0].bytes, (5 * 2 * 4 + distinct * (8 + 2 * 4)) as u64);
        assert_eq!(pulls[1].bytes, (5 * (2 * 4 + FEATURES * (8 + 2 * 4))) as u64);
        assert_eq!(pulls[0].whole, pulls[1].whole);
    }
}

#[test]
fn its_checkpoint() {
    let known = known();
    let (symbol, params) = load_checkpoint(folder().join("peer"), 3).unwrap();
    assert_eq!(symbol.list_arguments(), graph().list_arguments());
    let mut module = Module::bind(&symbol, &["data"], &["softmax_label"], &known.batch(0), Context::new()).unwrap();
    module.set_params(params).unwrap();
    module.forward(&known.batch(5), false).unwrap();
    compare("output", &known.fits["adagrad"].output, module.output(0).unwrap());
    // Written here, the parameters are the same bytes.
    let own = tempfile::tempdir().unwrap();
    module.save_checkpoint(own.path().join("own"), 3, false).unwrap();
    let read = |path: std::path::PathBuf| std::fs::read(path).unwrap();
    assert_eq!(read(own.path().join("own-0003.params")), read(folder().join("peer-0003.params")));
    let (again, _) = load_checkpoint(own.path().join("own"), 3).unwrap();
    assert_eq!(again.to_json(), symbol.to_json());
}

#[test]
fn first_values() {
    let known = known();
    let values = |seed| {
        let mut module = module(&known);
        module.init_params(Initializer::Normal { sigma: 0.01 }, seed).unwrap();
        module.params().map(|(name, array)| (name.to_owned(), array.clone())).collect::<Vec<_>>()
    };
    let first = values(1);
    assert_eq!(first, values(1));
    assert_ne!(first, values(2));
    assert_eq!((&*first[0].0, first[0].1.indices().unwrap().len()), ("weight", FEATURES));
    assert_eq!((&*first[1].0, first[1].1.data::<f32>()), ("bias", Some(&[0.0, 0.0][..])));
}
