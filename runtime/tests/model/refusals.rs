//! What models refuse, and that it leaves no trace.
use super::some::{
    CONTINUOUS, FEATURES, ITEMS, TABLES, USERS, census, classifier, clicks, factorization, machine, scores, wide_deep,
};
use lacuna_models::model::{
    FactorizationMachine, FactorizationMachineOptions, LinearClassifier, LinearClassifierOptions, ModelError, WideDeep,
    WideDeepOptions,
};
use lacuna_runtime::array::file::{Format, load, save};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::data::Batch;

#[test]
fn batches() {
    let (mut model, good) = (machine(1), clicks(1, 8, FEATURES, Dtype::F32));
    let with = |data: Vec<Array>, label: Vec<Array>| Batch { data, label, pad: 0 };
    let label = |value: f32| vec![Array::dense(&[8], vec![value; 8]).unwrap()];
    let dense = Array::dense(&[8, FEATURES], vec![0.0_f32; 8 * FEATURES]).unwrap();
    let narrow = clicks(1, 8, FEATURES - 1, Dtype::F32).data;
    // Before the first batch has been recorded, and after it.
    for round in 0..2 {
        let before: Vec<_> = model.parameters().map(|(_, array)| array.clone()).collect();
        for (batch, expected) in [
            (with(vec![], label(1.0)), "the model takes 1 input arrays, and the batch has 0"),
            (with(good.data.clone(), vec![]), "the model takes 1 label arrays, and the batch has 0"),
            (
                with(good.data.clone(), vec![Array::dense(&[7], vec![1.0_f32; 7]).unwrap()]),
                "input 0 has 8 rows, for 7 labels",
            ),
            (with(narrow.clone(), label(1.0)), "dot: operand 1 has shape [500, 1]"),
            (
                with(vec![dense.clone()], label(1.0)),
                "Interaction has no path for operands stored as [default, default]",
            ),
            (
                with(clicks(1, 8, FEATURES, Dtype::F64).data, label(1.0)),
                "dot: operand 1 is float32, but float64 is needed",
            ),
            (with(good.data.clone(), label(0.5)), "0.5"),
            (with(good.data.clone(), label(f32::NAN)), "label"),
            (with(good.data.clone(), vec![Array::dense(&[8], vec![1_i64; 8]).unwrap()]), "operand 1 is int64"),
        ] {
            let error = model.step(&batch).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert!(model.parameters().map(|(_, array)| array).eq(&before));
        assert_eq!(model.steps(), round);
        assert!(model.step(&good).is_ok());
    }
    let empty = Array::csr(Some([0, FEATURES]), vec![0], vec![], Vec::<f32>::new()).unwrap();
    assert_eq!(model.predict(&[empty]).unwrap_err().to_string(), "input 0 has 0 rows, for 0 labels");

    let (mut model, mut batch) = (factorization(1), scores(1, 3, USERS, ITEMS, Dtype::F32));
    batch.data[1] = Array::dense(&[3], vec![0_i64, ITEMS as i64, 1]).unwrap();
    let error = model.step(&batch).unwrap_err().to_string();
    assert_eq!(error, "Embedding: element 1 is 40, which is not an integer from 0 to 40 (exclusive)");
    assert!(model.step(&scores(1, 3, USERS, ITEMS, Dtype::F32)).is_ok());
    assert_eq!(model.steps(), 1);
}

#[test]
fn options_and_parameters() {
    let mut options = FactorizationMachineOptions::new(3, 2);
    options.dtype = Dtype::F16;
    let error = FactorizationMachine::new(&options, 0).unwrap_err();
    assert_eq!(error.to_string(), "a model computes with float32 and float64, not with float16");
    assert!(FactorizationMachine::new(&FactorizationMachineOptions::new(usize::MAX, 2), 0).is_err());
    let mut model = machine(0);
    assert!(matches!(model.set_parameter("x", Array::default()), Err(ModelError::Unknown { .. })));
    let error = model.set_parameter("w0", Array::dense(&[1], vec![1.0_f64]).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "`w0` is default of float64 and shape [1], not default of float32 and shape [1]");
}

#[test]
fn of_a_wide_and_deep_model() {
    let error = WideDeep::new(&WideDeepOptions::new(3, &[], 0), 0).unwrap_err();
    assert_eq!(error.to_string(), "the deep part has neither tables nor continuous columns");
    let (mut model, good) = (wide_deep(1), census(1, 8, FEATURES, TABLES, CONTINUOUS, Dtype::F32));
    for round in 0..2 {
        let before: Vec<_> = model.parameters().map(|(_, array)| array.clone()).collect();
        let with = |place: usize, array: Array| {
            let mut batch = good.clone();
            batch.data[place] = array;
            batch
        };
        let ids = |last: i64| Array::dense(&[8], vec![0, 0, 0, 0, 0, 0, 0, last]).unwrap();
        let mut class = good.clone();
        class.label[0].data_mut::<f32>().unwrap()[3] = 2.0;
        for (batch, expected) in [
            (
                Batch { data: good.data[..3].to_vec(), ..good.clone() },
                "the model takes 4 input arrays, and the batch has 3",
            ),
            (with(1, ids(30)), "Embedding: element 7 is 30, which is not an integer from 0 to 30 (exclusive)"),
            (with(2, ids(-1)), "Embedding: element 7 is -1,"),
            (with(2, good.data[0].clone()), "Embedding has no path for operands stored as [csr, default]"),
            (with(3, good.data[0].clone()), "Concat has no path for operands stored as [csr, default, default]"),
            (with(3, good.data[1].clone()), "Concat"),
            (with(3, Array::dense(&[8, 5], vec![0.0_f32; 40]).unwrap()), "FullyConnected"),
            (
                with(3, Array::dense(&[8, 6], vec![0.0_f64; 48]).unwrap()),
                "Concat: operand 1 is float32, but float64 is needed",
            ),
            (with(3, Array::dense(&[8, 6], vec![f32::NAN; 48]).unwrap()), "is no number"),
            (class, "label 3 is 2"),
        ] {
            let error = model.step(&batch).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        assert!(model.parameters().map(|(_, array)| array).eq(&before));
        assert_eq!(model.steps(), round);
        assert!(model.step(&good).is_ok());
    }
}

#[test]
fn of_a_linear_classifier() {
    for found in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let mut options = LinearClassifierOptions::new(3);
        options.positive_weight = Some(found);
        let error = LinearClassifier::new(&options, 0).unwrap_err();
        assert_eq!(error.to_string(), format!("the positive weight is {found}, which is not a number above 0"));
    }
    let (mut model, mut batch) = (classifier(1), clicks(1, 8, FEATURES, Dtype::F32));
    batch.label[0].data_mut::<f32>().unwrap()[2] = 2.0;
    assert!(model.step(&batch).unwrap_err().to_string().contains("label 2 is 2"));
    assert_eq!(model.steps(), 0);
    // What is no parameter is in no file.
    assert_eq!(model.parameters().map(|(name, _)| name).collect::<Vec<_>>(), ["weight", "bias"]);
}

type Arrays = Vec<(String, Array)>;

#[test]
fn files() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.safetensors");
    let mut model = machine(1);
    model.step(&clicks(1, 8, FEATURES, Dtype::F32)).unwrap();
    model.save(&path).unwrap();
    let arrays = load(&path).unwrap();
    let names: Vec<_> = arrays.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["mean/v", "mean/w", "mean/w0", "steps", "v", "variance/v", "variance/w", "variance/w0", "w", "w0"]
    );
    let before: Vec<_> = model.parameters().map(|(_, array)| array.clone()).collect();
    let mut refused = |change: &dyn Fn(&mut Arrays)| {
        let mut changed = arrays.clone();
        change(&mut changed);
        save(&path, Format::Safetensors, &changed).unwrap();
        let error = model.load(&path).unwrap_err();
        assert!(model.parameters().map(|(_, array)| array).eq(&before));
        assert_eq!(model.steps(), 1);
        error.to_string()
    };
    assert_eq!(refused(&|arrays| arrays.retain(|(name, _)| name != "mean/v")), "there is no `mean/v` in the file");
    assert_eq!(refused(&|arrays| arrays.push(("extra".to_owned(), Array::default()))), "the model has no `extra`");
    assert!(
        refused(&|arrays| arrays[4].1 = Array::dense(&[1], vec![0.0_f32]).unwrap())
            .starts_with("`v` is default of float32 and shape [1]")
    );
    for steps in
        [Array::dense(&[1], vec![-1_i64]), Array::dense(&[2], vec![1_i64; 2]), Array::dense(&[1], vec![1.0_f32])]
    {
        let steps = steps.unwrap();
        assert_eq!(refused(&|arrays| arrays[3].1 = steps.clone()), "`steps` in the file is not one number, 0 or more");
    }
    model.save(&path).unwrap();
    assert!(matches!(factorization(1).load(&path), Err(ModelError::Missing { .. })));
    assert!(matches!(model.load(folder.path().join("none")), Err(ModelError::File(_))));
}
