//! Words that are no map.
use crate::model::Model;
use crate::{admit, cases, ids, is_as};
use lacuna::error::{Operand, SlotMapError, WordFault};
use lacuna::rows::{Eviction, SlotMap, SlotMapMut, SlotMapOptions};
use lacuna_testing::Random;

/// A map that has done a bit of everything.
fn used(eviction: Eviction) -> (Vec<u64>, Model) {
    let mut model = Model::new(SlotMapOptions { slots: 6, candidates: 4, admit_after: 2, eviction });
    let mut words = vec![0; model.options.length()];
    let mut map = SlotMapMut::new(model.options, &mut words).unwrap();
    for (step, batch) in
        [[0, 0, u64::MAX, u64::MAX, 5, 5], [7, 7, 8, 8, 9, 0], [10, 10, 11, 0, 0, 12], [13, 14, 8, 8, 15, 15]]
            .iter()
            .enumerate()
    {
        model.step = step as u64;
        batch.iter().for_each(|&id| _ = model.admit(id));
        admit::<i32>(&mut map, batch, model.step);
    }
    map.remove(&[7], &mut [0_i32]).unwrap();
    model.forget(7);
    is_as(map.as_slot_map(), &model);
    (words, model)
}

/// Calls of all kinds on a map of unknown origin end, and leave a map.
fn survives(random: &mut Random, words: &mut [u64]) {
    let mut map = SlotMapMut::load(words).unwrap();
    assert!(map.as_slot_map().iter().all(|(id, slot)| map.as_slot_map().get(id) == Some(slot)));
    for _ in 0..6 {
        let (ids, last) = (ids(random), map.as_slot_map().step());
        let mut slots = vec![0_i64; ids.len()];
        let mut evicted = vec![(0, 0_i64); map.as_slot_map().capacity()];
        admit::<i64>(&mut map, &ids, last.saturating_add(random.below(2) as u64));
        map.as_slot_map().find(&ids, &mut slots).unwrap();
        map.remove(&ids[..ids.len() / 2], &mut slots[..ids.len() / 2]).unwrap();
        if random.once_in(4) {
            map.evict_older_than(last, &mut evicted).unwrap();
        }
        SlotMap::load(map.as_slot_map().words()).unwrap();
    }
}

#[test]
fn every_bit_of_every_word_is_refused_or_harmless() {
    let mut random = Random::seeded(0);
    for eviction in [Eviction::Age, Eviction::Frequency] {
        let (good, model) = used(eviction);
        let (mut refused, mut words) = (0, good.clone());
        for place in 0..good.len() {
            let bits = (0..64).map(|bit| good[place] ^ 1 << bit);
            for changed in
                bits.chain([0, u64::MAX, good[place].wrapping_add(1), good[place].wrapping_sub(1), u64::from(u32::MAX)])
            {
                words.copy_from_slice(&good);
                words[place] = changed;
                match SlotMap::load(&words) {
                    Err(SlotMapError::Word { word, expected, found, .. }) => {
                        assert!(word < good.len() && (expected, found) != (0, 0))
                    }
                    Err(SlotMapError::Capacity { operand, needed, found }) => {
                        assert_eq!((operand, found, needed > found), (Operand::Data, good.len(), true));
                    }
                    Err(other) => panic!("{other}"),
                    Ok(map) => {
                        // Each id still has its slot, and no other.
                        let slot_of = |id: u64| model.known.get(&id).and_then(|known| known.slot);
                        assert!(
                            (0..20).chain([u64::MAX]).all(|id| map.get(id) == slot_of(id)),
                            "word {place}: {changed:#x}"
                        );
                        survives(&mut random, &mut words);
                        continue;
                    }
                }
                refused += 1;
            }
        }
        // What passes are steps and counts that could have been so.
        assert!(refused * 10 > good.len() * 69 * 8, "{refused} of {}", good.len() * 69);
        assert!((0..good.len()).all(|length| SlotMap::load(&good[..length]).is_err()));
    }
}

#[test]
fn several_wrong_words_are_refused_or_harmless() {
    let maps = [Eviction::Age, Eviction::Frequency].map(|eviction| used(eviction).0);
    cases(10, move |random| {
        let mut words = maps[random.below(2)].clone();
        for _ in 0..random.within(1..5) {
            let (to, from) = (random.within(1..words.len()), random.within(1..words.len()));
            match random.below(4) {
                0 => words[to] = words[from],
                1 => words.swap(to, from),
                2 => words[to] = random.below(12) as u64 | (random.below(12) as u64) << 32,
                _ => words[to] ^= 1 << random.below(35),
            }
        }
        if SlotMap::load(&words).is_ok() {
            survives(random, &mut words);
        }
    });
}

#[test]
fn texts_of_wrong_words() {
    let word = |fault| SlotMapError::Word { word: 20, fault, expected: 4, found: 9 }.to_string();
    assert_eq!(word(WordFault::Different), "slot map: word 20 is 9, not 4");
    assert_eq!(word(WordFault::TooLarge), "slot map: word 20 is 9, more than 4, the largest that fits the others");
    assert_eq!(word(WordFault::TooSmall), "slot map: word 20 is 9, less than 4, the least that fits the others");
    assert_eq!(word(WordFault::Search), "slot map: word 20 is 9, an id that is not found at its own record, 4");
}
