//! Whole steps of training: forward, backward, update.
use super::some::{assert_same, csr, dense, ids, there};
use super::{counted, device};
use lacuna::infer::Stype;
use lacuna::optim::{AdaGrad, Adam, Sgd, SgdMomentum, Update};
use lacuna_runtime::array::{Array, Dtype, Function};
use lacuna_runtime::autograd::{GradientRequest, Tape, Variable};
use lacuna_runtime::device::Device;
use lacuna_runtime::layer::{Dense, Layer, Network, Sequential, SparseDense};
use lacuna_runtime::optimizer::{Optimizer, Trainer};

const ROWS: usize = 6;
const FEATURES: usize = 40;
const CLASSES: usize = 3;

fn optimizers() -> [Optimizer; 5] {
    let mut sgd = Sgd::new(0.3);
    (sgd.weight_decay, sgd.clip_gradient) = (0.01, Some(0.2));
    let mut standard = SgdMomentum::new(0.2, 0.9);
    standard.update = Update::Standard;
    [
        Optimizer::Sgd(sgd),
        Optimizer::SgdMomentum(SgdMomentum::new(0.2, 0.9)),
        Optimizer::SgdMomentum(standard),
        Optimizer::AdaGrad(AdaGrad::new(0.1, 1e-7)),
        Optimizer::Adam(Adam::new(0.01, 0.9, 0.999, 1e-8)),
    ]
}

fn batch(step: u64, dtype: Dtype) -> [Array; 2] {
    [csr(step + 1, [ROWS, FEATURES], dtype), ids(step + 50, ROWS, CLASSES)]
}

/// The network of the tutorial, small, with a loss of classes.
struct Mlp {
    network: Network,
    trainer: Trainer,
    inputs: [Variable; 2],
    losses: Variable,
}

impl Mlp {
    fn new(context: &Device, gradient: Stype, optimizer: Optimizer, dtype: Dtype) -> Self {
        let activation = Some(Function::Sigmoid);
        let layers = Sequential(vec![
            Box::new(SparseDense { name: "first".into(), units: 5, gradient, activation }),
            Box::new(Dense { name: "second".into(), units: 4, activation }),
            Box::new(Dense { name: "third".into(), units: CLASSES, activation: None }),
        ]);
        let mut network = Network::new(7).with_dtype(dtype);
        network.set_context(context).unwrap();
        let inputs = batch(0, dtype).map(|array| network.tape.constant(array.as_in_context(context).unwrap()));
        let logits = layers.forward(&mut network, inputs[0]).unwrap();
        let losses = network.tape.softmax_cross_entropy(logits, inputs[1]).unwrap();
        let trainer = network.trainer(optimizer).unwrap();
        Self { network, trainer, inputs, losses }
    }

    fn step(&mut self, batch: [Array; 2]) {
        let tape = &mut self.network.tape;
        for (variable, array) in self.inputs.into_iter().zip(batch) {
            tape.set(variable, array).unwrap();
        }
        tape.replay().unwrap();
        tape.backward(self.losses).unwrap();
        self.trainer.step(tape, ROWS).unwrap();
    }
}

#[test]
fn of_a_network_on_sparse_rows() {
    for (gradient, dtype) in
        [(Stype::RowSparse, Dtype::F32), (Stype::Dense, Dtype::F32), (Stype::RowSparse, Dtype::F64)]
    {
        optimizers().into_iter().for_each(|optimizer| steps_are_the_same(optimizer, gradient, dtype, 4));
    }
}

#[test]
fn of_every_optimizer() {
    for (name, place) in Optimizer::NAMES.iter().zip(0..) {
        let mut optimizer = Optimizer::named(name, 0.1).unwrap();
        if matches!(optimizer, Optimizer::Composed(_)) {
            is_refused(optimizer);
            continue;
        }
        optimizer.set("weight_decay", 0.01).unwrap();
        let dtype = if place % 2 == 0 { Dtype::F32 } else { Dtype::F64 };
        steps_are_the_same(optimizer, Stype::RowSparse, dtype, 2);
    }
}

/// One without kernels has no step on a device, and leaves everything as it was.
fn is_refused(optimizer: Optimizer) {
    let mut mlp = Mlp::new(device(), Stype::RowSparse, optimizer, Dtype::F32);
    let (tape, trainer) = (&mut mlp.network.tape, &mut mlp.trainer);
    tape.backward(mlp.losses).unwrap();
    let refused = trainer.step(tape, ROWS).unwrap_err().to_string();
    let name = optimizer.name();
    assert_eq!(refused, format!("{name}: not for an array on ptx-vm: as_in_context gives a copy on the host"));
    assert_eq!(trainer.steps(), 0);
}

/// On the device and on the host: losses, parameters, gradients and states.
fn steps_are_the_same(optimizer: Optimizer, gradient: Stype, dtype: Dtype, steps: u64) {
    let [mut found, mut expected] =
        [device(), &Device::cpu()].map(|context| Mlp::new(context, gradient, optimizer, dtype));
    for step in 0..steps {
        let what = format!("{} with {gradient} gradients of {dtype}, step {step}", optimizer.name());
        found.step(batch(step, dtype).map(|array| there(&array)));
        expected.step(batch(step, dtype));
        assert_same(
            &what,
            found.network.tape.value(found.losses).unwrap(),
            expected.network.tape.value(expected.losses).unwrap(),
        );
        for ((name, left), (_, right)) in found.network.parameters().zip(expected.network.parameters()) {
            let [mine, other] = [(&found.network.tape, left), (&expected.network.tape, right)];
            assert_eq!(mine.0.value(left).unwrap().context(), *device());
            assert_same(&format!("{what}: {name}"), mine.0.value(left).unwrap(), other.0.value(right).unwrap());
            assert_same(
                &format!("{what}: gradient of {name}"),
                mine.0.gradient(left).unwrap(),
                other.0.gradient(right).unwrap(),
            );
        }
    }
    for (mine, other) in found.trainer.states().zip(expected.trainer.states()) {
        mine.iter().zip(other).for_each(|(mine, other)| assert_same(optimizer.name(), mine, other));
    }
}

/// A network that was recorded and trained on the host goes on there.
#[test]
fn after_a_move() {
    let optimizer = optimizers()[4];
    let [mut moved, mut stayed] = [(); 2].map(|()| Mlp::new(&Device::cpu(), Stype::RowSparse, optimizer, Dtype::F32));
    for step in 0..6 {
        match step {
            2 => {
                moved.network.set_context(device()).unwrap();
                moved.trainer.set_context(device()).unwrap();
            }
            4 => {
                moved.network.set_context(&Device::cpu()).unwrap();
                moved.trainer.set_context(&Device::cpu()).unwrap();
            }
            _ => {}
        }
        let context = moved.network.context().clone();
        moved.step(batch(step, Dtype::F32).map(|array| array.as_in_context(&context).unwrap()));
        stayed.step(batch(step, Dtype::F32));
    }
    for ((name, left), (_, right)) in moved.network.parameters().zip(stayed.network.parameters()) {
        assert_same(name, moved.network.tape.value(left).unwrap(), stayed.network.tape.value(right).unwrap());
    }
}

/// Gradients that meet, of each pair of storage types, and that are added over passes.
#[test]
fn of_sums_of_gradients() {
    let run = |context: &Device| {
        let mut tape = Tape::new();
        let [x, list, weight] = [csr(1, [5, 8], Dtype::F32), ids(2, 5, 8), dense(3, &[8, 3], Dtype::F32)]
            .map(|array| array.as_in_context(context).unwrap());
        let (x, list) = (tape.constant(x), tape.constant(list));
        let mut gradients = Vec::new();
        for (request, stype) in [
            (GradientRequest::Write, Stype::RowSparse),
            (GradientRequest::Add, Stype::Dense),
            (GradientRequest::Add, Stype::RowSparse),
        ] {
            let weight = tape.parameter(weight.clone(), request, stype).unwrap();
            let twice = tape.multiply(weight, weight).unwrap();
            let (product, rows) = (tape.dot(x, weight).unwrap(), tape.embedding(list, weight).unwrap());
            let (other, sums) = (tape.dot(x, twice).unwrap(), tape.add(product, rows).unwrap());
            let sums = tape.add(sums, other).unwrap();
            let mean = tape.mean(sums).unwrap();
            for _ in 0..2 {
                tape.backward(mean).unwrap();
            }
            gradients.push(tape.gradient(weight).unwrap().clone());
            tape.zero_gradient(weight).unwrap();
            gradients.push(tape.gradient(weight).unwrap().clone());
        }
        gradients
    };
    let (found, expected) = (run(device()), run(&Device::cpu()));
    for (place, (found, expected)) in found.iter().zip(&expected).enumerate() {
        assert_same(&place.to_string(), found, expected);
    }
}

/// Once memory for all rows of the dense gradients is there, a step copies its batch to the device, and nothing back.
#[test]
fn transfer_nothing_but_the_batch() {
    for gradient in [Stype::RowSparse, Stype::Dense] {
        let (context, counts) = counted();
        let mut mlp = Mlp::new(&context, gradient, optimizers()[4], Dtype::F32);
        let own = |step| batch(step, Dtype::F32).map(|array| array.as_in_context(&context).unwrap());
        (0..2).for_each(|step| mlp.step(own(step)));
        for step in 2..5 {
            let batch = own(step);
            let before = counts.now();
            mlp.step(batch);
            assert_eq!(counts.now(), before, "{gradient}");
        }
        // What the batch takes: its pointers, columns, values and labels, each once.
        let before = counts.now();
        let [x, labels] = batch(9, Dtype::F32);
        let bytes = x.nbytes() + labels.nbytes();
        own(9);
        let after = counts.now();
        assert_eq!(
            (after.uploads - before.uploads, after.bytes_there - before.bytes_there, after.downloads),
            (4, bytes, before.downloads)
        );
        context.finish().unwrap();
    }
}
