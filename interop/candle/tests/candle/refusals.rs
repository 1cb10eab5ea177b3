//! What is refused, with its numbers; and nothing is written then.
use crate::common::{Draw, bits};
use crate::support::{Random, Result, refused};
use candle_core::{DType, Device, Module, Tensor, Var};
use lacuna_candle::{
    Adam, Bags, CsrMatrix, LazyAdam, LazyOptimizer, LazySgdMomentum, Sgd, SgdMomentum, SparseEmbedding, Update,
};
use std::sync::Arc;

fn zeros(shape: impl Into<candle_core::Shape>, dtype: DType) -> Result<Tensor> {
    Ok(Tensor::zeros(shape, dtype, &Device::Cpu)?)
}

#[test]
fn patterns_that_are_none() -> Result<()> {
    refused(CsrMatrix::new((2, 3), vec![0, 2], vec![0, 1]), "indptr");
    refused(CsrMatrix::new((2, 3), vec![0, 2, 1], vec![0, 1]), "indptr");
    refused(CsrMatrix::new((2, 3), vec![1, 1, 2], vec![0, 1]), "indptr");
    refused(CsrMatrix::new((1, 3), vec![0, 2], vec![0, 3]), "3");
    refused(CsrMatrix::new((1, 3), vec![0, 2], vec![1, 1]), "1");
    refused(CsrMatrix::new((1, 3), vec![0, 2], vec![2, 1]), "1");
    let indptr = Tensor::new(&[0_i64, 1], &Device::Cpu)?;
    let of = |indices: &[i64]| CsrMatrix::from_tensors((1, 3), &indptr, &Tensor::new(indices, &Device::Cpu)?);
    refused(of(&[-1]), "indices: number 0 is -1");
    refused(of(&[1 << 32]), "indices: number 0 is 4294967296");
    let floats = zeros(1, DType::F32)?;
    refused(CsrMatrix::from_tensors((1, 3), &indptr, &floats), "indices is of type F32");
    refused(CsrMatrix::from_tensors((1, 3), &zeros((2, 1), DType::U32)?, &zeros(0, DType::U32)?), "rank");
    Ok(())
}

#[test]
fn products_of_what_does_not_fit() -> Result<()> {
    let a = CsrMatrix::new((2, 3), vec![0, 2, 3], vec![0, 2, 2])?;
    let (values, b) = (zeros(3, DType::F32)?, zeros((3, 4), DType::F32)?);
    refused(a.matmul(&zeros(2, DType::F32)?, &b), "values have shape [2], not [3]");
    refused(a.matmul(&zeros((3, 1), DType::F32)?, &b), "values have shape [3, 1], not [3]");
    refused(a.matmul(&values, &zeros((2, 4), DType::F32)?), "b has shape [2, 4]: 3 rows are needed");
    refused(a.t().matmul(&values, &b), "b has shape [3, 4]: 2 rows are needed");
    refused(a.matmul(&values, &zeros((3, 4, 1), DType::F32)?), "b has shape [3, 4, 1]");
    refused(a.matmul(&values, &zeros((), DType::F32)?), "b has shape []");
    refused(a.matmul(&values, &zeros((3, 4), DType::F64)?), "values is of type F32, b of F64");
    refused(a.matmul(&zeros(3, DType::U32)?, &zeros((3, 4), DType::U32)?), "values is of type U32");
    refused(a.matmul(&zeros(3, DType::BF16)?, &b.to_dtype(DType::BF16)?), "F32 and F64 on the CPU are there");
    let left = zeros((2, 5), DType::F64)?;
    refused(a.matmul_at_places(&left, &zeros((2, 5), DType::F64)?), "right has shape [2, 5]: 3 rows are needed");
    refused(a.matmul_at_places(&zeros((3, 5), DType::F64)?, &left), "left has shape [3, 5]: 2 rows are needed");
    refused(a.matmul_at_places(&left, &zeros((3, 6), DType::F64)?), "their rows differ in length");
    refused(a.matmul_at_places(&left, &zeros(3, DType::F64)?), "their rows differ in length");
    refused(a.matmul_at_places(&left, &zeros((3, 5), DType::F32)?), "left is of type F64, right of F32");
    Ok(())
}

#[test]
fn bags_of_other_ids() -> Result<()> {
    let mut bags = Bags::<f32>::new(3);
    bags.push_sum(&[0, 2])?;
    refused(bags.push_sum(&[1, 3]), "bag 1, entry 1: id 3 is not less than the size of the vocabulary, 3");
    refused(bags.push_mean(&[7]), "bag 1, entry 0: id 7 is not less than the size of the vocabulary, 3");
    refused(bags.push(&[(3, 1.0)]), "bag 1, entry 0: id 3");
    assert_eq!((bags.len(), bags.ids(), bags.weights()), (1, &[0, 2][..], &[1.0, 1.0][..]));
    refused(bags.select(&[0, 1]), "bag 1 is not one of the 1 bags");
    refused(bags.select(&[usize::MAX]), "is not one of the 1 bags");
    refused(Bags::from_csr(3, vec![0, 1], vec![3], vec![1.0_f32]), "entry 0: id 3 is not less than");
    refused(Bags::from_csr(3, vec![0, 1], vec![2], vec![1.0_f32; 2]), "1 ids have 2 weights");
    for indptr in [vec![], vec![0], vec![1, 1], vec![0, 2], vec![0, 1, 0, 1]] {
        refused(Bags::from_csr(3, indptr, vec![2], vec![1.0_f32]), "indptr does not ascend from 0 to the 1 ids");
    }
    Ok(())
}

#[test]
fn tables_and_ids_of_another_kind() -> Result<()> {
    let table = Var::zeros((4, 2), DType::F32, &Device::Cpu)?;
    refused(SparseEmbedding::<f64>::new(table.clone()), "a contiguous matrix of F64 on the CPU, not one of F32 on Cpu");
    refused(SparseEmbedding::<f32>::new(Var::zeros((4, 2, 1), DType::F32, &Device::Cpu)?), "rank");
    refused(SparseEmbedding::<f32>::new(Var::zeros((4, 2), DType::U32, &Device::Cpu)?), "not one of U32");
    refused(SparseEmbedding::<f32>::new(Var::zeros((4, 0), DType::F32, &Device::Cpu)?), "rows without values");

    let embedding = SparseEmbedding::<f32>::new(table)?;
    let look_up = |ids: Tensor| embedding.forward(&ids);
    refused(look_up(Tensor::new(&[1_u32, 4], &Device::Cpu)?), "entry 1: id 4 is not less than");
    refused(look_up(Tensor::new(&[1_i64], &Device::Cpu)?), "I64");
    let mut bags = Bags::new(5);
    bags.push_sum(&[4])?;
    refused(embedding.sum_bags(Arc::new(bags)), "bags of a vocabulary of 5 for a table of 4 rows");
    Ok(())
}

#[test]
fn states_of_another_table() -> Result<()> {
    let embedding = SparseEmbedding::<f32>::new(Random::new(1).var::<f32>((4, 2))?)?;
    let before = bits(embedding.table())?;
    let resume = |states: &[Tensor]| LazyAdam::resume(&embedding, Adam::default(), Update::Exact, 5, states);
    let state = zeros((4, 2), DType::F32)?;
    refused(resume(&[]), r#"0 states, not 2: ["mean", "variance"]"#);
    refused(resume(&[state.clone(), state.clone(), state.clone()]), "3 states, not 2");
    refused(resume(&[state.clone(), zeros((4, 3), DType::F32)?]), "state variance has shape [4, 3]");
    refused(resume(&[zeros(8, DType::F32)?, state.clone()]), "state mean has shape [8]");
    refused(resume(&[state.clone(), zeros((4, 2), DType::F64)?]), "type F64, the table [4, 2] and F32");
    assert_eq!(resume(&[state.clone(), state.t()?.contiguous()?.t()?])?.steps(), 5);

    assert_eq!(bits(embedding.table())?, before);
    Ok(())
}

#[test]
fn numbers_that_make_no_update() -> Result<()> {
    let e = &SparseEmbedding::<f32>::new(Random::new(2).var::<f32>((4, 2))?)?;
    let rule = Sgd { learning_rate: -1.0, ..Sgd::default() };
    refused(LazyOptimizer::new(e, rule, Update::Lazy), "learning_rate is -1: not a number from 0 on");

    // In the middle of a run: the gradient waits, and nothing is written.
    let mut optimizer = LazySgdMomentum::new(e, SgdMomentum::default(), Update::Exact)?;
    let before = bits(e.table())?;
    e.forward(&Tensor::new(&[1_u32], &Device::Cpu)?)?.sum_all()?.backward()?;
    optimizer.rule_mut().learning_rate = f64::NAN;
    refused(optimizer.step(), "learning_rate is NaN");
    assert_eq!((bits(e.table())?, optimizer.steps()), (before.clone(), 0));
    optimizer.rule_mut().learning_rate = 0.5;
    assert_eq!(optimizer.step()?, 1);
    assert_ne!(bits(e.table())?, before);
    Ok(())
}

/// Nothing is refused of operands without rows, entries or ids.
#[test]
fn nothing_is_no_fault() -> Result<()> {
    for shape in [(0, 0), (2, 3), (3, 0), (0, 2)] {
        let a = CsrMatrix::new(shape, vec![0; shape.0 + 1], vec![])?;
        let (values, b) = (Var::from_tensor(&zeros(0, DType::F32)?)?, zeros((shape.1, 2), DType::F32)?);
        assert_eq!(bits(&a.matmul(&values, &b)?)?, vec![0; shape.0 * 2]);
        assert_eq!(a.t().matmul(&values, &zeros((shape.0, 2), DType::F32)?)?.dims(), [shape.1, 2]);
        assert_eq!(a.matmul_at_places(&zeros(shape.0, DType::F32)?, &zeros(shape.1, DType::F32)?)?.dims(), [0]);
    }
    let embedding = SparseEmbedding::<f32>::new(Random::new(3).var::<f32>((4, 2))?)?;
    let mut optimizer = LazyAdam::new(&embedding, Adam::default(), Update::Exact)?;
    let before = bits(embedding.table())?;
    assert_eq!(embedding.sum_bags(Arc::new(Bags::new(4)))?.dims(), [0, 2]);
    let mut bags = Bags::new(4);
    bags.push_mean(&[])?;
    let sums = embedding.sum_bags(Arc::new(bags))?;
    assert_eq!(bits(&sums)?, [0, 0]);
    sums.sum_all()?.backward()?;
    assert_eq!((optimizer.step()?, optimizer.steps()), (0, 1));
    optimizer.flush()?;
    assert_eq!(bits(embedding.table())?, before);
    Ok(())
}
