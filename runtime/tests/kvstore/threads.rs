//! The same bits at any number of threads, and the bytes of pulls.
use lacuna::infer::Stype;
use lacuna::optim::{AdaGrad, Adam, Sgd, SgdMomentum};
use lacuna_models::train::{Random, Stream};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::kvstore::{KvStore, Moved, Optimizer};

const ROWS: usize = 5000;
const LENGTH: usize = 7;

fn numbers(random: &mut Random, count: usize) -> Vec<f32> {
    (0..count).map(|_| random.normal() as f32).collect()
}

fn some_rows(random: &mut Random, share: f64) -> Array {
    let ids: Vec<i64> = (0..ROWS as i64).filter(|_| random.uniform() < share).collect();
    let values = numbers(random, ids.len() * LENGTH);
    Array::row_sparse(&[ROWS, LENGTH], ids, values).unwrap()
}

/// Pushes of several workers, then all that the store holds and a pull.
fn run(optimizer: Option<Optimizer>, threads: usize) -> Vec<Array> {
    let mut random = Random::new(11, Stream::Data);
    let mut store = KvStore::new(Cpu { threads });
    let mut dense = || Array::dense(&[ROWS, LENGTH], numbers(&mut random, ROWS * LENGTH)).unwrap();
    store.init("dense", dense()).unwrap();
    let weight = dense();
    store.init("rows", weight.tostype(Stype::RowSparse).unwrap()).unwrap();
    let workers = [dense(), dense(), dense()];
    if let Some(optimizer) = optimizer {
        store.set_optimizer(optimizer);
    }
    for _ in 0..2 {
        store.push("dense", &workers.each_ref()).unwrap();
        let workers = [0.3, 0.0, 0.5, 0.01].map(|share| some_rows(&mut random, share));
        store.push("rows", &workers.each_ref()).unwrap();
    }
    let mut out = Array::zeros(Stype::RowSparse, &[ROWS, LENGTH], Dtype::F32).unwrap();
    let ids: Vec<i64> = (0..2000).map(|_| random.below(ROWS as u64) as i64).collect();
    store.row_sparse_pull("rows", &mut [&mut out], &[(&*ids).into()]).unwrap();
    let mut all = vec![out];
    for key in ["dense", "rows"] {
        all.extend(store.get(key).cloned());
        all.extend(store.states(key).map(|(_, state)| state.clone()));
    }
    all
}

#[test]
fn bits_do_not_depend_on_threads() {
    let optimizers = [
        None,
        Some(Optimizer::Sgd(Sgd { weight_decay: 0.01, ..Sgd::new(0.1) })),
        Some(Optimizer::SgdMomentum(SgdMomentum::new(0.1, 0.9))),
        Some(Optimizer::AdaGrad(AdaGrad::new(0.1, 1e-7))),
        Some(Optimizer::Adam(Adam::new(0.1, 0.9, 0.999, 1e-8))),
    ];
    for optimizer in optimizers {
        let one = run(optimizer, 1);
        for threads in [2, 3, 8] {
            let found = Cpu::pool(threads).unwrap().install(|| run(optimizer, threads));
            // No value is NaN and no zero has a sign, so that equal arrays have equal bits.
            assert_eq!(found, one, "{optimizer:?}, {threads} threads");
        }
    }
}

#[test]
fn a_pull_of_rows_moves_less() {
    let mut store = KvStore::new(Cpu { threads: 1 });
    let mut weight = Array::zeros(Stype::RowSparse, &[1000, 8], Dtype::F32).unwrap();
    weight.fill(1.0).unwrap();
    store.init("w", weight).unwrap();
    let mut rows = Array::zeros(Stype::RowSparse, &[1000, 8], Dtype::F32).unwrap();
    let moved = store.row_sparse_pull("w", &mut [&mut rows], &[(&[5, 900, 5][..]).into()]).unwrap();
    // Two rows of eight numbers with their ids, of 32,000 bytes.
    assert_eq!(moved, Moved { bytes: 2 * (8 * 4 + 8), whole: 32_000 });
    let mut outs = [
        Array::zeros(Stype::Dense, &[1000, 8], Dtype::F32).unwrap(),
        Array::zeros(Stype::Dense, &[1000, 8], Dtype::F32).unwrap(),
    ];
    let [a, b] = &mut outs;
    let all = store.pull("w", &mut [a, b]).unwrap();
    assert_eq!((all, all.share()), (Moved { bytes: 64_000, whole: 64_000 }, 1.0));
    assert_eq!(store.pulled(), Moved { bytes: 64_080, whole: 96_000 });
    let pushed = store.push("w", &[&rows, &rows]).unwrap();
    assert_eq!((pushed, store.pushed()), (Moved { bytes: 160, whole: 64_000 }, pushed));
}
