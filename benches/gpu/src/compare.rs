//! Comparison by bits with the results of the CPU.
use anyhow::{Result, bail, ensure};
use bytemuck::Pod;
use lacuna::segments::SegmentPlan;
use lacuna::{Csr, Index};
use lacuna_benches_operands::buffer::Pages;
use lacuna_benches_operands::plan::PlanMemory;
use lacuna_cuda::driver::Driver;
use lacuna_cuda::{DeviceCsr, DevicePlan, Gpu};
use std::fmt::Debug;

/// Fails at the first element that is not the same bits.
pub(super) fn same_values(what: &str, columns: usize, found: &[f32], expected: &[f32]) -> Result<()> {
    ensure!(found.len() == expected.len(), "{what}: {} elements, should be {}", found.len(), expected.len());
    let Some(place) = found.iter().zip(expected).position(|(found, expected)| found.to_bits() != expected.to_bits())
    else {
        return Ok(());
    };
    let (row, column, found, expected) =
        (place / columns.max(1), place % columns.max(1), found[place], expected[place]);
    bail!(
        "{what}: row {row}, column {column} is {found:e} ({:#010x}), should be {expected:e} ({:#010x})",
        found.to_bits(),
        expected.to_bits()
    )
}

/// Fails at the first element that differs.
pub(super) fn same_indices<I: PartialEq + Debug>(what: &str, found: &[I], expected: &[I]) -> Result<()> {
    ensure!(found.len() == expected.len(), "{what}: {} elements, should be {}", found.len(), expected.len());
    match found.iter().zip(expected).position(|(found, expected)| found != expected) {
        None => Ok(()),
        Some(place) => bail!("{what}: element {place} is {:?}, should be {:?}", found[place], expected[place]),
    }
}

/// The device's csr against the host's.
pub(super) fn same_csr<D: Driver>(
    gpu: &Gpu<D>,
    what: &str,
    found: &DeviceCsr<D, f32, i32>,
    expected: Csr<'_, f32, i32>,
) -> Result<()> {
    let found = found.download(gpu)?;
    same_indices(&format!("{what}: indptr"), &found.indptr, expected.indptr())?;
    same_indices(&format!("{what}: indices"), &found.indices, expected.indices())?;
    same_values(&format!("{what}: values"), expected.nnz(), &found.values, expected.values())
}

/// The device's plan against the host's.
pub(super) fn same_plan<D: Driver, I: Index<Key: Pod> + Pod>(
    gpu: &Gpu<D>,
    what: &str,
    found: &DevicePlan<D, I>,
    expected: &SegmentPlan<'_, I>,
) -> Result<()> {
    let mut memory = PlanMemory::new(expected.shape().values, Pages::Small)?;
    let found = found.download(gpu, memory.lend().0)?;
    same_indices(&format!("{what}: ids"), found.ids(), expected.ids())?;
    same_indices(&format!("{what}: segments"), found.segments(), expected.segments())?;
    same_indices(&format!("{what}: rows"), found.term_rows(), expected.term_rows())?;
    same_indices(&format!("{what}: entries"), found.entries(), expected.entries())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_first_difference() {
        assert!(same_values("c", 2, &[1.0, f32::NAN], &[1.0, f32::NAN]).is_ok());
        let error = same_values("c", 2, &[1.0, 2.0, 0.0], &[1.0, 2.0, -0.0]).unwrap_err().to_string();
        assert_eq!(error, "c: row 1, column 0 is 0e0 (0x00000000), should be -0e0 (0x80000000)");
        assert_eq!(same_indices("ids", &[1, 2], &[1, 3]).unwrap_err().to_string(), "ids: element 1 is 2, should be 3");
        assert!(same_indices("ids", &[1, 2], &[1]).is_err());
    }
}
