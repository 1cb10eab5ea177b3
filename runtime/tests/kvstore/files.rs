//! A store that was saved goes on with the bits of one that was not.
use lacuna::infer::Stype;
use lacuna::optim::{Adam, Sgd, SgdMomentum};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::file::{Format, save};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::kvstore::{KvError, KvStore, Optimizer};

const ADAM: Optimizer = Optimizer::Adam(Adam::new(0.1, 0.9, 0.99, 1e-8));

fn rows(ids: &[i64], first: f32) -> Array {
    let values = (0..ids.len() * 2).map(|k| first + k as f32 / 8.0).collect();
    Array::row_sparse(&[6, 2], ids.to_vec(), values).unwrap()
}

fn step(store: &mut KvStore, k: f32) {
    store.push("an/embedding", &[&rows(&[0, 4], k), &rows(&[4, 5], -1.0)]).unwrap();
    store.push("bias", &[&Array::dense(&[3], vec![k, 1.0, -1.0]).unwrap()]).unwrap();
}

fn started() -> KvStore {
    let mut store = KvStore::new(Cpu { threads: 1 });
    store.set_optimizer(ADAM);
    store.init("an/embedding", rows(&[0, 1, 2, 3, 4, 5], 0.5)).unwrap();
    store.init("bias", Array::dense(&[3], vec![0.0_f32; 3]).unwrap()).unwrap();
    store.init("untouched", Array::dense(&[1], vec![7_i64]).unwrap()).unwrap();
    step(&mut store, 1.0);
    step(&mut store, 2.0);
    store
}

fn everything(store: &KvStore) -> Vec<(String, u64, Vec<Array>)> {
    let of = |key: &str| {
        (
            key.to_owned(),
            store.steps(key),
            store.get(key).into_iter().chain(store.states(key).map(|(_, state)| state)).cloned().collect(),
        )
    };
    store.keys().map(of).collect()
}

#[test]
fn a_saved_store_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["first", "second"].map(|name| folder.path().join(name).with_extension("safetensors"));
    let mut store = started();
    store.save(&first).unwrap();
    let mut other = KvStore::new(Cpu { threads: 2 });
    other.init("gone", Array::dense(&[1], vec![0.0_f32]).unwrap()).unwrap();
    other.set_optimizer(ADAM);
    other.load(&first).unwrap();
    assert_eq!(everything(&other), everything(&store));
    other.save(&second).unwrap();
    assert_eq!(std::fs::read(&first).unwrap(), std::fs::read(&second).unwrap());
    step(&mut store, 3.0);
    step(&mut other, 3.0);
    assert_eq!(everything(&other), everything(&store));
    assert_eq!((store.steps("bias"), store.steps("untouched")), (3, 0));
}

#[test]
fn what_does_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.safetensors");
    started().save(&path).unwrap();
    let mut store = KvStore::new(Cpu { threads: 1 });
    store.init("kept", Array::dense(&[1], vec![0.0_f32]).unwrap()).unwrap();
    let mut refused = |optimizer: Option<Optimizer>| {
        optimizer.into_iter().for_each(|optimizer| store.set_optimizer(optimizer));
        let error = store.load(&path).unwrap_err();
        assert!(store.keys().eq(["kept"]));
        error.to_string()
    };
    assert_eq!(refused(None), "`mean/an/embedding` in the file: a store without an optimizer has no such state");
    assert_eq!(refused(Some(Optimizer::Sgd(Sgd::new(0.1)))), "`mean/an/embedding` in the file: sgd has no such state");
    let momentum = Optimizer::SgdMomentum(SgdMomentum::new(0.1, 0.9));
    assert_eq!(refused(Some(momentum)), "key `an/embedding` in the file: 0 of 1 states, and 2 updates");

    let one = |name: &str, array: Array| (name.to_owned(), array);
    let (weight, other) =
        (Array::zeros(Stype::Dense, &[2], Dtype::F32).unwrap(), Array::zeros(Stype::Dense, &[3], Dtype::F32).unwrap());
    let steps = |number: i64| one("steps/w", Array::dense(&[1], vec![number]).unwrap());
    let of = |arrays: &[(String, Array)]| {
        save(&path, Format::Safetensors, arrays).unwrap();
        let mut store = KvStore::new(Cpu { threads: 1 });
        store.set_optimizer(momentum);
        store.load(&path).map_err(|error| error.to_string())
    };
    let weight = one("weight/w", weight);
    assert_eq!(of(std::slice::from_ref(&weight)), Ok(()));
    let small = [weight.clone(), one("momentum/w", other), steps(1)];
    assert_eq!(of(&small), Err("key `w`, array 0: shape [3], but the parameter has [2]".to_owned()));
    assert_eq!(of(&[weight.clone(), steps(-1)]), Err("key `w` in the file: not a number of updates".to_owned()));
    assert_eq!(of(&[weight.clone(), steps(4)]), Err("key `w` in the file: 0 of 1 states, and 4 updates".to_owned()));
    let alone = one("momentum/w", weight.1.clone());
    assert_eq!(
        of(&[weight.clone(), alone.clone()]),
        Err("key `w` in the file: 1 of 0 states, and 0 updates".to_owned())
    );
    assert_eq!(of(&[alone]), Err("`momentum/w` in the file: sgd_momentum has no such state".to_owned()));
    assert!(matches!(store.load(folder.path().join("none")), Err(KvError::File(_))));
}
