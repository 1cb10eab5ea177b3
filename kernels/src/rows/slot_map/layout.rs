//! Where everything stands among the words of a map. `docs/slot-map.md` has the same as a table: the words are a
//! format.
use crate::error::SlotMapError;

/// The first word of a map, by value: a file whose bytes are in another order has another one. Its last digits are the
/// version of the format.
pub(super) const IDENTIFIER: u64 = 0x534c_4f54_4d41_0001;

/// No record, and no node.
pub(super) const NONE: u32 = u32::MAX;

/// Words before the buckets.
pub(super) const HEAD: usize = 16;

// The words of the head.
pub(super) const SLOTS: usize = 1;
pub(super) const CANDIDATES: usize = 2;
pub(super) const EVICTION: usize = 3;
pub(super) const ADMIT_AFTER: usize = 4;
/// The last step.
pub(super) const STEP: usize = 5;
pub(super) const USED_SLOTS: usize = 6;
pub(super) const USED_CANDIDATES: usize = 7;
pub(super) const FREE_SLOT: usize = 8;
pub(super) const FREE_CANDIDATE: usize = 9;
/// Ends of the list of slots, or of nodes where the least frequent is evicted.
pub(super) const ORDER: usize = 10;
/// Ends of the list of candidates.
pub(super) const CANDIDATE_ORDER: usize = 11;
pub(super) const FREE_NODE: usize = 12;

/// An id, and the number of its record from 1 on; both 0 where there is none.
pub(super) type Bucket = [u64; 2];
// The words of a bucket.
pub(super) const RECORD: usize = 1;

/// What is known of an id: a slot's record stands at the slot's number, a candidate's behind those of all slots.
pub(super) type Record = [u64; 4];
// The words of a bucket's and a record's id, and of the rest of a record.
pub(super) const ID: usize = 0;
pub(super) const TOUCHED: usize = 1;
pub(super) const RECORD_LINKS: usize = 2;
/// The count in the low half, 0 where the record is free; the node in the high half.
pub(super) const TALLY: usize = 3;

/// A list of the slots of one count: its ends, and its neighbours of less and of more.
pub(super) type Node = [u64; 2];
// The words of a node.
pub(super) const ENDS: usize = 0;
pub(super) const NODE_LINKS: usize = 1;

/// The ends of an empty list, and the links of what is alone in one.
pub(super) const EMPTY: u64 = pair(NONE, NONE);

// What is free, except for its links: all words differ from those of what is not in the tally, and in the ends.
pub(super) const UNUSED_RECORD: Record = [0; 4];
pub(super) const UNUSED_NODE: Node = [EMPTY, 0];

/// Two numbers in a word: the previous or first, and the next or last.
pub(super) const fn pair(low: u32, high: u32) -> u64 {
    low as u64 | (high as u64) << 32
}

pub(super) const fn low(word: u64) -> u32 {
    word as u32
}

pub(super) const fn high(word: u64) -> u32 {
    (word >> 32) as u32
}

/// Which slot of a full map is given to an id that is admitted. None that was touched in the current step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Eviction {
    /// The one whose last step is the least; of these, the one that was first touched in it, or given away.
    Age,
    /// The one with the least count of occurrences; of these, the one that was touched least recently.
    Frequency,
}

/// The sizes and rules of a [`SlotMap`](super::SlotMap).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlotMapOptions {
    /// Rows of the table. With the candidates at most 2^32 - 1.
    pub slots: usize,
    /// Ids without a slot whose occurrences are counted at a time. Without use where each id is admitted at once.
    pub candidates: usize,
    /// With which occurrence an id gets a slot: 0 and 1 for the first.
    pub admit_after: u32,
    /// Who makes room.
    pub eviction: Eviction,
}

impl SlotMapOptions {
    /// Words of memory for such a map: 8 for each slot and each candidate, 2 more for each slot where the least
    /// frequent is evicted, and 18. All that a size can hold, if that is not enough.
    ///
    /// ```
    /// use lacuna::rows::{Eviction, SlotMapOptions};
    /// let options = SlotMapOptions { slots: 1000, candidates: 500, admit_after: 3, eviction: Eviction::Age };
    /// assert_eq!(options.length(), 8 * 1500 + 18);
    /// assert_eq!(SlotMapOptions { eviction: Eviction::Frequency, ..options }.length(), 8 * 1500 + 2 * 1000 + 18);
    /// ```
    #[must_use]
    pub const fn length(&self) -> usize {
        let of_nodes = self.nodes().saturating_mul(2);
        self.slots.saturating_add(self.candidates).saturating_mul(8).saturating_add(of_nodes).saturating_add(HEAD + 2)
    }

    pub(super) const fn nodes(&self) -> usize {
        match self.eviction {
            Eviction::Age => 0,
            Eviction::Frequency => self.slots,
        }
    }

    /// Twice as many as records, so that searches are short, and one, so that they end.
    pub(super) const fn buckets(&self) -> usize {
        2 * self.records() + 1
    }

    pub(super) const fn records(&self) -> usize {
        self.slots + self.candidates
    }

    /// Words before the records.
    pub(super) const fn records_start(&self) -> usize {
        HEAD + 2 * self.buckets()
    }

    /// Words before the nodes.
    pub(super) const fn nodes_start(&self) -> usize {
        self.records_start() + 4 * self.records()
    }

    pub(super) const fn counts_candidates(&self) -> bool {
        self.admit_after > 1
    }

    pub(super) const fn check(&self) -> Result<(), SlotMapError> {
        let (needed, max) = (self.slots.saturating_add(self.candidates), u32::MAX as usize);
        if needed > max {
            Err(SlotMapError::Index { needed, max })
        } else if self.counts_candidates() && self.candidates == 0 {
            Err(SlotMapError::Candidates { admit_after: self.admit_after })
        } else {
            Ok(())
        }
    }
}
