//! What the tutorials do on a GPU.
use lacuna::infer::Stype;
use lacuna_cuda::{DeviceCsr, DeviceDense, DeviceRowSparse, Gpu};
use lacuna_runtime::array::{Array, Dtype};
use std::time::Instant;

/// A sparse array of zeros on the first GPU, or what hinders that.
pub fn zeros(stype: Stype) -> anyhow::Result<String> {
    let array = Array::zeros(stype, &[100, 100], Dtype::F32)?;
    let gpu = match Gpu::open(0) {
        Ok(gpu) => gpu,
        Err(error) => return Ok(error.to_string()),
    };
    if stype == Stype::Csr {
        drop(DeviceCsr::upload(&gpu, array.as_csr::<f32>()?)?);
    } else {
        drop(DeviceRowSparse::upload(&gpu, array.as_row_sparse::<f32>()?)?);
    }
    gpu.finish()?;
    Ok(format!("{stype} of 100 x 100 on gpu(0)"))
}

/// How long a csr batch and the same as a dense one take to the first GPU, or what hinders that.
pub fn transfer(csr: &Array, dense: &Array) -> anyhow::Result<String> {
    let gpu = match Gpu::open(0) {
        Ok(gpu) => gpu,
        Err(error) => return Ok(error.to_string()),
    };
    let (csr, dense) = (csr.as_csr::<f32>()?, dense.as_dense::<f32>()?);
    let mut times = [Vec::new(), Vec::new()];
    // The first turn allocates.
    for _ in 0..6 {
        let started = Instant::now();
        drop(DeviceCsr::upload(&gpu, csr)?);
        gpu.finish()?;
        times[0].push(started.elapsed());
        let started = Instant::now();
        drop(DeviceDense::upload(&gpu, dense)?);
        gpu.finish()?;
        times[1].push(started.elapsed());
    }
    let [csr, dense] = times.map(|times| times.iter().skip(1).min().copied().unwrap_or_default());
    Ok(format!("csr {csr:?}, dense {dense:?}"))
}
