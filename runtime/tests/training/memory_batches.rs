use super::{expected, floats, list, size};
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, ArrayError, Dtype};
use lacuna_runtime::data::{Batch, Batches, DataError, LastBatch, MemoryBatches};

/// The first numbers of the rows of all batches of an epoch, and how many rows are padding.
pub fn epoch(batches: &mut impl Batches) -> Vec<(Vec<f32>, usize)> {
    let (mut batch, mut seen) = (Batch::default(), Vec::new());
    while batches.next_batch(&mut batch).unwrap() {
        seen.push((batch.label[0].data::<f32>().unwrap().to_vec(), batch.pad));
    }
    assert!(!batches.next_batch(&mut batch).unwrap());
    seen
}

/// Rows of `columns` numbers each, counted through, and labels from 100 on.
fn arrays(rows: usize, columns: usize, stype: Stype) -> (Array, Array) {
    let data = (0..rows * columns).map(|k| k as f32).collect();
    let label = (0..rows).map(|k| k as f32 + 100.0).collect();
    (Array::dense(&[rows, columns], data).unwrap().tostype(stype).unwrap(), Array::dense(&[rows], label).unwrap())
}

fn rule(name: &str) -> LastBatch {
    match name {
        "pad" => LastBatch::Pad,
        "discard" => LastBatch::Discard,
        _ => LastBatch::RollOver,
    }
}

#[test]
fn batches_are_the_peers() {
    let cases = expected("ndarray_iter");
    assert_eq!(list(&cases).len(), 24);
    for case in list(&cases) {
        let of = |name: &str| size(&case[name]);
        let last = rule(case["last"].as_str().unwrap());
        for stype in [Stype::Dense, Stype::Csr] {
            let (data, label) = arrays(of("rows"), of("columns"), stype);
            let mut batches = MemoryBatches::new(vec![data], vec![label], of("batch_size")).unwrap().with_last(last);
            let mut batch = Batch::default();
            for epoch in list(&case["epochs"]) {
                for expected in list(epoch) {
                    assert!(batches.next_batch(&mut batch).unwrap());
                    assert_eq!(batch.data[0].stype(), stype);
                    let dense = batch.data[0].tostype(Stype::Dense).unwrap();
                    assert_eq!(dense.data::<f32>().unwrap(), floats(&expected["data"]));
                    assert_eq!(batch.label[0].data::<f32>().unwrap(), floats(&expected["label"]));
                    // Where rows have rolled over, MXNet counts those.
                    let pad = if last == LastBatch::RollOver { 0 } else { size(&expected["pad"]) };
                    assert_eq!(batch.pad, pad);
                }
                let before = batch.clone();
                assert!(!batches.next_batch(&mut batch).unwrap());
                assert_eq!(batch, before);
                batches.reset().unwrap();
            }
        }
    }
}

#[test]
fn a_shuffled_epoch_has_every_row_and_is_the_same_again() {
    let new = |seed| {
        let (data, label) = arrays(101, 2, Stype::Csr);
        MemoryBatches::new(vec![data], vec![label], 10).unwrap().shuffled(seed)
    };
    let (mut once, mut again, mut other) = (new(5), new(5), new(6));
    let mut orders = Vec::new();
    for _ in 0..3 {
        let order = epoch(&mut once);
        assert_eq!(order, epoch(&mut again));
        assert_ne!(order, epoch(&mut other));
        let rows: Vec<f32> = order.iter().flat_map(|(labels, pad)| labels[..10 - pad].to_vec()).collect();
        assert!(rows.windows(2).any(|pair| pair[0] > pair[1]));
        let mut sorted = rows.clone();
        sorted.sort_by(f32::total_cmp);
        assert!(sorted.iter().copied().eq((0..101).map(|k| k as f32 + 100.0)));
        assert!(!orders.contains(&rows));
        orders.push(rows);
        [&mut once, &mut again, &mut other].into_iter().for_each(|batches| batches.reset().unwrap());
    }
    // The order of an epoch, whatever was read of those before.
    let mut skipping = new(5);
    for _ in 0..2 {
        skipping.next_batch(&mut Batch::default()).unwrap();
        skipping.reset().unwrap();
    }
    let rows: Vec<f32> = epoch(&mut skipping).iter().flat_map(|(labels, pad)| labels[..10 - pad].to_vec()).collect();
    assert_eq!(rows, orders[2]);
    // Data and labels stay together.
    let mut batch = Batch::default();
    new(5).next_batch(&mut batch).unwrap();
    let dense = batch.data[0].tostype(Stype::Dense).unwrap();
    let labels = batch.label[0].data::<f32>().unwrap();
    assert!(
        dense
            .data::<f32>()
            .unwrap()
            .iter()
            .step_by(2)
            .zip(labels)
            .all(|(first, label)| *first == (label - 100.0) * 2.0)
    );
}

#[test]
fn a_reset_in_an_epoch_goes_back_to_the_first_row() {
    let (data, label) = arrays(7, 1, Stype::Dense);
    let mut batches = MemoryBatches::new(vec![data], vec![label], 3).unwrap().with_last(LastBatch::RollOver);
    assert_eq!(epoch(&mut batches).len(), 2);
    batches.reset().unwrap();
    // Row 6 rolls over, and is forgotten.
    let mut batch = Batch::default();
    batches.next_batch(&mut batch).unwrap();
    assert_eq!(batch.label[0].data::<f32>(), Some(&[106.0, 100.0, 101.0][..]));
    batches.reset().unwrap();
    assert_eq!(epoch(&mut batches), [(vec![100.0, 101.0, 102.0], 0), (vec![103.0, 104.0, 105.0], 0)]);
    batches.restart().unwrap();
    assert_eq!(epoch(&mut batches).len(), 2);
}

#[test]
fn several_inputs_of_any_dtype_share_their_memory_with_later_batches() {
    let ids = Array::dense(&[6, 2, 2], (0..24).collect::<Vec<i64>>()).unwrap();
    let (csr, label) = arrays(6, 3, Stype::Csr);
    let mut batches = MemoryBatches::new(vec![ids, csr.astype(Dtype::F64).unwrap()], vec![label], 2).unwrap();
    let mut batch = Batch::default();
    let mut addresses = Vec::new();
    for _ in 0..3 {
        while batches.next_batch(&mut batch).unwrap() {
            assert_eq!(
                (batch.data[0].shape(), batch.data[0].dtype(), batch.data[1].dtype()),
                (&[2, 2, 2][..], Dtype::I64, Dtype::F64)
            );
            addresses
                .push((batch.data[0].data::<i64>().unwrap().as_ptr(), batch.data[1].data::<f64>().unwrap().as_ptr()));
        }
        batches.reset().unwrap();
    }
    assert_eq!(addresses.len(), 9);
    assert!(addresses[4..].iter().all(|address| *address == addresses[4]));
}

#[test]
fn refusals() {
    let (data, label) = arrays(4, 2, Stype::Dense);
    let new = |data: Vec<Array>, label: Vec<Array>, size| MemoryBatches::new(data, label, size).unwrap_err();
    assert!(matches!(new(vec![data.clone()], vec![], 0), DataError::ZeroBatchSize));
    assert!(matches!(new(vec![], vec![], 1), DataError::NoRows));
    let other = label.slice_rows(Some(1), None).unwrap();
    assert_eq!(new(vec![data.clone()], vec![other], 1).to_string(), "3 rows, but the first array has 4");
    let rows = data.tostype(Stype::RowSparse).unwrap();
    assert!(matches!(new(vec![rows], vec![], 1), DataError::Array(ArrayError::Unsupported { .. })));
    assert!(matches!(new(vec![data.slice_rows(Some(0), Some(0)).unwrap()], vec![], 1), DataError::NoRows));
    let mut large = MemoryBatches::new(vec![data], vec![], usize::MAX).unwrap();
    assert!(matches!(large.next_batch(&mut Batch::default()), Err(DataError::Array(ArrayError::Memory { .. }))));
}
