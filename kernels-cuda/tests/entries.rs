//! Every kernel of the list is in the embedded PTX.
use lacuna::list::KERNELS;

/// The launcher's blocks have 256 threads.
#[test]
fn every_entry_is_for_blocks_of_256_threads() {
    let entries = lacuna_cuda::PTX.matches(".visible .entry ").count();
    assert!(entries > 100);
    assert_eq!(lacuna_cuda::PTX.matches("\n.maxntid 256, 1, 1\n.minnctapersm 4\n{").count(), entries);
}

#[test]
fn every_kernel_has_an_entry_for_each_type() {
    for kernel in KERNELS {
        for (value, index) in kernel.values.iter().flat_map(|value| ["i32", "i64"].map(|index| (value, index))) {
            let entry = format!(".visible .entry {}_{value}_{index}(", kernel.name);
            assert!(lacuna_cuda::PTX.contains(&entry), "no {entry}");
        }
    }
}
