//! The CUDA driver's client, without a GPU: with no libcuda, and with one that a C compiler makes of `stub.c`.
//!
//! A process loads libcuda once, so each scenario runs in a process of its own: this test executable again, with the
//! scenario in the environment.
#![allow(clippy::unwrap_used)]

mod scenarios;

use lacuna_cuda::driver::{Cuda, Driver};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

const SCENARIO: &str = "LACUNA_CUDA_SCENARIO";
const LOG: &str = "LACUNA_STUB_LOG";
const FAULT: &str = "LACUNA_STUB_FAULT";

/// The folder of a stub; nothing where there is no C compiler.
fn stub(name: &str, flags: &[&str]) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/driver/stub.c");
    let compiler = env::var_os("CC").unwrap_or_else(|| "cc".into());
    let mut command = Command::new(&compiler);
    command.args(["-std=gnu11", "-shared", "-fPIC", "-o"]).arg(folder.join("libcuda.so")).args(flags).arg(source);
    match command.status() {
        Err(error) => {
            println!("skipped: {} cannot be run: {error}", compiler.display());
            None
        }
        Ok(status) => {
            assert!(status.success(), "{command:?}: {status}");
            Some(folder)
        }
    }
}

/// Runs a scenario in another process, with the libcuda of a folder.
fn run(scenario: &str, folder: &Path, fault: &str) {
    let log = folder.join("log");
    std::fs::write(&log, "").unwrap();
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "child", "--nocapture"]).env("LD_LIBRARY_PATH", folder);
    command.env(SCENARIO, scenario).env(LOG, log).env(FAULT, fault);
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{scenario}: {text}");
    assert!(text.contains("scenario done"), "{scenario}: {text}");
}

/// Runs a scenario with a stub.
fn run_with_stub(scenario: &str, fault: &str) {
    if let Some(folder) = stub(&scenario.replace(' ', "-"), &[]) {
        run(scenario, &folder, fault);
    }
}

/// The other process. Does nothing in this one.
#[test]
fn child() {
    if let Ok(scenario) = env::var(SCENARIO) {
        scenarios::run(&scenario);
        println!("scenario done");
    }
}

#[test]
fn without_libcuda() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-libcuda");
    std::fs::create_dir_all(&folder).unwrap();
    run("no driver", &folder, "");
}

#[test]
fn without_a_function_that_is_needed() {
    if let Some(folder) = stub("old-libcuda", &["-DOLD"]) {
        run("old libcuda", &folder, "");
    }
}

#[test]
fn faults() {
    for fault in ["no device", "old device", "old driver", "no compiler", "refusal", "no memory", "failure"] {
        run_with_stub(fault, fault);
    }
}

#[test]
fn facts() {
    run_with_stub("facts", "");
}

#[test]
fn transfers() {
    run_with_stub("transfers", "");
}

#[test]
fn pinned_memory_waits_for_transfers() {
    run_with_stub("pinned", "");
    run_with_stub("pinned memory that is dropped", "");
}

/// With the driver of this machine, where it has one.
#[test]
fn pinned_memory_on_a_card() {
    match Cuda::new(0) {
        Ok(cuda) => scenarios::batches(&cuda, 1 << 20, 1 << 30),
        Err(error) => println!("skipped: {error}"),
    }
}

#[test]
fn launches() {
    run_with_stub("launches", "");
}

#[test]
fn a_module_is_compiled_beside_the_work_of_others() {
    run_with_stub("slow compiler", "slow compiler");
}

#[test]
fn streams_wait_for_each_other() {
    run_with_stub("streams", "");
}

#[test]
fn a_stream_that_goes_does_not_stop_others() {
    run_with_stub("slow stream", "slow stream");
}

#[test]
fn a_device_that_is_opened_twice_is_one() {
    run_with_stub("opened twice", "");
}

#[test]
fn memory_and_streams_of_others_stay_theirs() {
    run_with_stub("of others", "");
}

#[test]
fn checks_that_nobody_asks_for_are_bounded() {
    run_with_stub("checks", "check");
}

#[test]
fn more_inputs_than_blocks_of_a_grid() {
    run_with_stub("many inputs", "");
}

#[test]
fn memory_is_freed_by_any_thread() {
    run_with_stub("threads", "");
}

#[test]
fn goes_to_other_threads() {
    fn is_send_and_sync<T: Send + Sync>() {}
    is_send_and_sync::<Cuda>();
    is_send_and_sync::<<Cuda as Driver>::Memory>();
    is_send_and_sync::<<Cuda as Driver>::Pinned>();
}
