//! Products of a csr against burn's dense ones, and against finite differences.
use crate::common::{bits, curved, device, gradient, number, random, tensor, values, variable};
use crate::support::{Random, Result, assert_close, places, slopes, unit};
use burn::tensor::{DType, Device, Int, Tensor};
use lacuna_burn::{CsrMatrix, Element};

fn pattern(random: &mut Random, rows: usize, columns: usize) -> Result<CsrMatrix> {
    let (indptr, indices) = random.pattern(rows, columns);
    Ok(CsrMatrix::new((rows, columns), indptr, indices)?)
}

/// Places of the entries in a dense matrix of the same shape, row after row.
fn flat(a: &CsrMatrix, columns: usize) -> Tensor<1, Int> {
    let flat: Vec<i64> =
        places(a.indptr(), a.indices()).iter().map(|(row, column)| (row * columns + column) as i64).collect();
    Tensor::from_data(&flat[..], &device())
}

/// The matrix by burn's operators: the values are added into zeros, so that they have a gradient.
fn dense(a: &CsrMatrix, values: Tensor<1>) -> Tensor<2> {
    let (rows, columns) = a.shape();
    let zeros = Tensor::zeros([rows * columns], (&device(), values.dtype()));
    let all: Tensor<1> = zeros.select_assign(0, flat(a, columns), values, burn::tensor::IndexingUpdateOp::Add);
    all.reshape([rows, columns])
}

const SHAPES: [(usize, usize, usize); 6] =
    [(1, 1, 1), (7, 5, 1), (40, 30, 3), (33, 64, 17), (2600, 9, 2), (3, 2000, 33)];

/// Results and gradients are sums of at most so many products as the longest side has, of numbers up to 1. burn adds
/// them in another order, and may fuse: a sum of n products is off by at most n units of the sum of their magnitudes,
/// to first order; two of them by twice that.
fn bound<V: Element>(sides: [usize; 3]) -> impl Fn(usize) -> f64 {
    let terms = sides.into_iter().max().unwrap_or_default() as f64 + 1.0;
    move |_| 2.0 * terms * terms * unit::<V>()
}

fn product_is_burns<V: Element>(transposed: bool) -> Result<()> {
    let mut numbers = Random::new(1);
    for (rows, columns, n) in SHAPES {
        let a = pattern(&mut numbers, rows, columns)?;
        let of_values = variable::<V, 1>(&mut numbers, [a.nnz()]);
        let matrix = dense(&a, of_values.clone());
        let (a, matrix) = if transposed { (a.t(), matrix.transpose()) } else { (a, matrix) };
        let (outer, inner) = a.shape();
        let (b, above) = (variable::<V, 2>(&mut numbers, [inner, n]), random::<V, 2>(&mut numbers, [outer, n]));
        let product = a.matmul(of_values.clone(), b.clone())?;
        let expected = matrix.matmul(b.clone());
        assert_eq!((product.dims(), product.dtype()), ([outer, n], V::DTYPE));
        let bound = bound::<V>([rows, columns, n]);
        assert_close(&values(&product), &values(&expected), &bound);

        let found = (product * above.clone()).sum().backward();
        let expected = (expected * above).sum().backward();
        assert_close(&gradient(&found, &b)?, &gradient(&expected, &b)?, &bound);
        assert_close(&gradient(&found, &of_values)?, &gradient(&expected, &of_values)?, &bound);
    }
    Ok(())
}

#[test]
fn a_product_and_its_gradients_are_burns() -> Result<()> {
    product_is_burns::<f32>(false)?;
    product_is_burns::<f64>(false)
}

#[test]
fn a_transposed_product_and_its_gradients_are_burns() -> Result<()> {
    product_is_burns::<f32>(true)?;
    product_is_burns::<f64>(true)
}

/// Both sums and gradients as above, of `left right^T` and burn's selection of its elements.
#[test]
fn a_product_at_places_and_its_gradients_are_burns() -> Result<()> {
    let mut numbers = Random::new(2);
    for (rows, columns, n) in SHAPES {
        for transposed in [false, true] {
            let a = pattern(&mut numbers, rows, columns)?;
            let flat = flat(&a, columns);
            let a = if transposed { a.t() } else { a };
            let left = variable::<f64, 2>(&mut numbers, [a.shape().0, n]);
            let right = variable::<f64, 2>(&mut numbers, [a.shape().1, n]);
            let above = random::<f64, 1>(&mut numbers, [a.nnz()]);
            let all = left.clone().matmul(right.clone().transpose());
            let all = if transposed { all.transpose() } else { all };
            let expected = all.reshape([rows * columns]).select(0, flat);

            let found = a.matmul_at_places(left.clone(), right.clone())?;
            let bound = bound::<f64>([rows, columns, n]);
            assert_close(&values(&found), &values(&expected), &bound);
            let found = (found * above.clone()).sum().backward();
            let expected = (expected * above).sum().backward();
            assert_close(&gradient(&found, &left)?, &gradient(&expected, &left)?, &bound);
            assert_close(&gradient(&found, &right)?, &gradient(&expected, &right)?, &bound);
        }
    }
    Ok(())
}

/// A vector is a matrix of one column: the same sums.
#[test]
fn vectors_are_matrices_of_one_column() -> Result<()> {
    let mut numbers = Random::new(8);
    let a = pattern(&mut numbers, 40, 30)?;
    let of_values = variable::<f64, 1>(&mut numbers, [a.nnz()]);
    for a in [a.clone(), a.t()] {
        let (left, right) =
            (random::<f64, 1>(&mut numbers, [a.shape().0]), variable::<f64, 1>(&mut numbers, [a.shape().1]));
        let column = |vector: &Tensor<1>| vector.clone().unsqueeze_dim::<2>(1);
        let (product, expected) =
            (a.matmul(of_values.clone(), right.clone())?, a.matmul(of_values.clone(), column(&right))?);
        assert_eq!((product.dims(), bits(&product)), ([a.shape().0], bits(&expected)));
        let at_places = a.matmul_at_places(left.clone(), right.clone())?;
        assert_eq!(bits(&at_places), bits(&a.matmul_at_places(column(&left), column(&right))?));
        let [found, expected] = [product.square().sum(), expected.square().sum()].map(|loss| loss.backward());
        assert_eq!(gradient(&found, &right)?, gradient(&expected, &right)?);
        assert_eq!(gradient(&found, &of_values)?, gradient(&expected, &of_values)?);
    }
    Ok(())
}

/// Slopes up to 100 are compared to 1e-6: see [`slopes`]. A wrong sign, place or term is off by 1e-2 or more.
#[test]
fn gradients_are_the_slopes_of_a_loss() -> Result<()> {
    let mut numbers = Random::new(3);
    let a = pattern(&mut numbers, 9, 7)?;
    for a in [a.clone(), a.t()] {
        let (rows, columns) = a.shape();
        let (of_values, b) =
            (variable::<f64, 1>(&mut numbers, [a.nnz()]), variable::<f64, 2>(&mut numbers, [columns, 3]));
        let left = variable::<f64, 2>(&mut numbers, [rows, 3]);
        let (direction, at_places) =
            (random::<f64, 2>(&mut numbers, [rows, 3]), random::<f64, 1>(&mut numbers, [a.nnz()]));
        // Of a matrix of computed values, which is used twice.
        let loss = |of_values: Tensor<1>, left: Tensor<2>, b: Tensor<2>| -> Result<Tensor<1>> {
            let scores = a.matmul_at_places(left, b.clone())?.exp() * of_values;
            let hidden = a.matmul(scores.clone(), b)?.tanh();
            let back = curved(a.matmul(scores.clone(), a.t().matmul(scores.clone(), hidden)?)?, &direction);
            Ok(back + curved(scores, &at_places))
        };
        let gradients = loss(of_values.clone(), left.clone(), b.clone())?.backward();
        let found = gradient(&gradients, &of_values)?;
        assert!(found.iter().any(|slope| slope.abs() > 0.1));
        let moved = |values: Vec<f64>| tensor::<f64, 1>(&values, [a.nnz()], &Device::flex());
        let expected = slopes(&values(&of_values), |values| {
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(number(loss(moved(values), left.clone(), b.clone())?))
        })?;
        assert_close(&found, &expected, |_| 1e-6);
        let moved = |values: Vec<f64>, rows| tensor::<f64, 2>(&values, [rows, 3], &Device::flex());
        let expected =
            slopes(&values(&left), |values| loss(of_values.clone(), moved(values, rows), b.clone()).map(number))?;
        assert_close(&gradient(&gradients, &left)?, &expected, |_| 1e-6);
        let expected =
            slopes(&values(&b), |values| loss(of_values.clone(), left.clone(), moved(values, columns)).map(number))?;
        assert_close(&gradient(&gradients, &b)?, &expected, |_| 1e-6);
    }
    Ok(())
}

/// One tensor as both operands has the sum of both gradients.
#[test]
fn an_operand_may_occur_twice() -> Result<()> {
    let mut numbers = Random::new(4);
    let a = pattern(&mut numbers, 8, 8)?;
    let (both, above) = (variable::<f64, 2>(&mut numbers, [8, 3]), random::<f64, 1>(&mut numbers, [a.nnz()]));
    let copies = [0, 1].map(|_| both.clone().detach().require_grad());
    let loss = |left: &Tensor<2>, right: &Tensor<2>| -> Result<_> {
        Ok((a.matmul_at_places(left.clone(), right.clone())? * above.clone()).sum().backward())
    };
    let (found, expected) = (loss(&both, &both)?, loss(&copies[0], &copies[1])?);
    let [left, right] = [gradient(&expected, &copies[0])?, gradient(&expected, &copies[1])?];
    let sum: Vec<f64> = left.iter().zip(&right).map(|(left, right)| left + right).collect();
    assert_eq!(gradient(&found, &both)?, sum);
    Ok(())
}

#[test]
fn what_is_constant_gets_no_gradient() -> Result<()> {
    let mut numbers = Random::new(5);
    let a = pattern(&mut numbers, 20, 10)?;
    let (of_values, b) = (random::<f32, 1>(&mut numbers, [a.nnz()]), random::<f32, 2>(&mut numbers, [10, 3]));
    assert!(!a.matmul(of_values.clone(), b.clone())?.is_tracked());
    let variable = b.clone().require_grad();
    let gradients = a.matmul(of_values.clone(), variable.clone())?.sum().backward();
    assert!(variable.grad(&gradients).is_some() && of_values.grad(&gradients).is_none());
    let variable = of_values.clone().require_grad();
    let gradients = a.matmul(variable.clone(), b.clone())?.sum().backward();
    assert!(variable.grad(&gradients).is_some() && b.grad(&gradients).is_none());
    // Without autodiff, the product is the same; a constant without it may meet a variable.
    let plain = a.matmul(of_values.clone().inner(), b.clone().inner())?;
    assert!(!plain.is_autodiff());
    let mixed = a.matmul(variable.clone(), b.clone().inner())?;
    assert_eq!((bits(&plain), mixed.is_tracked()), (bits(&mixed), true));
    Ok(())
}

#[test]
fn tensors_of_any_layout_are_taken() -> Result<()> {
    let mut numbers = Random::new(6);
    let a = pattern(&mut numbers, 20, 10)?;
    let (wide, b) = (random::<f32, 2>(&mut numbers, [a.nnz(), 2]), random::<f32, 2>(&mut numbers, [3, 10]));
    let column = wide.narrow(1, 1, 1).reshape([a.nnz()]);
    let copy = |values: Vec<f64>, shape| tensor::<f32, 2>(&values, shape, &device());
    let expected = a.matmul(
        tensor::<f32, 1>(&values(&column), [a.nnz()], &device()),
        copy(values(&b.clone().transpose()), [10, 3]),
    )?;
    assert_eq!(bits(&a.matmul(column.clone(), b.clone().transpose())?), bits(&expected));
    let twice = Tensor::cat(vec![column.clone(), column.clone()], 0);
    assert_eq!(bits(&a.matmul(twice.narrow(0, a.nnz(), a.nnz()), b.transpose())?), bits(&expected));
    Ok(())
}

/// A strategy of checkpointing that recomputes what lies before a product: the same gradients.
#[test]
fn a_graph_may_recompute_its_operands() -> Result<()> {
    let mut numbers = Random::new(9);
    let a = pattern(&mut numbers, 20, 10)?;
    let (of_values, b) = (numbers.values(a.nnz(), 1.0), numbers.values(30, 1.0));
    let run = |device: &Device| -> Result<Vec<u64>> {
        let of_values = tensor::<f32, 1>(&of_values, [a.nnz()], device).require_grad();
        let b = tensor::<f32, 2>(&b, [10, 3], device).require_grad();
        let product = a.matmul(of_values.clone().exp().neg(), b.clone().sin().cos())?;
        let strategy = product.gradient_checkpointing_strategy();
        assert_eq!(strategy, device.gradient_checkpointing_strategy());
        let gradients = product.tanh().square().sum().backward();
        let all = [gradient(&gradients, &of_values)?, gradient(&gradients, &b)?].concat();
        Ok(all.into_iter().map(f64::to_bits).collect())
    };
    let balanced = device().gradient_checkpointing();
    assert_eq!(run(&device())?, run(&balanced)?);
    Ok(())
}

#[test]
fn indices_of_any_type_give_the_same_matrix() -> Result<()> {
    for dtype in [DType::I64, DType::I32, DType::U32, DType::U8] {
        let of = |numbers: &[i64]| Tensor::<1, Int>::from_data(numbers, (&Device::flex(), dtype));
        let a = CsrMatrix::from_tensors((2, 3), of(&[0, 2, 3]), of(&[0, 2, 1]))?;
        assert_eq!((a.indptr(), a.indices()), (&[0, 2, 3][..], &[0, 2, 1][..]));
        assert_eq!((a.nnz(), a.shape(), a.t().shape()), (3, (2, 3), (3, 2)));
    }
    Ok(())
}

/// So large that threads share the work.
#[test]
fn bits_do_not_depend_on_threads() -> Result<()> {
    let run = |threads: usize| -> Result<Vec<u64>> {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build()?.install(|| {
            let mut numbers = Random::new(7);
            let a = pattern(&mut numbers, 3000, 500)?;
            let of_values = variable::<f32, 1>(&mut numbers, [a.nnz()]);
            let b = variable::<f32, 2>(&mut numbers, [500, 40]);
            let product = a.matmul(of_values.clone(), b.clone())?;
            let mut all = bits(&product);
            let gradients = a.t().matmul(of_values.clone(), product)?.square().sum().backward();
            for gradient in [gradient(&gradients, &of_values)?, gradient(&gradients, &b)?] {
                all.extend(gradient.into_iter().map(f64::to_bits));
            }
            Ok(all)
        })
    };
    assert_eq!(run(1)?, run(3)?);
    Ok(())
}
