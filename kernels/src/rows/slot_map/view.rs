use super::check::check;
use super::layout::{
    Bucket, HEAD, ID, RECORD, Record, SLOTS, STEP, SlotMapOptions, TALLY, TOUCHED, USED_CANDIDATES, USED_SLOTS, low,
};
use super::table::{home, record_of, search};
use crate::Index;
use crate::error::{Operand, SlotMapError};
use crate::processor::{PREFETCH_BYTES, PREFETCHES, prefetch};

/// Ids whose buckets are asked for before they are needed.
pub(super) const AHEAD: usize = 16;

/// Which row of a table, its slot, belongs to which id of 64 bits: for vocabularies that are hashed, or that grow. This
/// is a map to be read; [`SlotMapMut`](super::SlotMapMut) gives slots to ids.
///
/// A map is words of `u64` in memory of the caller, [`SlotMapOptions::length`] of them, without any state elsewhere.
/// All numbers in it are defined by their values. To save it, write the words in a fixed order of bytes; where that is
/// little-endian, a processor of that order can also map the file. The table of rows is the caller's, too, and is saved
/// beside it.
///
/// The words are a function of the options and of the ids and steps that the map was given, in their order: the same on
/// every processor, and however they were cut into batches. `docs/slot-map.md` says what each word is.
///
/// ```
/// use lacuna::rows::{Eviction, SlotMap, SlotMapMut, SlotMapOptions};
/// let options = SlotMapOptions { slots: 2, candidates: 0, admit_after: 1, eviction: Eviction::Age };
/// let mut words = vec![0; options.length()];
/// SlotMapMut::new(options, &mut words)?.admit(&[u64::MAX, 7], 0, &mut [0_i32; 2], &mut [Default::default(); 2])?;
///
/// let saved: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
/// let loaded: Vec<u64> = saved.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect();
/// let map = SlotMap::load(&loaded)?;
/// let mut slots = [0_i32; 3];
/// assert_eq!(map.find(&[7, 8, u64::MAX], &mut slots)?, 1);
/// assert_eq!(slots, [1, i32::MAX, 0]);
/// assert_eq!(map.iter().collect::<Vec<_>>(), [(u64::MAX, 0), (7, 1)]);
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SlotMap<'a> {
    words: &'a [u64],
    options: SlotMapOptions,
}

/// What a map knows of a slot in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlotUse {
    /// Whose it is.
    pub id: u64,
    /// How often the id occurred since it was last unknown; 2^32 - 1 for that often and more.
    pub count: u32,
    /// The last step in which it occurred.
    pub step: u64,
}

impl<'a> SlotMap<'a> {
    /// The map in the first of these words, as many as its options ask for.
    ///
    /// Every word of it is checked against all others, so that whatever the words hold, no call panics, ends up
    /// elsewhere than in the map, or gives an id the slot of another one. What looks like another valid map (say, a
    /// count that is higher by one) passes. Cost: a few reads of the memory.
    ///
    /// # Errors
    /// [`SlotMapError::Word`] for the first word that was found wrong, [`SlotMapError::Capacity`] for too few of them.
    ///
    /// ```
    /// use lacuna::rows::{Eviction, SlotMap, SlotMapMut, SlotMapOptions};
    /// let options = SlotMapOptions { slots: 2, candidates: 0, admit_after: 1, eviction: Eviction::Age };
    /// let mut words = vec![0; options.length()];
    /// SlotMapMut::new(options, &mut words)?;
    /// words[6] = 3;
    /// assert_eq!(SlotMap::load(&words).unwrap_err().to_string(), "slot map: word 6 is 3, more than 2, the largest that fits the others");
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn load(words: &'a [u64]) -> Result<Self, SlotMapError> {
        let options = check(words)?;
        Ok(Self::trusted(&words[..options.length()], options))
    }

    /// Of words that are a map with these options.
    pub(super) const fn trusted(words: &'a [u64], options: SlotMapOptions) -> Self {
        Self { words, options }
    }

    /// Sizes and rules.
    #[must_use]
    pub const fn options(&self) -> SlotMapOptions {
        self.options
    }

    /// All words of the map.
    #[must_use]
    pub const fn words(&self) -> &'a [u64] {
        self.words
    }

    /// The number of slots.
    #[must_use]
    pub const fn capacity(&self) -> usize {
        self.words[SLOTS] as usize
    }

    /// The number of slots in use.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.words[USED_SLOTS] as usize
    }

    /// True if no slot is in use.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The number of ids that are counted and have no slot.
    #[must_use]
    pub const fn candidates(&self) -> usize {
        self.words[USED_CANDIDATES] as usize
    }

    /// The last step that ids were admitted in; at first 0.
    #[must_use]
    pub const fn step(&self) -> u64 {
        self.words[STEP]
    }

    fn table(&self) -> &'a [Bucket] {
        self.words[HEAD..self.options.records_start()].as_chunks().0
    }

    fn slot_records(&self) -> &'a [Record] {
        &self.words[self.options.records_start()..].as_chunks().0[..self.options.slots]
    }

    /// Writes the slot of each id, or the largest number of the index type where it has none, which is no slot. Gives
    /// the number of occurrences without a slot.
    ///
    /// A large map is asked for the buckets of ids before they are needed, so that a batch is searched in a fraction of
    /// the time of single searches ([`SlotMap::get`]). Parts of a batch can be searched on several threads.
    ///
    /// - The number for none is no row either: kernels that take the slots as ids of rows refuse it. Put the number of
    ///   a row that you keep for such ids in its place, or leave them out.
    /// - Cost: one or two lines of memory an id, and 1.5 comparisons on average in a full map, 2.5 where it has none.
    ///   Ids that are chosen to collide can make each search as long as the map.
    ///
    /// # Errors
    /// [`SlotMapError::Shape`] if `slots` is not as long as `ids`, [`SlotMapError::Index`] for more slots than the
    /// index type counts; then nothing is written.
    pub fn find<I: Index>(&self, ids: &[u64], slots: &mut [I]) -> Result<usize, SlotMapError> {
        self.options.check_lists::<I>(ids.len(), slots.len())?;
        let (table, capacity) = (self.table(), self.capacity());
        let ahead = if PREFETCHES && size_of_val(table) >= PREFETCH_BYTES { AHEAD } else { ids.len() };
        let mut missing = 0;
        for (k, (&id, slot)) in ids.iter().zip(slots).enumerate() {
            if let Some(&later) = ids.get(k + ahead) {
                prefetch(table, home(later, table.len()), 1);
            }
            let found = (table[search(table, id)][RECORD] as usize).wrapping_sub(1);
            // None is above all slots, as candidates are.
            let has_slot = found < capacity;
            *slot = if has_slot { I::from_usize(found) } else { I::LARGEST };
            missing += usize::from(!has_slot);
        }
        Ok(missing)
    }

    /// The slot of one id.
    ///
    /// ```
    /// use lacuna::rows::{Eviction, SlotMapMut, SlotMapOptions};
    /// let options = SlotMapOptions { slots: 2, candidates: 0, admit_after: 1, eviction: Eviction::Age };
    /// let mut words = vec![0; options.length()];
    /// let mut map = SlotMapMut::new(options, &mut words)?;
    /// map.admit(&[40], 3, &mut [0_i32], &mut [Default::default()])?;
    /// assert_eq!((map.as_slot_map().get(40), map.as_slot_map().get(41)), (Some(0), None));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    #[must_use]
    pub fn get(&self, id: u64) -> Option<usize> {
        record_of(self.table(), id).map(|record| record as usize).filter(|&record| record < self.capacity())
    }

    /// Whose a slot is, and since when. `None` if it is free, or no slot.
    #[must_use]
    pub fn slot_use(&self, slot: usize) -> Option<SlotUse> {
        let record = self.slot_records().get(slot)?;
        let count = low(record[TALLY]);
        (count > 0).then_some(SlotUse { id: record[ID], count, step: record[TOUCHED] })
    }

    /// The ids that have a slot, and their slots, in the order of the slots.
    pub fn iter(&self) -> impl Iterator<Item = (u64, usize)> + use<'a> {
        self.slot_records()
            .iter()
            .zip(0..)
            .filter(|(record, _)| low(record[TALLY]) > 0)
            .map(|(record, slot)| (record[ID], slot))
    }
}

impl SlotMapOptions {
    pub(super) fn check_lists<I: Index>(&self, ids: usize, slots: usize) -> Result<(), SlotMapError> {
        if self.slots > I::MAX {
            return Err(SlotMapError::Index { needed: self.slots, max: I::MAX });
        }
        if ids == slots {
            Ok(())
        } else {
            Err(SlotMapError::Shape { operand: Operand::Output, expected: ids, found: slots })
        }
    }
}
