//! `.params` files as MXNet 1.9.1 and its forerunners leave them: what MXNet 1.9.1 reads from the same bytes, with
//! entries in order.
use lacuna_runtime::array::file::{Content, Format, LoadOptions, load_bytes, load_members_of_bytes};
use lacuna_runtime::array::{Array, Dtype};

const V1: u32 = 0xF993_FAC8;
const V2: u32 = 0xF993_FAC9;
const INT64: i32 = 6;

/// Fields of a file, little-endian.
#[derive(Default)]
struct Fields(Vec<u8>);

impl Fields {
    fn u32(mut self, number: u32) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn i32(mut self, number: i32) -> Self {
        self.0.extend(number.to_le_bytes());
        self
    }

    fn i64s(mut self, numbers: &[i64]) -> Self {
        self.0.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        self
    }

    fn bytes(mut self, bytes: &[u8]) -> Self {
        self.0.extend(bytes);
        self
    }

    fn shape(self, lengths: &[i64]) -> Self {
        self.i32(lengths.len() as i32).i64s(lengths)
    }

    fn context(self) -> Self {
        self.i32(1).i32(0)
    }
}

fn file(arrays: &[Vec<u8>], names: &[&str]) -> Vec<u8> {
    let mut bytes = Fields::default().i64s(&[0x112, 0, arrays.len() as i64]).bytes(&arrays.concat());
    bytes = bytes.i64s(&[names.len() as i64]);
    for name in names {
        bytes = bytes.i64s(&[name.len() as i64]).bytes(name.as_bytes());
    }
    bytes.0
}

fn floats(values: &[f32]) -> Vec<u8> {
    values.iter().flat_map(|value| value.to_le_bytes()).collect()
}

fn dense(flag: i32, shape: &[i64], data: &[u8]) -> Vec<u8> {
    Fields::default().u32(V2).i32(0).shape(shape).context().i32(flag).bytes(data).0
}

/// A csr of float32 with the storage shape that the file says it has.
fn csr(stored: i64, shape: &[i64], indptr: &[i64], indices: &[i64], values: &[f32]) -> Vec<u8> {
    let head = Fields::default().u32(V2).i32(2).shape(&[stored]).shape(shape).context().i32(0);
    let parts = head.i32(INT64).shape(&[indptr.len() as i64]).i32(INT64).shape(&[indices.len() as i64]);
    parts.bytes(&floats(values)).i64s(indptr).i64s(indices).0
}

fn row_sparse(stored: &[i64], shape: &[i64], indices: &[i64], values: &[f32]) -> Vec<u8> {
    let head = Fields::default().u32(V2).i32(1).shape(stored).shape(shape).context().i32(0);
    head.i32(INT64).shape(&[indices.len() as i64]).bytes(&floats(values)).i64s(indices).0
}

fn one(record: Vec<u8>) -> Result<Array, String> {
    match load_bytes(Format::Params, &file(&[record], &["w"])) {
        Ok(mut arrays) => Ok(arrays.remove(0).1),
        Err(fault) => Err(fault.to_string()),
    }
}

/// MXNet writes the storage shape before it waits for the operator that computes the array.
#[test]
fn lengths_are_those_of_the_indices() {
    let expected = Array::csr(Some([2, 3]), vec![0, 2, 3], vec![0, 2, 2], vec![1.0_f32, 2.0, 3.0]).unwrap();
    for stored in [0, 1, 3, 7] {
        let read = one(csr(stored, &[2, 3], &[0, 2, 3], &[0, 2, 2], &[1.0, 2.0, 3.0]));
        assert_eq!(read.unwrap(), expected, "{stored}");
    }
    let values = [1.0_f32, 0.0, 2.0, 0.0, 0.0, 3.0];
    let expected = Array::row_sparse(&[4, 3], vec![1, 3], values.to_vec()).unwrap();
    for stored in [&[0, 3][..], &[2, 3], &[4, 3], &[0, 0], &[0]] {
        assert_eq!(one(row_sparse(stored, &[4, 3], &[1, 3], &values)).unwrap(), expected, "{stored:?}");
    }
    let between = [csr(0, &[1, 1], &[0, 1], &[0], &[5.0]), dense(3, &[2], &[7, 8])];
    let arrays = load_bytes(Format::Params, &file(&between, &[])).unwrap();
    assert_eq!((arrays[0].1.data(), arrays[1].1.data()), (Some(&[5.0_f32][..]), Some(&[7_u8, 8][..])));
}

#[test]
fn rows_out_of_order_are_sorted_and_room_is_cut() {
    let expected = Array::csr(Some([2, 3]), vec![0, 2, 3], vec![0, 2, 1], vec![2.0_f32, 1.0, 3.0]).unwrap();
    for room in 0..3 {
        let indices = [&[2, 0, 1][..], &[0; 3][..room]].concat();
        let values = [&[1.0, 2.0, 3.0][..], &[0.0; 3][..room]].concat();
        let read = one(csr(3 + room as i64, &[2, 3], &[0, 2, 3], &indices, &values));
        assert_eq!(read.unwrap(), expected, "{room}");
    }
    let expected = Array::row_sparse(&[4, 2], vec![0, 2], vec![3.0_f32, 4.0, 1.0, 2.0]).unwrap();
    assert_eq!(one(row_sparse(&[2, 2], &[4, 2], &[2, 0], &[1.0, 2.0, 3.0, 4.0])).unwrap(), expected);
}

#[test]
fn a_place_twice_is_refused_or_added() {
    let twice = csr(4, &[2, 3], &[0, 1, 4], &[1, 2, 0, 2], &[1.0, 2.0, 3.0, 4.0]);
    assert_eq!(one(twice.clone()).unwrap_err(), "array `w`: row 1 has column 2 twice, as entries 1 and 3");
    let unnamed = load_bytes(Format::Params, &file(std::slice::from_ref(&twice), &[])).unwrap_err().to_string();
    assert_eq!(unnamed, "array `0`: row 1 has column 2 twice, as entries 1 and 3");
    let options = LoadOptions { sum_duplicates: true, ..LoadOptions::default() };
    let members = load_members_of_bytes(Format::Params, &file(&[twice], &["w"]), &options).unwrap();
    let expected = Array::csr(Some([2, 3]), vec![0, 1, 3], vec![1, 0, 2], vec![1.0_f32, 3.0, 6.0]).unwrap();
    assert!(matches!(&members[0].content, Content::Array(array) if *array == expected));
    let rows = row_sparse(&[3, 1], &[4, 1], &[3, 0, 3], &[1.0, 2.0, 3.0]);
    assert_eq!(one(rows).unwrap_err(), "array `w`: row 3 is stored twice");
}

#[test]
fn indices_outside_are_told_once() {
    for (column, row_columns) in [(-1, [0, -1, 2]), (3, [1, 3, 0])] {
        let refused = one(csr(3, &[2, 3], &[0, 1, 3], &row_columns, &[1.0, 2.0, 3.0])).unwrap_err();
        assert_eq!(refused, format!("array `w`: row 1, entry 1: column {column} is out of range: there are 3 columns"));
    }
    for row in [-2, 4] {
        let refused = one(row_sparse(&[2, 1], &[4, 1], &[3, row], &[1.0, 2.0])).unwrap_err();
        assert_eq!(refused, format!("array `w`: entry 1: row {row} is out of range: there are 4 rows"));
    }
    let short = one(csr(2, &[2, 3], &[0, 1, 3], &[0, 1], &[1.0, 2.0])).unwrap_err();
    assert_eq!(short, "array `w`: csr indptr: the last pointer is 3, but there are 2 indices");
}

/// The oldest arrays begin with the number of their dimensions, later ones with a magic, both without a storage type.
#[test]
fn old_files() {
    let values = floats(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    let expected = Array::dense(&[2, 3], vec![1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
    let oldest = Fields::default().u32(2).u32(2).u32(3).context().i32(0).bytes(&values).0;
    assert_eq!(one(oldest.clone()).unwrap(), expected);
    let old = Fields::default().u32(V1).shape(&[2, 3]).context().i32(0).bytes(&values).0;
    assert_eq!(one(old.clone()).unwrap(), expected);
    let mixed = file(&[old, oldest, dense(0, &[2, 3], &values)], &["a", "b", "c"]);
    let names = ["a", "b", "c"].map(|name| (name.to_owned(), expected.clone()));
    assert_eq!(load_bytes(Format::Params, &mixed).unwrap(), names);

    let known = "0xf993fac8, 0xf993fac9 and 0xf993faca are, and in the oldest files a number of dimensions, 1 to 64";
    for magic in [0, 65, 0xF993_FACB] {
        let refused = one(Fields::default().u32(magic).0).unwrap_err();
        assert_eq!(refused, format!("byte 24: array magic {magic:#x} is not known: {known}"));
    }
    let other = load_bytes(Format::Params, &[0x13, 1, 0, 0, 0, 0, 0, 0]).unwrap_err().to_string();
    assert_eq!(other, "byte 0: file magic 0x113 is not known: MXNet's is 0x112");
}

/// The dtypes of MXNet 1.9.1 that NumPy's names of this project lack, and those that MXNet 2 adds.
#[test]
fn every_dtype_of_mxnet() {
    let wide = |dtype, values: [i64; 2]| Array::dense(&[2], values.to_vec()).unwrap().astype(dtype).unwrap();
    for (flag, data, expected) in [
        (7, vec![1, 0], wide(Dtype::U8, [1, 0])),
        (8, vec![0, 0x80, 0xff, 0x7f], wide(Dtype::I32, [-32_768, 32_767])),
        (9, vec![0, 0, 0xff, 0xff], wide(Dtype::I32, [0, 65_535])),
        (10, vec![0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff], wide(Dtype::I64, [0, (1 << 32) - 1])),
        (11, [5_u64, i64::MAX as u64].map(u64::to_le_bytes).concat(), wide(Dtype::I64, [5, i64::MAX])),
        (12, vec![0x80, 0x3f, 0, 0xc0], wide(Dtype::Bf16, [1, -2])),
    ] {
        assert_eq!(one(dense(flag, &[2], &data)).unwrap(), expected, "{flag}");
    }
    assert_eq!(one(dense(13, &[1], &[0])).unwrap_err(), "byte 52: dtype 13 is not supported");
    assert_eq!(one(dense(-1, &[1], &[0])).unwrap_err(), "byte 52: dtype -1 is not supported");
    let large = one(dense(11, &[1], &[0xff; 8])).unwrap_err();
    assert_eq!(large, "member w: value 0, 18446744073709551615, is more than int64 can be, 9223372036854775807");
}

#[test]
fn names_twice_and_arrays_without_a_shape() {
    let array = || dense(3, &[1], &[1]);
    let twice = load_bytes(Format::Params, &file(&[array(), array()], &["w", "w"])).unwrap_err();
    assert_eq!(twice.to_string(), "the name `w` is given twice");
    let none = Fields::default().u32(V2).i32(0).shape(&[]).0;
    let members =
        load_members_of_bytes(Format::Params, &file(&[none, array()], &["none", "w"]), &LoadOptions::default());
    let members = members.unwrap();
    let Content::Unread(fault) = &members[0].content else { panic!("{members:?}") };
    assert_eq!((&*members[0].name, &*fault.to_string()), ("none", "type `array without a shape` is not supported"));
    assert!(matches!(&members[1].content, Content::Array(array) if array.data() == Some(&[1_u8][..])));
}
