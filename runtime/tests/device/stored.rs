//! A table in the store of a network whose tape is on a device: rows go there, gradients come back.
use super::device;
use super::some::{assert_same, dense, ids, row_sparse};
use lacuna::infer::Stype;
use lacuna::optim::AdaGrad;
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::device::Device;
use lacuna_runtime::kvstore::{KvStore, RowIds};
use lacuna_runtime::layer::{Dense, Layer, Network, Sequential, SparseEmbedding};
use lacuna_runtime::optimizer::Optimizer;

/// Three workers in two contexts, against three on the host.
#[test]
fn of_workers_in_several_contexts() {
    let contexts = [device().clone(), Device::cpu(), device().clone()];
    let [found, expected] = [contexts, [(); 3].map(|()| Device::cpu())].map(|contexts| {
        let mut store = KvStore::new(Cpu { threads: 1 });
        store
            .init(
                "rows",
                dense(1, &[8, 2], Dtype::F32).tostype(Stype::RowSparse).unwrap().as_in_context(&contexts[0]).unwrap(),
            )
            .unwrap();
        store.init("bias", dense(2, &[5], Dtype::F64).as_in_context(&contexts[0]).unwrap()).unwrap();
        store.set_optimizer(Optimizer::AdaGrad(AdaGrad::new(0.5, 1e-7)));
        let moved = |array: Array, context: &Device| array.as_in_context(context).unwrap();
        let gradients: Vec<_> = (3..6)
            .zip(&contexts)
            .map(|(seed, context)| moved(row_sparse(seed, &[8, 2], Dtype::F32), context))
            .collect();
        store.push("rows", &gradients.iter().collect::<Vec<_>>()).unwrap();
        let gradients: Vec<_> =
            (6..9).zip(&contexts).map(|(seed, context)| moved(dense(seed, &[5], Dtype::F64), context)).collect();
        store.push("bias", &gradients.iter().collect::<Vec<_>>()).unwrap();
        let out = |stype, shape: &[usize], dtype| {
            contexts.each_ref().map(|context| moved(Array::zeros(stype, shape, dtype).unwrap(), context))
        };
        let (mut rows, mut bias) = (out(Stype::RowSparse, &[8, 2], Dtype::F32), out(Stype::Dense, &[5], Dtype::F64));
        let row_ids = contexts.each_ref().map(|context| moved(ids(11, 4, 8), context));
        store.row_sparse_pull("rows", &mut rows.each_mut(), &row_ids.each_ref().map(RowIds::Array)).unwrap();
        store.pull("bias", &mut bias.each_mut()).unwrap();
        for array in rows.iter().chain(&bias).zip(contexts.iter().cycle()) {
            assert_eq!(array.0.context(), *array.1);
        }
        (rows, bias, store)
    });
    for (found, expected) in found.0.iter().chain(&found.1).zip(expected.0.iter().chain(&expected.1)) {
        assert_same("what was pulled", found, expected);
    }
    for key in ["rows", "bias"] {
        assert_same(key, found.2.get(key).unwrap(), expected.2.get(key).unwrap());
    }
    assert_eq!((found.2.pushed(), found.2.pulled()), (expected.2.pushed(), expected.2.pulled()));
}

#[test]
fn of_a_table() {
    let trained = [device(), &Device::cpu()].map(|context| {
        let table = SparseEmbedding { name: "table".into(), rows: 50, units: 4 };
        let layers =
            Sequential(vec![Box::new(table), Box::new(Dense { name: "head".into(), units: 3, activation: None })]);
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
            let trainer =
                trainer.get_or_insert_with(|| network.trainer(Optimizer::AdaGrad(AdaGrad::new(0.5, 1e-7))).unwrap());
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
