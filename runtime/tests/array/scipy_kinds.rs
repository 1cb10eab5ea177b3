//! Sparse matrices and arrays of SciPy and NumPy that are no plain csr of floats. The expected parts are those of
//! `tocsr` with `sum_duplicates`, in SciPy 1.17.1.
use super::scipy::{bytes, one};
use lacuna::infer::Stype;
use lacuna_runtime::array::file::{Content, Format, LoadOptions, load_bytes, load_members_of_bytes};
use lacuna_runtime::array::{Array, Dtype};
use quickcheck::quickcheck;
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn refusal(name: &str) -> String {
    let format = if name.ends_with(".npz") { Format::Npz } else { Format::Npy };
    load_bytes(format, &bytes(name)).unwrap_err().to_string()
}

#[test]
fn every_sparse_format_is_read_as_csr() {
    // All elements of a block are stored; of diagonals those that are not 0.
    let stored = vec![1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0, 0.0];
    let bsr = Array::csr(Some([3, 5]), vec![0, 5, 5, 10], [0, 1, 2, 3, 4].repeat(2), stored);
    assert_eq!(one("bsr.npz"), bsr.unwrap());
    let columns = vec![3, 4, 5, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5];
    let values = [0, 1, 2, 3, 4, 5, 30, 32, 34, 6, 7, 8, 36, 38, 40, 9, 10, 11].map(f64::from).to_vec();
    let blocks = Array::csr(Some([4, 6]), vec![0, 3, 6, 12, 18], columns, values);
    assert_eq!(one("bsr_blocks.npz"), blocks.unwrap());
    let diagonals = Array::csr(Some([4, 3]), vec![0, 1, 3, 4, 5], vec![0, 0, 1, 2, 2], vec![1.0, 4.0, 2.0, 3.0, 6.0]);
    assert_eq!(one("dia.npz"), diagonals.unwrap());
    let row = Array::csr(Some([1, 4]), vec![0, 2], vec![1, 3], vec![1.0, 2.0]).unwrap();
    assert_eq!((one("csr_1d.npz"), one("coo_1d.npz")), (row.clone(), row));
}

/// True and true is true, also 256 times.
#[test]
fn truth_values_in_several_parts_are_not_added() {
    let expected = Array::csr(Some([2, 3]), vec![0, 1, 3], vec![1, 0, 2], vec![1_u8, 0, 1]).unwrap();
    assert_eq!((one("bool_twice.npz"), one("bool_twice_coo.npz")), (expected.clone(), expected));
    let many = sparse("csr", &[1, 3], "|b1", &[1; 256], &[&[0, 256], &[2; 256]]);
    let expected = Array::csr(Some([1, 3]), vec![0, 1], vec![2], vec![1_u8]).unwrap();
    assert_eq!(load_bytes(Format::Npz, &many).unwrap()[0].1, expected);
}

#[test]
fn numbers_without_a_dtype_become_wider_ones() {
    let limits = |values: [i64; 2], dtype| {
        Array::csr(Some([1, 2]), vec![0, 2], vec![0, 1], values.to_vec()).unwrap().astype(dtype).unwrap()
    };
    assert_eq!(one("csr_int16.npz"), limits([32_767, -32_768], Dtype::I32));
    assert_eq!(one("csr_uint16.npz"), limits([65_535, 0], Dtype::I32));
    assert_eq!(one("csr_uint32.npz"), limits([(1 << 32) - 1, 0], Dtype::I64));
    let large = "member data.npy: value 0, 18446744073709551615, is more than int64 can be, 9223372036854775807";
    assert_eq!(refusal("csr_uint64.npz"), large);
    // 2^62 and 2^62 at one place.
    let halves = [1_u64 << 62; 2].map(u64::to_le_bytes).concat();
    let file = sparse_of("csr", &[1, 3], "<u8", "(2,)", &halves, &[&[0, 2], &[1, 1]]);
    let large = "value 0, 9223372036854775808, is more than int64 can be, 9223372036854775807";
    assert_eq!(load_bytes(Format::Npz, &file).unwrap_err().to_string(), large);

    let vector = |values: &[i64], dtype| Array::dense(&[values.len()], values.to_vec()).unwrap().astype(dtype).unwrap();
    assert_eq!(one("int16.npy"), vector(&[-32_768, 32_767], Dtype::I32));
    assert_eq!(one("uint16.npy"), vector(&[0, 1, 2], Dtype::I32));
    assert_eq!(one("uint32.npy"), vector(&[0, (1 << 32) - 1], Dtype::I64));
    assert_eq!(one("uint64.npy"), vector(&[0, i64::MAX], Dtype::I64));
    assert_eq!(one("bool.npy"), Array::dense(&[2, 2], vec![1_u8, 0, 0, 1]).unwrap());
    let large = "value 1, 9223372036854775808, is more than int64 can be, 9223372036854775807";
    assert_eq!(refusal("uint64_large.npy"), large);
}

#[test]
fn indices_outside_are_told_with_their_row() {
    assert_eq!(refusal("negative.npz"), "array `csr`: row 1, entry 1: column -1 is out of range: there are 3 columns");
    assert_eq!(refusal("outside.npz"), "array `csr`: row 2, entry 2: column 7 is out of range: there are 3 columns");
    let refused = |format, shape: &[i64], parts: &[&[i64]]| {
        let file = sparse(format, shape, "|u1", &[1, 2, 3], parts);
        load_bytes(Format::Npz, &file).unwrap_err().to_string()
    };
    // Also where a row before it is out of order.
    let late: &[&[i64]] = &[&[0, 2, 3], &[1, 0, -9]];
    assert_eq!(
        refused("csr", &[2, 2], late),
        "array `csr`: row 1, entry 2: column -9 is out of range: there are 2 columns"
    );
    assert_eq!(
        refused("csc", &[2, 2], &[&[0, 2, 3], &[1, 0, 2]]),
        "array `csc`: column 1, entry 2: row 2 is out of range: there are 2 rows"
    );
    assert_eq!(
        refused("coo", &[2, 2], &[&[0, 1, -1], &[0, 1, 0]]),
        "array `coo`: entry 2: row -1 is out of range: there are 2 rows"
    );
    assert_eq!(
        refused("coo", &[2, 2], &[&[0, 1, 1], &[0, 1, 2]]),
        "array `coo`: entry 2: column 2 is out of range: there are 2 columns"
    );
    let block = |shape: &[i64], parts: &[&[i64]]| {
        let file = sparse_of("bsr", shape, "|u1", "(2, 1, 2)", &[1, 2, 3, 4], parts);
        load_bytes(Format::Npz, &file).map(|mut arrays| arrays.remove(0).1).map_err(|fault| fault.to_string())
    };
    assert_eq!(
        block(&[2, 4], &[&[0, 1, 2], &[0, 2]]).unwrap_err(),
        "array `bsr`: block row 1, entry 1: block column 2 is out of range: there are 2 block columns"
    );
    assert_eq!(block(&[2, 5], &[&[0, 1, 2], &[0, 1]]).unwrap_err(), "5 columns are no multiple of the 2 of a block");
    assert!(block(&[2, 4], &[&[0, 1, 2], &[0, 1]]).is_ok());
}

#[test]
fn diagonals_that_do_not_fit() {
    let refused = |offsets: &[i64]| {
        let file = sparse_of("dia", &[3, 2], "|u1", "(2, 2)", &[1, 2, 3, 4], &[offsets]);
        load_bytes(Format::Npz, &file).unwrap_err().to_string()
    };
    assert_eq!(refused(&[1, 1]), "diagonal 1 is stored twice");
    assert_eq!(refused(&[1]), "offsets of diagonals: 1, but 2 are expected");
    let file = sparse_of("dia", &[3, 2], "|u1", "(2, 2)", &[1, 2, 3, 4], &[&[i64::MIN, i64::MAX]]);
    assert_eq!(load_bytes(Format::Npz, &file).unwrap()[0].1.nnz(), 0);
}

#[test]
fn what_is_no_array_leaves_the_others() {
    let of = |options: &LoadOptions<'_>| {
        let members = load_members_of_bytes(Format::Npz, &bytes("mixed.npz"), options).unwrap();
        members
            .into_iter()
            .map(|member| {
                (
                    member.name,
                    match member.content {
                        Content::Array(array) => format!("{} {:?}", array.dtype(), array.shape()),
                        Content::Unread(fault) => fault.to_string(),
                        Content::Unwanted => "not asked for".to_owned(),
                    },
                )
            })
            .collect::<Vec<_>>()
    };
    let named = |pairs: &[(&str, &str)]| {
        pairs.iter().map(|&(name, what)| (name.to_owned(), what.to_owned())).collect::<Vec<_>>()
    };
    let fields = "dtype `[('a', '<f4')]` is not supported";
    let all =
        [("w", "float32 [2, 2]"), ("vocab", "dtype `<U2` is not supported"), ("fields", fields), ("b", "int64 [1]")];
    assert_eq!(of(&LoadOptions::default()), named(&all));
    let names: Vec<_> =
        load_bytes(Format::Npz, &bytes("mixed.npz")).unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["w", "b"]);
    let one = [("w", "not asked for"), ("vocab", "not asked for"), ("fields", "not asked for"), ("b", "int64 [1]")];
    assert_eq!(of(&LoadOptions { wanted: Some(&|name| name == "b"), ..LoadOptions::default() }), named(&one));
}

/// A member that is not asked for is not even unpacked.
#[test]
fn only_what_is_asked_for_is_decoded() {
    let file = zipped(&[("good", npy("'|u1'", "(1,)", &[7])), ("broken", b"\x93NUMPY".to_vec())]);
    assert!(load_bytes(Format::Npz, &file).unwrap_err().to_string().starts_with("member broken.npy: "));
    let options = LoadOptions { wanted: Some(&|name| name == "good"), ..LoadOptions::default() };
    let members = load_members_of_bytes(Format::Npz, &file, &options).unwrap();
    assert!(matches!(&members[0].content, Content::Array(array) if array.data() == Some(&[7_u8][..])));
    assert!(matches!(members[1].content, Content::Unwanted));
}

#[test]
fn a_name_twice_is_an_error() {
    assert_eq!(refusal("twice.npz"), "the name `a.npy` is given twice");
    let header = "{'descr': '|u1', 'fortran_order': False, 'shape': (2,), 'descr': '|i1'}";
    let refused = load_bytes(Format::Npy, &npy_of(header, &[1, 2])).unwrap_err().to_string();
    assert_eq!(refused, "byte 66: key: `'descr': '|i1'}` cannot be read");
}

/// Arrays may be called as the members of a sparse matrix, and stand beside one.
#[test]
fn members_beside_a_matrix_are_arrays() {
    let array = |value| npy("'|u1'", "(1,)", &[value]);
    let named = [("format", array(1)), ("data", array(2))];
    let names: Vec<_> = load_bytes(Format::Npz, &zipped(&named)).unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["format", "data"]);
    let mut members = parts_of("csr", &[1, 2], "|u1", "(1,)", &[5], &[&[0, 1], &[1]]);
    members.push(("labels", array(3)));
    let arrays = load_bytes(Format::Npz, &zipped(&members)).unwrap();
    let expected = Array::csr(Some([1, 2]), vec![0, 1], vec![1], vec![5_u8]).unwrap();
    assert_eq!(arrays, [(String::new(), expected), ("labels".to_owned(), Array::dense(&[1], vec![3_u8]).unwrap())]);
}

/// Elements of a matrix of 4 x 6 bytes, added modulo 256; `None` if one is outside.
fn dense_of(entries: impl IntoIterator<Item = (i64, i64, u8)>) -> Option<Vec<u8>> {
    let mut dense = vec![0_u8; 24];
    for (row, column, value) in entries {
        let is_within = (0..4).contains(&row) && (0..6).contains(&column);
        let element = dense.get_mut(usize::try_from(row * 6 + column).ok()?).filter(|_| is_within)?;
        *element = element.wrapping_add(value);
    }
    Some(dense)
}

fn read(file: &[u8]) -> Option<Vec<u8>> {
    let array = load_bytes(Format::Npz, file).ok()?.remove(0).1;
    assert_eq!(array.shape(), [4, 6]);
    array.tostype(Stype::Dense).unwrap().data().map(<[u8]>::to_vec)
}

quickcheck! {
    /// Each format by its definition: entries anywhere, also outside, out of order and several at one place.
    fn formats_are_what_they_are_defined_to_be(entries: Vec<(u8, u8, u8)>, lengths: (u8, u8, u8), edge: bool) -> bool {
        // One more than there are rows and columns, if there may be places outside.
        let [rows, columns] = if edge { [5, 7] } else { [4, 6] };
        let place = |number: u8, count: i64| i64::from(number) % count - i64::from(edge && number > 250);
        let values: Vec<u8> = entries.iter().map(|entry| entry.2).collect();
        let row_of: Vec<_> = entries.iter().map(|entry| place(entry.0, rows)).collect();
        let column_of: Vec<_> = entries.iter().map(|entry| place(entry.1, columns)).collect();
        let triplets = row_of.iter().zip(&column_of).zip(&values).map(|((&row, &column), &value)| (row, column, value));
        let coo = read(&sparse("coo", &[4, 6], "|u1", &values, &[&row_of, &column_of])) == dense_of(triplets);

        let count = values.len();
        let cut = |length: u8| usize::from(length) % (count + 1);
        let mut pointers = [0, cut(lengths.0), cut(lengths.1), cut(lengths.2), count];
        pointers.sort_unstable();
        let pointers = pointers.map(|pointer| pointer as i64);
        let row = |entry: usize| pointers[1..].iter().filter(|&&end| end <= entry as i64).count() as i64;
        let in_rows = (0..count).map(|entry| (row(entry), column_of[entry], values[entry]));
        let csr = read(&sparse("csr", &[4, 6], "|u1", &values, &[&pointers, &column_of])) == dense_of(in_rows);

        // Blocks of 2 x 3, of which all elements are the same.
        let blocks: Vec<u8> = values.iter().flat_map(|&value| [value; 6]).collect();
        let block_columns: Vec<_> = entries.iter().map(|entry| place(entry.1, columns - 4)).collect();
        let half = [0, pointers[1], count as i64];
        let elements = (0..count).flat_map(|block| {
            let (row, column) = (i64::from(block as i64 >= half[1]) * 2, block_columns[block] * 3);
            (0..6).map(move |element| (row + element / 3, column + element % 3)).map(move |(row, column)| (row, column, block))
        });
        let expected = dense_of(elements.map(|(row, column, block)| (row, column, values[block])));
        let shape = format!("({count}, 2, 3)");
        let bsr = read(&sparse_of("bsr", &[4, 6], "|u1", &shape, &blocks, &[&half, &block_columns])) == expected;

        // Diagonals that are longer than the matrix, with one value each.
        let mut offsets: Vec<_> = entries.iter().map(|entry| i64::from(entry.0.cast_signed()) % 9).collect();
        offsets.sort_unstable();
        offsets.dedup();
        let diagonals: Vec<u8> = offsets.iter().zip(&values).flat_map(|(_, &value)| [value; 8]).collect();
        let within = offsets.iter().zip(&values).flat_map(|(&offset, &value)| {
            (0..6).map(move |column| (column - offset, column, value)).filter(|(row, ..)| (0..4).contains(row))
        });
        let shape = format!("({}, 8)", offsets.len());
        let dia = read(&sparse_of("dia", &[4, 6], "|u1", &shape, &diagonals, &[&offsets])) == dense_of(within);
        coo && csr && bsr && dia
    }
}

fn npy_of(header: &str, data: &[u8]) -> Vec<u8> {
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
}

fn npy(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
    npy_of(&format!("{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}}}"), data)
}

fn zipped(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in members {
        archive.start_file(format!("{name}.npy"), SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

/// The members of a matrix with values of one byte, and then indptr and indices, row and col, or offsets.
fn parts_of(
    format: &str,
    shape: &[i64],
    descr: &str,
    data_shape: &str,
    data: &[u8],
    parts: &[&[i64]],
) -> Vec<(&'static str, Vec<u8>)> {
    let integers = |numbers: &[i64]| {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        npy("'<i8'", &format!("({},)", numbers.len()), &bytes)
    };
    let names: &[&'static str] = match format {
        "coo" => &["row", "col"],
        "dia" => &["offsets"],
        _ => &["indptr", "indices"],
    };
    let mut members = vec![
        ("format", npy("'|S3'", "()", format.as_bytes())),
        ("shape", integers(shape)),
        ("data", npy(&format!("'{descr}'"), data_shape, data)),
    ];
    members.extend(names.iter().zip(parts).map(|(&name, part)| (name, integers(part))));
    members
}

fn sparse_of(format: &str, shape: &[i64], descr: &str, data_shape: &str, data: &[u8], parts: &[&[i64]]) -> Vec<u8> {
    zipped(&parts_of(format, shape, descr, data_shape, data, parts))
}

fn sparse(format: &str, shape: &[i64], descr: &str, data: &[u8], parts: &[&[i64]]) -> Vec<u8> {
    sparse_of(format, shape, descr, &format!("({},)", data.len()), data, parts)
}
