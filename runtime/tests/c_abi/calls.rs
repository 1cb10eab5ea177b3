//! Calls as a C program makes them: what they give, and what they refuse.

use lacuna_runtime_capi::*;
use std::ffi::{CStr, CString, c_void};
use std::path::Path;
use std::ptr::{null, null_mut};

/// Three rows of four columns.
struct Problem {
    indptr: Vec<i64>,
    indices: Vec<i64>,
    values: Vec<f64>,
    labels: Vec<f64>,
}

impl Problem {
    fn new() -> Self {
        Self {
            indptr: vec![0, 2, 3, 5],
            indices: vec![0, 2, 1, 0, 3],
            values: vec![1.0, 2.0, -1.0, 0.5, 3.0],
            labels: vec![1.0, 0.0, 1.0],
        }
    }

    fn rows(&self) -> Rows {
        Rows {
            value_type: Type::F64 as u32,
            index_type: Type::I64 as u32,
            rows: self.labels.len(),
            columns: 4,
            nnz: self.values.len(),
            indptr: self.indptr.as_ptr().cast(),
            indices: self.indices.as_ptr().cast(),
            values: self.values.as_ptr().cast(),
        }
    }
}

fn c(text: &str) -> CString {
    CString::new(text).unwrap()
}

fn message() -> String {
    unsafe { CStr::from_ptr(lacuna_runtime_message()) }.to_str().unwrap().to_owned()
}

/// A learner that is freed.
struct Owned(*mut Learner);

impl Owned {
    fn new(settings: &str) -> Result<Self, (Status, String)> {
        let mut handle = null_mut();
        match unsafe { lacuna_learner_new(c(settings).as_ptr(), &mut handle) } {
            Status::Ok => Ok(Self(handle)),
            status => {
                assert!(handle.is_null());
                Err((status, message()))
            }
        }
    }

    fn load(path: &Path, settings: Option<&str>) -> Result<Self, (Status, String)> {
        let (path, settings, mut handle) = (c(path.to_str().unwrap()), settings.map(c), null_mut());
        let settings = settings.as_ref().map_or(null(), |settings| settings.as_ptr());
        match unsafe { lacuna_learner_load(path.as_ptr(), settings, &mut handle) } {
            Status::Ok => Ok(Self(handle)),
            status => Err((status, message())),
        }
    }

    fn learn(
        &self,
        problem: &Problem,
        weights: Option<&[f64]>,
        order: Option<&[u64]>,
    ) -> Result<Loss, (Status, String)> {
        let mut loss = Loss::default();
        let status = unsafe {
            let weights = weights.map_or(null(), <[f64]>::as_ptr);
            let (order, ordered) = order.map_or((null(), 0), |order| (order.as_ptr(), order.len()));
            lacuna_learner_learn(self.0, &problem.rows(), problem.labels.as_ptr(), weights, order, ordered, &mut loss)
        };
        if status == Status::Ok { Ok(loss) } else { Err((status, message())) }
    }

    fn predict(&self, problem: &Problem, logits: bool, threads: usize) -> Result<Vec<f32>, (Status, String)> {
        let mut out = vec![7.0_f32; problem.labels.len() * unsafe { lacuna_learner_outputs(self.0) }];
        let status =
            unsafe { lacuna_learner_predict(self.0, &problem.rows(), logits, threads, out.as_mut_ptr(), out.len()) };
        if status == Status::Ok { Ok(out) } else { Err((status, message())) }
    }

    fn array(&self, name: &str) -> Result<Vec<f32>, String> {
        let mut length = 0;
        let status = unsafe { lacuna_learner_array(self.0, c(name).as_ptr(), null_mut(), 0, &mut length) };
        if status != Status::Ok {
            return Err(message());
        }
        let mut out = vec![7.0; length];
        let status = unsafe { lacuna_learner_array(self.0, c(name).as_ptr(), out.as_mut_ptr(), length, &mut length) };
        assert_eq!(status, Status::Ok);
        Ok(out)
    }

    fn settings(&self) -> String {
        unsafe { CStr::from_ptr(lacuna_learner_settings(self.0)) }.to_str().unwrap().to_owned()
    }

    fn save(&self, path: &Path) -> Status {
        unsafe { lacuna_learner_save(self.0, c(path.to_str().unwrap()).as_ptr()) }
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        unsafe { lacuna_learner_free(self.0) }
    }
}

const SGD: &str = r#"{"model": "linear", "optimizer": "sgd", "features": 4, "learning_rate": 0.5}"#;

/// `x w + b` by plain gradient descent in f64.
fn logistic(problem: &Problem, weights: &[f64], order: &[usize]) -> (Vec<f64>, f64, f64) {
    let (mut w, mut b, mut loss) = (vec![0.0; 4], 0.0, 0.0);
    for &row in order {
        let entries = || problem.indptr[row] as usize..problem.indptr[row + 1] as usize;
        let z = b + entries().map(|e| w[problem.indices[e] as usize] * problem.values[e]).sum::<f64>();
        let y = problem.labels[row];
        loss += weights[row] * ((1.0 + z.exp()).ln() - y * z);
        let slope = weights[row] * (1.0 / (1.0 + (-z).exp()) - y);
        entries().for_each(|e| w[problem.indices[e] as usize] -= 0.5 * slope * problem.values[e]);
        b -= 0.5 * slope;
    }
    (w, b, loss)
}

#[test]
fn rows_are_learnt_in_the_order_that_is_told() {
    let (problem, weights) = (Problem::new(), [1.0, 2.0, 0.5]);
    for (weights, order) in [(None, None), (Some(&weights[..]), Some(&[2_u64, 0, 1, 2][..]))] {
        let learner = Owned::new(SGD).unwrap();
        let loss = learner.learn(&problem, weights, order).unwrap();
        let order: Vec<usize> = order.map_or(vec![0, 1, 2], |order| order.iter().map(|&row| row as usize).collect());
        let (w, b, sum) = logistic(&problem, weights.unwrap_or(&[1.0; 3]), &order);
        assert_eq!(loss.rows, order.len() as u64);
        assert!((loss.sum - sum).abs() < 1e-6, "{loss:?}, {sum}");
        for (found, expected) in learner.array("weight").unwrap().iter().zip(&w) {
            assert!((f64::from(*found) - expected).abs() < 1e-6);
        }
        assert!((f64::from(learner.array("bias").unwrap()[0]) - b).abs() < 1e-6);
        let logits = learner.predict(&problem, true, 1).unwrap();
        for threads in [1, 3, 1000] {
            assert_eq!(learner.predict(&problem, true, threads).unwrap(), logits);
        }
        let probabilities = learner.predict(&problem, false, 1).unwrap();
        for (logit, probability) in logits.iter().zip(&probabilities) {
            assert!((1.0 / (1.0 + (-logit).exp()) - probability).abs() < 1e-6);
        }
    }
}

#[test]
fn every_model_is_saved_and_goes_on() {
    let (folder, problem) = (tempfile::tempdir().unwrap(), Problem::new());
    for settings in [
        SGD.to_owned(),
        r#"{"model": "linear", "optimizer": "ftrl", "features": 4, "l1": 0.01}"#.to_owned(),
        r#"{"model": "linear", "features": 4, "classes": "regression", "loss": "squared"}"#.to_owned(),
        r#"{"model": "ffm", "features": 2, "ffm": {"fields": 2, "factors": 3, "normalise": true, "seed": 7}}"#
            .to_owned(),
        r#"{"model": "fm", "features": 4, "factors": 2, "row_weights": true}"#.to_owned(),
        r#"{"model": "fm", "features": 4, "factors": 2, "regression": true, "optimizer": "adam"}"#.to_owned(),
    ] {
        let learner = Owned::new(&settings).unwrap();
        assert_eq!(unsafe { (lacuna_learner_columns(learner.0), lacuna_learner_outputs(learner.0)) }, (4, 1));
        learner.learn(&problem, None, None).unwrap();
        let path = folder.path().join("model");
        assert_eq!(learner.save(&path), Status::Ok, "{}", message());
        let other = Owned::load(&path, Some(&learner.settings())).unwrap();
        assert_eq!(other.settings(), learner.settings());
        assert_eq!(other.predict(&problem, false, 1).unwrap(), learner.predict(&problem, false, 1).unwrap());
        // With the states of its optimizer.
        let losses = [&learner, &other].map(|learner| learner.learn(&problem, None, None).unwrap());
        assert_eq!(losses[0], losses[1]);
        let outputs = [&learner, &other].map(|learner| learner.predict(&problem, false, 2).unwrap());
        assert_eq!(outputs[0], outputs[1]);
        let alone = Owned::load(&path, None).unwrap();
        assert_eq!(alone.predict(&problem, false, 1).unwrap().len(), 3);
    }
}

#[test]
fn text_is_rows() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.libsvm");
    std::fs::write(&path, "1 1:1 3:2\n0 2:-1\n1 1:0.5 4:3\n").unwrap();
    let (file, one) = (c(path.to_str().unwrap()), c(r#"{"base": "one", "threads": 2}"#));
    let problem = Problem::new();
    for settings in [SGD, r#"{"model": "fm", "features": 4, "factors": 2, "batch_rows": 2}"#] {
        let (of_rows, of_text) = (Owned::new(settings).unwrap(), Owned::new(settings).unwrap());
        let expected = of_rows.learn(&problem, None, None).unwrap();
        let mut loss = Loss::default();
        let status = unsafe { lacuna_learner_learn_text(of_text.0, file.as_ptr(), one.as_ptr(), &mut loss) };
        assert_eq!((status, loss), (Status::Ok, expected), "{}", message());
        let expected = of_rows.predict(&problem, false, 1).unwrap();
        let (mut out, mut found) = ([7.0; 3], 0);
        let status = unsafe {
            let (options, out) = (one.as_ptr(), out.as_mut_ptr());
            lacuna_learner_predict_text(of_text.0, file.as_ptr(), options, false, out, 3, &mut found)
        };
        assert_eq!((status, found, &out[..]), (Status::Ok, 3, &*expected));
    }

    let (mut text, mut view) = (null_mut(), std::mem::MaybeUninit::<TextView>::uninit());
    let options = c(r#"{"base": "one", "wide_values": true, "wide_indices": true}"#);
    assert_eq!(unsafe { lacuna_text_read(file.as_ptr(), options.as_ptr(), &mut text) }, Status::Ok);
    assert_eq!(unsafe { lacuna_text_view(text, view.as_mut_ptr()) }, Status::Ok);
    let TextView { matrix, labels, weights, query_ids } = unsafe { view.assume_init() };
    assert_eq!((matrix.rows, matrix.columns, matrix.nnz, weights, query_ids), (3, 4, 5, null(), 0));
    let numbers = |pointer: *const c_void, length| unsafe { std::slice::from_raw_parts(pointer.cast::<f64>(), length) };
    assert_eq!((numbers(matrix.values, 5), numbers(labels, 3)), (&*problem.values, &*problem.labels));
    // What was read is written, and is the same text.
    let written = folder.path().join("written");
    let to = c(written.to_str().unwrap());
    assert_eq!(unsafe { lacuna_text_write(to.as_ptr(), &matrix, labels, 1) }, Status::Ok);
    unsafe { lacuna_text_free(text) };
    assert_eq!(std::fs::read(written).unwrap(), std::fs::read(&path).unwrap());

    let mut scan = TextScan::default();
    let auto = c(r#"{"base": "auto"}"#);
    assert_eq!(unsafe { lacuna_text_scan(file.as_ptr(), auto.as_ptr(), &mut scan) }, Status::Ok);
    assert_eq!(scan, TextScan { rows: 3, entries: 5, features: 4, fields: 0, base: 1 });
    let (mut labels, mut found) = ([7.0; 2], 0);
    let status = unsafe { lacuna_text_labels(file.as_ptr(), null(), labels.as_mut_ptr(), 2, &mut found) };
    assert_eq!((status, labels, found), (Status::Ok, [0.0, 1.0], 2));
}

#[test]
fn settings_are_refused() {
    for (settings, status, part) in [
        ("{", Status::Settings, "EOF"),
        ("{}", Status::Settings, "there is no \"model\""),
        (r#"{"model": "tree"}"#, Status::Settings, "tree"),
        (r#"{"model": "linear"}"#, Status::Settings, "\"features\" is 0"),
        (r#"{"model": "linear", "features": 4, "colour": 1}"#, Status::Settings, "colour"),
        (r#"{"model": "linear", "features": 4, "learning_rate": -1}"#, Status::Settings, "learning rate"),
        (r#"{"model": "linear", "features": 4, "classes": "regression"}"#, Status::Settings, "logistic"),
        (r#"{"model": "linear", "features": 4, "classes": "softmax", "labels": [1]}"#, Status::Settings, "1 labels"),
        (r#"{"model": "ffm", "features": 4}"#, Status::Settings, "no fields"),
        (r#"{"model": "fm", "features": 0}"#, Status::Settings, "at least 1"),
        (r#"{"model": "fm", "features": 4, "optimizer": "newton"}"#, Status::Settings, "newton"),
        (r#"{"model": "fm", "features": 4, "hyper": {"beta1": 0.5}}"#, Status::Settings, "beta1"),
        (r#"{"model": "fm", "features": 4, "learning_rate": 0}"#, Status::Settings, "learning_rate 0"),
    ] {
        let Err((found, text)) = Owned::new(settings) else { panic!("{settings} is taken") };
        assert_eq!(found, status, "{settings}: {text}");
        assert!(text.contains(part), "{settings}: {text}");
    }
}

/// A broken array of a problem.
type Break = fn(&mut Problem);

#[test]
fn rows_are_refused() {
    let cases: [(Break, &str); 11] = [
        (|p| p.indptr[0] = 1, "indptr[0] is 1, not 0"),
        (|p| p.indptr[2] = 1, "indptr[2] is 1, not at least 2"),
        (|p| p.indptr[3] = 4, "indptr ends with 4, and there are 5 entries"),
        (|p| p.indices[1] = 0, "row 0, entry 1: column 0 behind 0 of 4 columns"),
        (|p| p.indices[4] = 4, "row 2, entry 4: column 4 behind 0 of 4 columns"),
        (|p| p.indices[2] = -1, "row 1, entry 2: column -1"),
        (|p| p.values[2] = f64::NAN, "row 1, entry 2: the value NaN"),
        (|p| p.values[2] = 1e300, "row 1, entry 2: the value 1e300"),
        (|p| p.values[2] = f64::INFINITY, "row 1, entry 2: the value inf"),
        (|p| p.labels[1] = 2.0, "the label 2 is neither 1 nor 0 or -1"),
        (|p| p.labels[1] = f64::NAN, "row 1: the label NaN"),
    ];
    for settings in [SGD, r#"{"model": "fm", "features": 4}"#] {
        let learner = Owned::new(settings).unwrap();
        let before = learner.predict(&Problem::new(), false, 1).unwrap();
        for (broken, part) in cases {
            let mut problem = Problem::new();
            broken(&mut problem);
            let (status, text) = learner.learn(&problem, None, None).unwrap_err();
            assert_eq!(status, Status::Data);
            assert!(text.contains(part), "{text}, not {part}");
        }
        let problem = Problem::new();
        let (status, text) = learner.learn(&problem, None, Some(&[0, 3])).unwrap_err();
        assert_eq!((status, &*text), (Status::Data, "row 3 of 3 rows"));
        let refused = |rows: &Rows, labels: *const f64, weights: *const f64| unsafe {
            (lacuna_learner_learn(learner.0, rows, labels, weights, null(), 0, null_mut()), message())
        };
        let (rows, labels) = (problem.rows(), problem.labels.as_ptr());
        let with = |change: fn(&mut Rows)| {
            let mut rows = rows;
            change(&mut rows);
            refused(&rows, labels, null())
        };
        assert_eq!(with(|rows| rows.columns = 5), (Status::Data, "rows have 5 columns, the model has 4".into()));
        assert_eq!(with(|rows| rows.value_type = 9).0, Status::Argument);
        assert_eq!(
            with(|rows| rows.index_type = 9),
            (Status::Argument, "index_type is 9: neither I32 (7) nor I64 (8)".into())
        );
        assert_eq!(with(|rows| rows.values = null()), (Status::Argument, "values is null".into()));
        assert_eq!(with(|rows| rows.indptr = rows.indptr.cast::<u8>().wrapping_add(1).cast()).0, Status::Argument);
        assert_eq!(with(|rows| rows.rows = usize::MAX).0, Status::Argument);
        assert_eq!(with(|rows| rows.nnz = usize::MAX).0, Status::Argument);
        assert_eq!(refused(&rows, null(), null()), (Status::Argument, "labels is null".into()));
        assert_eq!(refused(&rows, labels, [1.0, -1.0, 1.0].as_ptr()).0, Status::Data);
        assert_eq!(learner.predict(&Problem::new(), false, 1).unwrap(), before);
    }
}

#[test]
fn pointers_and_files_are_refused() {
    unsafe {
        assert_eq!(lacuna_learner_new(null(), null_mut()), Status::Argument);
        assert_eq!(lacuna_learner_new(c(SGD).as_ptr(), null_mut()), Status::Argument);
        assert_eq!(message(), "out is null");
        assert_eq!(lacuna_learner_new(c"\xff".as_ptr(), &mut null_mut()), Status::Argument);
        assert_eq!(message(), "settings is not UTF-8");
        assert_eq!((lacuna_learner_columns(null()), lacuna_learner_outputs(null())), (0, 0));
        assert!(lacuna_learner_settings(null_mut()).is_null());
        lacuna_learner_free(null_mut());
        lacuna_text_free(null_mut());
        assert_eq!(lacuna_text_view(null(), null_mut()), Status::Argument);
        assert_eq!(CStr::from_ptr(lacuna_runtime_version()).to_str(), Ok(env!("CARGO_PKG_VERSION")));
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model");
    assert_eq!(Owned::load(&path, None).err().unwrap().0, Status::File);
    std::fs::write(&path, "no model").unwrap();
    assert_eq!(Owned::load(&path, None).err().unwrap().0, Status::File);
    let learner = Owned::new(SGD).unwrap();
    assert_eq!(learner.save(&folder.path().join("no/such/folder")), Status::File);
    assert_eq!(learner.save(&path), Status::Ok);
    assert_eq!(Owned::load(&path, Some(r#"{"model": "fm"}"#)).err().unwrap().0, Status::File);
    assert_eq!(learner.array("v").unwrap_err(), "the model has no array \"v\"");
    let mut small = [7.0_f32; 2];
    let status =
        unsafe { lacuna_learner_predict(learner.0, &Problem::new().rows(), false, 1, small.as_mut_ptr(), small.len()) };
    assert_eq!((status, message(), small), (Status::Data, "there is room for 2 outputs of 3".to_owned(), [7.0; 2]));
    let (mut text, file) = (null_mut(), c("no-such-file"));
    assert_eq!(unsafe { lacuna_text_read(file.as_ptr(), null(), &mut text) }, Status::File);
    std::fs::write(&path, "1 3:1 1:1\n").unwrap();
    let file = c(path.to_str().unwrap());
    assert_eq!(unsafe { lacuna_text_read(file.as_ptr(), null(), &mut text) }, Status::Data);
    assert!(message().contains(":1:"), "{}", message());
    let options = c(r#"{"sorted": true}"#);
    assert_eq!(unsafe { lacuna_text_read(file.as_ptr(), options.as_ptr(), &mut text) }, Status::Settings);
}
