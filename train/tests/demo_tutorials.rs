//! The tutorials of MXNet: each statement gives what MXNet 1.9.1 prints, or something else where that is meant.
#![cfg(feature = "demo")]
#![allow(clippy::unwrap_used)]
use lacuna_train::{Form, Tutorial, Verdict, demo_tutorial};

/// What is printed where MXNet prints something else; of what MXNet prints, where both have most of it.
fn expected(name: &str, peer: &str) -> String {
    let fixed = match name {
        "compared with another dtype" => "dtype int64, but float32 is needed",
        "no element" => "Some(1.0)",
        "no rows" => "<CSRNDArray 0x2 @cpu(0)>",
        "no such row" => "row 5 is out of range: there are 3 rows",
        "wrong columns" => "csr indices: row 0, entry 0: index 2 is not less than the number of columns, 2",
        "wrong ids" => "row_sparse indices: entry 1: index 1 is not greater than the one before it, 4",
        "retain of rows out of order" => "ids: entry 1: index 0 is not greater than the one before it, 3",
        "notice of a fallback" if peer.contains("[row_sparse, ]") => {
            "storage type fallback: log has no path for operands stored as [row_sparse], and computes with dense \
                copies of them (Map(Log))"
        }
        "notice of a fallback" if peer.contains("[csr, ]") => {
            "storage type fallback: log has no path for operands stored as [csr], and computes with dense copies of \
                them (Map(Log))"
        }
        // Of a graph: all lines but the last.
        "notice of a fallback" => {
            let (same, _) = peer.rsplit_once('\n').unwrap();
            return format!(
                "{same}\nThe operator computes with dense copies of what is stored otherwise: the result is right, \
                    time and memory are not. Fallback::Refuse makes this an error."
            );
        }
        "batches" => return peer.replace("default", "csr"),
        "listing" => return peer.replace(" SoftmaxOutput: fcompute_ex", " SoftmaxOutput: fcompute"),
        // 1000 labels without .0.
        "file" => return format!("{} bytes", peer.trim_end_matches(" bytes").parse::<u64>().unwrap() - 2000),
        _ => panic!("{name} is not meant to differ"),
    };
    fixed.to_owned()
}

fn run(tutorial: Tutorial) -> String {
    let mut out = Vec::new();
    let report = demo_tutorial(tutorial, &mut out, Form::Text).unwrap();
    let text = String::from_utf8(out).unwrap();
    for step in &report.steps {
        let name = &step.name;
        assert!(!step.peer.is_empty(), "{tutorial:?}, {name}: nothing is recorded");
        match step.verdict {
            Verdict::Same => assert_eq!(step.here, step.peer, "{tutorial:?}, {name}"),
            Verdict::Different(reason) => {
                assert_eq!(step.here, expected(name, &step.peer), "{tutorial:?}, {name}");
                assert!(step.here != step.peer && text.contains(reason), "{tutorial:?}, {name}");
            }
            // Whether there is a GPU.
            Verdict::Machine => assert_eq!(name, "gpu"),
        }
        assert!(step.here.lines().all(|line| text.contains(line)), "{tutorial:?}, {name} is not shown:\n{text}");
    }
    assert!(report.holds() && !text.contains("defect"));
    text
}

#[test]
fn csr_arrays() {
    let text = run(Tutorial::Csr);
    assert!(text.starts_with("\n1. A csr of its three lists\n"), "{text}");
}

#[test]
fn row_sparse_arrays() {
    run(Tutorial::RowSparse);
}

#[test]
fn graphs() {
    run(Tutorial::Symbols);
}

#[test]
fn layers() {
    let text = run(Tutorial::Gluon);
    // The figures of the tutorial.
    assert!(text.contains("4000.0 0.128008 MB") && text.contains("weights 512.000 0.004 0.000 MB"), "{text}");
}
