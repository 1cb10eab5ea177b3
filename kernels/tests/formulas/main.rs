//! The formulas of kernels that work element by element, as someone would compute them who knows nothing but
//! `docs/numerics.md`: each operation rounded, products and quotients from left to right. The kernels give these bits.
#![allow(clippy::unwrap_used)]

mod evaluate;
mod parse;
mod rustdoc;

use evaluate::{Arithmetic, evaluate};
use lacuna::call::{Call, ElementType, Erase, Operator};
use lacuna::list::{KERNELS, OperandKind, Row};
use lacuna_testing::{Random, cases};
use parse::{Formula, parse};

/// The symbol of an operand in the formulas.
fn symbol(operand: &'static str) -> &'static str {
    match operand {
        "input" | "left" | "logits" => "x",
        "right" | "result" => "y",
        "label" | "labels" => "z",
        "gradient" => "g",
        "scalar" => "s",
        other => other,
    }
}

/// Kernels that write one value for each value that they read.
fn elementwise() -> impl Iterator<Item = &'static Row> {
    KERNELS.iter().filter(|row| {
        let (output, operands) = row.operands.split_last().unwrap();
        output.1 == OperandKind::ValuesMut
            && ["map", "binary", "loss"].contains(&row.family)
            && operands.iter().all(|(_, kind)| matches!(kind, OperandKind::Values | OperandKind::Scalar))
    })
}

/// Numbers of every kind: special ones, and of any size.
fn numbers<V: Arithmetic>(random: &mut Random, count: usize) -> Vec<V> {
    let special = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -1.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    let mut draw = || match random.below(4) {
        0 => special[random.below(special.len())],
        1 => (random.below(4001) as f64 - 2000.0) / 1000.0,
        2 => (random.below(4001) as f64 - 2000.0) / 20.0,
        _ => V::of_bits(random.bits()),
    };
    (0..count).map(|_| V::narrow(draw())).collect()
}

/// Runs the kernel and the formula on the same numbers. False if the kernel refuses a parameter.
fn compare<V: Arithmetic>(row: &Row, formula: &Formula, value: ElementType, seed: u64) -> bool {
    const COUNT: usize = 97;
    let random = &mut Random::seeded(seed);
    let operands: Vec<(&str, bool, Vec<V>)> = row.operands[..row.operands.len() - 1]
        .iter()
        .map(|&(name, kind)| {
            let scalar = kind == OperandKind::Scalar;
            (symbol(name), scalar, numbers(random, if scalar { 1 } else { COUNT }))
        })
        .collect();
    let mut out = [V::narrow(9.0); COUNT];
    let mut erased: Vec<_> = operands
        .iter()
        .map(|(_, scalar, values)| if *scalar { values[0].erase() } else { values[..].erase() })
        .collect();
    erased.push((&mut out[..]).erase());
    let ran = Call::new(Operator::by_name(row.name).unwrap(), value, ElementType::I32, &mut erased).run();
    drop(erased);
    if ran.is_err() {
        return false;
    }
    for (k, &found) in out.iter().enumerate() {
        let of = |name: &str| {
            let (_, scalar, values) = operands.iter().find(|(symbol, ..)| *symbol == name)?;
            Some(values[if *scalar { 0 } else { k }])
        };
        let expected = evaluate(formula, &of);
        let given: Vec<_> = operands.iter().map(|(name, ..)| (*name, of(name).unwrap())).collect();
        assert!(found.same(expected), "{} `{}` of {given:?}: {found:?}, {expected:?}", row.name, row.formula);
    }
    true
}

fn of_list(row: &Row) -> Formula {
    let text = row.formula.trim().strip_prefix('`').and_then(|text| text.strip_suffix('`'));
    let text = text.unwrap_or_else(|| panic!("{}: {} is not a formula alone", row.name, row.formula));
    parse(text).unwrap_or_else(|error| panic!("{} `{text}`: {error}", row.name))
}

#[test]
fn kernels_have_the_bits_of_their_formulas() {
    let count = elementwise().count();
    assert!(count > 100, "{count}");
    for row in elementwise() {
        let formula = of_list(row);
        let ran = (0..cases(40)).filter(|&seed| {
            let single = compare::<f32>(row, &formula, ElementType::F32, seed);
            compare::<f64>(row, &formula, ElementType::F64, seed) && single
        });
        assert!(ran.count() > 0, "{} refuses all parameters", row.name);
    }
}

#[test]
fn a_wrong_formula_is_found() {
    let row = elementwise().find(|row| row.name == "sqrt_backward").unwrap();
    let wrong = parse("g / (2 y)").unwrap();
    let found = std::panic::catch_unwind(|| (0..40).all(|seed| compare::<f32>(row, &wrong, ElementType::F32, seed)));
    assert!(found.is_err());
}

#[test]
fn the_documentation_of_functions_has_the_same_formulas() {
    let mut compared = 0;
    for row in elementwise() {
        let Some(text) = rustdoc::formula(row) else { continue };
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", row.name));
        let (formula, expected) = (parse(&text), of_list(row));
        assert_eq!(formula.as_ref(), Ok(&expected), "{}: the documentation says `{text}`", row.name);
        compared += 1;
    }
    assert!(compared > 60, "{compared}");
}
