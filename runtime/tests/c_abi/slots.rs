//! Maps from ids to slots as a C program uses them, beside the same maps in Rust.

use crate::told::{Told, told};
use lacuna::rows::{Assigned, Eviction, SlotMapMut, SlotMapOptions};
use lacuna_runtime_capi::*;
use std::ffi::CString;
use std::ptr::{null, null_mut};

/// A handle that is freed.
struct Owned(*mut Slots);

impl Drop for Owned {
    fn drop(&mut self) {
        unsafe { lacuna_slots_free(self.0) }
    }
}

impl Owned {
    fn new(settings: &str) -> Told<Self> {
        let (text, mut handle) = (CString::new(settings).unwrap(), null_mut());
        let status = unsafe { lacuna_slots_new(text.as_ptr(), &mut handle) };
        assert_eq!(handle.is_null(), status != Status::Ok);
        told(status, Self(handle))
    }

    fn load(words: &[u64]) -> Told<Self> {
        let mut handle = null_mut();
        let status = unsafe { lacuna_slots_load(words.as_ptr(), words.len(), &mut handle) };
        assert_eq!(handle.is_null(), status != Status::Ok);
        told(status, Self(handle))
    }

    fn admit(&self, ids: &[u64], step: u64, capacity: usize) -> Told<(Vec<i64>, Vec<SlotAssigned>, SlotsAdmitted)> {
        let (mut slots, mut assigned) = (vec![-7; ids.len()], vec![SlotAssigned::default(); capacity]);
        let mut out = SlotsAdmitted::default();
        let (to, given) = (slots.as_mut_ptr(), assigned.as_mut_ptr());
        let status =
            unsafe { lacuna_slots_admit(self.0, ids.as_ptr(), ids.len(), step, to, given, capacity, &mut out) };
        if status != Status::Ok {
            assert!(slots.iter().all(|&slot| slot == -7) && out == SlotsAdmitted::default(), "written: {slots:?}");
        }
        assigned.truncate(out.assigned);
        told(status, (slots, assigned, out))
    }

    fn find(&self, ids: &[u64]) -> Told<(Vec<i64>, usize)> {
        let (mut slots, mut missing) = (vec![-7; ids.len()], 99);
        let status = unsafe { lacuna_slots_find(self.0, ids.as_ptr(), ids.len(), slots.as_mut_ptr(), &mut missing) };
        told(status, (slots, missing))
    }

    fn remove(&self, ids: &[u64]) -> Told<(Vec<i64>, usize)> {
        let (mut slots, mut freed) = (vec![-7; ids.len()], 99);
        let status = unsafe { lacuna_slots_remove(self.0, ids.as_ptr(), ids.len(), slots.as_mut_ptr(), &mut freed) };
        told(status, (slots, freed))
    }

    fn evict(&self, step: u64, capacity: usize) -> Told<Vec<(u64, i64)>> {
        let (mut ids, mut slots, mut count) = (vec![7; capacity], vec![-7; capacity], 0);
        let (to_ids, to_slots) = (ids.as_mut_ptr(), slots.as_mut_ptr());
        let status = unsafe { lacuna_slots_evict_older_than(self.0, step, to_ids, to_slots, capacity, &mut count) };
        if status != Status::Ok {
            assert!(count == 0 && ids.iter().all(|&id| id == 7) && slots.iter().all(|&slot| slot == -7));
        }
        told(status, ids.into_iter().zip(slots).take(count).collect())
    }

    fn in_use(&self) -> SlotsUse {
        let mut out = SlotsUse::default();
        assert_eq!(unsafe { lacuna_slots_use(self.0, &mut out) }, Status::Ok);
        out
    }

    fn words(&self) -> Vec<u64> {
        let (mut words, mut length) = (null(), 0);
        assert_eq!(unsafe { lacuna_slots_words(self.0, &mut words, &mut length) }, Status::Ok);
        unsafe { std::slice::from_raw_parts(words, length) }.to_vec()
    }
}

/// Ids of a step, of which some are frequent.
fn ids(step: u64) -> Vec<u64> {
    let mixed = |k: u64| (step * 31 + k).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
    (0..40).map(|k| if k % 3 == 0 { u64::MAX - k % 5 } else { mixed(k) % (20 + 3 * step) }).collect()
}

#[test]
fn a_map_has_the_words_of_the_same_map_in_rust() {
    for (name, eviction) in [("age", Eviction::Age), ("frequency", Eviction::Frequency)] {
        for (slots, candidates, admit_after) in [(16, 0, 1), (30, 10, 2), (0, 4, 3), (200, 50, 3)] {
            let text = format!(
                r#"{{"slots": {slots}, "candidates": {candidates}, "admit_after": {admit_after}, "eviction": "{name}"}}"#
            );
            let mut map = Owned::new(&text).unwrap();
            let options = SlotMapOptions { slots, candidates, admit_after, eviction };
            let mut words = vec![0; options.length()];
            let mut expected = SlotMapMut::new(options, &mut words).unwrap();
            for step in 1..30 {
                let ids = ids(step);
                let (mut slots, mut assigned) = (vec![0_i64; ids.len()], vec![Assigned::default(); ids.len()]);
                let admitted = expected.admit(&ids, step, &mut slots, &mut assigned).unwrap();
                let (found, given, out) = map.admit(&ids, step, ids.len()).unwrap();
                assert_eq!(found, slots);
                assert_eq!(
                    (out.assigned, out.missing, out.refused),
                    (admitted.assigned, admitted.missing, admitted.refused)
                );
                for (given, Assigned { id, slot, evicted }) in given.into_iter().zip(assigned) {
                    let was_used = u64::from(evicted.is_some());
                    assert_eq!(given, SlotAssigned { id, evicted: evicted.unwrap_or(0), slot, was_used });
                }
                if step % 7 == 3 {
                    let mut slots = vec![0_i64; 5];
                    let freed = expected.remove(&ids[..5], &mut slots).unwrap();
                    assert_eq!(map.remove(&ids[..5]).unwrap(), (slots, freed));
                }
                if step % 7 == 5 {
                    let mut evicted = vec![(0, 0_i64); options.slots];
                    let count = expected.evict_older_than(step - 2, &mut evicted).unwrap();
                    assert_eq!(map.evict(step - 2, options.slots).unwrap(), evicted[..count]);
                    // From a file.
                    map = Owned::load(&map.words()).unwrap();
                }
                let seen = expected.as_slot_map();
                assert_eq!(map.words(), seen.words());
                let all = SlotsUse { slots: options.slots, used: seen.len(), candidates: seen.candidates(), step };
                assert_eq!(map.in_use(), all);
                let mut slots = vec![0_i64; ids.len()];
                let missing = seen.find(&ids, &mut slots).unwrap();
                assert_eq!(map.find(&ids).unwrap(), (slots, missing));
            }
        }
    }
}

#[test]
fn what_is_refused_says_why_and_writes_nothing() {
    for (settings, words) in [
        ("{}}", "trailing characters"),
        (r#"{"slot": 3}"#, "unknown field `slot`"),
        (r#"{"slots": -1}"#, "invalid value"),
        (r#"{"slots": 3, "eviction": "random"}"#, "unknown variant `random`"),
        (r#"{"slots": 3, "admit_after": 2}"#, "ids are admitted after 2 occurrences, and there are no candidates"),
        (r#"{"slots": 4294967296}"#, "4294967296"),
    ] {
        let (status, message) = Owned::new(settings).err().unwrap();
        assert!(status == Status::Settings && message.contains(words), "{settings}: {message}");
    }
    let map = Owned::new(r#"{"slots": 2}"#).unwrap();
    map.admit(&[5, 6], 4, 2).unwrap();
    let before = map.words();
    let (status, message) = map.admit(&[7], 3, 1).unwrap_err();
    assert!(status == Status::Data && message.contains("step 3") && message.contains('4'), "{message}");
    let (status, message) = map.admit(&[7, 8, 9], 5, 1).unwrap_err();
    assert!(status == Status::Data && message.contains("needs 2") && message.contains("has 1"), "{message}");
    let (status, message) = map.evict(9, 1).unwrap_err();
    assert!(status == Status::Data && message.contains("needs 2") && message.contains("has 1"), "{message}");
    assert_eq!(map.words(), before);
    let (status, message) = Owned::load(&before[..9]).err().unwrap();
    assert!(status == Status::Data && message.contains('9'), "{message}");
    let mut changed = before.clone();
    changed[6] = 3;
    let (status, message) = Owned::load(&changed).err().unwrap();
    assert!(status == Status::Data && message.contains("word 6 is 3"), "{message}");
    // More words than the map has are left alone.
    changed[6] = 2;
    changed.push(77);
    assert_eq!(Owned::load(&changed).unwrap().words(), before);
}

#[test]
fn null_is_refused_everywhere() {
    let map = Owned::new(r#"{"slots": 2}"#).unwrap();
    let (ids, mut slots, mut number, mut out) = ([1_u64], [0_i64], 0_usize, SlotsAdmitted::default());
    let mut assigned = [SlotAssigned::default()];
    let (id, slot, given) = (ids.as_ptr(), slots.as_mut_ptr(), assigned.as_mut_ptr());
    let (mut handle, mut words) = (null_mut(), null());
    let statuses = unsafe {
        [
            lacuna_slots_new(null(), &mut handle),
            lacuna_slots_new(c"{}".as_ptr(), null_mut()),
            lacuna_slots_load(null(), 1, &mut handle),
            lacuna_slots_admit(null_mut(), id, 1, 1, slot, given, 1, &mut out),
            lacuna_slots_admit(map.0, null(), 1, 1, slot, given, 1, &mut out),
            lacuna_slots_admit(map.0, id, 1, 1, null_mut(), given, 1, &mut out),
            lacuna_slots_admit(map.0, id, 1, 1, slot, null_mut(), 1, &mut out),
            lacuna_slots_admit(map.0, id, 1, 1, slot, given, 1, null_mut()),
            lacuna_slots_find(null(), id, 1, slot, &mut number),
            lacuna_slots_find(map.0, id, 1, slot, null_mut()),
            lacuna_slots_remove(null_mut(), id, 1, slot, &mut number),
            lacuna_slots_remove(map.0, id, 1, null_mut(), &mut number),
            lacuna_slots_evict_older_than(null_mut(), 1, null_mut(), null_mut(), 0, &mut number),
            lacuna_slots_evict_older_than(map.0, 1, null_mut(), slot, 1, &mut number),
            lacuna_slots_use(null(), &mut SlotsUse::default()),
            lacuna_slots_use(map.0, null_mut()),
            lacuna_slots_words(map.0, null_mut(), &mut number),
            lacuna_slots_words(map.0, &mut words, null_mut()),
        ]
    };
    assert!(statuses.iter().all(|&status| status == Status::Argument), "{statuses:?}");
    assert_eq!((map.in_use().used, map.in_use().step), (0, 0));
    // Null is no map, and nothing is an array of nothing.
    unsafe { lacuna_slots_free(null_mut()) };
    let status = unsafe { lacuna_slots_admit(map.0, null(), 0, 1, null_mut(), null_mut(), 0, &mut out) };
    assert_eq!(status, Status::Ok);
}
