//! The hash table: open addressing with linear probing, and deletion by moving back what follows.
use super::layout::{Bucket, ID, RECORD};

/// The finalizer of SplitMix64 (Steele, Lea and Flood, 2014; constants by Stafford): one to one, and each bit of the id
/// changes each bit with a probability of about a half.
pub(super) const fn mix(id: u64) -> u64 {
    let id = (id ^ id >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let id = (id ^ id >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    id ^ id >> 31
}

/// The bucket where a search for `id` begins: by the high bits of a product, so that any number of buckets will do.
pub(super) const fn home(id: u64, buckets: usize) -> usize {
    ((mix(id) as u128 * buckets as u128) >> 64) as usize
}

const fn next(place: usize, buckets: usize) -> usize {
    if place + 1 == buckets { 0 } else { place + 1 }
}

/// The bucket of `id`, or the empty one that its search ends at. There is an empty one.
pub(super) fn search(table: &[Bucket], id: u64) -> usize {
    let mut place = home(id, table.len());
    while let [found, record] = table[place]
        && record != 0
        && found != id
    {
        place = next(place, table.len());
    }
    place
}

/// The record of `id`.
pub(super) fn record_of(table: &[Bucket], id: u64) -> Option<u32> {
    table[search(table, id)][RECORD].checked_sub(1).map(|record| record as u32)
}

/// Writes the record of `id`, which may have had another one.
pub(super) fn set(table: &mut [Bucket], id: u64, record: u32) {
    let place = search(table, id);
    table[place] = [id, u64::from(record) + 1];
}

/// Forgets `id`, which is there.
pub(super) fn delete(table: &mut [Bucket], id: u64) {
    let buckets = table.len();
    let (mut hole, mut place) = (search(table, id), search(table, id));
    loop {
        place = next(place, buckets);
        if table[place][RECORD] == 0 {
            break;
        }
        // What is searched for from behind the hole on is found without it.
        let distance = |from: usize| if place >= from { place - from } else { place + buckets - from };
        if distance(home(table[place][ID], buckets)) >= distance(hole) {
            table[hole] = table[place];
            hole = place;
        }
    }
    table[hole] = [0; 2];
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec;

    #[test]
    fn the_mixer_is_the_published_one() {
        // The first outputs of SplitMix64 from the state 0: it adds the golden ratio before each.
        let golden = 0x9e37_79b9_7f4a_7c15_u64;
        assert_eq!(mix(golden), 0xe220_a839_7b1d_cdaf);
        assert_eq!(mix(golden.wrapping_mul(2)), 0x6e78_9e6a_a1b9_65f4);
        assert_eq!(mix(0), 0);
    }

    #[test]
    fn homes_are_inside_and_spread() {
        for buckets in [1, 2, 3, 17, 1 << 20] {
            assert!((0..1000).chain([u64::MAX]).all(|id| home(id, buckets) < buckets));
        }
        let mut counts = [0; 16];
        (0..16_000).for_each(|id| counts[home(id, 16)] += 1);
        assert!(counts.iter().all(|count| (800..1200).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_deletion_leaves_all_others_found_round_the_end_of_the_table_too() {
        // All ids begin at the last bucket.
        let ids: vec::Vec<u64> = (0..).filter(|&id| home(id, 17) == 16).take(8).collect();
        for gone in 0..8 {
            let mut table = vec![[0; 2]; 17];
            ids.iter().zip(0..).for_each(|(&id, record)| set(&mut table, id, record));
            delete(&mut table, ids[gone]);
            for (&id, record) in ids.iter().zip(0..) {
                assert_eq!(record_of(&table, id), (record != gone as u32).then_some(record));
            }
            assert_eq!(table.iter().filter(|bucket| bucket[RECORD] != 0).count(), 7);
        }
    }
}
