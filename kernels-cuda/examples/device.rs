//! Prints the CUDA devices of this machine, or why there are none.
use lacuna_cuda::driver::{Cuda, DriverError};
use std::process::ExitCode;

fn main() -> ExitCode {
    match print_devices() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn print_devices() -> Result<(), DriverError> {
    let count = Cuda::device_count()?;
    println!("{count} CUDA devices");
    for ordinal in 0..count {
        let facts = Cuda::new(ordinal)?.facts()?;
        let ((major, minor), (driver, driver_minor)) = (facts.compute_capability, facts.driver_version);
        let [total, free] = [facts.total_memory, facts.free_memory].map(|bytes| bytes >> 20);
        println!(
            "{ordinal}: {}, compute capability {major}.{minor}, {free} of {total} MiB free, driver for CUDA \
                {driver}.{driver_minor}",
            facts.name
        );
    }
    Ok(())
}
