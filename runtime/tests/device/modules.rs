//! Graphs and modules that compute on a device: their parameters are in a store on the host.
use super::device;
use super::some::{assert_same, csr, ids};
use lacuna::infer::Stype;
use lacuna::optim::{AdaGrad, Adam, SgdMomentum};
use lacuna_models::metric::LogLoss;
use lacuna_models::module::{BindOptions, Fit, Module};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::autograd::GradientRequest;
use lacuna_runtime::data::{Batch, Batches, MemoryBatches};
use lacuna_runtime::device::Device;
use lacuna_runtime::initializer::Initializer;
use lacuna_runtime::operator::Context;
use lacuna_runtime::optimizer::Optimizer;
use lacuna_runtime::symbol::{Apply, Bind, Symbol};

const FEATURES: usize = 40;

fn graph() -> Symbol {
    let weight = Symbol::variable("weight").with_stype(Stype::RowSparse).with_shape(&[FEATURES, 3]);
    let bias = Symbol::variable("bias").with_shape(&[3]);
    let product = Symbol::variable("data").with_stype(Stype::Csr).dot(&weight).unwrap();
    let logits = Symbol::apply("broadcast_add", &[&product, &bias], &[]).unwrap();
    Apply::new("SoftmaxOutput").named("softmax").operand(&logits).symbol().unwrap()
}

/// Eleven rows in batches of four: the last one is filled.
fn batches() -> MemoryBatches {
    MemoryBatches::new(vec![csr(3, [11, FEATURES], Dtype::F32)], vec![ids(4, 11, 3)], 4).unwrap()
}

fn module(context: &Device, optimizer: Optimizer) -> Module {
    let mut batch = Batch::default();
    batches().next_batch(&mut batch).unwrap();
    let mut module = Module::bind(&graph(), &["data"], &["softmax_label"], &batch, Context::new()).unwrap();
    module.set_context(context).unwrap();
    module.init_params(Initializer::Normal { sigma: 0.5 }, 1).unwrap();
    module.init_optimizer(optimizer);
    module
}

fn row_ids(batch: &Batch) -> Vec<(String, Vec<i64>)> {
    vec![("weight".to_owned(), batch.data[0].indices().unwrap_or_default().to_vec())]
}

fn compare(what: &str, found: &Module, expected: &Module) {
    assert_eq!(found.params().count(), 2, "{what}");
    for ((name, mine), (_, other)) in found.params().zip(expected.params()) {
        assert!(mine.context().is_cpu());
        assert_same(&format!("{what}, {name}"), mine, other);
    }
    assert_eq!(found.pulled(), expected.pulled(), "{what}");
}

#[test]
fn in_epochs() {
    let folder = tempfile::tempdir().unwrap();
    for optimizer in [
        Optimizer::SgdMomentum(SgdMomentum::new(0.1, 0.9)),
        Optimizer::AdaGrad(AdaGrad::new(0.3, 1e-7)),
        Optimizer::Adam(Adam::new(0.05, 0.9, 0.999, 1e-8)),
    ] {
        let [mut found, mut expected] = [device(), &Device::cpu()].map(|context| module(context, optimizer));
        let fitted = [&mut found, &mut expected].map(|module| {
            let mut fit = Fit::new(2);
            fit.row_ids = Some(&row_ids);
            let epochs = module.fit(&mut batches(), &mut LogLoss::default(), fit).unwrap();
            epochs.iter().map(|end| (end.metric.to_bits(), end.pulled)).collect::<Vec<_>>()
        });
        assert_eq!(fitted[0], fitted[1], "{}", optimizer.name());
        compare(optimizer.name(), &found, &expected);
        assert_eq!(found.argument("weight").unwrap().context(), *device());
        let predicted =
            [&mut found, &mut expected].map(|module| module.predict(&mut batches(), Some(&row_ids)).unwrap());
        assert_eq!(predicted[0].shape(), [11, 3]);
        assert_same("predictions", &predicted[0], &predicted[1]);

        // What was saved in one context goes on in the other.
        let prefix = folder.path().join(optimizer.name());
        found.save_checkpoint(&prefix, 2, true).unwrap();
        let mut resumed = module(&Device::cpu(), optimizer);
        resumed.load_states(&prefix, 2).unwrap();
        for module in [&mut resumed, &mut found] {
            module.fit(&mut batches(), &mut LogLoss::default(), Fit::new(1)).unwrap();
        }
        for ((name, mine), (_, other)) in found.params().zip(resumed.params()) {
            assert_same(name, mine, other);
        }
    }
}

/// A slice of each batch on the host and one on a device: the bits of two slices on the host.
#[test]
fn on_two_contexts() {
    let fitted = |contexts: Vec<Device>| {
        let mut options = BindOptions::default();
        options.contexts = contexts;
        let (mut batches, mut batch) = (batches(), Batch::default());
        batches.next_batch(&mut batch).unwrap();
        let names = (&["data"], &["softmax_label"]);
        let mut module = Module::bind_with(&graph(), names.0, names.1, &batch, Context::new(), options).unwrap();
        module.init_params(Initializer::Normal { sigma: 0.5 }, 1).unwrap();
        module.init_optimizer(Optimizer::Adam(Adam::new(0.05, 0.9, 0.999, 1e-8)));
        batches.restart().unwrap();
        let mut fit = Fit::new(2);
        fit.row_ids = Some(&row_ids);
        module.fit(&mut batches, &mut LogLoss::default(), fit).unwrap();
        (module.predict(&mut batches, None).unwrap(), module)
    };
    let (found, mine) = fitted(vec![Device::cpu(), device().clone()]);
    let (expected, other) = fitted(vec![Device::cpu(); 2]);
    assert_same("predictions", &found, &expected);
    compare("two contexts", &mine, &other);
    assert_eq!(mine.gradients("bias").unwrap()[1].context(), *device());
}

#[test]
fn labels_that_a_device_does_not_take() {
    let mut batch = Batch {
        data: vec![csr(3, [2, FEATURES], Dtype::F32)],
        label: vec![Array::dense(&[2], vec![1.0_f32, 0.0]).unwrap()],
        pad: 0,
    };
    let mut module = Module::bind(&graph(), &["data"], &["softmax_label"], &batch, Context::new()).unwrap();
    module.set_context(device()).unwrap();
    module.init_params(Initializer::Zero, 1).unwrap();
    module.forward(&batch, true).unwrap();
    let error = module.backward().unwrap_err().to_string();
    assert!(error.contains("operand 1 is float32, but int64 is needed"), "{error}");
    // There, or moved: a batch may be anywhere.
    module.set_context(&Device::cpu()).unwrap();
    batch.data[0] = batch.data[0].as_in_context(device()).unwrap();
    module.forward(&batch, true).unwrap();
    assert_eq!(module.output(0).unwrap().shape(), [2, 3]);
}

#[test]
fn of_a_graph() {
    let shapes: [(&str, &[usize]); 2] = [("data", &[5, FEATURES]), ("softmax_label", &[5])];
    let [found, expected] = [device(), &Device::cpu()].map(|context| {
        let graph = graph();
        let bind = Bind::new(&graph)
            .request_of("data", GradientRequest::Null)
            .request_of("softmax_label", GradientRequest::Null);
        let mut executor = bind.stype("data", Stype::Csr).dtype("softmax_label", Dtype::I64).simple(&shapes).unwrap();
        executor.set_context(context).unwrap();
        for (name, array) in [
            ("data", csr(6, [5, FEATURES], Dtype::F32)),
            ("softmax_label", ids(7, 5, 3)),
            ("weight", super::some::dense(8, &[FEATURES, 3], Dtype::F32).tostype(Stype::RowSparse).unwrap()),
        ] {
            executor.set(name, array.as_in_context(context).unwrap()).unwrap();
        }
        for _ in 0..2 {
            executor.forward(true).unwrap();
            executor.backward(&[]).unwrap();
        }
        executor
    });
    assert_eq!(found.output(0).unwrap().context(), *device());
    assert_same("output", found.output(0).unwrap(), expected.output(0).unwrap());
    for name in ["weight", "bias"] {
        assert_same(name, found.gradient(name).unwrap(), expected.gradient(name).unwrap());
    }
}
