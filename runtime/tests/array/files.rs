//! Files of MXNet, in both directions, and others.
use lacuna::infer::Stype;
use lacuna_runtime::array::file::{Fault, Format, load, load_bytes, load_labelled, save, save_bytes};
use lacuna_runtime::array::{Array, Dtype};

pub const UNNAMED: &[u8] = include_bytes!("../data/arrays/unnamed.params");
pub const NAMED: &[u8] = include_bytes!("../data/arrays/named.params");
const ONE_CSR: &[u8] = include_bytes!("../data/arrays/one_csr.params");

/// The arrays of `generate.py`.
fn dense() -> Array {
    Array::dense(&[2, 3], vec![0.0_f32, 1.0, 2.0, 3.0, 4.0, 5.0]).unwrap()
}

fn csr() -> Array {
    Array::csr(Some([3, 5]), vec![0, 2, 2, 4], vec![0, 2, 1, 3], vec![1.0_f32, 2.0, 3.0, 4.0]).unwrap()
}

fn row_sparse() -> Array {
    Array::row_sparse(&[6, 2, 2], vec![1, 4], (1..=8).map(|k| k as f32).collect()).unwrap()
}

fn unnamed() -> Vec<(String, Array)> {
    let zeros = |stype, shape: &[usize]| Array::zeros(stype, shape, Dtype::F32).unwrap();
    let arrays = [dense(), csr(), row_sparse(), zeros(Stype::Csr, &[2, 3]), zeros(Stype::RowSparse, &[4, 2])];
    arrays.map(|array| (String::new(), array)).to_vec()
}

fn named() -> Vec<(String, Array)> {
    let dtypes = [Dtype::F16, Dtype::F32, Dtype::F64, Dtype::I8, Dtype::U8, Dtype::I32, Dtype::I64];
    let arrays = [("dense", dense()), ("csr", csr()), ("rows", row_sparse())];
    let of =
        |(name, array): &(&str, Array)| dtypes.map(|dtype| (format!("{name}:{dtype}"), array.astype(dtype).unwrap()));
    arrays.iter().flat_map(of).collect()
}

fn one_csr() -> Vec<(String, Array)> {
    vec![(String::new(), Array::csr(Some([2, 3]), vec![0, 2, 3], vec![0, 2, 1], vec![1.0_f32, 2.0, 3.0]).unwrap())]
}

/// With LACUNA_ARRAYS=DIR, the files are left there for `generate.py --check DIR`.
#[test]
fn params_are_the_peers_byte_for_byte() {
    for (name, bytes, arrays) in
        [("unnamed", UNNAMED, unnamed()), ("named", NAMED, named()), ("one_csr", ONE_CSR, one_csr())]
    {
        assert_eq!(load_bytes(Format::Params, bytes).unwrap(), arrays, "{name}");
        assert_eq!(save_bytes(Format::Params, &arrays).unwrap(), bytes, "{name}");
        if let Some(folder) = std::env::var_os("LACUNA_ARRAYS") {
            save(std::path::Path::new(&folder).join(format!("{name}.params")), Format::Params, &arrays).unwrap();
        }
    }
    let bf16 = vec![("w".to_owned(), dense().astype(Dtype::Bf16).unwrap())];
    let refused = save_bytes(Format::Params, &bf16).unwrap_err();
    assert_eq!(refused.to_string(), "array `w`, default of bfloat16 in 2 dimensions, has no place in this format");
}

#[test]
fn safetensors_hold_every_array() {
    let mut arrays = named();
    arrays.push(("rows:bf16".to_owned(), row_sparse().astype(Dtype::Bf16).unwrap()));
    arrays.push(("scalar".to_owned(), Array::dense(&[], vec![2.5_f64]).unwrap()));
    arrays.sort_by(|a, b| a.0.cmp(&b.0));
    let bytes = save_bytes(Format::Safetensors, &arrays).unwrap();
    assert_eq!(save_bytes(Format::Safetensors, &arrays).unwrap(), bytes);
    assert_eq!(load_bytes(Format::Safetensors, &bytes).unwrap(), arrays);
    let twice = vec![("a".to_owned(), dense()), ("a".to_owned(), dense())];
    assert!(matches!(save_bytes(Format::Safetensors, &twice), Err(Fault::Name { .. })));
    assert!(matches!(save_bytes(Format::Safetensors, &unnamed()), Err(Fault::Name { .. })));
}

#[test]
fn libsvm_is_a_csr_and_labels() {
    let arrays = load_bytes(Format::Libsvm, b"1 0:0.5 3:-2\n-1\n").unwrap();
    let expected = Array::csr(Some([2, 4]), vec![0, 2, 2], vec![0, 3], vec![0.5_f32, -2.0]).unwrap();
    assert_eq!(
        arrays,
        [("data".to_owned(), expected), ("label".to_owned(), Array::dense(&[2], vec![1.0_f32, -1.0]).unwrap())]
    );
    assert_eq!(save_bytes(Format::Libsvm, &arrays).unwrap(), b"1 0:0.5 3:-2\n-1\n");
    assert!(save_bytes(Format::Libsvm, &[("data".to_owned(), dense())]).is_err());
}

/// The files of MXNet's documentation of `LibSVMIter`, whose labels it shows as
/// `[[0, 0, 0], [0.125, 0, 0], [0, 0, 1.2], [0, 1, -1.2]]`.
#[test]
fn labels_from_a_second_file() {
    let folder = tempfile::tempdir().unwrap();
    let [data, label] = ["data.t", "label.t"].map(|name| folder.path().join(name));
    std::fs::write(&data, "1.0 0:0.5 2:1.2\n-2.0\n-3.0 0:0.6 1:2.4 2:1.2\n4 2:-1.2\n").unwrap();
    let labels = "1.0\n-2.0 0:0.125\n-3.0 2:1.2\n4 1:1.0 2:-1.2\n";
    std::fs::write(&label, labels).unwrap();
    let x =
        Array::csr(Some([4, 3]), vec![0, 2, 2, 5, 6], vec![0, 2, 0, 1, 2, 2], vec![0.5_f32, 1.2, 0.6, 2.4, 1.2, -1.2])
            .unwrap();
    let y = Array::csr(Some([4, 3]), vec![0, 0, 1, 2, 4], vec![0, 2, 1, 2], vec![0.125_f32, 1.2, 1.0, -1.2]).unwrap();
    assert_eq!(load_labelled(&data, &label, Some(3), None).unwrap(), [x.clone(), y.clone()]);
    // More rows of labels are not read; fewer are an error, and so is an index that is too large.
    std::fs::write(&label, format!("{labels}5 0:1\n")).unwrap();
    assert_eq!(load_labelled(&data, &label, None, Some(3)).unwrap(), [x, y]);
    assert!(load_labelled(&data, &label, None, Some(2)).unwrap_err().to_string().contains("label.t: text:3:"));
    assert!(load_labelled(&data, &label, Some(2), None).unwrap_err().to_string().contains("data.t: text:1:"));
    std::fs::write(&label, "1\n2 1:1\n").unwrap();
    let refused = load_labelled(&data, &label, None, Some(3)).unwrap_err().to_string();
    assert!(refused.ends_with("label.t: rows of labels: 2, but 4 are expected"), "{refused}");
    assert!(
        load_labelled(folder.path().join("none"), &label, None, None)
            .unwrap_err()
            .to_string()
            .contains("none: cannot be read")
    );
}

#[test]
fn a_file_is_known_by_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.bin");
    for (format, arrays) in [(Format::Params, unnamed()), (Format::Safetensors, vec![("a".to_owned(), csr())])] {
        save(&path, format, &arrays).unwrap();
        assert_eq!(load(&path).unwrap(), arrays);
        // What cannot be written leaves what was there.
        let nameless = vec![("w".to_owned(), dense().astype(Dtype::Bf16).unwrap())];
        assert!(save(&path, Format::Params, &nameless).is_err());
        assert_eq!(load(&path).unwrap(), arrays);
    }
    for text in ["1 0\n", "w 1:2\n", ""] {
        std::fs::write(&path, text).unwrap();
        assert!(load(&path).unwrap_err().to_string().contains("a.bin: neither"), "{text:?}");
    }
    std::fs::write(&path, "1 0:2\n").unwrap();
    let rows = load(&path).unwrap();
    assert_eq!(rows.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["data", "label"]);
    assert!(load(folder.path().join("none")).unwrap_err().to_string().contains("none: cannot be read"));
    let nowhere = folder.path().join("no/folder");
    let refused = save(&nowhere, Format::Safetensors, &[("a".to_owned(), csr())]).unwrap_err().to_string();
    assert_eq!(refused.matches(&format!("{}:", nowhere.display())).count(), 1, "{refused}");
}
