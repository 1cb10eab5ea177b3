//! Matrix Market text: files of SciPy 1.17.1, and what the format's description asks for.
use super::scipy::{bytes, one};
use lacuna::infer::Stype;
use lacuna_runtime::array::file::{Format, LoadOptions, load_bytes, load_members_of_bytes, save_bytes};
use lacuna_runtime::array::{Array, Dtype};

/// Numbers whose text is special; the third row begins with an `f32` that has no short text as an `f64`.
pub fn special() -> Array {
    Array::dense(&[3, 2], vec![f64::INFINITY, f64::NEG_INFINITY, -0.0, 5e-324, f64::from(0.1_f32), f64::MAX]).unwrap()
}

fn read(text: &str) -> Result<Array, String> {
    load_bytes(Format::MatrixMarket, text.as_bytes())
        .map(|mut arrays| arrays.remove(0).1)
        .map_err(|fault| fault.to_string())
}

fn written(array: &Array) -> String {
    String::from_utf8(save_bytes(Format::MatrixMarket, &[("any".to_owned(), array.clone())]).unwrap()).unwrap()
}

#[test]
fn matrices_of_scipy() {
    let csr = super::scipy::csr;
    let symmetric = Array::dense(&[3, 3], vec![2, 0, 3, 0, 0, 4, 3, 4, 5]).unwrap();
    let skew = Array::dense(&[3, 3], vec![0.0, -1.5, 0.0, 1.5, 0.0, 2.25, 0.0, -2.25, 0.0]).unwrap();
    let as_csr = |array: &Array| array.tostype(Stype::Csr).unwrap();
    let expected = [
        ("real", csr(Dtype::F64)),
        ("integer", csr(Dtype::I64)),
        // Two entries at one place.
        ("pattern", Array::csr(Some([4, 3]), vec![0, 1, 1, 2, 3], vec![2, 1, 0], vec![1.0, 2.0, 1.0]).unwrap()),
        ("symmetric", as_csr(&symmetric)),
        ("skew", as_csr(&skew)),
        ("array", Array::dense(&[2, 3], vec![1.5, -2.0, 0.0, 1e-300, 0.1, 3e8]).unwrap()),
        ("array_integer", Array::dense(&[3, 2], vec![1_i64, -2, 3, 4, 5, 6]).unwrap()),
        ("array_symmetric", symmetric.astype(Dtype::F64).unwrap()),
        ("array_skew", skew.clone()),
    ];
    for (name, expected) in expected {
        let found = one(&format!("{name}.mtx"));
        let found = if name == "symmetric" { found.astype(expected.dtype()).unwrap() } else { found };
        assert_eq!(found, expected, "{name}");
    }
    assert_eq!(
        load_bytes(Format::MatrixMarket, &bytes("complex.mtx")).unwrap_err().to_string(),
        "field `complex` is not supported"
    );
}

#[test]
fn a_byte_order_mark_is_taken_off() {
    let text = "%%MatrixMarket matrix array integer general\n1 1\n7\n";
    let marked = format!("\u{feff}{text}");
    assert_eq!(Format::of(std::path::Path::new("a"), marked.as_bytes()), Some(Format::MatrixMarket));
    assert_eq!(read(&marked).unwrap(), read(text).unwrap());
}

#[test]
fn matrices_as_text() {
    let csr = Array::csr(Some([2, 3]), vec![0, 2, 3], vec![0, 2, 1], vec![1.5_f32, 0.1, -2e-9]).unwrap();
    let text = "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 1.5\n1 3 0.10000000149011612\n2 2 \
            -1.999999943436137e-9\n";
    assert_eq!(written(&csr), text);
    assert_eq!(read(text).unwrap().astype(Dtype::F32).unwrap(), csr);
    let dense = Array::dense(&[2, 2], vec![i64::MAX, 2, i64::MIN, 4]).unwrap();
    let text = "%%MatrixMarket matrix array integer general\n2 2\n9223372036854775807\n-9223372036854775808\n2\n4\n";
    assert_eq!(written(&dense), text);
    assert_eq!(read(text).unwrap(), dense);
    let back = read(&written(&special())).unwrap();
    let bits = |array: &Array| array.data::<f64>().unwrap().iter().map(|number| number.to_bits()).collect::<Vec<_>>();
    assert_eq!(bits(&back), bits(&special()));
    for shape in [[0, 3], [3, 0], [0, 0]] {
        for stype in [Stype::Dense, Stype::Csr] {
            let none = Array::zeros(stype, &shape, Dtype::F64).unwrap();
            assert_eq!(read(&written(&none)).unwrap(), none);
        }
    }
}

/// Network Repository's files have one sign before the banner; SciPy writes unsigned integers as a field of their own.
#[test]
fn banners_and_fields_of_others() {
    let one_sign = "%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1\n";
    assert_eq!(Format::of(std::path::Path::new("a"), one_sign.as_bytes()), Some(Format::MatrixMarket));
    let expected = Array::csr(Some([3, 3]), vec![0, 2, 3, 4], vec![1, 2, 0, 0], vec![1.0; 4]).unwrap();
    assert_eq!(read(one_sign).unwrap(), expected);
    for other in ["MatrixMarket matrix array real general", "%%%MatrixMarket matrix array real general"] {
        assert_eq!(Format::of(std::path::Path::new("a"), other.as_bytes()), None);
        assert!(read(other).unwrap_err().ends_with("is not a banner of Matrix Market"), "{other}");
    }

    assert_eq!(one("unsigned.mtx"), super::scipy::csr(Dtype::I64));
    let unsigned = |value: &str| read(&format!("%%MatrixMarket matrix array unsigned-integer general\n1 1\n{value}\n"));
    assert_eq!(unsigned("9223372036854775807").unwrap(), Array::dense(&[1, 1], vec![i64::MAX]).unwrap());
    let large = "line 3: `9223372036854775808` is more than int64 can be, 9223372036854775807";
    assert_eq!(unsigned("9223372036854775808").unwrap_err(), large);
    let sums = "%%MatrixMarket matrix coordinate unsigned-integer general\n1 1 2\n1 1 9223372036854775807\n1 1 1\n";
    let large = "value 0, 9223372036854775808, is more than int64 can be, 9223372036854775807";
    assert_eq!(read(sums).unwrap_err(), large);
    let skew = "%%MatrixMarket matrix coordinate unsigned-integer skew-symmetric\n2 2 1\n2 1 3\n";
    let expected = Array::csr(Some([2, 2]), vec![0, 1, 2], vec![1, 0], vec![-3_i64, 3]).unwrap();
    assert_eq!(read(skew).unwrap(), expected);
    assert_eq!(unsigned("-1").unwrap_err(), "line 3: `-1` is not a number of this field");
}

/// Rows without entries take no bytes in the file: their number is limited, and the limit can be moved.
#[test]
fn many_rows_are_read_up_to_a_limit() {
    let text = "%%MatrixMarket matrix coordinate real general\n5000000 2 1\n1 1 1\n";
    let matrix = read(text).unwrap();
    assert_eq!((matrix.shape(), matrix.nnz()), (&[5_000_000, 2][..], 1));
    let rows = |text: &str, most_rows| {
        let options = LoadOptions { most_rows, ..LoadOptions::default() };
        load_members_of_bytes(Format::MatrixMarket, text.as_bytes(), &options).map_err(|fault| fault.to_string())
    };
    assert!(rows(text, 5_000_000).is_ok());
    let refused = rows(text, 4_999_999).unwrap_err();
    assert_eq!(refused, "rows 5000000 is more than a file of 64 bytes may have, 4999999");
    let more = text.replace("5000000", "16777217");
    assert_eq!(read(&more).unwrap_err(), "rows 16777217 is more than a file of 65 bytes may have, 16777216");
    assert!(rows(&more, 16_777_217).is_ok());
}

#[test]
fn text_as_others_write_it() {
    let expected = Array::csr(Some([2, 2]), vec![0, 1, 2], vec![1, 0], vec![3.0, -0.5]).unwrap();
    for text in [
        "%%MatrixMarket matrix coordinate real general\n% comment\n%\n\n2 2 2\n2 1 -.5\n\n1 2 3.\n",
        "%%MATRIXMARKET Matrix Coordinate DOUBLE General\r\n2 2 2\r\n2 1 -5E-1\r\n1 2 +3e0",
        "%%MatrixMarket  matrix\tcoordinate real general \n 2\t2  2 \n%between\n 2 1 -0.5 \n 1 2 3 \n",
    ] {
        assert_eq!(read(text).unwrap(), expected, "{text}");
    }
    // As SciPy: an entry above the diagonal is mirrored, too, and entries of one place are added.
    let symmetric = read("%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n1 2 3\n2 1 4\n").unwrap();
    assert_eq!(symmetric, Array::csr(Some([2, 2]), vec![0, 1, 2], vec![1, 0], vec![7_i64, 7]).unwrap());
    let skew = read("%%MatrixMarket matrix coordinate pattern skew-symmetric\n2 2 1\n2 1\n").unwrap();
    assert_eq!(skew, Array::csr(Some([2, 2]), vec![0, 1, 2], vec![1, 0], vec![-1.0, 1.0]).unwrap());
    let one = read("%%MatrixMarket matrix array real skew-symmetric\n1 1\n").unwrap();
    assert_eq!(one, Array::dense(&[1, 1], vec![0.0]).unwrap());
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let coordinate = |text: &str| format!("%%MatrixMarket matrix coordinate real general\n{text}");
    for (text, refused) in [
        ("2 2 1\n1 2\n", "line 3: `1 2` is without a value"),
        ("2 2 1\n1\n", "line 3: `1` is without a column"),
        ("2 2 1\n% c\n\n0 1 3\n", "line 5: row 0 is not from 1 to 2"),
        ("2 3 1\n1 4 3\n", "line 3: column 4 is not from 1 to 3"),
        ("2 3 1\n1 -1 3\n", "line 3: `-1` is not a whole number"),
        ("2 3 1\n1 1.0 3\n", "line 3: `1.0` is not a whole number"),
        ("2 3 1\n1 1 x\n", "line 3: `x` is not a number of this field"),
        ("2 3 1\n1 1 1e999\n", "line 3: `1e999` is not a number of this field"),
        ("2 3 1\n1 1 1 1\n", "line 3: `1 1 1 1` is more than an entry"),
        ("2 3 1\n1 1 1\n1 2 1\n", "line 4: `1 2 1` is behind the last entry"),
        ("2 3 2\n1 1 1\n", "entries: 1, but 2 are expected"),
        ("2 3\n", "line 2: `2 3` is not rows, columns and entries"),
        ("2 3 -1\n", "line 2: `2 3 -1` is not rows, columns and entries"),
        ("", "line 2: `` is not rows, columns and entries"),
        ("9223372036854775808 1 0\n", "line 2: `9223372036854775808 1 0` is of too large a matrix"),
        ("9223372036854775807 1 0\n", "rows 9223372036854775807 is more than a file of 70 bytes may have, 16777216"),
        ("1 1 18446744073709551615\n1 1 1\n", "entries: 1, but 18446744073709551615 are expected"),
    ] {
        assert_eq!(read(&coordinate(text)).unwrap_err(), refused, "{text}");
    }
    for (text, refused) in [
        ("", "line 1: `` is not a banner of five words"),
        (
            "%%MatrixMarket matrix coordinate real\n",
            "line 1: `%%MatrixMarket matrix coordinate real` is not a banner of five words",
        ),
        (
            "%%MatrixMark matrix coordinate real general",
            "line 1: `%%MatrixMark matrix coordinate real gene` is not a banner of Matrix Market",
        ),
        ("%%MatrixMarket vector coordinate real general", "object `vector` is not supported"),
        ("%%MatrixMarket matrix coordinate complex hermitian", "field `complex` is not supported"),
        ("%%MatrixMarket matrix coordinate real hermitian", "symmetry `hermitian` is not supported"),
        ("%%MatrixMarket matrix array pattern general", "field `pattern` is not supported"),
        (
            "%%MatrixMarket matrix coordinate real symmetric\n2 3 0",
            "columns of a symmetric matrix: 3, but 2 are expected",
        ),
        (
            "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 3",
            "line 3: `1 1 3` is not 0 on the diagonal of a skew-symmetric matrix",
        ),
        (
            "%%MatrixMarket matrix coordinate integer general\n2 2 1\n1 1 1.5",
            "line 3: `1.5` is not a number of this field",
        ),
        (
            "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 -9223372036854775808",
            "line 3: `2 1 -9223372036854775808` is a number without an opposite in int64",
        ),
        ("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\nx", "line 6: `x` is not a number of this field"),
        (
            "%%MatrixMarket matrix array real general\n2 2\n1 2\n3 4\n5 6\n7 8\n",
            "line 3: `1 2` is not a number of this field",
        ),
        ("%%MatrixMarket matrix array real general\n2 2\n1.5\n20\n300\n", "values of a column: 1, but 2 are expected"),
        ("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n4\n5\n", "line 7: `5` is behind the last value"),
        (
            "%%MatrixMarket matrix array real general\n1000000 1000000\n1\n",
            "values 1000000000000 is more than a file of 2 bytes may have, 1",
        ),
        (
            "%%MatrixMarket matrix array real general\n0 9000000000000000000\n1\n",
            "line 3: `1` is behind the last value",
        ),
    ] {
        assert_eq!(read(text).unwrap_err(), refused, "{text}");
    }
}
