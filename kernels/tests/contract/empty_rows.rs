//! Rows without elements: there may be any number of them, and no call looks at each.
use lacuna::dot::{BlockEnds, SellPlan, SellShape};
use lacuna::optim::{Sgd, SgdMomentum, Update, sgd, sgd_momentum};
use lacuna::segments::{PlanShape, SegmentPlan};
use lacuna::{Csr, Dense, DenseMut, RowSparse, RowSparseMut, cast, dot, rows, scalar};

/// More rows than anyone could count.
const ROWS: usize = 1 << 62;

fn dense() -> Dense<'static, f32> {
    Dense::new(ROWS, 0, &[]).unwrap()
}

fn dense_mut() -> DenseMut<'static, f32> {
    DenseMut::new(ROWS, 0, &mut []).unwrap()
}

fn row_sparse() -> RowSparse<'static, f32, i64> {
    RowSparse::new(ROWS, 0, &[0, 7, ROWS as i64 - 1], &[]).unwrap()
}

fn row_sparse_mut() -> RowSparseMut<'static, f32, i64> {
    RowSparseMut::new(ROWS, 0, &[0, 7, ROWS as i64 - 1], &mut []).unwrap()
}

#[test]
fn casts() {
    for function in [cast::dense_row_ids, scalar::dense_row_ids] {
        assert_eq!(function(dense(), 0, &mut [9_i64; 2]), Ok(0));
    }
    for function in [cast::row_sparse_to_dense, scalar::row_sparse_to_dense] {
        assert_eq!(function(row_sparse(), dense_mut()), Ok(()));
    }
    for function in [cast::dense_to_row_sparse, scalar::dense_to_row_sparse] {
        assert_eq!(function(dense(), row_sparse_mut()), Ok(()));
    }
}

#[test]
fn products() {
    let shape = PlanShape { values: 2, operand_rows: 3, output_rows: ROWS };
    let plan = SegmentPlan::new(&[4_i64, ROWS as i64 - 1], &[0, 1, 2], &[0, 2], &[1, 0], shape).unwrap();
    for function in [dot::csr_t_dense_to_dense, scalar::csr_t_dense_to_dense] {
        assert_eq!(function(&plan, &[1.0, 2.0], Dense::new(3, 0, &[]).unwrap(), dense_mut()), Ok(()));
    }
    let a = Csr::new(3, ROWS, &[0_i64, 1, 1, 2], &[4, ROWS as i64 - 1], &[1.0, 2.0]).unwrap();
    let ends = BlockEnds::default();
    for function in [dot::csr_t_dense_scatter, scalar::csr_t_dense_scatter] {
        assert_eq!(function(a, &ends, Dense::new(3, 0, &[]).unwrap(), &mut [], dense_mut()), Ok(()));
    }
    for function in [dot::csr_t_row_sparse_scatter, scalar::csr_t_row_sparse_scatter] {
        assert_eq!(function(a, &ends, RowSparse::new(3, 0, &[0, 2], &[]).unwrap(), &mut [], dense_mut()), Ok(()));
    }
    assert_eq!(dot::block_ends(a, &mut [], &mut [], &mut []).map(|ends| ends.totals(0)), Ok(0));
    // Here the columns have no rows.
    let sliced =
        SellPlan::<i64>::trusted(&[0; 3], SellShape { rows: 0, columns: ROWS, nnz: 0, transposed: false }).unwrap();
    for function in [dot::sell_column, scalar::sell_column] {
        assert!(function(&sliced, &[], dense(), DenseMut::new(0, 1, &mut []).unwrap()).is_err());
        assert_eq!(sliced.terms(&[0.0; 3]).count(), 0);
    }
    for function in [dot::csr_t_dense, scalar::csr_t_dense] {
        let out = RowSparseMut::new(ROWS, 0, plan.ids(), &mut []).unwrap();
        assert_eq!(function(&plan, &[1.0, 2.0], Dense::new(3, 0, &[]).unwrap(), out), Ok(()));
    }
}

#[test]
fn of_rows() {
    for function in [rows::retain, scalar::retain] {
        assert_eq!(function(row_sparse(), row_sparse_mut()), Ok(()));
    }
    for function in [rows::add_n, scalar::add_n] {
        assert_eq!(function(&[row_sparse(), row_sparse()], &mut [0; 2], row_sparse_mut()), Ok(()));
    }
    assert_eq!(row_sparse().partition(3).last(), Some(ROWS - 1..ROWS));
}

#[test]
fn standard_updates() {
    let hyper = Sgd { update: Update::Standard, weight_decay: 0.5, ..Sgd::new(0.5) };
    for function in [sgd, scalar::sgd] {
        assert_eq!(function(&hyper, row_sparse(), dense_mut().into()), Ok(()));
        assert_eq!(function(&hyper, row_sparse(), row_sparse_mut().into()), Ok(()));
    }
    let hyper = SgdMomentum { update: Update::Standard, ..SgdMomentum::new(0.5, 0.5) };
    for function in [sgd_momentum, scalar::sgd_momentum] {
        assert_eq!(function(&hyper, row_sparse(), dense_mut().into(), dense_mut().into()), Ok(()));
        assert_eq!(function(&hyper, row_sparse(), row_sparse_mut().into(), row_sparse_mut().into()), Ok(()));
        let missing = lacuna::KernelError::MissingRow { operand: lacuna::error::Operand::State(1), row: 1 };
        assert_eq!(function(&hyper, row_sparse(), dense_mut().into(), row_sparse_mut().into()), Err(missing));
    }
}
