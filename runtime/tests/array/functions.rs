//! Functions of csr and row_sparse arrays, and limited norms, beside MXNet's: `functions.json`.
use super::told::{array, integers, list};
use lacuna::infer::Stype;
use lacuna::slice::Outside;
use lacuna_runtime::array::{Array, ArrayError, Comparison, Dtype, Reduction};
use lacuna_runtime::optimizer::clip_global_norm;
use serde_json::Value;

fn numbers(array: &Array) -> Vec<f64> {
    let dense = array.tostype(Stype::Dense).unwrap().astype(Dtype::F64).unwrap();
    dense.data::<f64>().unwrap().to_vec()
}

fn evaluate(case: &Value, inputs: &[Array]) -> Array {
    let parameters = &case["parameters"];
    let axis = || parameters["axis"].as_u64().map(|axis| axis as usize);
    let keepdims = || parameters["keepdims"].as_bool().unwrap();
    let reduce = |reduction| inputs[0].reduce(reduction, axis(), keepdims());
    let compare = |comparison| inputs[0].compare(&inputs[1], comparison);
    let ids = |name: &str| integers(&parameters[name]);
    match case["name"].as_str().unwrap() {
        "sum" => reduce(Reduction::Sum),
        "mean" => reduce(Reduction::Mean),
        "max" => reduce(Reduction::Max),
        "min" => reduce(Reduction::Min),
        "norm1" => reduce(Reduction::Norm1),
        "norm2" => reduce(Reduction::Norm2),
        "getnnz" => inputs[0].getnnz(axis()),
        "transpose" => inputs[0].transpose(),
        "concat" => Array::concat_rows(&inputs.iter().collect::<Vec<_>>()),
        "take" => {
            let outside = match parameters["mode"].as_str().unwrap() {
                "clip" => Some(Outside::Clip),
                "wrap" => Some(Outside::Wrap),
                _ => None,
            };
            inputs[0].take_ids(&ids("ids"), outside)
        }
        "slice" => {
            let bound = |name: &str, axis: usize| parameters[name][axis].as_i64();
            inputs[0].slice([bound("begin", 0), bound("end", 0)], [bound("begin", 1), bound("end", 1)])
        }
        "equal" => compare(Comparison::Equal),
        "not_equal" => compare(Comparison::NotEqual),
        "greater" => compare(Comparison::Greater),
        "greater_equal" => compare(Comparison::GreaterEqual),
        "lesser" => compare(Comparison::Lesser),
        "lesser_equal" => compare(Comparison::LesserEqual),
        "retain" => inputs[0].retain(&ids("ids")),
        "edge_id" => inputs[0].edge_ids(&ids("sources"), &ids("targets")),
        "adjacency" => inputs[0].adjacency(),
        "subgraph" => inputs[0].subgraph(&ids("ids")),
        "astype" => inputs[0].astype(Dtype::named(parameters["dtype"].as_str().unwrap()).unwrap()),
        "copyto" => {
            let stype = if parameters["stype"] == "default" { Stype::Dense } else { inputs[0].stype() };
            let mut out = Array::zeros(stype, inputs[0].shape(), inputs[0].dtype()).unwrap();
            inputs[0].copyto(&mut out).map(|()| out)
        }
        other => panic!("{other}"),
    }
    .unwrap_or_else(|error| panic!("{}: {error}", case["name"]))
}

/// Sums of some thirty numbers, in another order.
const TOLERANCE: f64 = 1e-6;

#[test]
fn functions_are_the_peers() {
    let known: Value = serde_json::from_str(include_str!("../data/arrays/functions.json")).unwrap();
    let cases = known["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 123);
    for case in cases {
        let inputs = list(&case["inputs"], array);
        let (found, expected) = (evaluate(case, &inputs), array(&case["result"]));
        let name = case["name"].as_str().unwrap();
        let what = format!("{name} of {} {}: {found:?}", inputs[0].stype(), case["parameters"]);
        assert_eq!((found.shape(), found.dtype()), (expected.shape(), expected.dtype()), "{what}");
        // What only dense arrays give in MXNet is here as sparse as the input.
        if matches!(name, "transpose" | "take") {
            assert_eq!(found.stype(), inputs[0].stype());
        } else {
            assert_eq!(found.stype(), expected.stype(), "{what}");
        }
        if found.stype() == expected.stype() {
            assert_eq!((found.indptr(), found.indices()), (expected.indptr(), expected.indices()), "{what}");
        }
        if found.dtype() == Dtype::I64 {
            assert_eq!(found.data::<i64>(), expected.data::<i64>(), "{what}");
        }
        for (found, expected) in numbers(&found).into_iter().zip(numbers(&expected)) {
            assert!((found - expected).abs() <= TOLERANCE * expected.abs().max(1.0), "{what}, not {expected}");
        }
    }
}

#[test]
fn norms_are_limited_as_the_peers() {
    let known: Value = serde_json::from_str(include_str!("../data/arrays/functions.json")).unwrap();
    for case in known["norms"].as_array().unwrap() {
        let (before, expected) = (list(&case["arrays"], array), list(&case["scaled"], array));
        let mut found = before.clone();
        let (largest, norm) = (case["largest"].as_f64().unwrap(), case["norm"].as_f64().unwrap());
        let own = clip_global_norm(&mut found.iter_mut().collect::<Vec<_>>(), largest).unwrap();
        assert!((own - norm).abs() <= TOLERANCE * norm, "{own}, not {norm}");
        assert_eq!(found == before, norm <= largest);
        for (found, expected) in found.iter().zip(&expected) {
            assert_eq!((found.stype(), found.indices()), (expected.stype(), expected.indices()));
            for (found, expected) in numbers(found).into_iter().zip(numbers(expected)) {
                assert!((found - expected).abs() <= TOLERANCE * expected.abs().max(1.0), "{found}, not {expected}");
            }
        }
    }
}

#[test]
fn norms_that_are_no_numbers() {
    let dense = |values: Vec<f32>| Array::dense(&[values.len()], values).unwrap();
    for bad in [f32::INFINITY, f32::NAN, f32::NEG_INFINITY] {
        let (mut one, mut other) = (dense(vec![3.0, 4.0]), dense(vec![bad]));
        let norm = clip_global_norm(&mut [&mut one, &mut other], 1.0).unwrap();
        assert!(!norm.is_finite() && norm.is_nan() == bad.is_nan());
        assert_eq!(one, dense(vec![3.0, 4.0]));
    }
    // Squares that a float32 does not hold.
    let mut large = dense(vec![3e30, 4e30]);
    assert!((clip_global_norm(&mut [&mut large], 5.0).unwrap() / 5e30 - 1.0).abs() < 1e-6);
    assert_eq!(numbers(&large).iter().map(|number| number.round()).collect::<Vec<_>>(), [3.0, 4.0]);
    let mut one = dense(vec![3.0, 4.0]);
    assert_eq!(clip_global_norm(&mut [], 1.0), Ok(0.0));
    assert_eq!(clip_global_norm(&mut [&mut one], f64::INFINITY), Ok(5.0));
    for found in [-1.0, f64::NAN] {
        let refused = clip_global_norm(&mut [&mut one], found).unwrap_err();
        assert_eq!(refused.to_string(), format!("the largest norm is a number from 0 on, not {found}"));
    }
    let mut whole = Array::dense(&[1], vec![9_i64]).unwrap();
    let refused = clip_global_norm(&mut [&mut one, &mut whole], 1.0).unwrap_err();
    assert_eq!(refused.to_string(), "clip_global_norm computes with floats, not with int64: astype gives them");
    assert_eq!(one, dense(vec![3.0, 4.0]));
    clip_global_norm(&mut [&mut one], 0.0).unwrap();
    assert_eq!(one, dense(vec![0.0, 0.0]));
}

#[test]
fn every_dtype() {
    let dense = Array::dense(&[3, 2], vec![0.0_f64, 3.0, 0.0, 0.0, 5.0, 7.0]).unwrap();
    for &dtype in Dtype::ALL {
        let dense = dense.astype(dtype).unwrap();
        let csr = dense.tostype(Stype::Csr).unwrap();
        for array in [&dense, &csr] {
            let same =
                |found: Array, expected: &[f64]| assert_eq!(numbers(&found), expected, "{dtype} {}", array.stype());
            same(array.transpose().unwrap(), &[0.0, 0.0, 5.0, 3.0, 0.0, 7.0]);
            same(
                Array::concat_rows(&[array, array]).unwrap().slice_rows(Some(2), Some(4)).unwrap(),
                &[5.0, 7.0, 0.0, 3.0],
            );
            same(array.slice([None, None], [Some(-1), None]).unwrap(), &[3.0, 0.0, 7.0]);
            same(array.slice([Some(2), Some(1)], [Some(5), Some(9)]).unwrap(), &[]);
            same(array.take_ids(&[2, 5], Some(Outside::Wrap)).unwrap(), &[5.0, 7.0, 5.0, 7.0]);
            same(array.compare(&dense, Comparison::Lesser).unwrap(), &[0.0; 6]);
            if dtype.is_float() {
                same(array.sum(Some(0)).unwrap(), &[5.0, 10.0]);
                same(array.mean(Some(1)).unwrap(), &[1.5, 0.0, 6.0]);
                assert_eq!(array.norm(None).unwrap().dtype(), dtype);
            } else {
                assert!(matches!(array.sum(None), Err(ArrayError::NotFloat { .. })));
            }
        }
        if dtype == Dtype::U8 {
            assert!(matches!(csr.edge_ids(&[0], &[0]), Err(ArrayError::Dtype { .. })));
        } else {
            assert_eq!(numbers(&csr.edge_ids(&[0, 2, 1], &[1, 0, 0]).unwrap()), [3.0, 5.0, -1.0]);
        }
        assert_eq!(csr.getnnz(Some(1)).unwrap().data(), Some(&[1_i64, 0, 2][..]));
        let square =
            Array::csr(Some([2, 2]), vec![0, 1, 2], vec![1, 0], vec![3_i32, 4]).unwrap().astype(dtype).unwrap();
        let part = square.subgraph(&[0, 1]).unwrap();
        assert_eq!((part.dtype(), numbers(&part)), (dtype, vec![0.0, 3.0, 4.0, 0.0]));
    }
}

/// Edges are those of the graph with their ids, each once, and a vertex has the same ones wherever it stands.
#[test]
fn samples_of_neighbors() {
    let (vertices, degree) = (6_i64, 5_i64);
    let indptr = (0..=vertices).map(|row| row * degree).collect::<Vec<_>>();
    let columns = (0..vertices * degree).map(|entry| entry % degree * 2).collect::<Vec<_>>();
    let ids = (0..vertices * degree).map(|entry| (1 << 60) + entry).collect::<Vec<_>>();
    let graph = Array::csr(Some([6, 10]), indptr, columns, ids).unwrap();
    let mut seen = [0; 5];
    for seed in 0..200 {
        let weights = (0..10).map(|column| if column == 4 { 0.0 } else { 1.0 }).collect::<Vec<_>>();
        for weights in [None, Some(&*weights)] {
            let sample = graph.sample_neighbors(&[5, 0, 5], 3, weights, seed).unwrap();
            assert_eq!((sample.shape(), sample.indptr()), (&[3, 10][..], Some(&[0, 3, 6, 9][..])));
            let (columns, ids) = (sample.indices().unwrap(), sample.data::<i64>().unwrap());
            for (place, (&column, &id)) in columns.iter().zip(ids).enumerate() {
                let row = [5, 0, 5][place / 3];
                assert_eq!(id - (1 << 60), row * degree + column / 2);
                assert!(weights.is_none() || column != 4);
            }
            assert_eq!((&columns[..3], &ids[..3]), (&columns[6..], &ids[6..]));
            columns[..3].iter().filter(|_| weights.is_none()).for_each(|&column| seen[column as usize / 2] += 1);
        }
    }
    // 120 each is the mean, and six deviations are 42.
    assert!(seen.iter().all(|count| (78..=162).contains(count)), "{seen:?}");
    assert!(graph.sample_neighbors(&[6], 1, None, 0).is_err());
    assert!(graph.sample_neighbors(&[0], 1, Some(&[1.0]), 0).is_err());
    let all = graph.sample_neighbors(&[2], 99, None, 0).unwrap();
    assert_eq!(all, graph.slice_rows(Some(2), Some(3)).unwrap());
}

#[test]
fn what_is_refused() {
    let csr = Array::csr(Some([3, 2]), vec![0, 1, 1, 2], vec![1, 0], vec![1.0_f32, 2.0]).unwrap();
    let rows = Array::row_sparse(&[3, 2], vec![1], vec![1.0_f32, 2.0]).unwrap();
    let cube = Array::zeros(Stype::Dense, &[2, 3, 4], Dtype::F32).unwrap();
    let text = |result: Result<Array, ArrayError>| result.unwrap_err().to_string();
    assert_eq!(text(csr.sum(Some(2))), "axis 2: not for an array with 2 dimensions");
    assert_eq!(text(cube.norm(Some(1))), "axis 1: not for an array with 3 dimensions");
    assert_eq!(cube.sum(Some(0)).unwrap().shape(), [3, 4]);
    assert_eq!(text(csr.getnnz(Some(3))), "axis 3: not for an array with 2 dimensions");
    assert_eq!(text(rows.getnnz(None)), "getnnz: not for arrays of storage type row_sparse");
    assert_eq!(text(rows.transpose()), "transpose: not for arrays of storage type row_sparse");
    assert_eq!(text(cube.transpose()), "a default array has 2 dimensions, not 3");
    assert_eq!(text(Array::concat_rows(&[])), "the shape of an array that stores nothing must be given");
    assert_eq!(text(Array::concat_rows(&[&rows])), "rows of several arrays: not for arrays of storage type row_sparse");
    let dense = csr.tostype(Stype::Dense).unwrap();
    assert!(matches!(Array::concat_rows(&[&csr, &dense]), Err(ArrayError::Stype { .. })));
    assert!(matches!(Array::concat_rows(&[&csr, &csr.astype(Dtype::F64).unwrap()]), Err(ArrayError::Dtype { .. })));
    let narrow = csr.slice([None, None], [None, Some(1)]).unwrap();
    assert_eq!(text(Array::concat_rows(&[&csr, &narrow])), "shape [1], but [2] is needed");
    assert_eq!(text(rows.slice([None, None], [None, None])), "a slice: not for arrays of storage type row_sparse");
    let line = Array::zeros(Stype::Dense, &[3], Dtype::F32).unwrap();
    assert_eq!(text(line.slice([None, None], [None, None])), "a default array has 2 or more dimensions, not 1");
    assert_eq!(text(csr.take_ids(&[1, -1], None)), "row -1 is out of range: there are 3 rows");
    assert_eq!(text(csr.take_ids(&[3], None)), "row 3 is out of range: there are 3 rows");
    let none = csr.slice_rows(None, Some(0)).unwrap();
    assert!(none.take_ids(&[0], Some(Outside::Clip)).is_err());
    for ids in [&[2, 1][..], &[3], &[-1], &[1, 1]] {
        assert!(matches!(rows.retain(ids), Err(ArrayError::Kernel(_))), "{ids:?}");
    }
    assert_eq!(text(csr.retain(&[0])), "retain: not for arrays of storage type csr");
    // A vertex that is none, in a graph of floats, which the kernel refuses, and in one of integers.
    for graph in [csr.clone(), csr.astype(Dtype::I64).unwrap()] {
        assert_eq!(text(graph.edge_ids(&[0, 3], &[0, 0])), text(csr.edge_ids(&[0, 3], &[0, 0])));
        assert_eq!(text(graph.edge_ids(&[0], &[2])), text(csr.edge_ids(&[0], &[2])));
        assert_eq!(text(graph.edge_ids(&[0, -1], &[0, 0])), text(csr.edge_ids(&[0, -1], &[0, 0])));
        assert!(matches!(graph.edge_ids(&[0], &[0, 0]), Err(ArrayError::Length { expected: 1, found: 2, .. })));
    }
    assert!(text(csr.edge_ids(&[0, 3], &[0, 0])).contains("entry 1"));
    assert_eq!(text(dense.edge_ids(&[0], &[0])), "edge_ids: not for arrays of storage type default");
    assert!(matches!(csr.subgraph(&[1, 0]), Err(ArrayError::Kernel(_))));
    assert!(matches!(csr.subgraph(&[3]), Err(ArrayError::Kernel(_))));
    assert_eq!(text(rows.adjacency()), "adjacency: not for arrays of storage type row_sparse");
    assert!(matches!(csr.compare(&none, Comparison::Greater), Err(ArrayError::Shape { .. })));
}
