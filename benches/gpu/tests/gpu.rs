//! The measuring program without a GPU: its inputs, and every workload on the interpreter of PTX.
use lacuna_benches_gpu::inputs;
use lacuna_benches_gpu::measure::{Settings, measure, wanted, workloads};
use lacuna_benches_gpu::table::Results;
use lacuna_cuda::Gpu;
use lacuna_harness::backend::PtxVm;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Small enough to be interpreted.
const DIVISOR: usize = 5000;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> anyhow::Result<Self> {
        let folder = std::env::temp_dir().join(format!("lacuna-gpu-{name}-{}", std::process::id()));
        inputs::write(&folder, DIVISOR)?;
        Ok(Self(folder))
    }

    fn settings(&self, only: &[&str]) -> Settings {
        Settings {
            folder: self.0.clone(),
            only: only.iter().map(|&part| part.to_owned()).collect(),
            batches: 1,
            batch: Duration::ZERO,
            warm_up: Duration::ZERO,
            copy_bytes: 4096,
            threads: 1,
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn lines(settings: &Settings) -> anyhow::Result<Vec<String>> {
    let mut lines = Vec::new();
    measure(&Gpu::new(PtxVm::new(2))?, settings, &mut |line| lines.push(line.to_owned()))?;
    Ok(lines)
}

#[test]
fn every_workload_runs_and_has_the_bits_of_the_cpu() {
    let folder = Folder::new("all").unwrap();
    let lines = lines(&folder.settings(&[])).unwrap();
    let plain = lines.iter().filter_map(|line| line.split_once(",lacuna,")).map(|(workload, _)| workload);
    assert_eq!(plain.collect::<Vec<_>>(), workloads());
    let mut results = Results::default();
    results.add(&lines.join("\n")).unwrap();
    let table = results.to_markdown();
    for row in [
        "| copy |",
        "| csr_t_dense_uniform_32_row_sparse |",
        "| dense_to_csr_10_one_pass |",
        "| sgd_momentum_standard |",
    ] {
        assert!(table.contains(row), "{row} in\n{table}");
    }
}

#[test]
fn wrong_inputs_and_names_end_the_measurement() {
    let folder = Folder::new("wrong").unwrap();
    let only = ["add_n_ids"];
    assert_eq!(lines(&folder.settings(&only)).unwrap().len(), 1);
    // Ids that do not ascend are refused before anything is measured.
    std::fs::copy(folder.0.join("ids_repeated.npy"), folder.0.join("ids_other.npy")).unwrap();
    assert!(lines(&folder.settings(&only)).is_err());
    assert!(lines(&folder.settings(&["no_such"])).unwrap_err().to_string().contains("no_such"));
}

#[test]
fn a_whole_name_selects_only_itself() {
    let of = |name: &str| wanted(&[name.to_owned()]).unwrap();
    assert_eq!(of("csr_dense_uniform_1"), ["csr_dense_uniform_1"]);
    assert_eq!(of("csr_dense_uniform"), [1, 8, 32, 128].map(|width| format!("csr_dense_uniform_{width}")));
    assert_eq!(wanted(&[]).unwrap(), workloads());
}

fn gpu(arguments: &[&str]) -> anyhow::Result<(Option<i32>, String, String)> {
    let output = Command::new(env!("CARGO_BIN_EXE_gpu")).args(arguments).output()?;
    Ok((output.status.code(), String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?))
}

#[test]
fn without_a_card_the_program_says_so_in_one_line() {
    let (status, _, _) = gpu(&["card"]).unwrap();
    if status == Some(0) {
        // This machine has a card.
        return;
    }
    for arguments in [&["card"][..], &["measure", "/nowhere"]] {
        let (status, output, error) = gpu(arguments).unwrap();
        assert_eq!((status, output.as_str(), error.lines().count()), (Some(2), "", 1), "{error}");
    }
}

#[test]
fn peers_measure_workloads_that_there_are() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers.py");
    let Ok(output) = Command::new("python3").arg(script).arg("--list").output() else {
        eprintln!("skipped: there is no python3");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let names = String::from_utf8(output.stdout).unwrap();
    assert!(names.lines().count() > 20, "{names}");
    for name in names.lines() {
        assert!(workloads().iter().any(|workload| workload == name), "{name}");
    }
}

#[test]
fn the_driver_script_passes_the_status_on() {
    if gpu(&["card"]).unwrap().0 == Some(0) {
        // A whole run is not a test.
        return;
    }
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("run.sh");
    let output = Command::new("sh").arg(script).args(["/nowhere", env!("CARGO_BIN_EXE_gpu")]).output().unwrap();
    assert_eq!((output.status.code(), output.stderr.iter().filter(|&&byte| byte == b'\n').count()), (Some(2), 1));
}
