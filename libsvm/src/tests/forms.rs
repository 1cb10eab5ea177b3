//! Text of LIBFFM, of names, and of Vowpal Wabbit.
use crate::{
    CsrBatch, IndexBase, LibsvmOptions, LibsvmReader, TextForm, VwOptions, hash_name, murmur3, scan_fields, scan_labels,
};

fn read(text: &str, options: LibsvmOptions) -> Result<CsrBatch<f32, i32>, String> {
    let mut expected = None;
    for (threads, block_bytes) in [(1, 1 << 20), (1, 1), (3, 64)] {
        let options = LibsvmOptions { threads, block_bytes, base: IndexBase::Zero, ..options.clone() };
        let mut batch = CsrBatch::new();
        let mut reader = LibsvmReader::<_, f32, i32>::from_stream("rows", text.as_bytes(), &options).unwrap();
        let found = reader.read_rest(&mut batch).map(|_| batch).map_err(|error| error.to_string());
        assert_eq!(expected.get_or_insert_with(|| found.clone()), &found);
    }
    expected.unwrap()
}

fn of_form(form: TextForm, features: usize) -> LibsvmOptions {
    LibsvmOptions { form, features: Some(features), ..LibsvmOptions::default() }
}

#[test]
fn fields_features_and_values() {
    let fields = |more: &str| read(more, of_form(TextForm::Fields { fields: 12 }, 120));
    let batch = fields("1 0:3:0.5 11:0:2 \r\n\n0 # nothing\n-1 2:9:1e-3 2:1:-4\n").unwrap();
    assert_eq!((batch.labels, batch.indptr), (vec![1.0, 0.0, -1.0], vec![0, 2, 2, 4]));
    assert_eq!((batch.indices, batch.values), (vec![11, 36, 14, 110], vec![2.0, 0.5, -4.0, 1e-3]));
    for (text, error) in [
        ("1 0:1:1\n1 12:1:1\n", "rows:2:3: field 12 is out of range: 12 fields counted from 0"),
        ("1 0:1:1 3:10:1\n", "rows:1:11: feature index 10 is out of range: 10 features counted from 0"),
        ("1 0:1\n", "rows:1:3: `0:1` is not field:feature:value"),
        ("1 x:1:2\n", "rows:1:3: `x:1:2` is not field:feature:value"),
        ("1 1:-1:2\n", "rows:1:5: `-1` is not a feature index"),
        ("1 1:1:\n", "rows:1:7: empty value after `1:1:`"),
        ("1 1:1:a\n", "rows:1:7: value `a` is not a number"),
        ("1 1:4:1 0:3:1 1:4:2\n", "rows:1:15: feature index 4 appears twice"),
        ("1:2 1:1:1\n", "rows:1:1: `1:2` is a feature of a row without a label, or a label with a weight"),
        ("", "rows: no rows"),
    ] {
        assert_eq!(fields(text).unwrap_err(), error, "{text}");
    }
    let scan = scan_fields("rows", "1 4:900:1\n0 7:2:1 0:3:1\n".as_bytes(), &LibsvmOptions::default()).unwrap();
    assert_eq!((scan.rows, scan.entries, scan.features, scan.fields), (2, 3, 901, 8));
}

#[test]
fn names_are_hashed_and_their_values_added() {
    let names = |text: &str| read(text, of_form(TextForm::Names { bits: 10 }, 1024));
    let batch = names("1 city=Rome 17:2 price:0.5\n0 1041:1 17:4\n").unwrap();
    let [rome, price] = [b"city=Rome", &b"price"[..]].map(|name| (murmur3(name, 0) & 1023) as i32);
    let mut expected = [(rome, 1.0), (17, 2.0), (price, 0.5)];
    expected.sort_by_key(|entry| entry.0);
    let found: Vec<_> = batch.indices.iter().copied().zip(batch.values.iter().copied()).collect();
    assert_eq!(found[..3], expected);
    // 1041 is 17 in ten bits.
    assert_eq!((&found[3..], &*batch.indptr), (&[(17, 5.0)][..], &[0, 3, 4][..]));
    assert_eq!(names("1 a:1\n1 a:b:x\n").unwrap_err(), "rows:2:7: value `x` is not a number");
    assert_eq!(
        names("1 a:3e38 a:3e38\n").unwrap_err(),
        format!(
            "rows:1:10: the values of feature index {} add up to no finite number of this type",
            hash_name(b"a", 0) & 1023
        )
    );
}

/// The places of features are those that Vowpal Wabbit 9.11 shows with `--audit`, the constant left out.
#[test]
fn names_land_where_vowpal_wabbit_puts_them() {
    let options = |bits: u32, pairs: &[&[u8; 2]]| {
        let pairs = pairs.iter().map(|pair| **pair).collect();
        of_form(TextForm::Vw(VwOptions { bits, pairs }), 1 << bits)
    };
    let rows = |text: &str, options: LibsvmOptions| {
        let batch = read(text, LibsvmOptions { row_weights: true, ..options }).unwrap();
        let found: Vec<_> = batch.indices.iter().copied().zip(batch.values.iter().copied()).collect();
        (batch.labels, batch.weights, found)
    };
    let sorted = |mut entries: Vec<(i32, f32)>| {
        entries.sort_by_key(|entry| entry.0);
        entries
    };
    let user = "1 |user age:25 city=Rome 17 |item:0.5 shoes price:3 zero:0\n";
    let plain = [(23567, 25.0), (49647, 1.0), (15646, 1.0), (98290, 0.5), (57086, 1.5)];
    assert_eq!(rows(user, options(18, &[])).2, sorted(plain.to_vec()));
    let ten = [(15, 25.0), (495, 1.0), (286, 1.0), (1010, 0.5), (766, 1.5)];
    assert_eq!(rows(user, options(10, &[])).2, sorted(ten.to_vec()));
    let pairs = [(103535, 12.5), (13667, 37.5), (13519, 0.5), (103875, 1.5), (84424, 0.5), (59588, 1.5)];
    assert_eq!(rows(user, options(18, &[b"ui"])).2, sorted([&plain[..], &pairs].concat()));
    let own = [(46994, 625.0), (10866, 25.0), (54915, 25.0), (101074, 1.0), (95779, 1.0), (2852, 1.0)];
    assert_eq!(rows(user, options(18, &[b"uu"])).2, sorted([&plain[..], &own].concat()));
    let unnamed = [(5, 1.0), (92594, 1.0), (0, 2.0), (1, 3.0)];
    assert_eq!(rows("-1 | 5 a :2 :3\n", options(18, &[])).2, sorted(unnamed.to_vec()));
    let twice = "1 |a x y:2 |b z |a w\n";
    let plain = [(55432, 1.0), (42847, 2.0), (9575, 1.0), (124687, 1.0)];
    let pairs = [(80151, 1.0), (171394, 2.0), (198186, 1.0)];
    let own = [(1680, 1.0), (31047, 2.0), (64383, 1.0), (253394, 4.0), (221162, 2.0), (181314, 1.0)];
    let all = [&plain[..], &pairs, &own].concat();
    assert_eq!(rows(twice, options(18, &[b"ab", b"aa"])).2, sorted(all));
    let heads = "1 2.5 'tag|a x\n-1 |a x\n0 0.25|a x\n\n1 1 0.5 tag| x\n";
    let (labels, weights, _) = rows(heads, options(18, &[]));
    assert_eq!((labels, weights), (vec![1.0, -1.0, 0.0, 1.0], vec![2.5, 1.0, 1.0, 1.0]));
    let unlabelled = LibsvmOptions { unlabelled: true, ..options(18, &[]) };
    assert_eq!(read("|a x\n'tag |a x\n", unlabelled.clone()).unwrap().labels, [0.0; 2]);
    // As in the plain form, a label of such rows is not left out in silence.
    let labelled = "rows:2:2: `1` is a label or a feature without a value, and these rows have no label";
    assert_eq!(read("|a x\n 1 |a x\n", unlabelled).unwrap_err(), labelled);
    for (text, error) in [
        ("1 |a x\n1 x y\n", "rows:2:1: `1` begins no row of Vowpal Wabbit: it has no |"),
        ("|a x\n", "rows:1:1: a row without a label"),
        ("x |a x\n", "rows:1:1: label `x` is not a number"),
        ("1 y |a x\n", "rows:1:3: label weight `y` is not a finite number"),
        ("1 -1 |a x\n", "rows:1:3: label weight `-1` is below 0"),
        ("1 |a x:y\n", "rows:1:8: value `y` is not a number"),
        ("1 |a:z x\n", "rows:1:6: value `z` is not a number"),
    ] {
        assert_eq!(read(text, options(18, &[])).unwrap_err(), error, "{text}");
    }
}

/// Names that are numbers are read at once; between tabs, and before a bar, they are not.
#[test]
fn numbers_are_names_as_others_are() {
    let vw =
        |text: &str| read(text, of_form(TextForm::Vw(VwOptions { bits: 18, pairs: Vec::new() }), 1 << 18)).unwrap();
    let spaces = "1 |a:2 7:0.5 0012 99999999 123456789:-3 4:0 8:-0.0 5:1e2 3:1.25 262144 7:2.5 |b 17:12.5 x 9|c 5:1\n\
                  -1 | 1 2:0.25 30:-7 500:123456.75\n1 |30 30 29:2\n";
    let batch = vw(spaces);
    assert_eq!(vw(&spaces.replace(' ', "\t")), batch);
    assert_eq!(vw(&spaces.replace('\n', "\r\n")), batch);
    let seed = |name: &[u8]| hash_name(name, 0) as u32;
    let at = |name: &[u8], space: &[u8]| (hash_name(name, seed(space)) % (1 << 18)) as i32;
    let mut expected = [
        (at(b"7", b"a"), 6.0),
        (at(b"12", b"a"), 2.0),
        (at(b"99999999", b"a"), 2.0),
        (at(b"123456789", b"a"), -6.0),
        (at(b"5", b"a"), 200.0),
        (at(b"3", b"a"), 2.5),
        (at(b"262144", b"a"), 2.0),
        (at(b"17", b"b"), 12.5),
        (at(b"x", b"b"), 1.0),
        (at(b"9", b"b"), 1.0),
        (at(b"5", b"c"), 1.0),
    ];
    expected.sort_by_key(|entry| entry.0);
    let found: Vec<_> = batch.indices.iter().copied().zip(batch.values.iter().copied()).collect();
    assert_eq!(found[..11], expected);
    assert_eq!(found[11..15], [(1, 1.0), (2, 0.25), (30, -7.0), (500, 123_456.75)]);
    assert_eq!(found[15..], [(59, 2.0), (60, 1.0)]);
}

#[test]
fn labels_become_their_places() {
    let options = LibsvmOptions { labels: Some([-3.0, 0.5, 8.0][..].into()), ..LibsvmOptions::default() };
    let batch = read("8 1:1\n-3\n0.5 2:1\n", LibsvmOptions { features: Some(4), ..options.clone() }).unwrap();
    assert_eq!(batch.labels, [2.0, 0.0, 1.0]);
    assert_eq!(read("8\n1\n", options).unwrap_err(), "rows:2:1: label `1` is none of the 3 classes");
    let found = |most| scan_labels("rows", "8\n-0\n0\n1e9 1:1\n8\n".as_bytes(), &LibsvmOptions::default(), most);
    assert_eq!((found(3).unwrap(), found(2).unwrap()), (Some(vec![0.0, 8.0, 1e9]), None));
}
