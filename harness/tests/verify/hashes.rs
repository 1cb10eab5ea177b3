//! The hash list, and the replay of recorded calls.
use lacuna::dispatch::Level;
use lacuna_capi_replay::{Fault, address, replay};
use lacuna_harness::backend::Capi;
use lacuna_harness::golden::{Hashed, compare_list, default_list, hashes, to_text};
use std::collections::BTreeMap;

#[test]
fn every_level_gives_the_hashes_of_the_list() {
    let capi = Capi::new();
    for level in Level::ALL.iter().copied().filter(|level| level.is_available()) {
        capi.force_level(level).unwrap();
        let hashed = hashes(&capi, |_| ()).unwrap();
        assert!(hashed.len() > 1000);
        assert_eq!(compare_list(&default_list(), &hashed).unwrap(), Vec::<String>::new(), "{level}");
    }
}

#[test]
fn replayed_calls_give_the_hashes_of_the_list() {
    let mut replayed = BTreeMap::new();
    let mut memory = vec![0_u128; 1 << 18];
    let hashed = hashes(&Capi::new(), |case| {
        // SAFETY: the functions that this test is linked with.
        let found = unsafe { replay(case, &mut memory, address) }.unwrap();
        replayed.insert(found.title.to_owned(), found.hash);
    });
    for Hashed { case, hash } in hashed.unwrap() {
        assert_eq!(replayed.remove(&case), Some(hash), "{case}");
    }
    assert!(replayed.is_empty());
}

#[test]
fn what_is_no_record_is_refused() {
    let mut records = Vec::new();
    hashes(&Capi::new(), |case| {
        if records.len() < 3 {
            records.push(case.to_vec());
        }
    })
    .unwrap();
    let mut memory = vec![0_u128; 1 << 16];
    for record in &records {
        for cut in (0..record.len()).step_by(8) {
            // SAFETY: the functions that this test is linked with.
            let cut_off = unsafe { replay(&record[..cut], &mut memory, address) };
            // What ends between two calls is a shorter case.
            assert!(matches!(cut_off, Err(Fault::Record) | Ok(_)), "{cut}: {cut_off:?}");
        }
        // SAFETY: as above.
        let cramped = unsafe { replay(record, &mut memory[..4], address) };
        assert!(matches!(cramped, Err(Fault::Arena { found: 64, .. })), "{cramped:?}");
    }
}

#[test]
fn differences_from_the_list_are_named() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("list.txt");
    let hashed = |case: &str, hash| Hashed { case: case.to_owned(), hash };
    let listed = [hashed("dot/a", 1), hashed("dot/b", 2), hashed("dot/c", 3)];
    std::fs::write(&file, to_text(&listed)).unwrap();
    assert_eq!(compare_list(&file, &listed).unwrap(), Vec::<String>::new());
    let found = [hashed("dot/a", 1), hashed("dot/b", 0xffff_0000_0000_0002), hashed("dot/d", 4)];
    assert_eq!(
        compare_list(&file, &found).unwrap(),
        [
            "dot/b: expected 0000000000000002, found ffff000000000002",
            "dot/d: not in the list; found 0000000000000004",
            "dot/c: expected 0000000000000003, found no calls",
        ]
    );
    std::fs::write(&file, "dot/a 1\ndot/b two\n").unwrap();
    let error = compare_list(&file, &listed).unwrap_err().to_string();
    assert!(error.ends_with("list.txt:2: not a case and its hash: \"dot/b two\""), "{error}");
}
