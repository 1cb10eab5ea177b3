//! Every kernel of the list is in the embedded PTX.
use lacuna::list::KERNELS;

#[test]
fn every_kernel_has_an_entry_for_each_type() {
    for kernel in KERNELS {
        for (value, index) in kernel.values.iter().flat_map(|value| ["i32", "i64"].map(|index| (value, index))) {
            let entry = format!(".visible .entry {}_{value}_{index}(", kernel.name);
            assert!(lacuna_cuda::PTX.contains(&entry), "no {entry}");
        }
    }
}
