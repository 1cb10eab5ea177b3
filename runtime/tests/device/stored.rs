//! A table in the store of a network whose tape is on a device: rows go there, gradients come back.
use super::device;
use super::some::{assert_same, ids};
use lacuna::optim::AdaGrad;
use lacuna_runtime::array::Array;
use lacuna_runtime::device::Device;
use lacuna_runtime::layer::{Dense, Layer, Network, Sequential, SparseEmbedding};
use lacuna_runtime::optimizer::Optimizer;

#[test]
fn of_a_table() {
    let trained = [device(), &Device::cpu()].map(|context| {
        let table = SparseEmbedding { name: "table".into(), rows: 50, units: 4 };
        let layers = Sequential(vec![Box::new(table), Box::new(Dense { name: "head".into(), units: 3, activation: None })]);
        let mut network = Network::new(5);
        network.set_context(context).unwrap();
        let mut trainer = None;
        for step in 0..4 {
            network.tape.clear();
            let constant = |array: Array| array.as_in_context(context).unwrap();
            let (x, labels) = (constant(ids(step, 6, 50)), constant(ids(step + 20, 6, 3)));
            let [x, labels] = [x, labels].map(|array| network.tape.constant(array));
            let y = layers.forward(&mut network, x).unwrap();
            let losses = network.tape.softmax_cross_entropy(y, labels).unwrap();
            network.tape.backward(losses).unwrap();
            let trainer = trainer.get_or_insert_with(|| network.trainer(Optimizer::AdaGrad(AdaGrad::new(0.5, 1e-7))).unwrap());
            network.step(trainer, 6).unwrap();
        }
        network
    });
    let [found, expected] = &trained;
    assert_eq!(found.tape.value(found.named("table.weight").unwrap()).unwrap().context(), *device());
    assert_eq!(found.store().pulled(), expected.store().pulled());
    assert_eq!(found.store().pushed(), expected.store().pushed());
    assert!(found.store().get("table.weight").unwrap().context().is_cpu());
    assert_same("the table", found.store().get("table.weight").unwrap(), expected.store().get("table.weight").unwrap());
    for (name, variable) in expected.parameters() {
        let mine = found.tape.value(found.named(name).unwrap()).unwrap();
        assert_same(name, mine, expected.tape.value(variable).unwrap());
    }
}
