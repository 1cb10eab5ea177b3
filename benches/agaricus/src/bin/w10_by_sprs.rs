//! The transposed products of the workloads W10 with sprs, in the kit's format: `w10_by_sprs DIR`, where DIR has the
//! kit's matrices.
use ndarray::{Array2, ArrayView2, ArrayViewMut2};
use sprs::CsMatI;
use sprs::prod::{csc_mulacc_dense_rowmaj, mul_acc_mat_vec_csc};
use std::path::Path;
use std::time::{Duration, Instant};

/// The elements of a `.npy` file, `BYTES` each.
fn read<const BYTES: usize, T>(folder: &Path, name: &str, element: fn([u8; BYTES]) -> T) -> Vec<T> {
    let bytes = std::fs::read(folder.join(name).with_extension("npy")).expect("a file of the kit");
    let header = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    bytes[header..].as_chunks().0.iter().map(|&bytes| element(bytes)).collect()
}

fn measure(name: &str, columns: usize, mut run: impl FnMut()) {
    let mut times = Vec::new();
    run();
    run();
    let start = Instant::now();
    while times.len() < 3 || start.elapsed() < Duration::from_millis(150) {
        let start = Instant::now();
        run();
        times.push(start.elapsed().as_secs_f64() * 1e3);
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{name}_m{columns},sprs,1,{:.5},{:.5},u32 indices usize pointers; into a zeroed dense result",
        times[0],
        times[times.len() / 2]
    );
}

fn main() {
    let folder = std::env::args().nth(1).expect("the folder of the kit's data");
    let folder = Path::new(&folder);
    let all = read(folder, "d1m_128", f32::from_le_bytes);
    for matrix in ["u", "p", "l", "su"] {
        let part = |name: &str| format!("w4{matrix}_{name}");
        let indptr: Vec<_> =
            read(folder, &part("indptr"), i64::from_le_bytes).into_iter().map(|place| place as usize).collect();
        let rows = indptr.len() - 1;
        let indices = read(folder, &part("indices"), u32::from_le_bytes);
        let a = CsMatI::<f32, u32, usize>::new(
            (rows, rows),
            indptr,
            indices,
            read(folder, &part("data"), f32::from_le_bytes),
        );
        for columns in [1, 8, 64] {
            let b = ArrayView2::from_shape((1_000_000, 128), &all).expect("a million rows");
            let b: Array2<f32> = b.slice(ndarray::s![..rows, ..columns]).to_owned();
            let mut out = vec![0.0_f32; rows * columns];
            measure(&format!("w10{matrix}"), columns, || {
                out.fill(0.0);
                if columns == 1 {
                    mul_acc_mat_vec_csc(a.transpose_view(), b.as_slice().expect("one column"), &mut out[..]);
                } else {
                    let out = ArrayViewMut2::from_shape((rows, columns), &mut out).expect("a result");
                    csc_mulacc_dense_rowmaj(a.transpose_view(), b.view(), out);
                }
            });
        }
    }
}
