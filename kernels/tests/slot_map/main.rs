//! Slot maps against a naive model.
#![allow(clippy::unwrap_used)]
mod broken;
mod model;

use lacuna::error::{Operand, SlotMapError};
use lacuna::rows::{Admitted, Assigned, Eviction, SlotMap, SlotMapMut, SlotMapOptions, SlotUse};
use lacuna::{Error, ErrorKind, Index};
use lacuna_testing::{Random, check_seeds};
use model::Model;

/// If nothing else is asked for: three times as many as find planted faults (`benches/results/random-cases.md`).
const CASES: u64 = 800;

/// Random cases, so many for each seed.
pub fn cases(each: u64, case: impl Fn(&mut Random) + Send + 'static) {
    check_seeds(lacuna_testing::cases(CASES), move |seed| {
        (0..each).for_each(|k| case(&mut Random::seeded(seed * each + k)))
    });
}

fn options(random: &mut Random) -> SlotMapOptions {
    let admit_after = random.below(4) as u32;
    SlotMapOptions {
        slots: random.below(9),
        candidates: random.within(usize::from(admit_after > 1)..7),
        admit_after,
        eviction: random.one_of(&[Eviction::Age, Eviction::Frequency]),
    }
}

/// Few different ids, so that they occur again; some more often than others.
fn id(random: &mut Random) -> u64 {
    let most = random.one_of(&[3, 24]);
    match random.below(most) as u64 {
        0 => 0,
        1 => u64::MAX,
        2 => 1 << 63,
        other => other * 0x1_0000_0001,
    }
}

pub fn ids(random: &mut Random) -> Vec<u64> {
    (0..random.below(20)).map(|_| id(random)).collect()
}

fn number<I: Index>(slot: I) -> Option<usize> {
    (slot != I::LARGEST).then(|| slot.to_usize())
}

pub fn is_as(map: SlotMap<'_>, model: &Model) {
    let mut slots: Vec<_> = model.known.iter().filter_map(|(&id, known)| Some((id, known.slot?))).collect();
    slots.sort_by_key(|&(_, slot)| slot);
    assert_eq!(map.iter().collect::<Vec<_>>(), slots);
    assert_eq!((map.len(), map.is_empty(), map.capacity()), (slots.len(), slots.is_empty(), model.options.slots));
    assert_eq!((map.candidates(), map.step(), map.options()), (model.candidates(), model.step, model.options));
    for slot in 0..model.options.slots + 2 {
        let of_slot = model.known.iter().find(|(_, known)| known.slot == Some(slot));
        let expected = of_slot.map(|(&id, known)| SlotUse { id, count: known.count, step: known.step });
        assert_eq!(map.slot_use(slot), expected);
    }
    let ids: Vec<u64> = (0..30).map(|id| id * 0x1_0000_0001).chain([0, u64::MAX, 1 << 63, 1]).collect();
    let mut found = vec![0_i32; ids.len()];
    let missing = map.find(&ids, &mut found).unwrap();
    let expected: Vec<_> = ids.iter().map(|id| model.known.get(id).and_then(|known| known.slot)).collect();
    assert_eq!(found.iter().map(|&slot| number(slot)).collect::<Vec<_>>(), expected);
    assert_eq!(ids.iter().map(|&id| map.get(id)).collect::<Vec<_>>(), expected);
    assert_eq!(missing, expected.iter().filter(|slot| slot.is_none()).count());
}

pub fn admit<I: Index>(
    map: &mut SlotMapMut<'_>,
    ids: &[u64],
    step: u64,
) -> (Vec<Option<usize>>, Vec<Assigned<u64>>, Admitted) {
    let mut slots = vec![I::default(); ids.len()];
    let room = map.as_slot_map().capacity().min(ids.len());
    let mut assigned = vec![Assigned { id: 99, slot: I::default(), evicted: Some(99) }; room];
    let result = map.admit(ids, step, &mut slots, &mut assigned).unwrap();
    let (given, rest) = assigned.split_at(result.assigned);
    assert!(rest.iter().all(|rest| rest.id == 99), "written beyond the number it returns");
    let given = given
        .iter()
        .map(|given| Assigned { id: given.id, slot: given.slot.to_usize() as u64, evicted: given.evicted })
        .collect();
    (slots.into_iter().map(number).collect(), given, result)
}

/// A random call, of the map and of the model.
fn change<I: Index>(random: &mut Random, map: &mut SlotMapMut<'_>, model: &mut Model) {
    match random.below(12) {
        0..8 => {
            let ids = ids(random);
            model.step += [0, 1, 1, 1 << 40][random.below(4)];
            let each: Vec<_> = ids.iter().map(|&id| model.admit(id)).collect();
            let (slots, assigned, told) = admit::<I>(map, &ids, model.step);
            assert_eq!(slots, each.iter().map(|each| each.0).collect::<Vec<_>>());
            assert_eq!(assigned, each.iter().filter_map(|each| each.1).collect::<Vec<_>>());
            let missing = each.iter().filter(|each| each.0.is_none()).count();
            let refused = each.iter().filter(|each| each.2).count();
            assert_eq!(told, Admitted { assigned: assigned.len(), missing, refused });
        }
        8..10 => {
            let ids = ids(random);
            let mut slots = vec![I::default(); ids.len()];
            let freed = map.remove(&ids, &mut slots).unwrap();
            let expected: Vec<_> = ids.iter().map(|&id| model.forget(id)).collect();
            assert_eq!(slots.into_iter().map(number).collect::<Vec<_>>(), expected);
            assert_eq!(freed, expected.iter().flatten().count());
        }
        10 => {
            let step = model.step.saturating_sub(random.below(3) as u64);
            let mut old: Vec<_> = model
                .known
                .iter()
                .filter(|(_, known)| known.step < step)
                .map(|(&id, known)| (known.slot, id))
                .collect();
            old.sort();
            let expected: Vec<_> = old.iter().filter_map(|&(slot, id)| Some((id, slot?))).collect();
            let mut evicted = vec![(0, I::default()); expected.len()];
            if let Some(short) = expected.len().checked_sub(1) {
                let before = map.as_slot_map().words().to_vec();
                let refused = SlotMapError::Capacity { operand: Operand::Output, needed: expected.len(), found: short };
                assert_eq!(map.evict_older_than(step, &mut evicted[..short]), Err(refused));
                assert_eq!(
                    (map.as_slot_map().words(), evicted[..short].iter().all(|evicted| evicted.0 == 0)),
                    (&before[..], true)
                );
            }
            assert_eq!(map.evict_older_than(step, &mut evicted), Ok(expected.len()));
            assert_eq!(evicted.into_iter().map(|(id, slot)| (id, slot.to_usize())).collect::<Vec<_>>(), expected);
            old.into_iter().for_each(|(_, id)| _ = model.forget(id));
        }
        _ if random.once_in(8) => {
            map.clear();
            *model = Model::new(model.options);
        }
        _ => {}
    }
}

fn is_the_model<I: Index>(random: &mut Random) {
    let mut model = Model::new(options(random));
    // Whatever the memory held, and longer than needed.
    let mut words = vec![0xabab; model.options.length() + 3];
    let mut map = SlotMapMut::new(model.options, &mut words).unwrap();
    for _ in 0..random.within(1..25) {
        change::<I>(random, &mut map, &mut model);
        is_as(map.as_slot_map(), &model);
        is_as(SlotMap::load(map.as_slot_map().words()).unwrap(), &model);
    }
    assert_eq!(words[model.options.length()..], [0xabab; 3]);
}

#[test]
fn maps_are_the_model() {
    cases(2, is_the_model::<i32>);
    cases(1, is_the_model::<u32>);
    cases(1, is_the_model::<i64>);
}

#[test]
fn parts_of_batches_and_reloads_change_nothing() {
    cases(1, |random| {
        let options = options(random);
        let [mut whole, mut parts] = [(); 2].map(|()| vec![0; options.length()]);
        SlotMapMut::new(options, &mut parts).unwrap();
        let mut map = SlotMapMut::new(options, &mut whole).unwrap();
        let mut step = 0;
        for _ in 0..random.within(1..12) {
            let ids = ids(random);
            step += random.below(2) as u64;
            let (slots, assigned, told) = admit::<i64>(&mut map, &ids, step);
            let mut of_parts = (Vec::new(), Vec::new(), Admitted::default());
            let mut rest = &ids[..];
            loop {
                let (part, behind) = rest.split_at(random.below(rest.len() + 1));
                rest = behind;
                // The bytes of a file.
                let bytes: Vec<u8> = parts.iter().flat_map(|word| word.to_le_bytes()).collect();
                parts = bytes.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect();
                let of_part = admit::<i64>(&mut SlotMapMut::load(&mut parts).unwrap(), part, step);
                of_parts.0.extend(of_part.0);
                of_parts.1.extend(of_part.1);
                of_parts.2.assigned += of_part.2.assigned;
                of_parts.2.missing += of_part.2.missing;
                of_parts.2.refused += of_part.2.refused;
                if rest.is_empty() {
                    break;
                }
            }
            assert_eq!(of_parts, (slots, assigned, told));
            assert_eq!(map.as_slot_map().words().iter().zip(&parts).position(|(whole, part)| whole != part), None);
        }
    });
}

/// A map large enough that its buckets and records are asked for ahead.
#[test]
fn large_maps_are_the_model() {
    for (eviction, admit_after) in [(Eviction::Age, 1), (Eviction::Frequency, 2)] {
        let mut model = Model::new(SlotMapOptions { slots: 9_000, candidates: 1_000, admit_after, eviction });
        let mut words = vec![0; model.options.length()];
        let mut map = SlotMapMut::new(model.options, &mut words).unwrap();
        let mut id = 1_u64;
        for step in 0..5 {
            let ids: Vec<u64> = (0..4_000)
                .map(|_| {
                    id = id.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                    (id >> 33) % 10_000
                })
                .collect();
            model.step = step;
            let each: Vec<_> = ids.iter().map(|&id| model.admit(id)).collect();
            let (slots, assigned, _) = admit::<u32>(&mut map, &ids, step);
            assert_eq!(slots, each.iter().map(|each| each.0).collect::<Vec<_>>());
            assert_eq!(assigned, each.iter().filter_map(|each| each.1).collect::<Vec<_>>());
            let mut found = vec![0_u32; ids.len()];
            map.as_slot_map().find(&ids, &mut found).unwrap();
            let expected = ids.iter().map(|id| model.known.get(id).and_then(|known| known.slot));
            assert!(found.into_iter().map(number).eq(expected));
        }
        assert!(SlotMap::load(&words).is_ok());
    }
}

/// A batch larger than the map: those that came first keep their slots in the step, and the rest is refused.
#[test]
fn a_step_never_takes_its_own_slots() {
    for eviction in [Eviction::Age, Eviction::Frequency] {
        let options = SlotMapOptions { slots: 3, candidates: 0, admit_after: 1, eviction };
        let mut words = vec![0; options.length()];
        let mut map = SlotMapMut::new(options, &mut words).unwrap();
        let batch: Vec<u64> = (0..10).collect();
        for step in [4, 4, 5] {
            let (slots, assigned, told) = admit::<i32>(&mut map, &batch, step);
            assert_eq!(slots, [0, 1, 2, 9, 9, 9, 9, 9, 9, 9].map(|slot| (slot < 9).then_some(slot)));
            assert_eq!(
                (assigned.len(), told.missing, told.refused),
                (if step == 4 && told.assigned > 0 { 3 } else { 0 }, 7, 7)
            );
        }
        assert_eq!(admit::<i32>(&mut map, &[9], 6).1, [Assigned { id: 9, slot: 0, evicted: Some(0) }]);
    }
}

/// What a map of few words does at its limits: nothing.
#[test]
fn no_slots() {
    for (candidates, admit_after) in [(0, 1), (2, 2)] {
        let options = SlotMapOptions { slots: 0, candidates, admit_after, eviction: Eviction::Frequency };
        let mut words = vec![0; options.length()];
        let mut map = SlotMapMut::new(options, &mut words).unwrap();
        let (slots, _, told) = admit::<u32>(&mut map, &[5, 5, 5], 0);
        assert_eq!((slots, told.refused), (vec![None; 3], if admit_after == 1 { 3 } else { 2 }));
        assert_eq!((map.as_slot_map().len(), map.as_slot_map().candidates()), (0, candidates.min(1)));
    }
}

#[test]
fn refusals_write_nothing() {
    let good = SlotMapOptions { slots: 4, candidates: 2, admit_after: 2, eviction: Eviction::Age };
    let new = |options: SlotMapOptions, length: usize| {
        let mut words = vec![7; length];
        let refused = SlotMapMut::new(options, &mut words).unwrap_err();
        assert!(words.iter().all(|&word| word == 7));
        (refused, refused.kind(), refused.to_string())
    };
    let capacity = |needed, found| SlotMapError::Capacity { operand: Operand::Data, needed, found };
    let told = |error: SlotMapError, kind, text: &str| (error, kind, text.to_owned());
    assert_eq!(new(good, 65), told(capacity(66, 65), ErrorKind::Capacity, "capacity: data needs 66 elements, has 65"));
    let text = "slot map: ids are admitted after 3 occurrences, and there are no candidates to count";
    let none = SlotMapOptions { candidates: 0, admit_after: 3, ..good };
    assert_eq!(new(none, 999), told(SlotMapError::Candidates { admit_after: 3 }, ErrorKind::Capacity, text));
    let many = SlotMapOptions { slots: usize::MAX, candidates: 2, ..good };
    let most = u32::MAX as usize;
    let text = format!("slot map: {} slots and candidates are more than {most}, the most that fit", usize::MAX);
    assert_eq!(new(many, 99), told(SlotMapError::Index { needed: usize::MAX, max: most }, ErrorKind::Range, &text));
    assert_eq!(many.length(), usize::MAX);
    let most_slots = SlotMapOptions { slots: most - 2, ..good };
    assert_eq!(new(most_slots, 99).0, capacity(8 * most + 18, 99));

    let mut words = vec![0; good.length()];
    let mut map = SlotMapMut::new(good, &mut words).unwrap();
    admit::<i32>(&mut map, &[1, 1, 2], 8);
    let before = map.as_slot_map().words().to_vec();
    let (mut slots, mut assigned) = ([77_i32; 3], [Assigned { id: 77, ..Assigned::default() }; 3]);
    let shape = SlotMapError::Shape { operand: Operand::Output, expected: 2, found: 3 };
    assert_eq!((shape.kind(), &*shape.to_string()), (ErrorKind::Shape, "shape: output should have 2 elements, has 3"));
    assert_eq!(map.as_slot_map().find(&[1, 2], &mut slots), Err(shape));
    assert_eq!(map.admit(&[1, 2], 9, &mut slots, &mut assigned), Err(shape));
    assert_eq!(map.remove(&[1, 2], &mut slots), Err(shape));
    let short = SlotMapError::Capacity { operand: Operand::Output, needed: 3, found: 2 };
    assert_eq!(map.admit(&[1, 2, 3], 9, &mut slots, &mut assigned[..2]), Err(short));
    let step = SlotMapError::Step { last: 8, found: 7 };
    assert_eq!(map.admit(&[1, 2, 3], 7, &mut slots, &mut assigned), Err(step));
    assert_eq!((step.kind(), &*step.to_string()), (ErrorKind::Range, "slot map: step 7 is before the last one, 8"));
    assert_eq!((Error::from(step).kind(), Error::from(step).to_string()), (step.kind(), step.to_string()));
    assert_eq!(map.as_slot_map().words(), before);
    assert!(slots == [77; 3] && assigned.iter().all(|assigned| assigned.id == 77));
    // As many elements as there are slots are enough.
    assert!(map.admit(&[1; 9], 9, &mut [0_i32; 9], &mut [Assigned::default(); 4]).is_ok());
}

/// Memory of a map, and a count that is about to end.
#[test]
fn counts_end_at_the_largest() {
    for eviction in [Eviction::Age, Eviction::Frequency] {
        let options = SlotMapOptions { slots: 3, candidates: 0, admit_after: 1, eviction };
        let mut words = vec![0; options.length()];
        let mut map = SlotMapMut::new(options, &mut words).unwrap();
        // Each occurs more often than the one before, so that counts ascend.
        admit::<i32>(&mut map, &[1, 2, 2, 3, 3, 3], 0);
        // The tallies: the last words of the records, which stand behind 16 words and 7 buckets.
        for (slot, count) in [(0, u32::MAX - 2), (1, u32::MAX - 1), (2, u32::MAX)] {
            let tally = &mut words[16 + 14 + 4 * slot + 3];
            *tally = *tally >> 32 << 32 | u64::from(count);
        }
        let mut map = SlotMapMut::load(&mut words).unwrap();
        for step in 1..4 {
            admit::<i32>(&mut map, &[2, 3, 1, 3], step);
            SlotMap::load(map.as_slot_map().words()).unwrap();
        }
        assert!((0..3).all(|slot| map.as_slot_map().slot_use(slot).unwrap().count == u32::MAX));
        // All alike: 2 was touched before the others.
        assert_eq!(admit::<i32>(&mut map, &[4], 4).1, [Assigned { id: 4, slot: 1, evicted: Some(2) }]);
    }
}
