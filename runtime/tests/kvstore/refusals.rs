//! What is refused, with its numbers, and leaves everything as it was.
use half::f16;
use lacuna::infer::Stype;
use lacuna::optim::{Adam, Sgd};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::kvstore::{KvError, KvStore, Moved, Optimizer, RowIds};

fn dense(shape: &[usize]) -> Array {
    Array::zeros(Stype::Dense, shape, Dtype::F32).unwrap()
}

fn rows(ids: &[i64]) -> Array {
    Array::row_sparse(&[4, 2], ids.to_vec(), vec![1.0_f32; 2 * ids.len()]).unwrap()
}

/// A dense parameter `d`, a row_sparse one `r` and a csr `c`, all 4 x 2.
fn store() -> KvStore {
    let mut store = KvStore::new(Cpu { threads: 1 });
    store.init("d", dense(&[4, 2])).unwrap();
    store.init("r", rows(&[1, 3])).unwrap();
    store.init("c", Array::zeros(Stype::Csr, &[4, 2], Dtype::F32).unwrap()).unwrap();
    store
}

fn text<T: std::fmt::Debug>(result: Result<T, KvError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn pushes() {
    let mut store = store();
    let (good, csr) = (dense(&[4, 2]), Array::zeros(Stype::Csr, &[4, 2], Dtype::F32).unwrap());
    let mut one = dense(&[4, 2]);
    one.fill(1.0).unwrap();
    assert_eq!(text(store.push("x", &[&good])), "key `x` is not in the store: init it first");
    assert_eq!(text(store.push("d", &[])), "key `d`: no arrays are given");
    assert_eq!(
        text(store.push("d", &[&one, &dense(&[3, 2])])),
        "key `d`, array 1: shape [3, 2], but the parameter has [4, 2]"
    );
    let wide = one.astype(Dtype::F64).unwrap();
    assert_eq!(
        text(store.push("d", &[&one, &one, &wide])),
        "key `d`, array 2: dtype float64, but the parameter has float32"
    );
    let mixed = text(store.push("d", &[&one, &rows(&[0])]));
    assert_eq!(mixed, "key `d`, array 1: storage type row_sparse, but this push needs default");
    let refused = text(store.push("d", &[&csr]));
    assert_eq!(refused, "key `d`, array 0: storage type csr, but this push needs default or row_sparse");
    assert_eq!((store.get("d"), store.pushed()), (Some(&good), Moved::default()));
}

#[test]
fn pulls() {
    let mut store = store();
    let mut out = dense(&[4, 2]);
    let ids = [0, 1];
    let ids = [RowIds::from(&ids[..])];
    assert_eq!(text(store.pull("x", &mut [&mut out])), "key `x` is not in the store: init it first");
    assert_eq!(text(store.pull("d", &mut [])), "key `d`: no arrays are given");
    assert_eq!(
        text(store.pull("d", &mut [&mut rows(&[])])),
        "key `d`, array 0: storage type row_sparse, but pull needs default"
    );
    assert_eq!(
        text(store.pull("d", &mut [&mut dense(&[2])])),
        "key `d`, array 0: shape [2], but the parameter has [4, 2]"
    );
    let of_rows = text(store.row_sparse_pull("d", &mut [&mut rows(&[])], &ids));
    assert_eq!(of_rows, "key `d` is default: rows are pulled of a row_sparse parameter");
    let into_dense = text(store.row_sparse_pull("r", &mut [&mut out], &ids));
    assert_eq!(into_dense, "key `r`, array 0: storage type default, but row_sparse_pull needs row_sparse");
    let mut outs = [rows(&[0]), rows(&[1]), rows(&[2])];
    let [a, b, c] = &mut outs;
    let lists = text(store.row_sparse_pull("r", &mut [a, b, c], &[ids[0], ids[0]]));
    assert_eq!(lists, "key `r`: 2 lists of row ids for 3 outputs");
    assert_eq!(text(store.row_sparse_pull("r", &mut [a], &[])), "key `r`: 0 lists of row ids for 1 outputs");

    // One bad list among good ones: no output is written.
    for (bad, id) in [([3, 4], 4), ([0, -1], -1)] {
        let refused = text(store.row_sparse_pull("r", &mut [a, b], &[ids[0], (&bad[..]).into()]));
        assert_eq!(refused, format!("key `r`, row id 1: row {id} is out of range: there are 4 rows"));
    }
    let fraction = Array::dense(&[2], vec![1.0_f32, 1.5]).unwrap();
    assert_eq!(
        text(store.row_sparse_pull("r", &mut [a], &[(&fraction).into()])),
        "key `r`, row id 1: 1.5 is not a whole number"
    );
    for wild in [f64::NAN, f64::INFINITY, 1e300] {
        let ids = Array::dense(&[1], vec![wild]).unwrap();
        assert!(matches!(
            store.row_sparse_pull("r", &mut [a], &[(&ids).into()]),
            Err(KvError::RowNumber { place: 0, .. })
        ));
    }
    assert_eq!(
        text(store.row_sparse_pull("r", &mut [a], &[(&rows(&[1])).into()])),
        "key `r`: row ids are dense, not row_sparse"
    );
    assert_eq!((outs, store.pulled()), ([rows(&[0]), rows(&[1]), rows(&[2])], Moved::default()));
}

#[test]
fn updates() {
    let mut store = store();
    store.set_optimizer(Optimizer::Adam(Adam::new(0.1, 0.9, 0.999, 1e-8)));
    // Row 0 is not there to be written.
    assert!(matches!(store.push("r", &[&rows(&[0, 1])]), Err(KvError::Array(_))));
    assert_eq!((store.get("r"), store.states("r").count(), store.steps("r")), (Some(&rows(&[1, 3])), 0, 0));
    assert!(matches!(store.push("c", &[&rows(&[0])]), Err(KvError::Array(_))));
    store.push("r", &[&rows(&[1])]).unwrap();
    assert_eq!((store.states("r").count(), store.steps("r")), (2, 1));
    let before = store.get("r").cloned();
    assert!(matches!(store.push("r", &[&rows(&[2])]), Err(KvError::Array(_))));
    assert_eq!((store.get("r"), store.steps("r")), (before.as_ref(), 1));
    // Another optimizer knows nothing of these states.
    store.set_optimizer(Optimizer::Sgd(Sgd { clip_gradient: Some(-1.0), ..Sgd::new(0.1) }));
    assert_eq!((store.states("r").count(), store.steps("r")), (0, 0));
    assert!(matches!(store.push("r", &[&rows(&[1])]), Err(KvError::Array(_))));

    store.set_updater(|_, _, parameter| {
        *parameter = Array::zeros(Stype::Dense, &[1], Dtype::F32)?;
        Ok(())
    });
    assert_eq!(text(store.push("r", &[&rows(&[1])])), "key `r`, array 0: shape [1], but the parameter has [4, 2]");
    store.set_updater(|_, _, parameter| {
        parameter.fill(9.0)?;
        Err("no more".into())
    });
    assert_eq!(text(store.push("r", &[&rows(&[1])])), "key `r`: the updater fails: no more");
    assert_eq!(store.get("r"), before.as_ref());
}

#[test]
fn dtypes_that_are_only_moved() {
    let mut store = KvStore::new(Cpu { threads: 1 });
    let rows = |number: f32| Array::row_sparse(&[4, 1], vec![1, 2], vec![f16::from_f32(number); 2]).unwrap();
    store.init("h", rows(1.0)).unwrap();
    store.push("h", &[&rows(2.0)]).unwrap();
    let mut out = Array::zeros(Stype::RowSparse, &[4, 1], Dtype::F16).unwrap();
    store.row_sparse_pull("h", &mut [&mut out], &[(&[2, 3][..]).into()]).unwrap();
    assert_eq!((out.indices(), out.data()), (Some(&[2, 3][..]), Some(&[f16::from_f32(2.0), f16::from_f32(0.0)][..])));
    let refused = "key `h`: sums and updates are of float32 and float64, not of float16; set_multi_precision gives the \
                   weight a master copy";
    assert_eq!(text(store.push("h", &[&rows(1.0), &rows(1.0)])), refused);
    store.set_optimizer(Optimizer::Sgd(Sgd::new(0.1)));
    assert_eq!(text(store.push("h", &[&rows(1.0)])), refused);
    assert_eq!(store.get("h"), Some(&rows(2.0)));
}
