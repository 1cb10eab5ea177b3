//! What modules refuse, and that it leaves no trace.
use super::known::{graph, known, module, rows};
use lacuna::infer::Stype;
use lacuna::optim::{AdaGrad, Sgd};
use lacuna_models::module::{Module, load_checkpoint};
use lacuna_runtime::array::Array;
use lacuna_runtime::data::Batch;
use lacuna_runtime::operator::Context;
use lacuna_runtime::optimizer::Optimizer;

#[test]
fn calls_out_of_order() {
    let known = known();
    let (mut module, batch) = (module(&known), known.batch(0));
    let none = "the parameters have no values yet: init_params or set_params gives them";
    assert_eq!(module.prepare(&rows(&batch)).unwrap_err().to_string(), none);
    assert_eq!(module.forward(&batch, true).unwrap_err().to_string(), none);
    assert_eq!(module.update().unwrap_err().to_string(), none);
    assert_eq!(module.save_checkpoint("nowhere", 0, true).unwrap_err().to_string(), none);
    assert_eq!(module.params().count(), 0);
    module.set_params(known.first()).unwrap();
    assert_eq!(module.backward().unwrap_err().to_string(), "forward has not run yet");
    module.forward(&batch, true).unwrap();
    module.backward().unwrap();
    assert_eq!(module.update().unwrap_err().to_string(), "there is no optimizer yet: init_optimizer gives one");
    assert_eq!(
        module.load_states("nowhere", 1).unwrap_err().to_string(),
        "there is no optimizer yet: init_optimizer gives one"
    );
}

#[test]
fn batches_and_rows() {
    let known = known();
    let (mut module, good) = (module(&known), known.batch(0));
    module.set_params(known.first()).unwrap();
    module.init_optimizer(Optimizer::Sgd(Sgd::new(0.5)));
    let with = |data: Array| Batch { data: vec![data], ..good.clone() };
    let few = good.data[0].slice_rows(None, Some(7)).unwrap();
    for (batch, expected) in [
        (Batch { data: vec![], ..good.clone() }, "the module takes 1 input arrays, and the batch has 0"),
        (Batch { label: vec![], ..good.clone() }, "the module takes 1 label arrays, and the batch has 0"),
        (with(few), "argument data is csr float32 of shape [7, 60], but csr float32 of shape [8, 60] is needed"),
        (
            with(good.data[0].tostype(Stype::Dense).unwrap()),
            "argument data is default float32 of shape [8, 60], but csr",
        ),
    ] {
        let error = module.forward(&batch, true).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    for (name, ids, expected) in [
        ("other", vec![1], "the module has no parameter `other`"),
        ("bias", vec![1], "storage type default, but row_sparse_pull needs row_sparse"),
        ("weight", vec![3, 60], "row id 1: row 60 is out of range: there are 60 rows"),
        ("weight", vec![-1], "row id 0: row -1 is out of range"),
    ] {
        let error = module.prepare(&[(name.to_owned(), ids)]).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    // Rows of an earlier batch are not those of this one.
    module.forward(&good, true).unwrap();
    let expected = module.output(0).unwrap().clone();
    module.prepare(&[("weight".to_owned(), vec![0])]).unwrap();
    module.forward(&good, true).unwrap();
    assert_ne!(module.output(0).unwrap(), &expected);
    module.forward(&good, true).unwrap();
    assert_eq!(module.output(0).unwrap(), &expected);
}

type Arrays = Vec<(String, Array)>;

#[test]
fn parameters_and_files() {
    let known = known();
    let (mut module, folder) = (module(&known), tempfile::tempdir().unwrap());
    let prefix = folder.path().join("m");
    let changed = |change: &dyn Fn(&mut Arrays)| {
        let mut params = known.first();
        change(&mut params);
        params
    };
    let dense = Array::dense(&[60, 2], vec![0.0_f32; 120]).unwrap();
    for (params, expected) in [
        (changed(&|params| drop(params.pop())), "there is no parameter `weight`"),
        (changed(&|params| params.push(("other".to_owned(), dense.clone()))), "the module has no parameter `other`"),
        (changed(&|params| params.push(params[0].clone())), "key `bias` is in the store already"),
        (
            changed(&|params| params[1].1 = dense.clone()),
            "argument weight is default float32 of shape [60, 2], but row_sparse",
        ),
    ] {
        let error = module.set_params(params).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
        assert_eq!(module.params().count(), 0);
    }
    module.set_params(known.first()).unwrap();
    module.init_optimizer(Optimizer::AdaGrad(AdaGrad::new(0.3, 1e-7)));
    let batch = known.batch(0);
    let step = |module: &mut Module| {
        module.forward(&batch, true).unwrap();
        module.backward().unwrap();
        module.update().unwrap();
    };
    step(&mut module);
    module.save_checkpoint(&prefix, 1, true).unwrap();
    let missing = folder.path().join("no").join("m");
    let error = module.save_checkpoint(&missing, 1, true).unwrap_err().to_string();
    let path = missing.with_file_name("m-symbol.json").display().to_string();
    assert!(error.starts_with(&format!("{path}: cannot be written: ")) && error.matches(&path).count() == 1, "{error}");
    step(&mut module);
    let before: Vec<_> = module.params().map(|(_, array)| array.clone()).collect();
    assert!(module.load_states(&prefix, 2).is_err());
    std::fs::copy(folder.path().join("m-0001.params"), folder.path().join("m-0003.states")).unwrap();
    assert!(module.load_states(&prefix, 3).is_err());
    assert!(module.params().map(|(_, array)| array).eq(&before));
    // An optimizer without states.
    module.init_optimizer(Optimizer::Sgd(Sgd::new(0.5)));
    assert_eq!(
        module.load_states(&prefix, 1).unwrap_err().to_string(),
        "`history/bias` in the file: sgd has no such state"
    );
    assert!(load_checkpoint(&prefix, 2).is_err());
    std::fs::write(folder.path().join("m-symbol.json"), "{").unwrap();
    assert!(load_checkpoint(&prefix, 1).unwrap_err().to_string().starts_with("the graph is no JSON of its kind"));
    let two = Module::bind(&graph(), &["data", "more"], &["softmax_label"], &batch, Context::new());
    assert_eq!(two.unwrap_err().to_string(), "the module takes 2 input arrays, and the batch has 1");
}
