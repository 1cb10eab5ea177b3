//! Broken trust.
use crate::refusals::same;
use crate::{device, for_each_type, gpu, indices};
use lacuna::optim::{Sgd, SgdMomentum};
use lacuna::segments::{PlanShape, SegmentPlan};
use lacuna::{Csr, Dense, DenseMut, Index, RowSparse, RowSparseMut, RowsMut, Value};
use lacuna_cuda::{DeviceCsr, DeviceDense, DeviceRowSparse, Error, dot, rows};
use lacuna_harness::backend::Backend;
use lacuna_testing::Random;

/// Garbage from the unchecked constructors: no access outside of an array. (Repeated ids make two threads write one
/// row, which is reported and harms nothing.)
#[test]
fn broken_trust_stays_inside() {
    let mut numbers = Random::seeded(1);
    let mut next = |bound: i64| numbers.below(bound as usize) as i64;
    for round in 0..60 {
        let (r, c, n) = (1 + next(40) as usize, 1 + next(40) as usize, 1 + next(6) as usize);
        let entries = next(60) as usize;
        let mut indices = |count: usize, bound: usize| -> Vec<i32> {
            (0..count)
                .map(|_| if next(4) == 0 { next(1 << 31) as i32 - (1 << 30) } else { next(bound as i64 + 1) as i32 })
                .collect()
        };
        let (indptr, columns) = (indices(r + 1, entries), indices(entries, c));
        let (ids, other_ids) = (indices(entries.min(r), r), indices(entries.min(c), c));
        let values = vec![1.0_f32; entries];
        let a = Csr::trusted(r, c, &indptr, &columns, &values).unwrap();
        let (data, other_data) = (vec![1.0_f32; ids.len() * n], vec![1.0_f32; other_ids.len() * n]);
        let stored = RowSparse::trusted(r, n, &ids, &data).unwrap();
        let other = RowSparse::trusted(c, n, &other_ids, &other_data).unwrap();
        let b = vec![1.0_f32; c * n];
        let b = Dense::new(c, n, &b).unwrap();
        let device = &device() as &dyn Backend;
        let inside = |what: &str| {
            if let Some(fault) = device.take_fault() {
                assert!(fault.contains("race"), "round {round}, {what}: {fault}");
            }
        };
        let (mut out, mut wide) = (vec![0.0; r * n], vec![0.0; r * c]);
        let _ = device.csr_dense(a, b, DenseMut::new(r, n, &mut out).unwrap());
        inside("csr_dense");
        let _ = device.csr_row_sparse(a, other, DenseMut::new(r, n, &mut out).unwrap());
        inside("csr_row_sparse");
        let _ = device.csr_to_dense(a, DenseMut::new(r, c, &mut wide).unwrap());
        inside("csr_to_dense");
        let _ = device.row_sparse_to_dense(stored, DenseMut::new(r, n, &mut out).unwrap());
        inside("row_sparse_to_dense");
        let _ = device.sgd(&Sgd::new(0.5), stored, DenseMut::new(r, n, &mut out).unwrap().into());
        inside("sgd");
        let mut target = data.clone();
        let target = RowsMut::RowSparse(RowSparseMut::trusted(r, n, &ids, &mut target).unwrap());
        let _ = device.sgd_momentum(
            &SgdMomentum::new(0.5, 0.9),
            stored,
            target,
            DenseMut::new(r, n, &mut out).unwrap().into(),
        );
        inside("sgd_momentum");
        let mut target = data.clone();
        let _ = device.retain(stored, RowSparseMut::trusted(r, n, &ids, &mut target).unwrap());
        inside("retain");
        let _ = device.add_n(&[stored, stored], &mut [0; 2], RowSparseMut::trusted(r, n, &ids, &mut target).unwrap());
        inside("add_n");

        // A plan of no values, of no rows, and of some of each.
        let segments = indices(ids.len() + 1, entries);
        let (places, values) = (indices(entries, c), &values[..entries * usize::from(round % 3 != 0)]);
        let b = if round % 3 == 1 { Dense::new(0, n, &[]).unwrap() } else { b };
        let shape = PlanShape { values: values.len(), operand_rows: b.rows(), output_rows: r };
        let plan = SegmentPlan::trusted(&ids, &segments, &columns, &places, shape).unwrap();
        let _ = device.csr_t_dense(&plan, values, b, RowSparseMut::trusted(r, n, &ids, &mut target).unwrap());
        inside("csr_t_dense");
        let _ = device.csr_t_dense_to_dense(&plan, values, b, DenseMut::new(r, n, &mut out).unwrap());
        inside("csr_t_dense_to_dense");
        let plan =
            SegmentPlan::trusted(&ids, &segments, &columns, &places, PlanShape { operand_rows: c, ..shape }).unwrap();
        let _ = device.csr_t_row_sparse(&plan, values, other, RowSparseMut::trusted(r, n, &ids, &mut target).unwrap());
        inside("csr_t_row_sparse");
        let _ = device.coalesce(&plan, other, RowSparseMut::trusted(r, n, &ids, &mut target).unwrap());
        inside("coalesce");

        let gpu = gpu();
        let result = (|| {
            let a = DeviceCsr::upload(&gpu, a)?;
            let (b, g) = (DeviceRowSparse::upload(&gpu, stored)?, DeviceDense::zeros(&gpu, r, n)?);
            let plan = dot::transpose_plan(&gpu, &a)?;
            let mut out = DeviceRowSparse::zeros(&gpu, plan.pattern(), n)?;
            dot::csr_t_dense(&gpu, &plan, a.values(), &g, &mut out)?;
            let plan = dot::transpose_plan_row_sparse(&gpu, &a, &b)?;
            let mut out = DeviceRowSparse::zeros(&gpu, plan.pattern(), n)?;
            dot::csr_t_row_sparse(&gpu, &plan, a.values(), &b, &mut out)?;
            let _ = rows::add_n_ids(&gpu, &[&b, &b, &b])?;
            let ids = [2, 1, 0, 2, 1, 0];
            let backwards = DeviceRowSparse::upload(&gpu, RowSparse::trusted(3, 1, &ids, &[0.0_f32; 6])?)?;
            let _ = rows::add_n_ids(&gpu, &[&backwards])?;
            let plan = rows::coalesce_plan(&gpu, &b)?;
            let mut out = DeviceRowSparse::zeros(&gpu, plan.pattern(), n)?;
            rows::coalesce(&gpu, &plan, &b, &mut out)?;
            gpu.finish()
        })();
        if let Err(Error::Driver(fault)) = result {
            assert!(fault.to_string().contains("race"), "round {round}, plans: {fault}");
        }
    }
}

/// What a plan names and the operands do not have counts as nothing.
#[test]
fn terms_without_operands_are_nothing() {
    for_each_type!(nothing());
}

fn nothing<V: Value, I: Index>() {
    // Terms without values, terms without rows, and, from the checked constructor, sums without terms.
    for (terms, value_count, operand_rows) in [(3000, 0, 4), (3, 0, 4), (3, 2, 0), (0, 0, 0)] {
        let (ids, segments) = (indices::<I>([1, 3]), indices::<I>([0, terms / 3, terms]));
        let (rows, entries) = (vec![I::default(); terms], vec![I::default(); terms]);
        let shape = PlanShape { values: value_count, operand_rows, output_rows: 5 };
        let plan = SegmentPlan::trusted(&ids, &segments, &rows, &entries, shape).unwrap();
        assert_eq!(SegmentPlan::new(&ids, &segments, &rows, &entries, shape).is_ok(), terms == 0);
        let values = vec![V::ONE; value_count];
        for columns in [1, 2, 8] {
            let b = vec![V::ONE; operand_rows * columns];
            let b = Dense::new(operand_rows, columns, &b).unwrap();
            let mut out = vec![V::ONE; 2 * columns];
            same!(Ok(()), |k| k.csr_t_dense(&plan, &values, b, RowSparseMut::new(5, columns, &ids, &mut out).unwrap()));
            assert_eq!(out, vec![V::ZERO; 2 * columns]);
            let mut out = vec![V::ONE; 5 * columns];
            same!(Ok(()), |k| k.csr_t_dense_to_dense(&plan, &values, b, DenseMut::new(5, columns, &mut out).unwrap()));
            assert_eq!(out, vec![V::ZERO; 5 * columns]);
        }
    }
}
