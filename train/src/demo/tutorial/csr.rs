//! The tutorial on csr arrays.
use super::gpu;
use super::shared;
use super::steps::{Steps, step};
use super::text::{list, numbers, python, refused};
use anyhow::Result;
use lacuna::infer::Stype::{Csr, Dense};
use lacuna_runtime::array::file::{Format, load_bytes, save_bytes};
use lacuna_runtime::array::{Array, Dtype, Function};
use lacuna_runtime::data::{Batch, Batches, LastBatch, LibsvmBatches, LibsvmBatchesOptions, MemoryBatches};
use lacuna_runtime::initializer::{Initializer, named};
use lacuna_runtime::libsvm::LibsvmOptions;
use lacuna_runtime::operator::{Add, Context, Dot, Fallback, Map};
use std::fs;

/// The rows of the LibSVM file.
const ROWS: &str = "1.0 0:1 2:2\n1.0 0:3 5:4\n1.0 2:5 8:6 9:7\n1.0 3:8\n-1 0:0.5 9:1.5\n-2.0\n-3.0 0:-0.6 1:2.25 2:1.25\n-3.0 1:2 \
        2:-1.25\n4 2:-1.2\n";

pub fn run(steps: &mut Steps<'_, '_>) -> Result<()> {
    creation(steps)?;
    shared::run(steps, Csr)?;
    slices(steps)?;
    operators(steps)?;
    batches(steps)?;
    step!(steps, "gpu", "Zeros on a GPU, where there is one", on this machine; [] gpu::zeros(Csr)?);
    Ok(())
}

fn creation(steps: &mut Steps<'_, '_>) -> Result<()> {
    step!(steps, "lists", "A csr of its three lists"; [
        let a = Array::csr(Some([3, 4]), vec![0, 2, 2, 3], vec![0, 2, 1], vec![7.0_f32, 8.0, 9.0])?;
    ] numbers(&a)?);
    step!(steps, "numpy", "Of integers it is one of integers"; [
        let b = Array::csr(Some([3, 4]), vec![0, 2, 2, 3], vec![0, 2, 1], vec![7_i64, 8, 9])?;
    ] numbers(&b)?);
    step!(steps, "compared", "Element by element"; [] numbers(&a.equal(&b.astype(Dtype::F32)?)?)?);
    step!(steps, "compared with another dtype", "Two dtypes are not compared",
        because "the same refusal in one sentence";
        [] refused(a.equal(&b)));
    step!(steps, "scipy", "What SciPy has saved: its .npz file, written and read"; [
        let file = save_bytes(Format::Npz, &[("d".to_owned(), b)])?;
        let (_, d) = load_bytes(Format::Npz, &file)?.remove(0);
    ] format!("{d} {}", numbers(&d)?));
    step!(steps, "triplets", "Of triplets, which are added where they meet"; [
        let t = Array::coo(Some([2, 3]), &[0, 1, 1], &[1, 2, 2], vec![5.0_f32, 1.0, 2.0])?;
    ] numbers(&t)?);
    step!(steps, "large", "A large dense array of zeros and ones, made sparse"; [
        let mut big = Array::zeros(Dense, &[1000, 100], Dtype::F32)?;
        Initializer::Uniform { scale: 1.0 }.fill(named(0, "big"), &mut big)?;
        let big = big.map(Function::Abs)?.map(Function::Round)?.tostype(Csr)?;
        let [indptr, indices] = [big.indptr(), big.indices()].map(|part| part.map_or(0, <[i64]>::len));
    ] format!("{big} {indptr} {} {}", python(indices == big.nnz()), python(big.nnz() < big.size())));
    step!(steps, "dtypes", "The dtype stays, or is asked for"; [
        let (e, f) = (a.clone(), a.astype(Dtype::F16)?);
    ] format!("{} {}", e.dtype(), f.dtype()));
    step!(steps, "parts", "What it stores"; [
        let data = list(a.data::<f32>(), &[a.nnz()])?;
        let (indices, indptr) = (list(a.indices(), &[3])?, list(a.indptr(), &[4])?);
    ] format!("{} {data} {indices} {indptr}", a.stype()));
    Ok(())
}

fn slices(steps: &mut Steps<'_, '_>) -> Result<()> {
    step!(steps, "slices", "Some rows, and all"; [
        let a = Array::dense(&[3, 2], vec![0.0_f32, 1.0, 2.0, 3.0, 4.0, 5.0])?.tostype(Csr)?;
        let (some, all) = (a.slice_rows(Some(1), Some(2))?, a.slice_rows(None, None)?);
    ] format!("{a}\n{}\n{}", numbers(&some)?, numbers(&all)?));
    step!(steps, "no element", "One element of a csr",
        because "there is no such call on sparse arrays; the dense array has every element"; [
        let dense = a.tostype(Dense)?;
    ] format!("{:?}", dense.data::<f32>().and_then(|data| data.get(1))));
    step!(steps, "no rows", "The first no rows",
        because "MXNet takes the end 0 for no end, and gives all rows";
        [] format!("{}", a.slice_rows(None, Some(0))?));
    step!(steps, "no such row", "A row that is not there",
        because "MXNet gives an array without rows, so that a loop over the rows never ends";
        [] refused(a.row(5)));
    step!(steps, "wrong columns", "Columns out of order, one of them outside",
        because "MXNet checks nothing until check_format is called, and reads what it should not";
        [] refused(Array::csr(Some([1, 2]), vec![0, 2], vec![2, 0], vec![1.0_f32, 2.0])));
    Ok(())
}

fn operators(steps: &mut Steps<'_, '_>) -> Result<()> {
    step!(steps, "dot", "A csr times a dense column"; [
        let a = Array::csr(Some([3, 4]), vec![0, 2, 2, 3], vec![0, 2, 1], vec![7.0_f32, 8.0, 9.0])?;
        let ones = |shape: &[usize]| Array::dense(shape, vec![1.0_f32; shape.iter().product()]);
        let mut context = Context::new();
        let product = context.run(&Dot::default(), &[&a, &ones(&[4, 1])?])?;
    ] product.to_string());
    step!(steps, "inference", "Twice a csr is a csr; a csr and a dense array make a dense one, which must be asked for"; [
        let b = context.run(&Map(Function::MulScalar(2.0)), &[&a])?;
        context.fallback = Fallback::Dense;
        let c = context.run(&Add, &[&a, &ones(&[3, 4])?])?;
    ] format!("{} {}\n{}\n{}", b.stype(), c.stype(), numbers(&b)?, numbers(&c)?));
    step!(steps, "notice of a fallback",
        "A function without a sparse form takes a dense copy, if that is asked for, and a notice says so",
        because "one line, once for each case, and a program can read it"; [
        let d = context.run(&Map(Function::Log), &[&a])?;
    ] context.notices().last().map(ToString::to_string).unwrap_or_default());
    step!(steps, "fallback", "The result is dense"; [] format!("{} {}", d.stype(), numbers(&d)?));
    step!(steps, "output of a fallback", "An output keeps its storage type"; [
        let mut e = Array::zeros(Csr, &[3, 4], Dtype::F32)?;
        context.run_out(&Map(Function::Log), &[&a], &mut e)?;
    ] format!("{} {}\n{}", a.stype(), e.stype(), numbers(&e)?));
    Ok(())
}

fn batches(steps: &mut Steps<'_, '_>) -> Result<()> {
    step!(steps, "batches", "Batches of a csr",
        because "MXNet makes them dense, the numbers are the same; here they stay csr"; [
        let data = Array::dense(&[9, 4], (0..36).map(|number| number as f32).collect())?.tostype(Csr)?;
        let labels = Array::dense(&[9, 1], vec![1.0_f32; 9])?;
        let mut batches = MemoryBatches::new(vec![data], vec![labels], 3)?.with_last(LastBatch::Discard);
    ] each(&mut batches, |data, _| Ok(format!("{} {}", data.stype(), numbers(data)?)))?);
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("data.t");
    step!(steps, "libsvm", "Batches of a LibSVM file"; [
        fs::write(&path, ROWS)?;
        let read = LibsvmOptions { features: Some(10), batch_rows: 3, ..LibsvmOptions::default() };
        let options = LibsvmBatchesOptions { read, ..LibsvmBatchesOptions::default() };
        let mut rows = LibsvmBatches::<f32>::open(std::slice::from_ref(&path), &options)?;
    ] each(&mut rows, |data, label| Ok(format!("{} {label}", numbers(data)?)))?);
    Ok(())
}

/// Lists data and label of each batch.
fn each(batches: &mut dyn Batches, told: impl Fn(&Array, &Array) -> Result<String>) -> Result<String> {
    let (mut batch, mut text) = (Batch::default(), String::new());
    while batches.next_batch(&mut batch)? {
        if let ([data], [label]) = (&*batch.data, &*batch.label) {
            text += &told(data, label)?;
            text.push('\n');
        }
    }
    Ok(text)
}
