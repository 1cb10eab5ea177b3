use super::{assert_near, expected, floats, integers, list, number, numbers};
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::initializer::{Fan, Initializer, Spread, numbered};

/// Roundings of a quotient and its root.
const ROUNDINGS: f64 = 1e-15;

#[test]
fn scales_are_the_peers() {
    let expected = expected("initializers");
    let cases = list(&expected["xavier"]);
    assert_eq!(cases.len(), 36);
    for case in cases {
        let shape: Vec<usize> = integers(&case["shape"]).iter().map(|&length| length as usize).collect();
        let spread = if case["random"] == "uniform" { Spread::Uniform } else { Spread::Normal };
        let fan = match case["factor"].as_str().unwrap() {
            "avg" => Fan::Average,
            "in" => Fan::In,
            _ => Fan::Out,
        };
        let scale = Initializer::Xavier { spread, fan, magnitude: number(&case["magnitude"]) }.scale(&shape).unwrap();
        // The two numbers that the generator is asked for.
        let asked = numbers(&case["asked"]);
        assert_eq!(asked[0], if spread == Spread::Uniform { -asked[1] } else { 0.0 });
        assert_near(scale, asked[1], ROUNDINGS);
    }
    let defaults = list(&expected["defaults"]);
    assert_eq!(Initializer::UNIFORM.scale(&[2, 2]).unwrap(), numbers(&defaults[0])[1]);
    assert_eq!(Initializer::NORMAL.scale(&[2, 2]).unwrap(), numbers(&defaults[1])[1]);
}

#[test]
fn row_sparse_arrays_store_all_rows_as_the_peers() {
    let expected = expected("initializers");
    for (name, initializer) in
        [("normal", Initializer::Normal { sigma: 0.5 }), ("constant", Initializer::Constant(2.5))]
    {
        let mut rows = Array::zeros(Stype::RowSparse, &[3, 2], Dtype::F32).unwrap();
        initializer.fill(numbered(3, 0), &mut rows).unwrap();
        assert_eq!(rows.indices().unwrap(), integers(&expected["row_sparse"][name]));
        if name == "constant" {
            assert_eq!(rows.data::<f32>().unwrap(), floats(&serde_json::json!([2.5, 2.5, 2.5, 2.5, 2.5, 2.5])));
        }
    }
}

#[test]
fn moments() {
    const COUNT: usize = 100_000;
    let mut array = Array::zeros(Stype::Dense, &[COUNT], Dtype::F64).unwrap();
    let mut moments = |initializer: Initializer| {
        initializer.fill(numbered(7, 1), &mut array).unwrap();
        let values = array.data::<f64>().unwrap();
        let sum: f64 = values.iter().sum();
        let squares: f64 = values.iter().map(|value| value * value).sum();
        (sum / COUNT as f64, squares / COUNT as f64)
    };
    let (mean, square) = moments(Initializer::Uniform { scale: 3.0 });
    assert!(mean.abs() < 0.03 && (square - 3.0).abs() < 0.05);
    let (mean, square) = moments(Initializer::Normal { sigma: 2.0 });
    assert!(mean.abs() < 0.03 && (square - 4.0).abs() < 0.1);
}
