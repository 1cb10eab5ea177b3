//! Kernels that move and compare numbers, on those that no kernel computes with: moved as the same numbers in `f64`
//! are, compared exactly.
use lacuna::cast::CastTo;
use lacuna::{
    Csr, CsrMut, Dense, DenseMut, Number, RowSparse, RowSparseMut, cast, embedding, map, reduce, rows, slice,
};

const INDPTR: [i32; 5] = [0, 2, 2, 5, 6];
const INDICES: [i32; 6] = [1, 18, 0, 3, 19, 7];
const NUMBERS: [f64; 6] = [1.0, -2.0, 100.0, 0.0, -128.0, 127.0];
const IDS: [i32; 5] = [3, 0, 2, 2, 1];

fn of<V: Number>(numbers: &[f64]) -> Vec<V>
where
    f64: CastTo<V>,
{
    numbers.iter().map(|number| number.cast()).collect()
}

/// Everything that the kernels write, one after the other.
fn moved<V: Number>() -> Vec<V>
where
    f64: CastTo<V>,
{
    let values = of::<V>(&NUMBERS);
    let csr = Csr::new(4, 20, &INDPTR, &INDICES, &values).unwrap();
    let mut written = Vec::new();

    let mut out = vec![V::default(); 80];
    cast::csr_to_dense(csr, DenseMut::new(4, 20, &mut out).unwrap()).unwrap();
    written.append(&mut out);

    let mut indptr = [0; 6];
    let nnz = slice::take_indptr(csr, &IDS, &mut indptr).unwrap();
    let (mut indices, mut out) = (vec![0; nnz], vec![V::default(); nnz]);
    slice::take(csr, &IDS, CsrMut::new(5, 20, &indptr, &mut indices, &mut out).unwrap()).unwrap();
    assert_eq!((indptr, indices), ([0, 1, 3, 6, 9, 9], vec![7, 1, 18, 0, 3, 19, 0, 3, 19]));
    written.append(&mut out);

    let mut out = vec![V::default(); 5];
    rows::permute(&IDS, &values, &mut out).unwrap();
    written.append(&mut out);

    let mut out = vec![V::default(); 15];
    embedding::lookup(&[1, 0, 1, 1, 0], Dense::new(2, 3, &values).unwrap(), DenseMut::new(5, 3, &mut out).unwrap())
        .unwrap();
    written.append(&mut out);

    let (data, ids) = (RowSparse::new(9, 3, &[2, 7], &values).unwrap(), [2, 5, 7]);
    let mut out = vec![V::default(); 9];
    rows::retain(data, RowSparseMut::new(9, 3, &ids, &mut out).unwrap()).unwrap();
    written.append(&mut out);

    let (mut of_rows, mut of_columns) = ([0; 4], [0; 20]);
    reduce::nnz_rows(csr, &mut of_rows).unwrap();
    reduce::nnz_columns(csr, &mut of_columns).unwrap();
    assert_eq!((of_rows, of_columns.iter().sum::<i32>(), of_columns[18]), ([2, 0, 3, 1], 6, 1));
    written
}

fn as_doubles<V: Number + CastTo<f64>>()
where
    f64: CastTo<V>,
{
    let kept = |number: f64| CastTo::<f64>::cast(CastTo::<V>::cast(number));
    let found: Vec<f64> = moved::<V>().into_iter().map(CastTo::cast).collect();
    assert_eq!(found, moved::<f64>().into_iter().map(kept).collect::<Vec<_>>(), "{}", V::NAME);
}

#[test]
fn integers_are_moved_as_floats_are() {
    as_doubles::<f32>();
    as_doubles::<i32>();
    as_doubles::<i64>();
    as_doubles::<u8>();
    as_doubles::<i8>();
}

/// A letter for each comparison with `scalar` that is true. e: equal, n: not equal, G: greater, g: greater or equal, L:
/// lesser, l: lesser or equal.
fn compared<V: Number>(input: &[V], scalar: V) -> Vec<String> {
    let kernels = [
        map::equal_scalar::<V>,
        map::not_equal_scalar,
        map::greater_scalar,
        map::greater_equal_scalar,
        map::lesser_scalar,
        map::lesser_equal_scalar,
    ];
    let results = kernels.map(|kernel| {
        let mut out = vec![V::default(); input.len()];
        kernel(input, scalar, &mut out).unwrap();
        assert!(out.iter().all(|&x| x == V::ZERO || x == V::ONE), "{}", V::NAME);
        out
    });
    let named = |i: usize| {
        results.iter().zip("enGgLl".chars()).filter(|(out, _)| out[i] == V::ONE).map(|(_, letter)| letter).collect()
    };
    (0..input.len()).map(named).collect()
}

const LESS: &str = "nLl";
const SAME: &str = "egl";
const MORE: &str = "nGg";

#[test]
fn integers_are_compared_as_integers() {
    // Neighbours that f64 does not distinguish, and the ends of the types; more elements than a register holds.
    let large = 1_i64 << 53;
    assert_eq!(compared(&[large, large + 1, large + 2, i64::MIN, i64::MAX], large + 1), [LESS, SAME, MORE, LESS, MORE]);
    assert_eq!(compared(&[1 << 24, (1 << 24) + 1, i32::MIN, i32::MAX], (1 << 24) + 1), [LESS, SAME, LESS, MORE]);
    let all: Vec<u8> = (0..=255).collect();
    let expected: Vec<_> = (0..256)
        .map(|x| {
            if x < 200 {
                LESS
            } else if x == 200 {
                SAME
            } else {
                MORE
            }
        })
        .collect();
    assert_eq!(compared(&all, 200), expected);
    let all: Vec<i8> = (-128..=127).collect();
    let expected: Vec<_> = (-128..128)
        .map(|x| {
            if x < -3 {
                LESS
            } else if x == -3 {
                SAME
            } else {
                MORE
            }
        })
        .collect();
    assert_eq!(compared(&all, -3), expected);
}

#[test]
fn what_is_no_number_is_only_unequal() {
    assert_eq!(compared(&[f64::NAN, -0.0, f64::INFINITY], 0.0), ["n", SAME, MORE]);
    assert_eq!(compared(&[f32::NAN, -f32::MIN_POSITIVE, 0.0], -0.0), ["n", LESS, SAME]);
}
