use super::SlotMap;
use super::admit::Parts;
use super::check::check;
use super::layout::{
    ADMIT_AFTER, CANDIDATE_ORDER, CANDIDATES, EMPTY, EVICTION, FREE_CANDIDATE, FREE_NODE, FREE_SLOT, HEAD, ID,
    IDENTIFIER, NODE_LINKS, NONE, ORDER, RECORD_LINKS, SLOTS, STEP, SlotMapOptions, TALLY, TOUCHED, UNUSED_NODE,
    UNUSED_RECORD, low,
};
use super::links::chain_all;
use crate::Index;
use crate::error::{Operand, SlotMapError};

/// A [`SlotMap`] that gives slots to ids, and takes them back.
///
/// ```
/// use lacuna::rows::{Assigned, Eviction, SlotMapMut, SlotMapOptions};
/// // Two rows, for ids that occur twice at least.
/// let options = SlotMapOptions { slots: 2, candidates: 8, admit_after: 2, eviction: Eviction::Age };
/// let mut words = vec![0; options.length()];
/// let mut map = SlotMapMut::new(options, &mut words)?;
///
/// let (mut slots, mut assigned) = ([0_i32; 5], [Assigned::default(); 5]);
/// let step_0 = map.admit(&[50, 60, 50, 70, 60], 0, &mut slots, &mut assigned)?;
/// assert_eq!((slots, step_0.assigned, step_0.missing), ([i32::MAX, i32::MAX, 0, i32::MAX, 1], 2, 3));
/// assert_eq!(assigned[..2], [Assigned { id: 50, slot: 0, evicted: None }, Assigned { id: 60, slot: 1, evicted: None }]);
///
/// // 50 occurs again; so 60, the oldest, makes room for 70. Its row is to be saved, and a new one made in its place.
/// let step_1 = map.admit(&[50, 70], 1, &mut slots[..2], &mut assigned)?;
/// assert_eq!((&slots[..2], step_1.assigned), (&[0, 1][..], 1));
/// assert_eq!(assigned[0], Assigned { id: 70, slot: 1, evicted: Some(60) });
/// # Ok::<(), lacuna::Error>(())
/// ```
#[derive(Debug)]
pub struct SlotMapMut<'a> {
    words: &'a mut [u64],
    options: SlotMapOptions,
    /// All nodes before this one hold only slots of the current step: a search for the least frequent slot begins here.
    /// None for the first.
    cursor: u32,
}

/// A slot that [`SlotMapMut::admit`] has given to an id: its row, and the states of the row, are to be made anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Assigned<I> {
    /// Whose it is.
    pub id: u64,
    /// The slot. None occurs twice in a step.
    pub slot: I,
    /// Whose it was, if it was not free. The row is still that id's.
    pub evicted: Option<u64>,
}

/// What [`SlotMapMut::admit`] has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Admitted {
    /// How many slots were given to ids: the first elements of `assigned`.
    pub assigned: usize,
    /// Occurrences without a slot.
    pub missing: usize,
    /// Those of them that would have got one, if not all slots had been touched in this step.
    pub refused: usize,
}

impl<'a> SlotMapMut<'a> {
    /// An empty map in the first of these words, [`SlotMapOptions::length`] of them. All of these are written.
    ///
    /// # Errors
    /// [`SlotMapError::Index`] for more than 2^32 - 1 slots and candidates, [`SlotMapError::Candidates`] for none where
    /// some are needed, [`SlotMapError::Capacity`] for too few words; then nothing is written.
    ///
    /// ```
    /// use lacuna::rows::{Eviction, SlotMapMut, SlotMapOptions};
    /// let options = SlotMapOptions { slots: 2, candidates: 0, admit_after: 3, eviction: Eviction::Frequency };
    /// let refused = SlotMapMut::new(options, &mut [0; 99]).unwrap_err();
    /// assert_eq!(refused.to_string(), "slot map: ids are admitted after 3 occurrences, and there are no candidates to count");
    /// let refused = SlotMapMut::new(SlotMapOptions { admit_after: 1, ..options }, &mut [0; 9]).unwrap_err();
    /// assert_eq!(refused.to_string(), "capacity: data needs 38 elements, has 9");
    /// ```
    pub fn new(options: SlotMapOptions, words: &'a mut [u64]) -> Result<Self, SlotMapError> {
        options.check()?;
        let (needed, found) = (options.length(), words.len());
        if found < needed {
            return Err(SlotMapError::Capacity { operand: Operand::Data, needed, found });
        }
        let mut map = Self { words: &mut words[..needed], options, cursor: NONE };
        map.clear();
        Ok(map)
    }

    /// The map in the first of these words, as [`SlotMap::load`] finds it.
    ///
    /// # Errors
    /// As there.
    ///
    /// ```
    /// use lacuna::rows::SlotMapMut;
    /// let refused = SlotMapMut::load(&mut [0; 40]).unwrap_err();
    /// assert_eq!(refused.to_string(), format!("slot map: word 0 is 0, not {}", 0x534c_4f54_4d41_0001_u64));
    /// ```
    pub fn load(words: &'a mut [u64]) -> Result<Self, SlotMapError> {
        let options = check(words)?;
        Ok(Self { words: &mut words[..options.length()], options, cursor: NONE })
    }

    /// Makes the map empty, as it was at first.
    pub fn clear(&mut self) {
        let SlotMapOptions { slots, candidates, admit_after, eviction } = self.options;
        self.cursor = NONE;
        self.words[..self.options.records_start()].fill(0);
        let Parts { head, records, nodes, .. } = self.parts();
        let (of_slots, of_candidates) = records.split_at_mut(slots);
        head[ID] = IDENTIFIER;
        head[SLOTS] = slots as u64;
        head[CANDIDATES] = candidates as u64;
        head[EVICTION] = eviction as u64;
        head[ADMIT_AFTER] = u64::from(admit_after);
        head[FREE_SLOT] = chain_all::<4, RECORD_LINKS>(of_slots, 0, UNUSED_RECORD);
        head[FREE_CANDIDATE] = chain_all::<4, RECORD_LINKS>(of_candidates, slots, UNUSED_RECORD);
        head[FREE_NODE] = chain_all::<2, NODE_LINKS>(nodes, 0, UNUSED_NODE);
        head[ORDER] = EMPTY;
        head[CANDIDATE_ORDER] = EMPTY;
    }

    /// This map, to be read.
    #[must_use]
    pub const fn as_slot_map(&self) -> SlotMap<'_> {
        SlotMap::trusted(self.words, self.options)
    }

    /// All words of the map.
    #[must_use]
    pub const fn into_words(self) -> &'a mut [u64] {
        self.words
    }

    fn parts(&mut self) -> Parts<'_> {
        let Self { words, options, cursor } = self;
        let (head, words) = words.split_at_mut(HEAD);
        let (table, words) = words.split_at_mut(options.records_start() - HEAD);
        let (records, nodes) = words.split_at_mut(options.nodes_start() - options.records_start());
        Parts {
            head,
            table: table.as_chunks_mut().0,
            records: records.as_chunks_mut().0,
            nodes: nodes.as_chunks_mut().0,
            options: *options,
            cursor,
        }
    }

    /// Counts the occurrences of ids, one after the other, gives slots to those that are due, and writes the slot of
    /// each occurrence, or the largest number of the index type where it has none.
    ///
    /// For each occurrence in turn:
    ///
    /// - An id with a slot is touched: its count grows by one, and `step` becomes its last one.
    /// - Another becomes a candidate with its first occurrence, or is counted once more. With occurrence `admit_after`
    ///   it gets a slot, and keeps its count. Where all candidates are taken, a new one takes the place of the
    ///   candidate with the least last step (of these, of that first seen in it), which is forgotten with its count.
    ///   With `admit_after` 0 or 1 nothing is counted before.
    /// - The slot is a free one: that which was freed last, or the first one never used. If none is free, that of the
    ///   [`Eviction`](super::Eviction) rule, and its id is forgotten with its count.
    /// - A slot that was touched in this step is never taken. If all were, the id stays without one, counted among the
    ///   `refused`; a candidate stays one, and tries again with its next occurrence.
    ///
    /// Steps never decrease; several batches may have the same one. The result is that of one batch after the other,
    /// however they are cut: so an id that is admitted has the missing number for its occurrences before, of the same
    /// batch, too; [`SlotMap::find`] behind it gives all of them the slot.
    ///
    /// `assigned` gets the slots that were given away, in order; it has room for as many as there are ids or slots,
    /// whichever is less. First save the rows whose ids were evicted, if they are wanted, then make these rows anew.
    /// Nothing is written to it beyond the number in the result.
    ///
    /// Cost: for each occurrence a few lines of memory, whatever the number of slots. Searching for the slot with the
    /// least count passes each count of which all slots were touched in this step once a step.
    ///
    /// # Errors
    /// [`SlotMapError::Step`] for a step before the last one, [`SlotMapError::Shape`] if `slots` is not as long as
    /// `ids`, [`SlotMapError::Capacity`] for too short an `assigned`, [`SlotMapError::Index`] for more slots than the
    /// index type counts; then nothing is written.
    pub fn admit<I: Index>(
        &mut self,
        ids: &[u64],
        step: u64,
        slots: &mut [I],
        assigned: &mut [Assigned<I>],
    ) -> Result<Admitted, SlotMapError> {
        self.options.check_lists::<I>(ids.len(), slots.len())?;
        let (needed, found) = (self.options.slots.min(ids.len()), assigned.len());
        if found < needed {
            return Err(SlotMapError::Capacity { operand: Operand::Output, needed, found });
        }
        let last = self.words[STEP];
        if step < last {
            return Err(SlotMapError::Step { last, found: step });
        }
        if step > last {
            self.cursor = NONE;
        }
        let mut parts = self.parts();
        parts.head[STEP] = step;
        let mut result = Admitted::default();
        for (k, (&id, slot)) in ids.iter().zip(slots).enumerate() {
            parts.prefetch(ids, k);
            let occurrence = parts.admit(id);
            *slot = occurrence.slot.map_or(I::LARGEST, |slot| I::from_usize(slot as usize));
            result.missing += usize::from(occurrence.slot.is_none());
            result.refused += usize::from(occurrence.refused);
            if let (true, Some(to)) = (occurrence.is_new, assigned.get_mut(result.assigned)) {
                *to = Assigned { id, slot: *slot, evicted: occurrence.evicted };
                result.assigned += 1;
            }
        }
        Ok(result)
    }

    /// Forgets ids, candidates too, and writes the slot that each had, or the largest number of the index type where it
    /// had none. Gives the number of slots that became free.
    ///
    /// # Errors
    /// [`SlotMapError::Shape`] if `slots` is not as long as `ids`, [`SlotMapError::Index`] for more slots than the
    /// index type counts; then nothing is written.
    ///
    /// ```
    /// use lacuna::rows::{Eviction, SlotMapMut, SlotMapOptions};
    /// let options = SlotMapOptions { slots: 4, candidates: 0, admit_after: 1, eviction: Eviction::Age };
    /// let mut words = vec![0; options.length()];
    /// let mut map = SlotMapMut::new(options, &mut words)?;
    /// map.admit(&[10, 20, 30], 0, &mut [0_u32; 3], &mut [Default::default(); 3])?;
    /// let mut slots = [0_u32; 3];
    /// assert_eq!(map.remove(&[20, 99, 20], &mut slots)?, 1);
    /// assert_eq!((slots, map.as_slot_map().len()), ([1, u32::MAX, u32::MAX], 2));
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn remove<I: Index>(&mut self, ids: &[u64], slots: &mut [I]) -> Result<usize, SlotMapError> {
        self.options.check_lists::<I>(ids.len(), slots.len())?;
        let capacity = self.options.slots;
        let mut parts = self.parts();
        let mut freed = 0;
        for (&id, slot) in ids.iter().zip(slots) {
            let removed = parts.forget(id).map(|record| record as usize).filter(|&record| record < capacity);
            *slot = removed.map_or(I::LARGEST, I::from_usize);
            freed += usize::from(removed.is_some());
        }
        Ok(freed)
    }

    /// Forgets all ids whose last step is before `step`, candidates too, and writes those that had a slot, with it, in
    /// the order of the slots. Gives their number.
    ///
    /// Cost: reads what is known of all slots and candidates, twice.
    ///
    /// # Errors
    /// [`SlotMapError::Capacity`] if `evicted` is too short, with the length that is needed, [`SlotMapError::Index`]
    /// for more slots than the index type counts; then nothing is written.
    ///
    /// ```
    /// use lacuna::rows::{Eviction, SlotMapMut, SlotMapOptions};
    /// let options = SlotMapOptions { slots: 4, candidates: 0, admit_after: 1, eviction: Eviction::Age };
    /// let mut words = vec![0; options.length()];
    /// let mut map = SlotMapMut::new(options, &mut words)?;
    /// map.admit(&[10, 20], 0, &mut [0_u32; 2], &mut [Default::default(); 2])?;
    /// map.admit(&[10], 5, &mut [0_u32], &mut [Default::default()])?;
    /// let mut evicted = [(0, 0_u32)];
    /// assert_eq!(map.evict_older_than(5, &mut evicted)?, 1);
    /// assert_eq!(evicted, [(20, 1)]);
    /// # Ok::<(), lacuna::Error>(())
    /// ```
    pub fn evict_older_than<I: Index>(&mut self, step: u64, evicted: &mut [(u64, I)]) -> Result<usize, SlotMapError> {
        self.options.check_lists::<I>(0, 0)?;
        let capacity = self.options.slots;
        let mut parts = self.parts();
        let is_old = |record: &[u64; 4]| low(record[TALLY]) > 0 && record[TOUCHED] < step;
        let (needed, found) = (parts.records[..capacity].iter().filter(|record| is_old(record)).count(), evicted.len());
        if found < needed {
            return Err(SlotMapError::Capacity { operand: Operand::Output, needed, found });
        }
        let mut places = evicted.iter_mut();
        for record in 0..parts.records.len() {
            let known = parts.records[record];
            if is_old(&known) {
                parts.forget(known[ID]);
                if record < capacity
                    && let Some(to) = places.next()
                {
                    *to = (known[ID], I::from_usize(record));
                }
            }
        }
        Ok(needed)
    }
}
