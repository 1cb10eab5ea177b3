//! What happens to one id.
use super::layout::{
    Bucket, CANDIDATE_ORDER, EMPTY, ENDS, Eviction, FREE_CANDIDATE, FREE_NODE, FREE_SLOT, ID, NODE_LINKS, NONE, Node,
    ORDER, RECORD_LINKS, Record, STEP, SlotMapOptions, TALLY, TOUCHED, UNUSED_NODE, UNUSED_RECORD, USED_CANDIDATES,
    USED_SLOTS, high, low, pair,
};
use super::links::{give_back, insert_after, push, take_free, unlink};
use super::table::{delete, home, record_of, set};
use super::view::AHEAD;
use crate::processor::{PREFETCH_BYTES, PREFETCHES, prefetch};

/// The words of a map, to be changed.
pub(super) struct Parts<'a> {
    pub(super) head: &'a mut [u64],
    pub(super) table: &'a mut [Bucket],
    pub(super) records: &'a mut [Record],
    pub(super) nodes: &'a mut [Node],
    pub(super) options: SlotMapOptions,
    pub(super) cursor: &'a mut u32,
}

/// What an occurrence of an id has led to.
#[derive(Default)]
pub(super) struct Occurrence {
    pub(super) slot: Option<u32>,
    pub(super) is_new: bool,
    pub(super) evicted: Option<u64>,
    pub(super) refused: bool,
}

impl Parts<'_> {
    const fn prefetches(&self) -> bool {
        PREFETCHES && size_of_val(&*self.table) >= PREFETCH_BYTES
    }

    /// Asks for what the ids behind place `k` need: first their buckets, then the records that these name.
    pub(super) fn prefetch(&self, ids: &[u64], k: usize) {
        if !self.prefetches() {
            return;
        }
        if let Some(&id) = ids.get(k + 2 * AHEAD) {
            prefetch(self.table, home(id, self.table.len()), 1);
        }
        if let Some(record) = ids.get(k + AHEAD).and_then(|&id| record_of(self.table, id)) {
            prefetch(self.records, record as usize, 1);
        }
    }

    /// Asks for what the next eviction needs, as far as it is known.
    fn prefetch_victim(&self) {
        let first = match self.options.eviction {
            Eviction::Age => low(self.head[ORDER]),
            Eviction::Frequency => self.nodes.get(*self.cursor as usize).map_or(NONE, |node| low(node[ENDS])),
        };
        if let (true, Some(record)) = (self.prefetches(), self.records.get(first as usize)) {
            prefetch(self.table, home(record[ID], self.table.len()), 1);
            prefetch(self.records, high(record[RECORD_LINKS]) as usize, 1);
        }
    }

    const fn step(&self) -> u64 {
        self.head[STEP]
    }

    fn record(&self, record: u32) -> Record {
        self.records[record as usize]
    }

    const fn is_slot(&self, record: u32) -> bool {
        (record as usize) < self.options.slots
    }

    /// One occurrence of an id.
    pub(super) fn admit(&mut self, id: u64) -> Occurrence {
        match record_of(self.table, id) {
            Some(slot) if self.is_slot(slot) => {
                self.touch_slot(slot);
                Occurrence { slot: Some(slot), ..Occurrence::default() }
            }
            Some(candidate) => {
                let count = self.touch(candidate, CANDIDATE_ORDER);
                if count < self.options.admit_after { Occurrence::default() } else { self.assign(id, count) }
            }
            None if self.options.counts_candidates() => {
                self.add_candidate(id);
                Occurrence::default()
            }
            None => self.assign(id, 1),
        }
    }

    /// Counts an occurrence of a record in a list by age, and gives the count.
    fn touch(&mut self, record: u32, order: usize) -> u32 {
        let step = self.step();
        let [_, touched, _, tally] = &mut self.records[record as usize];
        let count = low(*tally).saturating_add(1);
        *tally = u64::from(count);
        if *touched != step {
            *touched = step;
            unlink::<4, RECORD_LINKS>(self.records, &mut self.head[order], record);
            push::<4, RECORD_LINKS>(self.records, &mut self.head[order], record);
        }
        count
    }

    fn touch_slot(&mut self, slot: u32) {
        match self.options.eviction {
            Eviction::Age => {
                self.touch(slot, ORDER);
            }
            Eviction::Frequency => self.touch_by_count(slot),
        }
    }

    /// Moves a slot among those of the next count.
    fn touch_by_count(&mut self, slot: u32) {
        let [_, _, links, tally] = self.record(slot);
        let (count, node) = (low(tally).saturating_add(1), high(tally));
        self.records[slot as usize][TOUCHED] = self.step();
        let next = high(self.nodes[node as usize][NODE_LINKS]);
        let joins_next = next != NONE && self.count_of(next) == count;
        if links == EMPTY && !joins_next {
            // Alone, it takes its node along.
            self.records[slot as usize][TALLY] = pair(count, node);
            return;
        }
        // A count that grows no further keeps its node.
        let to = match (joins_next, count == low(tally)) {
            (true, _) => next,
            (_, true) => node,
            _ => self.add_node(node),
        };
        self.leave_node(slot);
        self.enter_node(slot, to, count);
    }

    /// The count of a node, which its slots hold.
    fn count_of(&self, node: u32) -> u32 {
        low(self.record(low(self.nodes[node as usize][ENDS]))[TALLY])
    }

    /// A node without slots behind another one: there are as many nodes as slots, and none without a slot except for
    /// this one.
    fn add_node(&mut self, previous: u32) -> u32 {
        let Some(node) = take_free::<2, NODE_LINKS>(self.nodes, &mut self.head[FREE_NODE]) else { return previous };
        insert_after::<2, NODE_LINKS>(self.nodes, &mut self.head[ORDER], node, previous);
        node
    }

    fn enter_node(&mut self, slot: u32, node: u32, count: u32) {
        push::<4, RECORD_LINKS>(self.records, &mut self.nodes[node as usize][ENDS], slot);
        self.records[slot as usize][TALLY] = pair(count, node);
    }

    /// Takes a slot out of its node, and away the node if it was the last.
    fn leave_node(&mut self, slot: u32) {
        let node = high(self.record(slot)[TALLY]);
        unlink::<4, RECORD_LINKS>(self.records, &mut self.nodes[node as usize][ENDS], slot);
        if self.nodes[node as usize][ENDS] != EMPTY {
            return;
        }
        if *self.cursor == node {
            *self.cursor = high(self.nodes[node as usize][NODE_LINKS]);
        }
        unlink::<2, NODE_LINKS>(self.nodes, &mut self.head[ORDER], node);
        give_back::<2, NODE_LINKS>(self.nodes, &mut self.head[FREE_NODE], node, UNUSED_NODE);
    }

    /// Forgets the oldest candidate, if all are taken, for a new one.
    fn add_candidate(&mut self, id: u64) {
        let oldest = low(self.head[CANDIDATE_ORDER]);
        if low(self.head[FREE_CANDIDATE]) == NONE && oldest != NONE {
            self.forget(self.record(oldest)[ID]);
        }
        if let Some(candidate) = take_free::<4, RECORD_LINKS>(self.records, &mut self.head[FREE_CANDIDATE]) {
            self.records[candidate as usize] = [id, self.step(), EMPTY, 1];
            push::<4, RECORD_LINKS>(self.records, &mut self.head[CANDIDATE_ORDER], candidate);
            self.head[USED_CANDIDATES] += 1;
            set(self.table, id, candidate);
        }
    }

    /// Gives an id a slot, if one is free or can be made so.
    fn assign(&mut self, id: u64, count: u32) -> Occurrence {
        let evicted =
            if low(self.head[FREE_SLOT]) == NONE { self.victim().map(|slot| self.record(slot)[ID]) } else { None };
        if let Some(evicted) = evicted {
            self.forget(evicted);
            self.prefetch_victim();
        }
        if low(self.head[FREE_SLOT]) == NONE {
            return Occurrence { refused: true, ..Occurrence::default() };
        }
        // A candidate is none any more.
        self.forget(id);
        let Some(slot) = take_free::<4, RECORD_LINKS>(self.records, &mut self.head[FREE_SLOT]) else {
            return Occurrence::default();
        };
        self.records[slot as usize] = [id, self.step(), EMPTY, u64::from(count)];
        match self.options.eviction {
            Eviction::Age => push::<4, RECORD_LINKS>(self.records, &mut self.head[ORDER], slot),
            Eviction::Frequency => {
                let node = self.node_of(count);
                self.enter_node(slot, node, count);
            }
        }
        self.head[USED_SLOTS] += 1;
        set(self.table, id, slot);
        Occurrence { slot: Some(slot), is_new: true, evicted, refused: false }
    }

    /// The node of a count, perhaps a new one. A slot that is new has the least count that there is, or one more for
    /// each time that it was refused.
    fn node_of(&mut self, count: u32) -> u32 {
        let (mut previous, mut node) = (NONE, low(self.head[ORDER]));
        while node != NONE && self.count_of(node) < count {
            (previous, node) = (node, high(self.nodes[node as usize][NODE_LINKS]));
        }
        if node != NONE && self.count_of(node) == count { node } else { self.add_node(previous) }
    }

    /// The slot that makes room, of those that were not touched in this step.
    fn victim(&mut self) -> Option<u32> {
        let step = self.step();
        let is_old =
            |records: &[Record], slot: u32| records.get(slot as usize).is_some_and(|record| record[TOUCHED] != step);
        if self.options.eviction == Eviction::Age {
            return Some(low(self.head[ORDER])).filter(|&slot| is_old(self.records, slot));
        }
        // A node's first slot was touched before all others of it. In a step, slots are only touched: what was passed
        // once needs no second look.
        if *self.cursor == NONE {
            *self.cursor = low(self.head[ORDER]);
        }
        while let Some(node) = self.nodes.get(*self.cursor as usize) {
            let slot = low(node[ENDS]);
            if is_old(self.records, slot) {
                return Some(slot);
            }
            let next = high(node[NODE_LINKS]);
            if next == NONE {
                break;
            }
            *self.cursor = next;
        }
        None
    }

    /// Forgets an id, and gives the record that it had.
    pub(super) fn forget(&mut self, id: u64) -> Option<u32> {
        let record = record_of(self.table, id)?;
        delete(self.table, id);
        let (used, chain) =
            if self.is_slot(record) { (USED_SLOTS, FREE_SLOT) } else { (USED_CANDIDATES, FREE_CANDIDATE) };
        match (self.is_slot(record), self.options.eviction) {
            (true, Eviction::Frequency) => self.leave_node(record),
            (true, Eviction::Age) => unlink::<4, RECORD_LINKS>(self.records, &mut self.head[ORDER], record),
            (false, _) => unlink::<4, RECORD_LINKS>(self.records, &mut self.head[CANDIDATE_ORDER], record),
        }
        give_back::<4, RECORD_LINKS>(self.records, &mut self.head[chain], record, UNUSED_RECORD);
        self.head[used] -= 1;
        Some(record)
    }
}
