//! Numbers have the bits that the standard library gives them.

use quickcheck::{Arbitrary, Gen, QuickCheck};

use crate::{
    LibsvmValue, TextForm,
    line::{Rows, Rules, parse_rows},
    number,
};

/// Decimal text near what makes rounding hard.
#[derive(Clone, Debug)]
struct Decimal(String);

impl Arbitrary for Decimal {
    fn arbitrary(g: &mut Gen) -> Self {
        let bits = u64::arbitrary(g);
        let single = f32::from_bits(bits as u32);
        let single = if single.is_finite() { single } else { 1.0 };
        let double = f64::from_bits(u64::arbitrary(g));
        let double = if double.is_finite() { double } else { 1.0 };
        let halfway = (f64::from(single) + f64::from(single.next_up())) / 2.0;
        let places = usize::arbitrary(g) % 12;
        let near = [halfway.next_down(), halfway, halfway.next_up()][places % 3];
        let digits = bits >> (u8::arbitrary(g) % 64);
        let exponent = i32::from(i8::arbitrary(g));
        let point = (bits % 20) as i32;
        Self(match u8::arbitrary(g) % 12 {
            0 => single.to_string(),
            1 => format!("{single:e}"),
            2 => double.to_string(),
            3 => format!("{double:e}"),
            4 => near.to_string(),
            5 => format!("{near:.20e}"),
            6 => format!("{:.*}", places, single % 1e6),
            7 => format!("{:.*}", places + 8, double % 1e6),
            8 => format!("{digits}e{exponent}"),
            9 => format!("{digits}e{}", exponent % 23),
            10 => format!("{:.*}", point as usize, digits as f64 / 10f64.powi(point)),
            _ => format!("-{}.{digits:0places$}E{exponent:+}", digits % 1000),
        })
    }
}

/// True, or a panic that prints the number.
fn same_as_standard(Decimal(text): Decimal) -> bool {
    let single = text.parse::<f32>().ok().filter(|x| x.is_finite()).map(f32::to_bits);
    let double = text.parse::<f64>().ok().filter(|x| x.is_finite()).map(f64::to_bits);
    let bytes = text.as_bytes();
    assert_eq!(number::parse::<f32>(bytes).ok().map(f32::to_bits), single, "f32 {text}");
    assert_eq!(number::parse::<f64>(bytes).ok().map(f64::to_bits), double, "f64 {text}");
    assert_eq!(in_row::<f32>(&text).map(f32::to_bits), single, "f32 {text} in a row");
    assert_eq!(in_row::<f64>(&text).map(f64::to_bits), double, "f64 {text} in a row");
    true
}

const RULES: Rules = Rules {
    base: 0,
    features: None,
    largest: i64::MAX as u64,
    sort: false,
    sum: false,
    two_classes: false,
    positive: None,
    labels: None,
    row_weights: false,
    ignore_weights: false,
    unlabelled: false,
    strict: false,
    form: TextForm::Plain,
};

/// The first entry of a row, behind which stands enough text for the quick way.
fn entry<V: LibsvmValue>(entry: &[u8]) -> Option<(i64, V)> {
    let mut rows = Rows::<V, i64>::default();
    let text = [b"0 ", entry, b" 99999999999:1 #", &[b' '; 100]].concat();
    parse_rows(&text, 1, &RULES, &mut rows);
    Some((*rows.indices.first()?, *rows.values.first()?))
}

fn in_row<V: LibsvmValue>(number: &str) -> Option<V> {
    entry(format!("7:{number}").as_bytes()).map(|entry| entry.1)
}

/// Every byte at every place of entries of all lengths.
#[test]
fn damaged_entries() {
    let whole = "7:123456789.123456789012345678901";
    let entries = (1..9).flat_map(|digits| {
        (0..20).map(move |places| {
            let index = &"12345678"[..digits];
            format!("{index}:-{}.{}", &whole[2..2 + places % 9], &whole[12..12 + places])
        })
    });
    for text in entries.chain((3..whole.len()).map(|length| whole[..length].to_string())) {
        for at in 0..text.len() {
            for byte in (0..=255).filter(|byte| !b" \t\r\n#".contains(byte)) {
                let mut damaged = text.clone().into_bytes();
                damaged[at] = byte;
                assert_eq!(entry(&damaged), by_hand(&damaged), "{}", damaged.escape_ascii());
            }
        }
    }
}

fn by_hand(entry: &[u8]) -> Option<(i64, f64)> {
    let (index, value) = std::str::from_utf8(entry).ok()?.split_once(':')?;
    let digits = index.bytes().all(|byte| byte.is_ascii_digit());
    let index = index.parse().ok().filter(|_| digits)?;
    Some((index, value.parse::<f64>().ok().filter(|value| value.is_finite())?))
}

/// `QUICKCHECK_TESTS` asks for more.
#[test]
fn numbers_have_the_bits_of_the_standard_library() {
    let tests = std::env::var("QUICKCHECK_TESTS").ok().and_then(|n| n.parse().ok());
    let tests = tests.unwrap_or(50_000);
    QuickCheck::new().tests(tests).max_tests(tests * 2).quickcheck(same_as_standard as fn(_) -> _);
}

#[test]
fn numbers_at_the_edges() {
    for text in [
        "0",
        "-0",
        "0.0",
        "+1",
        ".5",
        "5.",
        "00012",
        "1e22",
        "1e23",
        "-1e-22",
        "9007199254740993",
        "9007199254740992",
        "18446744073709551615",
        "18446744073709551616",
        "16777217",
        "16777219",
        "3.4028234e38",
        "3.4028235677973366e38",
        "1.17549435e-38",
        "1e-45",
        "7e-46",
        "1e-400",
        "1.7976931348623157e308",
        "2.2250738585072011e-308",
        "4.9e-324",
        "1e0000000001",
        "1E+2",
        "0.000000000000000000000000000001",
        "12345678.12345678",
        "1234567.12345678901",
        "1.00000017881393432617187499",
        "1.000000178813934326171875",
        "1e-0",
        "0e999",
        "0e9999",
    ] {
        assert!(same_as_standard(Decimal(text.into())));
        assert!(number::parse::<f64>(text.as_bytes()).is_ok(), "{text}");
    }
    for text in [
        "",
        "+",
        "-",
        ".",
        "e5",
        "1e",
        "1e+",
        "1.2.3",
        "1_0",
        "0x10",
        "--1",
        "+-1",
        "1 ",
        " 1",
        "1f",
        "nan",
        "inf",
        "-inf",
        "infinity",
        "NaN",
        "1e309",
        "-1e999999999999",
        "\u{661}",
        "1e5.0",
    ] {
        assert!(number::parse::<f64>(text.as_bytes()).is_err(), "{text}");
        assert!(text.ends_with(' ') || same_as_standard(Decimal(text.into())));
    }
    assert!(number::parse::<f32>(b"1e39").is_err());
}
