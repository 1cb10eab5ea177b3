//! Safetensors of other programs: more dtypes, and names that come twice.
use lacuna_runtime::array::file::{Content, Format, LoadOptions, load, load_all, load_bytes, load_members_of_bytes};
use lacuna_runtime::array::{Array, Dtype};

fn file(header: &str, data: &[u8]) -> Vec<u8> {
    [&(header.len() as u64).to_le_bytes(), header.as_bytes(), data].concat()
}

fn tensor(name: &str, dtype: &str, shape: &str, start: usize, end: usize) -> String {
    format!(r#""{name}":{{"dtype":"{dtype}","shape":{shape},"data_offsets":[{start},{end}]}}"#)
}

fn one(dtype: &str, data: &[u8]) -> Result<Array, String> {
    let bytes = file(&format!("{{{}}}", tensor("w", dtype, "[2]", 0, data.len())), data);
    load_bytes(Format::Safetensors, &bytes).map(|mut arrays| arrays.remove(0).1).map_err(|fault| fault.to_string())
}

#[test]
fn numbers_without_a_dtype_become_wider_ones() {
    let wide = |dtype, values: [i64; 2]| Array::dense(&[2], values.to_vec()).unwrap().astype(dtype).unwrap();
    assert_eq!(one("BOOL", &[1, 0]).unwrap(), wide(Dtype::U8, [1, 0]));
    assert_eq!(one("I16", &[0, 0x80, 0xff, 0x7f]).unwrap(), wide(Dtype::I32, [-32_768, 32_767]));
    assert_eq!(one("U16", &[1, 0, 0xff, 0xff]).unwrap(), wide(Dtype::I32, [1, 65_535]));
    assert_eq!(one("U32", &[1, 0, 0, 0, 0xff, 0xff, 0xff, 0xff]).unwrap(), wide(Dtype::I64, [1, (1 << 32) - 1]));
    let eights = |numbers: [u64; 2]| numbers.map(u64::to_le_bytes).concat();
    assert_eq!(one("U64", &eights([1, i64::MAX as u64])).unwrap(), wide(Dtype::I64, [1, i64::MAX]));
    let large = one("U64", &eights([1, 1 << 63])).unwrap_err();
    assert_eq!(large, "member w: value 1, 9223372036854775808, is more than int64 can be, 9223372036854775807");
}

#[test]
fn a_tensor_of_another_type_leaves_the_others() {
    let tensors =
        [tensor("a", "U8", "[1]", 0, 1), tensor("b", "F8_E4M3", "[2]", 1, 3), tensor("c", "BOOL", "[1]", 3, 4)];
    let bytes = file(&format!("{{{}}}", tensors.join(",")), &[5, 0, 0, 1]);
    let arrays = load_bytes(Format::Safetensors, &bytes).unwrap();
    let byte = |value| Array::dense(&[1], vec![value]).unwrap();
    assert_eq!(arrays, [("a".to_owned(), byte(5_u8)), ("c".to_owned(), byte(1_u8))]);
    let members = load_members_of_bytes(Format::Safetensors, &bytes, &LoadOptions::default()).unwrap();
    let Content::Unread(fault) = &members[1].content else { panic!("{members:?}") };
    assert_eq!((&*members[1].name, &*fault.to_string()), ("b", "dtype `F8_E4M3` is not supported"));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.safetensors");
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(load(&path).unwrap(), arrays);
    let refused = load_all(&path).unwrap_err().to_string();
    assert!(refused.ends_with("a.safetensors: member b: dtype `F8_E4M3` is not supported"), "{refused}");
    let wanted = LoadOptions { wanted: Some(&|name| name == "c"), ..LoadOptions::default() };
    let members = load_members_of_bytes(Format::Safetensors, &bytes, &wanted).unwrap();
    assert!(matches!(members[0].content, Content::Unwanted) && matches!(members[1].content, Content::Unwanted));
    assert!(matches!(&members[2].content, Content::Array(array) if *array == byte(1_u8)));
}

#[test]
fn a_name_twice_is_an_error() {
    let refused =
        |header: &str, data: &[u8]| load_bytes(Format::Safetensors, &file(header, data)).unwrap_err().to_string();
    let twice = format!("{{{},{}}}", tensor("w", "U8", "[1]", 1, 2), tensor("w", "U8", "[1]", 0, 1));
    assert_eq!(refused(&twice, &[1]), "the name `w` is given twice");
    assert_eq!(refused(&twice, &[1, 2]), "the name `w` is given twice");
    let metadata = format!(r#"{{"__metadata__":{{"k":"1","k":"2"}},{}}}"#, tensor("w", "U8", "[1]", 0, 1));
    assert_eq!(refused(&metadata, &[1]), "the name `k` is given twice");
    // A sparse array and a dense one.
    let sparse = r#""__metadata__":{"lacuna_arrays":"{\"x\":[\"row_sparse\",[1]]}"}"#;
    let tensors =
        [tensor("x", "U8", "[1]", 0, 1), tensor("x.data", "U8", "[1]", 1, 2), tensor("x.indices", "I64", "[1]", 2, 10)];
    assert_eq!(refused(&format!("{{{sparse},{}}}", tensors.join(",")), &[0; 10]), "the name `x` is given twice");
}
