//! `.npy` and `.npz`: files of SciPy 1.17.1 and NumPy 2.4.6, in both directions. `tests/data/arrays/generate_scipy.py`
//! has written them.
use lacuna_runtime::array::file::{Fault, Format, load, load_bytes, save_bytes};
use lacuna_runtime::array::{Array, Dtype};
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data/arrays/scipy").join(name)
}

pub fn bytes(name: &str) -> Vec<u8> {
    std::fs::read(path(name)).unwrap()
}

/// The array of a file that holds one.
pub fn one(name: &str) -> Array {
    let arrays = load(path(name)).unwrap();
    let [(found, array)] = &arrays[..] else { panic!("{name}: {} arrays", arrays.len()) };
    assert_eq!(found, "");
    array.clone()
}

/// `csr` of the generator.
pub fn csr(dtype: Dtype) -> Array {
    let array = Array::csr(Some([3, 5]), vec![0, 2, 2, 4], vec![0, 2, 1, 3], vec![1.0, 2.0, 0.0, 4.0]);
    array.unwrap().astype(dtype).unwrap()
}

/// `dense` of the generator.
pub fn dense(dtype: Dtype) -> Array {
    Array::dense(&[2, 3, 4], (0..24).collect()).unwrap().astype(dtype).unwrap()
}

/// The dtypes that NumPy has.
pub const DTYPES: [Dtype; 7] = [Dtype::F16, Dtype::F32, Dtype::F64, Dtype::I8, Dtype::U8, Dtype::I32, Dtype::I64];

fn refusal(format: Format, bytes: &[u8]) -> String {
    load_bytes(format, bytes).unwrap_err().to_string()
}

#[test]
fn sparse_matrices_of_scipy() {
    let expected = [
        ("csr", csr(Dtype::F64)),
        ("csr_stored", csr(Dtype::F32)),
        ("csr_int64", csr(Dtype::F32)),
        ("csr_array", csr(Dtype::I32)),
        ("csr_big_endian", csr(Dtype::F32)),
        ("csc", csr(Dtype::F32)),
        ("csc_stored", csr(Dtype::I8)),
        ("csr_bool", Array::csr(Some([3, 5]), vec![0, 1, 1, 2], vec![2, 3], vec![1_u8, 1]).unwrap()),
        ("csr_empty", Array::csr(Some([2, 3]), vec![0; 3], vec![], Vec::<f32>::new()).unwrap()),
        ("unsorted", Array::csr(Some([2, 4]), vec![0, 2, 3], vec![2, 3, 0], vec![3.0, 1.0, 7.0]).unwrap()),
    ];
    for (name, expected) in expected {
        assert_eq!(one(&format!("{name}.npz")), expected, "{name}");
    }
    for (name, dtype) in [("coo", Dtype::I64), ("coo_stored", Dtype::F32)] {
        let expected = Array::csr(Some([4, 3]), vec![0, 1, 1, 2, 3], vec![2, 1, 0], vec![5, 7, 6]).unwrap();
        assert_eq!(one(&format!("{name}.npz")), expected.astype(dtype).unwrap(), "{name}");
    }
    assert_eq!(refusal(Format::Npz, &bytes("complex.npz")), "member data.npy: dtype `<c8` is not supported");
}

#[test]
fn arrays_of_numpy() {
    for dtype in DTYPES {
        let bytes = bytes(&format!("{dtype}.npy"));
        assert_eq!(load_bytes(Format::Npy, &bytes).unwrap(), [(String::new(), dense(dtype))], "{dtype}");
        // NumPy's bytes.
        assert_eq!(save_bytes(Format::Npy, &[("any".to_owned(), dense(dtype))]).unwrap(), bytes, "{dtype}");
    }
    let others = [
        ("fortran", dense(Dtype::F32)),
        ("version_2", dense(Dtype::F32)),
        ("big_endian", dense(Dtype::I32)),
        ("scalar", Array::dense(&[], vec![2.5_f64]).unwrap()),
        ("vector", Array::dense(&[3], vec![1_i64, 2, 3]).unwrap()),
        ("none", Array::dense(&[3, 0], Vec::<f32>::new()).unwrap()),
    ];
    for (name, expected) in others {
        assert_eq!(one(&format!("{name}.npy")), expected, "{name}");
        let same = !matches!(name, "fortran" | "version_2" | "big_endian");
        assert_eq!(
            save_bytes(Format::Npy, &[(String::new(), expected)]).unwrap() == bytes(&format!("{name}.npy")),
            same,
            "{name}"
        );
    }
    assert_eq!(refusal(Format::Npy, &bytes("structured.npy")), "dtype `[('a', '<f4'), ('b', '<i8')]` is not supported");

    for name in ["dense.npz", "dense_stored.npz"] {
        let vector = Array::dense(&[3], vec![1_i64, 2, 3]).unwrap();
        assert_eq!(load(path(name)).unwrap(), [("a".to_owned(), dense(Dtype::F32)), ("b".to_owned(), vector)]);
    }
}

/// Names and bytes of what is in a zip file.
fn members(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    let mut archive = ZipArchive::new(Cursor::new(bytes)).unwrap();
    let count = archive.len();
    let read = |number| {
        let mut member = archive.by_index(number).unwrap();
        let mut bytes = Vec::new();
        member.read_to_end(&mut bytes).unwrap();
        (member.name().unwrap().into_owned(), bytes)
    };
    (0..count).map(read).collect()
}

/// The members are those that SciPy and NumPy write; how small a zip program packs them is its own affair.
#[test]
fn members_are_scipys_byte_for_byte() {
    let sparse = [("any".to_owned(), csr(Dtype::F32))];
    let written = save_bytes(Format::Npz, &sparse).unwrap();
    assert_eq!(members(&written), members(&bytes("csr_int64.npz")));
    assert_eq!(save_bytes(Format::Npz, &sparse).unwrap(), written);
    let arrays = load(path("dense.npz")).unwrap();
    assert_eq!(members(&save_bytes(Format::Npz, &arrays).unwrap()), members(&bytes("dense_stored.npz")));
}

/// With LACUNA_ARRAYS=DIR, the files are left there for `generate_scipy.py --check DIR`.
#[test]
fn every_dtype_comes_back() {
    let mut files = Vec::new();
    for dtype in DTYPES {
        for (name, format, array) in [
            (format!("csr_{dtype}.npz"), Format::Npz, csr(dtype)),
            (format!("{dtype}.npy"), Format::Npy, dense(dtype)),
            (format!("csr_{dtype}.mtx"), Format::MatrixMarket, csr(dtype)),
        ] {
            files.push((name, format, vec![(String::new(), array)]));
        }
    }
    files.push(("dense.npz".to_owned(), Format::Npz, load(path("dense.npz")).unwrap()));
    for name in ["array.mtx", "array_integer.mtx"] {
        files.push((name.to_owned(), Format::MatrixMarket, load(path(name)).unwrap()));
    }
    files.push((
        "special.mtx".to_owned(),
        Format::MatrixMarket,
        vec![(String::new(), super::matrix_market::special())],
    ));
    for (name, format, arrays) in &files {
        let bytes = save_bytes(*format, arrays).unwrap();
        assert_eq!(Format::of(Path::new("a"), &bytes), Some(*format), "{name}");
        let loaded = load_bytes(*format, &bytes).unwrap();
        for ((found, array), (name_of, expected)) in loaded.iter().zip(arrays) {
            assert_eq!((found, &array.astype(expected.dtype()).unwrap()), (name_of, expected), "{name}");
        }
        assert_eq!(loaded.len(), arrays.len());
        if let Some(folder) = std::env::var_os("LACUNA_ARRAYS") {
            std::fs::write(Path::new(&folder).join(name), bytes).unwrap();
        }
    }
}

#[test]
fn what_has_no_place_is_refused() {
    let named = |name: &str, array: Array| (name.to_owned(), array);
    let rows = Array::row_sparse(&[3, 2], vec![1], vec![1.0_f32, 2.0]).unwrap();
    let refused = |format, arrays: &[(String, Array)]| save_bytes(format, arrays).unwrap_err().to_string();
    let row_sparse = "array `r`, row_sparse of float32 in 2 dimensions, has no place in this format";
    for format in [Format::Npy, Format::Npz, Format::MatrixMarket] {
        assert_eq!(refused(format, &[named("r", rows.clone())]), row_sparse);
    }
    let bf16 = [named("w", csr(Dtype::Bf16))];
    assert_eq!(refused(Format::Npz, &bf16), "array `w`, csr of bfloat16 in 2 dimensions, has no place in this format");
    let two = [named("a", csr(Dtype::F32)), named("b", dense(Dtype::F32))];
    assert_eq!(refused(Format::Npz, &two), "array `a`, csr of float32 in 2 dimensions, has no place in this format");
    assert_eq!(refused(Format::Npy, &two), "arrays in one .npy file: 2, but 1 are expected");
    for name in ["", "format"] {
        assert!(matches!(save_bytes(Format::Npz, &[named(name, dense(Dtype::F32))]), Err(Fault::Name { .. })));
    }
}

/// A zip file of members that are taken from another one, some of them changed.
fn changed(name: &str, change: impl Fn(&str, Vec<u8>) -> Option<Vec<u8>>) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members(&bytes(name)) {
        if let Some(bytes) = change(&name, bytes) {
            archive.start_file(name, SimpleFileOptions::default()).unwrap();
            archive.write_all(&bytes).unwrap();
        }
    }
    archive.finish().unwrap().into_inner()
}

/// The file with `bytes` at the place of as many in one of its members, counted from the member's end.
fn overwritten(name: &str, member: &str, from_end: usize, bytes: &[u8]) -> String {
    let overwrite = |found: &str, mut data: Vec<u8>| {
        if found == member {
            let at = data.len() - from_end;
            data[at..at + bytes.len()].copy_from_slice(bytes);
        }
        Some(data)
    };
    refusal(Format::Npz, &changed(name, overwrite))
}

#[test]
fn parts_that_do_not_fit_are_errors_with_numbers() {
    // Pointers 0 2 2 4 of 4 bytes.
    assert_eq!(
        overwritten("csr.npz", "indptr.npy", 4, &[5]),
        "array `csr`: csr indptr: the last pointer is 5, but there are 4 indices"
    );
    let falls = |name| overwritten(name, "indptr.npy", 8, &[9]);
    assert_eq!(falls("csr.npz"), "array `csr`: csr indptr: pointer 3 is 4, less than the one before it, 9");
    assert_eq!(falls("csc.npz"), "array `csc`: csr indptr: pointer 5 is 4, less than the one before it, 9");
    let outside = overwritten("csr.npz", "indices.npy", 4, &[5]);
    assert!(outside.starts_with("array `csr`: ") && outside.contains('5'), "{outside}");
    let negative = overwritten("csc.npz", "indices.npy", 4, &[0xff; 4]);
    assert!(negative.starts_with("array `csc`: ") && negative.contains("-1"), "{negative}");
    let outside = overwritten("coo.npz", "col.npy", 4, &[3]);
    assert!(outside.starts_with("array `coo`: ") && outside.contains('3'), "{outside}");
    // A shape that lies: the rows of a csr have pointers, those of a coo only this number.
    let huge = overwritten("csr.npz", "shape.npy", 16, &[0, 0, 0, 0, 0, 1]);
    assert_eq!(huge, "array `csr`: csr shape: length of indptr should be 1099511627777, is 4");
    let huge = overwritten("coo.npz", "shape.npy", 16, &[0, 0, 0, 0, 0, 1]);
    assert!(huge.starts_with("rows 1099511627776 is more than a file of "), "{huge}");
    assert_eq!(
        overwritten("coo.npz", "shape.npy", 16, &[0xff; 8]),
        "member shape.npy: a shape cannot have the length -1"
    );
    let huge = overwritten("csc.npz", "shape.npy", 16, &[0, 0, 0, 0, 0, 1]);
    assert!(huge.starts_with("rows 1099511627776 is more than a file of "), "{huge}");

    let without =
        |name: &str| refusal(Format::Npz, &changed("csr.npz", |found, bytes| (found != name).then_some(bytes)));
    assert_eq!(without("indptr.npy"), "there is no `indptr`");
    assert_eq!(without("shape.npy"), "there is no `shape`");
    let short = |name: &str| {
        refusal(
            Format::Npz,
            &changed("csr.npz", |found, mut bytes| {
                bytes.truncate(bytes.len() - usize::from(found == name));
                Some(bytes)
            }),
        )
    };
    assert_eq!(short("data.npy"), "member data.npy: byte 128: values of 32 bytes, but 31 are left");
    let floats = |found: &str, data| Some(if found == "indices.npy" { bytes("float32.npy") } else { data });
    assert_eq!(
        refusal(Format::Npz, &changed("csr.npz", floats)),
        "member indices.npy: index dtype `float32` is not supported"
    );
}

fn npy(header: &str, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
}

#[test]
fn headers_as_python_may_write_them() {
    let expected = Array::dense(&[2, 1], vec![7_u8, 8]).unwrap();
    for header in [
        "{'descr':'|u1','fortran_order':False,'shape':(2,1)}",
        "{\"shape\": (2L, 1L), \"fortran_order\": False, \"descr\": \"<u1\"}\n",
        " { 'shape' : ( 2 , 1 , ) , 'descr' : '=u1' , 'fortran_order' : True , } \n",
    ] {
        assert_eq!(load_bytes(Format::Npy, &npy(header, &[7, 8])).unwrap()[0].1, expected, "{header}");
    }
    for (header, refused) in [
        ("{'descr': '|u1', 'fortran_order': False}", "there is no `shape`"),
        (
            "{'descr': '|u1', 'fortran_order': Maybe, 'shape': (2,)}",
            "byte 44: fortran_order: `Maybe, 'shape': (2,)}` cannot be read",
        ),
        ("{'descr': '|u1', 'fortran_order': False, 'shape': (2)}", "byte 62: shape: `)}` cannot be read"),
        ("{'descr': '|u1', 'fortran_order': False, 'shape': (-2,)}", "byte 61: shape: `-2,)}` cannot be read"),
        (
            "{'descr': '|u1', 'fortran_order': False, 'shape': (99999999999999999999,)}",
            "byte 61: shape: `99999999999999999999,)}` cannot be read",
        ),
        (
            "{'descr': '|u1', 'fortran_order': False, 'shape': (2,), 'more': 1}",
            "byte 66: key: `'more': 1}` cannot be read",
        ),
        ("{'descr': '|u1', 'fortran_order': False, 'shape': (2,)} x", "byte 66: end: `x` cannot be read"),
        ("{'descr': '|u1', 'fortran_order': False, 'shape': (3,)}", "byte 65: values of 3 bytes, but 2 are left"),
        ("{'descr': '|u1', 'fortran_order': False, 'shape': (1,)}", "bytes behind the values: 1, but 0 are expected"),
        ("{'descr': '|S0', 'fortran_order': False, 'shape': ()}", "dtype `|S0` is not supported"),
        ("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", "dtype `|O` is not supported"),
        ("", "byte 10: npy header: `` cannot be read"),
    ] {
        assert_eq!(refusal(Format::Npy, &npy(header, &[7, 8])), refused, "{header}");
    }
    let lie = "{'descr': '<f8', 'fortran_order': True, 'shape': (4611686018427387904, 4611686018427387904)}";
    assert!(refusal(Format::Npy, &npy(lie, &[])).ends_with("of 18446744073709551615 bytes, but 0 are left"));
    assert_eq!(refusal(Format::Npy, b"\x93NUMPY\x04\x00"), "byte 6: npy version 1024 is not supported");
}

/// Members that become more than the whole file could hold are refused before they are unpacked.
#[test]
fn bombs_are_refused() {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("a.npy", SimpleFileOptions::default()).unwrap();
    archive.write_all(&vec![0; 1 << 20]).unwrap();
    let mut bytes = archive.finish().unwrap().into_inner();
    assert!(refusal(Format::Npz, &bytes).starts_with("member a.npy: byte 0: npy magic"));
    // The size in the central directory, which begins with PK 01 02: a larger one is a lie, a smaller one cuts the
    // member.
    let directory = bytes.windows(4).rposition(|start| start == b"PK\x01\x02").unwrap();
    for (size, refused) in [
        (u32::MAX - 1, "unpacked bytes 4294967294 is more than a file of "),
        ((1 << 20) - 1, "member a.npy: "),
        (7, "member a.npy: "),
    ] {
        bytes[directory + 24..directory + 28].copy_from_slice(&size.to_le_bytes());
        assert!(refusal(Format::Npz, &bytes).starts_with(refused), "{size}: {}", refusal(Format::Npz, &bytes));
    }
    assert!(refusal(Format::Npz, b"PK\x03\x04").starts_with("not a good .npz file: "));
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("readme.txt", SimpleFileOptions::default()).unwrap();
    assert_eq!(
        refusal(Format::Npz, &archive.finish().unwrap().into_inner()),
        "member readme.txt: file type `txt` is not supported"
    );
}
