//! Containers: they give the reports of single files, and one that is broken is named.
use crate::files::{
    committed, contained, container, copies, edit_element, failures, parts, report_on, save, set_metadata, write_file,
};
use lacuna_harness::backend::Runner;
use lacuna_harness::fixture::find;
use lacuna_harness::golden::write;
use lacuna_harness::report::{CaseReport, Report, Status};
use lacuna_harness::verify::{Options, verify};
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const PRODUCT: &str = "csr_dense_columns_3_f32";
const REFUSED: &str = "csr_dense_refuses_3_rows_for_4_f32";
const CASES: [&str; 4] = [
    "cast_storage/csr_to_dense_density_0.1_f64",
    "dot/csr_dense_columns_3_f32",
    "dot/csr_dense_refuses_3_rows_for_4_f32",
    "sgd_mom_update/dense_lazy_plain_f32",
];

/// What was found of each case, without where it lies.
fn found(report: &Report) -> Vec<Value> {
    let case = |case: &CaseReport| {
        let mut json = serde_json::to_value(case).unwrap();
        json.as_object_mut().unwrap().retain(|key, _| !["file", "case"].contains(&key.as_str()));
        json
    };
    report.cases.iter().map(case).collect()
}

/// The only failure, of a file that cannot be read.
fn only_fault(directory: &Path) -> String {
    let report = report_on(directory);
    let mut failed = report.cases.iter().filter(|case| case.status != Status::Passed);
    let (case, None) = (failed.next().unwrap(), failed.next()) else { panic!("{:?}", report.cases) };
    let [failure] = failures(case) else { panic!("{case:?}") };
    assert_eq!((&*failure.backend, &*failure.difference.place), ("reader", "file"));
    format!("{}: {}", case.location, failure.difference.found)
}

/// Changes the header of a file.
fn edit_header(path: &Path, edit: impl FnOnce(&mut Map<String, Value>)) {
    let (mut header, data) = parts(path);
    edit(&mut header);
    save(path, &header, &data);
}

/// Changes the description of a case.
fn edit_description(path: &Path, case: &str, edit: impl FnOnce(&mut Map<String, Value>)) {
    edit_header(path, |header| {
        let text = &mut header["__metadata__"][case];
        let mut description: Map<_, _> = serde_json::from_str(text.as_str().unwrap()).unwrap();
        edit(&mut description);
        *text = Value::Object(description).to_string().into();
    });
}

#[test]
fn containers_give_the_report_of_files() {
    let (files, _) = copies(CASES);
    let containers = contained(&CASES);
    let (of_files, of_containers) = (report_on(files.path()), report_on(containers.path()));
    assert!(of_files.passed() && of_containers.passed());
    assert_eq!(found(&of_files), found(&of_containers));
    let named: Vec<_> = of_containers.cases.iter().map(|case| case.location.case.clone().unwrap()).collect();
    assert_eq!(named, CASES);
    assert!(of_files.cases.iter().all(|case| case.location.case.is_none()));
}

#[test]
fn a_directory_may_have_both() {
    let (files, _) = copies([CASES[0], CASES[2]]);
    let containers = contained(&[CASES[1], CASES[3]]);
    for operator in ["dot", "sgd_mom_update"] {
        fs::copy(container(containers.path(), operator), container(files.path(), operator)).unwrap();
    }
    let report = report_on(files.path());
    assert_eq!((report.passed(), report.cases.len()), (true, 4));
    assert_eq!(found(&report), found(&report_on(contained(&CASES).path())));
}

/// As today's directories of one operator are: cases in the directory itself, which is named after it.
#[test]
fn a_case_may_lie_in_the_directory_itself() {
    let (directory, _) = copies([CASES[1], CASES[2]]);
    let found = find(&directory.path().join("dot")).unwrap();
    assert_eq!(found.iter().map(|found| found.title()).collect::<Vec<_>>(), CASES[1..3]);
    assert!(report_on(&directory.path().join("dot")).passed());
}

#[test]
fn every_committed_case_is_found_once() {
    let titles: Vec<_> = find(&committed()).unwrap().iter().map(|found| found.title()).collect();
    assert!(titles.len() > 6000 && titles.is_sorted_by(|left, right| left != right));
    let listed = fs::read_to_string(committed().join("hashes.txt")).unwrap();
    let known = |line: &str| titles.iter().any(|title| line.split(' ').next().unwrap().starts_with(title.as_str()));
    let unknown: Vec<_> = listed.lines().step_by(50).filter(|line| !known(line)).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

/// Of containers that `fixtures/generate.py` wrote, and of those of `golden write`. The format allows no gaps.
#[test]
fn every_tensor_is_aligned() {
    let fixtures = contained(&["cast_storage/dense_to_csr_1x1_f32", "cast_storage/dense_to_csr_1x1_f64"]);
    let golden = tempfile::tempdir().unwrap();
    write(golden.path(), &[fixtures.path().to_owned()], &Runner::Scalar).unwrap();
    for (directory, operators) in
        [(committed(), &["dot", "Embedding", "sgd_mom_update"][..]), (golden.path().to_owned(), &["cast_storage"])]
    {
        for path in operators.iter().map(|operator| container(&directory, operator)) {
            let (header, data) = parts(&path);
            let start = fs::metadata(&path).unwrap().len() - data.len() as u64;
            let tensors = header.iter().filter(|(name, _)| *name != "__metadata__");
            let of_type = |(name, info): (&String, &Value)| {
                let width = match info["dtype"].as_str() {
                    Some("F16" | "BF16") => 2,
                    Some("F32") => 4,
                    _ => 8,
                };
                let offset = info["data_offsets"][0].as_u64().unwrap();
                assert_eq!((start % 8, offset % width), (0, 0), "{}: {name}", path.display());
                width
            };
            let widths: BTreeSet<_> = tensors.map(of_type).collect();
            assert!(widths.len() > 1, "{}: nothing to be aligned", path.display());
        }
    }
}

#[test]
fn a_filter_takes_cases_out_of_containers() {
    let directory = contained(&CASES);
    let filtered = |filter: &str| {
        verify(&Options {
            fixtures: vec![directory.path().to_owned()],
            filter: Some(filter.to_owned()),
            ..Options::default()
        })
    };
    let report = filtered("dot/csr_dense_c").unwrap();
    assert_eq!(
        report.cases.iter().map(|case| case.location.to_string()).collect::<Vec<_>>(),
        [format!("{}: {}", container(directory.path(), "dot").display(), CASES[1])]
    );
    assert!(filtered("safetensors").is_err());
    // What a file that cannot be read would have is not known.
    fs::write(container(directory.path(), "sgd_mom_update"), "no tensors").unwrap();
    let report = filtered("dot/csr_dense_c").unwrap();
    let ended: Vec<_> = report.cases.iter().map(|case| (&*case.operator, case.status == Status::Passed)).collect();
    assert_eq!(ended, [("dot", true), ("sgd_mom_update", false)]);
}

#[test]
fn a_wrong_value_is_named_with_its_case() {
    let directory = contained(&CASES);
    let dot = container(directory.path(), "dot");
    edit_element(&dot, &format!("{PRODUCT}/exact.out"), 7, |bytes| (f64::from_le_bytes(bytes) + 1e-4).to_le_bytes());
    let report = report_on(directory.path());
    let failed: Vec<_> = report.cases.iter().filter(|case| case.status != Status::Passed).collect();
    let [case] = failed[..] else { panic!("{failed:?}") };
    assert_eq!(case.location.to_string(), format!("{}: dot/{PRODUCT}", dot.display()));
    assert_eq!((&*failures(case)[0].backend, &*failures(case)[0].difference.place), ("scalar i64", "[2, 1]"));
}

/// The other cases run.
#[test]
fn a_broken_case_is_named() {
    type Edit = fn(&Path);
    let faults: [(Edit, &str); 6] = [
        (
            |dot| set_metadata(dot, PRODUCT, Some("{")),
            "metadata \"csr_dense_columns_3_f32\": EOF while parsing an object at line 1 column 1",
        ),
        (
            |dot| edit_description(dot, PRODUCT, |description| drop(description.remove("inputs"))),
            "metadata \"csr_dense_columns_3_f32\": missing field `inputs` at line 1 column ",
        ),
        (
            |dot| {
                edit_description(dot, PRODUCT, |description| drop(description.insert("outptus".to_owned(), json!([]))))
            },
            "metadata \"csr_dense_columns_3_f32\": unknown field `outptus`",
        ),
        (
            |dot| edit_description(dot, PRODUCT, |description| description["inputs"][1]["name"] = "other".into()),
            "tensor \"in.rhs\" belongs to no input and no output",
        ),
        (
            |dot| {
                edit_description(dot, PRODUCT, |description| {
                    let more = json!({"name": "more", "stype": "row_sparse", "shape": [1, 1]});
                    description["inputs"].as_array_mut().unwrap().push(more);
                });
            },
            "tensor \"in.more.data\" is missing",
        ),
        (
            |dot| edit_description(dot, PRODUCT, |description| description["inputs"][1]["shape"] = json!([7])),
            "tensor \"in.rhs\" should be of shape [7], is [",
        ),
    ];
    for (edit, fault) in faults {
        let directory = contained(&CASES);
        let dot = container(directory.path(), "dot");
        edit(&dot);
        let found = only_fault(directory.path());
        assert!(found.starts_with(&format!("{}: dot/{PRODUCT}: {fault}", dot.display())), "{found}");
        assert_eq!(report_on(directory.path()).cases.len(), CASES.len());
    }
}

/// A case whose tensors are all gone is no case of a call without operands.
#[test]
fn a_case_without_its_tensors_is_named() {
    for case in [PRODUCT, REFUSED] {
        let directory = contained(&CASES);
        let (dot, other) = (container(directory.path(), "dot"), if case == PRODUCT { REFUSED } else { PRODUCT });
        let description = parts(&dot).0["__metadata__"][case].clone();
        let of_other = contained(&[&format!("dot/{other}")]);
        fs::copy(container(of_other.path(), "dot"), &dot).unwrap();
        edit_header(&dot, |header| header["__metadata__"][case] = description);
        let found = only_fault(directory.path());
        assert!(found.starts_with(&format!("{}: dot/{case}: ", dot.display())), "{found}");
        assert!(found.ends_with("is missing") || found.ends_with("neither `out` nor `exact` tensors"), "{found}");
    }
}

#[test]
fn a_broken_container_is_one_failure() {
    type Edit = fn(&Path);
    let faults: [(Edit, &str); 9] = [
        (
            |dot| {
                let bytes = fs::read(dot).unwrap();
                fs::write(dot, &bytes[..bytes.len() - 1]).unwrap();
            },
            "not a safetensors file: ",
        ),
        (|dot| fs::write(dot, [0; 7]).unwrap(), "not a safetensors file: "),
        (|dot| set_metadata(dot, "schema", Some("3")), "schema \"3\" is not supported, only \"1\" and \"2\" are"),
        (|dot| set_metadata(dot, "schema", None), "the metadata lacks \"schema\""),
        (|dot| set_metadata(dot, "op", None), "the metadata lacks \"op\""),
        (|dot| set_metadata(dot, "op", Some("../dot")), "\"../dot\" cannot be the name of an operator"),
        (
            |dot| set_metadata(dot, "a/b", Some("{\"inputs\": []}")),
            "\"a/b\" cannot be the name of a case in a container",
        ),
        (
            |dot| set_metadata(dot, REFUSED, None),
            "tensor \"csr_dense_refuses_3_rows_for_4_f32/in.lhs.data\" belongs to none of the 1 cases",
        ),
        (
            |dot| {
                save(dot, &serde_json::from_value(json!({"__metadata__": {"schema": "2", "op": "dot"}})).unwrap(), &[])
            },
            "a container without cases",
        ),
    ];
    for (edit, fault) in faults {
        let directory = contained(&CASES);
        let dot = container(directory.path(), "dot");
        edit(&dot);
        let found = only_fault(directory.path());
        assert!(found.starts_with(&format!("{}: {fault}", dot.display())), "{found}");
        assert!(found.lines().count() == 1 && found.len() < dot.as_os_str().len() + 160, "{found}");
        // The cases of the two other containers ran.
        assert_eq!(report_on(directory.path()).cases.len(), 3);
    }
}

/// Readers of JSON keep the last of two. With a tensor, that leaves a gap.
#[test]
fn two_cases_or_tensors_of_one_name_are_named() {
    for (once, again, said) in [
        (
            format!("\"{REFUSED}\":"),
            format!("\"{PRODUCT}\":"),
            format!("header: \"{PRODUCT}\" is there twice at line 1 column "),
        ),
        (
            format!("\"{PRODUCT}/in.lhs.indices\":"),
            format!("\"{PRODUCT}/in.lhs.indptr\":"),
            "not a safetensors file: invalid offset for tensor".to_owned(),
        ),
    ] {
        let directory = contained(&CASES);
        let dot = container(directory.path(), "dot");
        let (header, data) = parts(&dot);
        let text = serde_json::to_string(&header).unwrap();
        assert_eq!((text.matches(&once).count(), text.matches(&again).count()), (1, 1));
        let mut text = text.replace(&once, &again).into_bytes();
        text.resize(text.len().next_multiple_of(8), b' ');
        fs::write(&dot, [&(text.len() as u64).to_le_bytes()[..], &text, &data].concat()).unwrap();
        let found = only_fault(directory.path());
        assert!(found.starts_with(&format!("{}: {said}", dot.display())), "{found}");
    }
}

#[test]
fn a_case_in_two_places_is_refused() {
    let directory = contained(&CASES);
    let dot = container(directory.path(), "dot");
    let file = directory.path().join(format!("dot/{PRODUCT}.safetensors"));
    write_file(&file, &dot, "dot", PRODUCT);
    let refused = |other: &Path| {
        let error = verify(&Options { fixtures: vec![directory.path().to_owned()], ..Options::default() })
            .unwrap_err()
            .to_string();
        let [first, second] = [&dot, other].map(|path| path.display().to_string());
        let said = |at: &str, also: &str| format!("{at}: the case dot/{PRODUCT} is also in {also}");
        assert!([said(&first, &second), said(&second, &first)].contains(&error), "{error}");
    };
    refused(&file);
    fs::remove_file(&file).unwrap();
    let again = contained(&[CASES[1]]);
    let other = container(directory.path(), "dot again");
    fs::copy(container(again.path(), "dot"), &other).unwrap();
    refused(&other);
    // In two directories it is two cases.
    fs::remove_file(&other).unwrap();
    let both = vec![directory.path().to_owned(), again.path().to_owned()];
    let report = verify(&Options { fixtures: both, ..Options::default() }).unwrap();
    assert_eq!((report.passed(), report.cases.len()), (true, CASES.len() + 1));
}

#[test]
fn a_container_in_a_folder_is_named() {
    let directory = contained(&CASES);
    fs::create_dir(directory.path().join("dot")).unwrap();
    let moved = container(&directory.path().join("dot"), "dot");
    fs::rename(container(directory.path(), "dot"), &moved).unwrap();
    let said = "a container of cases (schema \"2\") lies beside the folders of operators, not in one";
    assert_eq!(only_fault(directory.path()), format!("{}: {said}", moved.display()));
}
