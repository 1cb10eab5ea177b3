//! Products of a csr against candle's dense ones, and against finite differences.
use crate::common::{Draw, bits, curved, gradient_of, slopes, values};
use crate::support::{Random, Result, assert_close, places, unit};
use candle_core::{DType, Device, Tensor, Var};
use lacuna_candle::{CsrMatrix, Element};

fn pattern(random: &mut Random, rows: usize, columns: usize) -> Result<CsrMatrix> {
    let (indptr, indices) = random.pattern(rows, columns);
    Ok(CsrMatrix::new((rows, columns), indptr, indices)?)
}

/// The matrix by candle's operators: the values are added into zeros, so that they have a gradient.
fn dense(a: &CsrMatrix, values: &Tensor) -> Result<Tensor> {
    let (rows, columns) = a.shape();
    let flat = places(a.indptr(), a.indices()).into_iter().map(|(row, column)| (row * columns + column) as u32);
    let flat = Tensor::from_iter(flat, &Device::Cpu)?;
    let zeros = Tensor::zeros(rows * columns, values.dtype(), &Device::Cpu)?;
    Ok(zeros.index_add(&flat, values, 0)?.reshape((rows, columns))?)
}

const SHAPES: [(usize, usize, usize); 6] =
    [(1, 1, 1), (7, 5, 1), (40, 30, 3), (33, 64, 17), (2600, 9, 2), (3, 2000, 33)];

/// Results and gradients are sums of the same products; candle's in an order and with a fusing of its own. A sum of n
/// products in any order and fusing is off by at most n units of the sum of their magnitudes, to first order; two of
/// them by twice that. The largest n is the number of rows or columns.
fn product_is_candles<V: Element>(transposed: bool, vector: bool) -> Result<()> {
    let mut random = Random::new(1);
    for (rows, columns, n) in SHAPES {
        let a = pattern(&mut random, rows, columns)?;
        let of_values = random.var::<V>(a.nnz())?;
        let (inner, outer) = if transposed { (rows, columns) } else { (columns, rows) };
        let shape = |rows: usize| if vector { vec![rows] } else { vec![rows, n] };
        let (b, above) = (random.var::<V>(shape(inner))?, random.tensor::<V>(shape(outer))?);
        let matrix = dense(&a, &of_values)?;
        let matrix = if transposed { matrix.t()? } else { matrix };
        let a = if transposed { a.t() } else { a };
        assert_eq!(a.shape(), (outer, inner));

        let product = a.matmul(&of_values, &b)?;
        let column = if vector { b.unsqueeze(1)? } else { b.as_tensor().clone() };
        let expected = matrix.matmul(&column)?.reshape(above.shape())?;
        let bound = |magnitude: &Tensor| -> Result<_> {
            let (magnitude, terms) = (values(magnitude)?, rows.max(columns).max(n) as f64);
            Ok(move |place: usize| 2.0 * (terms + 1.0) * magnitude[place] * unit::<V>())
        };
        let magnitude = matrix.abs()?.matmul(&column.abs()?)?;
        assert_eq!(product.dims(), above.dims());
        assert_close(&values(&product)?, &values(&expected)?, bound(&magnitude)?);

        let gradients = (product * &above)?.sum_all()?.backward()?;
        let dense_gradients = (expected * &above)?.sum_all()?.backward()?;
        let upstream = if vector { above.unsqueeze(1)? } else { above.clone() };
        let of_b = matrix.abs()?.t()?.matmul(&upstream.abs()?)?;
        let of_places = upstream.abs()?.matmul(&column.abs()?.t()?)?;
        let of_places = if transposed { of_places.t()? } else { of_places };
        let of_places = values(&of_places)?;
        let pairs = places(a.indptr(), a.indices());
        let of_places: Vec<f64> = pairs.into_iter().map(|(row, place)| of_places[row * columns + place]).collect();
        for (variable, magnitude) in [(&b, of_b), (&of_values, Tensor::new(of_places, &Device::Cpu)?)] {
            let [found, expected] = [gradient_of(&gradients, variable)?, gradient_of(&dense_gradients, variable)?];
            assert_eq!(found.dims(), variable.dims());
            assert_close(&values(found)?, &values(expected)?, bound(&magnitude)?);
        }
    }
    Ok(())
}

#[test]
fn a_product_and_its_gradients_are_candles() -> Result<()> {
    product_is_candles::<f32>(false, false)?;
    product_is_candles::<f64>(false, false)
}

#[test]
fn a_transposed_product_and_its_gradients_are_candles() -> Result<()> {
    product_is_candles::<f32>(true, false)?;
    product_is_candles::<f64>(true, false)
}

#[test]
fn a_product_with_a_vector_and_its_gradients_are_candles() -> Result<()> {
    product_is_candles::<f64>(false, true)?;
    product_is_candles::<f64>(true, true)
}

/// Both sums and gradients as above, of `left right^T` and candle's gather of its elements.
#[test]
fn a_product_at_places_and_its_gradients_are_candles() -> Result<()> {
    let mut random = Random::new(2);
    for (rows, columns, n) in SHAPES {
        for transposed in [false, true] {
            let a = pattern(&mut random, rows, columns)?;
            let pairs = places(a.indptr(), a.indices());
            let a = if transposed { a.t() } else { a };
            let (left, right) = (random.var::<f64>((a.shape().0, n))?, random.var::<f64>((a.shape().1, n))?);
            let above = random.tensor::<f64>(a.nnz())?;
            let flat = |(row, column): (usize, usize)| {
                (if transposed { column * rows + row } else { row * columns + column }) as u32
            };
            let flat = Tensor::from_iter(pairs.into_iter().map(flat), &Device::Cpu)?;
            let at_places = |matrix: Tensor| matrix.flatten_all()?.index_select(&flat, 0);

            let found = a.matmul_at_places(&left, &right)?;
            let expected = at_places(left.matmul(&right.t()?)?)?;
            // All numbers are at most 1: the sum of the magnitudes is at most their number.
            let terms = (rows.max(columns).max(n) + 1) as f64;
            let bound = |_| 2.0 * terms * terms * unit::<f64>();
            assert_close(&values(&found)?, &values(&expected)?, bound);
            let gradients = (found * &above)?.sum_all()?.backward()?;
            let expected = (expected * &above)?.sum_all()?.backward()?;
            for variable in [&left, &right] {
                let [found, expected] = [&gradients, &expected].map(|all| values(gradient_of(all, variable)?));
                assert_close(&found?, &expected?, bound);
            }
        }
    }
    Ok(())
}

/// Slopes up to 100 are compared to 1e-6: see [`slopes`]. A wrong sign, place or term is off by 1e-2 or more.
#[test]
fn gradients_are_the_slopes_of_a_loss() -> Result<()> {
    let mut random = Random::new(3);
    for transposed in [false, true] {
        let a = pattern(&mut random, 9, 7)?;
        let a = if transposed { a.t() } else { a };
        let (rows, columns) = a.shape();
        let (of_values, b) = (random.var::<f64>(a.nnz())?, random.var::<f64>((columns, 3))?);
        let direction = random.tensor::<f64>((rows, 3))?;
        let loss = |of_values: &Tensor, b: &Tensor| curved(&a.matmul(of_values, b)?, &direction);
        let gradients = loss(&of_values, &b)?.backward()?;
        let found = values(gradient_of(&gradients, &of_values)?)?;
        assert!(found.iter().any(|slope| slope.abs() > 0.1));
        assert_close(&found, &slopes(&of_values, |moved| loss(&moved, &b))?, |_| 1e-6);
        assert_close(&values(gradient_of(&gradients, &b)?)?, &slopes(&b, |moved| loss(&of_values, &moved))?, |_| 1e-6);

        let (left, right) = (random.var::<f64>((rows, 3))?, random.var::<f64>((columns, 3))?);
        let direction = random.tensor::<f64>(a.nnz())?;
        let loss = |left: &Tensor, right: &Tensor| curved(&a.matmul_at_places(left, right)?, &direction);
        let gradients = loss(&left, &right)?.backward()?;
        let found = values(gradient_of(&gradients, &left)?)?;
        assert!(found.iter().any(|slope| slope.abs() > 0.1));
        assert_close(&found, &slopes(&left, |moved| loss(&moved, &right))?, |_| 1e-6);
        assert_close(&values(gradient_of(&gradients, &right)?)?, &slopes(&right, |moved| loss(&left, &moved))?, |_| {
            1e-6
        });
    }
    Ok(())
}

/// A matrix used twice, of values that are computed: the gradient goes through.
#[test]
fn a_model_of_two_products_has_its_gradients() -> Result<()> {
    let mut random = Random::new(4);
    let a = pattern(&mut random, 8, 8)?;
    let (scores, b) = (random.var::<f64>(a.nnz())?, random.tensor::<f64>((8, 2))?);
    let direction = random.tensor::<f64>((8, 2))?;
    let loss = |scores: &Tensor| {
        let weights = scores.exp()?;
        let hidden = a.matmul(&weights, &b)?.tanh()?;
        curved(&a.t().matmul(&weights, &hidden)?, &direction)
    };
    let gradients = loss(&scores)?.backward()?;
    assert_close(&values(gradient_of(&gradients, &scores)?)?, &slopes(&scores, |moved| loss(&moved))?, |_| 1e-6);
    Ok(())
}

#[test]
fn what_is_constant_gets_no_gradient() -> Result<()> {
    let mut random = Random::new(5);
    let a = pattern(&mut random, 20, 10)?;
    let (of_values, b) = (random.tensor::<f32>(a.nnz())?, random.tensor::<f32>((10, 3))?);
    let variable = Var::from_tensor(&b)?;
    let gradients = a.matmul(&of_values, &variable)?.sum_all()?.backward()?;
    assert!(gradients.get(&variable).is_some() && gradients.get(&of_values).is_none());
    let variable = Var::from_tensor(&of_values)?;
    let gradients = a.matmul(&variable, &b)?.sum_all()?.backward()?;
    assert!(gradients.get(&variable).is_some() && gradients.get(&b).is_none());
    assert!(!a.matmul(&of_values, &b)?.track_op());
    Ok(())
}

#[test]
fn tensors_that_are_not_contiguous_are_taken() -> Result<()> {
    let mut random = Random::new(6);
    let a = pattern(&mut random, 20, 10)?;
    let (of_values, b) = (random.tensor::<f32>((a.nnz(), 2))?, random.tensor::<f32>((3, 10))?);
    let (of_values, b) = (of_values.narrow(1, 1, 1)?.squeeze(1)?, b.t()?);
    assert!(!of_values.is_contiguous() && !b.is_contiguous());
    let expected = a.matmul(&of_values.copy()?, &b.copy()?.contiguous()?)?;
    assert_eq!(bits(&a.matmul(&of_values, &b)?)?, bits(&expected)?);
    // An offset is no stride.
    let all = Tensor::cat(&[&of_values.contiguous()?, &of_values.contiguous()?], 0)?;
    let second = all.narrow(0, a.nnz(), a.nnz())?;
    assert_eq!(bits(&a.matmul(&second, &b)?)?, bits(&expected)?);
    Ok(())
}

#[test]
fn indices_of_either_type_give_the_same_matrix() -> Result<()> {
    let indptr = Tensor::new(&[0_u32, 2, 3], &Device::Cpu)?;
    let indices = Tensor::new(&[0_u32, 2, 1], &Device::Cpu)?;
    let unsigned = CsrMatrix::from_tensors((2, 3), &indptr, &indices)?;
    let signed = CsrMatrix::from_tensors((2, 3), &indptr.to_dtype(DType::I64)?, &indices.to_dtype(DType::I64)?)?;
    assert_eq!((unsigned.indptr(), unsigned.indices()), (&[0, 2, 3][..], &[0, 2, 1][..]));
    assert_eq!((signed.indptr(), signed.indices()), (unsigned.indptr(), unsigned.indices()));
    assert_eq!((signed.nnz(), signed.shape(), signed.t().shape()), (3, (2, 3), (3, 2)));
    Ok(())
}

/// So large that threads share the work.
#[test]
fn bits_do_not_depend_on_threads() -> Result<()> {
    let run = |threads: usize| -> Result<Vec<Vec<u64>>> {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build()?.install(|| {
            let mut random = Random::new(7);
            let a = pattern(&mut random, 3000, 500)?;
            let (of_values, b) = (random.var::<f32>(a.nnz())?, random.var::<f32>((500, 40))?);
            let product = a.matmul(&of_values, &b)?;
            let gradients = a.t().matmul(&of_values, &product)?.sqr()?.sum_all()?.backward()?;
            [&product, gradient_of(&gradients, &of_values)?, gradient_of(&gradients, &b)?]
                .map(bits)
                .into_iter()
                .collect()
        })
    };
    assert_eq!(run(1)?, run(3)?);
    Ok(())
}
