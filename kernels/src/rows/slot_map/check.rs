//! Whether words are a map: all of them are compared with the others, so that what follows can rely on them.
use super::layout::{
    ADMIT_AFTER, Bucket, CANDIDATE_ORDER, CANDIDATES, EMPTY, ENDS, EVICTION, Eviction, FREE_CANDIDATE, FREE_NODE,
    FREE_SLOT, HEAD, ID, IDENTIFIER, NODE_LINKS, NONE, Node, ORDER, RECORD, RECORD_LINKS, Record, SLOTS, STEP,
    SlotMapOptions, TALLY, TOUCHED, USED_CANDIDATES, USED_SLOTS, high, low, pair,
};
use super::table::search;
use crate::error::{Operand, SlotMapError, WordFault};
use core::ops::Range;

const fn is(word: usize, expected: u64, found: u64) -> Result<(), SlotMapError> {
    if expected == found {
        Ok(())
    } else {
        Err(SlotMapError::Word { word, fault: WordFault::Different, expected, found })
    }
}

const fn at_most(word: usize, expected: u64, found: u64) -> Result<(), SlotMapError> {
    if found <= expected {
        Ok(())
    } else {
        Err(SlotMapError::Word { word, fault: WordFault::TooLarge, expected, found })
    }
}

const fn at_least(word: usize, expected: u64, found: u64) -> Result<(), SlotMapError> {
    if found >= expected {
        Ok(())
    } else {
        Err(SlotMapError::Word { word, fault: WordFault::TooSmall, expected, found })
    }
}

/// The options of the map that stands in the first of these words.
pub(super) fn check(words: &[u64]) -> Result<SlotMapOptions, SlotMapError> {
    let capacity = |needed: usize| match words.len() {
        found if found < needed => Err(SlotMapError::Capacity { operand: Operand::Data, needed, found }),
        _ => Ok(()),
    };
    capacity(HEAD)?;
    let options = check_options(words)?;
    capacity(options.length())?;
    let (records_start, nodes_start) = (options.records_start(), options.nodes_start());
    let check = Check {
        head: &words[..HEAD],
        table: words[HEAD..records_start].as_chunks().0,
        records: words[records_start..nodes_start].as_chunks().0,
        nodes: words[nodes_start..options.length()].as_chunks().0,
        options,
    };
    check.records()?;
    check.table()?;
    check.order()?;
    Ok(options)
}

fn check_options(words: &[u64]) -> Result<SlotMapOptions, SlotMapError> {
    is(ID, IDENTIFIER, words[ID])?;
    at_most(SLOTS, u64::from(u32::MAX), words[SLOTS])?;
    at_most(CANDIDATES, u64::from(u32::MAX) - words[SLOTS], words[CANDIDATES])?;
    at_most(EVICTION, Eviction::Frequency as u64, words[EVICTION])?;
    at_most(ADMIT_AFTER, u64::from(u32::MAX), words[ADMIT_AFTER])?;
    let options = SlotMapOptions {
        slots: words[SLOTS] as usize,
        candidates: words[CANDIDATES] as usize,
        admit_after: words[ADMIT_AFTER] as u32,
        eviction: if words[EVICTION] == Eviction::Age as u64 { Eviction::Age } else { Eviction::Frequency },
    };
    at_least(CANDIDATES, u64::from(options.counts_candidates()), words[CANDIDATES])?;
    at_most(USED_SLOTS, words[SLOTS], words[USED_SLOTS])?;
    at_most(USED_CANDIDATES, if options.counts_candidates() { words[CANDIDATES] } else { 0 }, words[USED_CANDIDATES])?;
    for (word, &found) in words.iter().enumerate().take(HEAD).skip(FREE_NODE + 1) {
        is(word, 0, found)?;
    }
    Ok(options)
}

/// An item that a word names is among those that it may be.
fn inside(word: usize, items: &Range<usize>, item: u32) -> Result<(), SlotMapError> {
    at_least(word, items.start as u64, u64::from(item))?;
    at_most(word, items.end.saturating_sub(1) as u64, u64::from(item))
}

struct Check<'a> {
    head: &'a [u64],
    table: &'a [Bucket],
    records: &'a [Record],
    nodes: &'a [Node],
    options: SlotMapOptions,
}

/// A list among the items: where its ends stand, and what they are.
struct List {
    word: usize,
    ends: u64,
}

impl Check<'_> {
    /// The place of a word of a record.
    const fn of_record(&self, record: usize, word: usize) -> usize {
        self.options.records_start() + 4 * record + word
    }

    const fn of_node(&self, node: usize, word: usize) -> usize {
        self.options.nodes_start() + 2 * node + word
    }

    /// Each record by itself, and their numbers.
    fn records(&self) -> Result<(), SlotMapError> {
        let slots = self.options.slots;
        let mut used = [0; 2];
        for (record, &[id, touched, links, tally]) in self.records.iter().enumerate() {
            let word = |word: usize| self.of_record(record, word);
            let is_slot = record < slots;
            if low(tally) == 0 {
                is(word(ID), 0, id)?;
                is(word(TOUCHED), 0, touched)?;
                is(word(RECORD_LINKS), pair(NONE, high(links)), links)?;
                is(word(TALLY), 0, tally)?;
                continue;
            }
            used[usize::from(!is_slot)] += 1;
            at_most(word(TOUCHED), self.head[STEP], touched)?;
            at_least(
                word(TALLY),
                if is_slot { u64::from(self.options.admit_after) } else { 1 },
                u64::from(low(tally)),
            )?;
            if !is_slot || self.options.eviction == Eviction::Age {
                is(word(TALLY), u64::from(low(tally)), tally)?;
            }
        }
        is(USED_SLOTS, used[0], self.head[USED_SLOTS])?;
        is(USED_CANDIDATES, used[1], self.head[USED_CANDIDATES])
    }

    /// That there is a bucket for each record in use, where a search finds it, and no other one.
    fn table(&self) -> Result<(), SlotMapError> {
        let (mut used, records) = (0, self.records.len() as u64);
        for (bucket, &[id, number]) in self.table.iter().enumerate() {
            let word = HEAD + 2 * bucket;
            at_most(word + RECORD, records, number)?;
            let Some(record) = number.checked_sub(1) else {
                is(word + ID, 0, id)?;
                continue;
            };
            used += 1;
            is(word + ID, self.records[record as usize][ID], id)?;
            at_least(self.of_record(record as usize, TALLY), 1, u64::from(low(self.records[record as usize][TALLY])))?;
        }
        // So there is an empty bucket, and searches end.
        is(USED_SLOTS, used - self.head[USED_CANDIDATES].min(used), self.head[USED_SLOTS])?;
        for (record, known) in self.records.iter().enumerate().filter(|(_, known)| low(known[TALLY]) > 0) {
            if self.table[search(self.table, known[ID])][RECORD] != record as u64 + 1 {
                let word = self.of_record(record, ID);
                return Err(SlotMapError::Word {
                    word,
                    fault: WordFault::Search,
                    expected: record as u64 + 1,
                    found: known[ID],
                });
            }
        }
        Ok(())
    }

    /// The lists, and the chains of what is free.
    fn order(&self) -> Result<(), SlotMapError> {
        let (slots, records) = (self.options.slots, self.records.len());
        let used = |word: usize| self.head[word] as usize;
        let record_links = |record: usize| self.of_record(record, RECORD_LINKS);
        let is_free = |record: u32| is(self.of_record(record as usize, TALLY), 0, self.records[record as usize][TALLY]);
        self.chain::<4, RECORD_LINKS>(
            self.records,
            FREE_SLOT,
            0..slots,
            slots - used(USED_SLOTS),
            record_links,
            is_free,
        )?;
        let free = records - slots - used(USED_CANDIDATES);
        self.chain::<4, RECORD_LINKS>(self.records, FREE_CANDIDATE, slots..records, free, record_links, is_free)?;
        let list = |word: usize| List { word, ends: self.head[word] };
        self.list_of_records(&list(CANDIDATE_ORDER), slots..records, used(USED_CANDIDATES), true, |_| Ok(()))?;
        let nodes = match self.options.eviction {
            Eviction::Age => {
                self.list_of_records(&list(ORDER), 0..slots, used(USED_SLOTS), true, |_| Ok(()))?;
                0
            }
            Eviction::Frequency => self.list_of_nodes(&list(ORDER))?,
        };
        let is_free = |node: u32| is(self.of_node(node as usize, ENDS), EMPTY, self.nodes[node as usize][ENDS]);
        let node_links = |node: usize| self.of_node(node, NODE_LINKS);
        self.chain::<2, NODE_LINKS>(
            self.nodes,
            FREE_NODE,
            0..self.nodes.len(),
            self.nodes.len() - nodes,
            node_links,
            is_free,
        )
    }

    /// Goes along a chain of free items: a chain that ends has no item twice.
    fn chain<const N: usize, const LINKS: usize>(
        &self,
        items: &[[u64; N]],
        word: usize,
        among: Range<usize>,
        length: usize,
        place: impl Fn(usize) -> usize,
        is_free: impl Fn(u32) -> Result<(), SlotMapError>,
    ) -> Result<(), SlotMapError> {
        at_most(word, u64::from(NONE), self.head[word])?;
        let (mut word, mut found, mut item) = (word, self.head[word], low(self.head[word]));
        for _ in 0..length {
            inside(word, &among, item)?;
            is_free(item)?;
            (word, found) = (place(item as usize), items[item as usize][LINKS]);
            is(word, pair(NONE, high(found)), found)?;
            item = high(found);
        }
        is(word, if length == 0 { u64::from(NONE) } else { EMPTY }, found)
    }

    /// Goes along a list of items, and visits each: every one names the one before it, and the last stands in the ends.
    /// Gives their number.
    fn list<const N: usize, const LINKS: usize>(
        items: &[[u64; N]],
        list: &List,
        among: Range<usize>,
        most: usize,
        place: impl Fn(usize) -> usize,
        mut visit: impl FnMut(u32) -> Result<(), SlotMapError>,
    ) -> Result<usize, SlotMapError> {
        let (mut word, mut found) = (list.word, list.ends);
        let (mut previous, mut item) = (NONE, low(list.ends));
        let mut length = 0;
        while item != NONE {
            if length == most {
                // Here the list ends.
                is(word, if length == 0 { EMPTY } else { pair(low(found), NONE) }, found)?;
            }
            inside(word, &among, item)?;
            (word, found) = (place(item as usize), items[item as usize][LINKS]);
            is(word, pair(previous, high(found)), found)?;
            visit(item)?;
            (previous, item, length) = (item, high(found), length + 1);
        }
        is(list.word, pair(low(list.ends), previous), list.ends)?;
        Ok(length)
    }

    /// A list of records in use whose steps do not decrease; of `most` of them, or of all of these.
    fn list_of_records(
        &self,
        list: &List,
        among: Range<usize>,
        most: usize,
        all: bool,
        mut visit: impl FnMut(u32) -> Result<(), SlotMapError>,
    ) -> Result<usize, SlotMapError> {
        let mut least = 0;
        let length = Self::list::<4, RECORD_LINKS>(
            self.records,
            list,
            among,
            most,
            |record| self.of_record(record, RECORD_LINKS),
            |record| {
                let [_, touched, _, tally] = self.records[record as usize];
                at_least(self.of_record(record as usize, TALLY), 1, u64::from(low(tally)))?;
                at_least(self.of_record(record as usize, TOUCHED), least, touched)?;
                least = touched;
                visit(record)
            },
        )?;
        if !all || length == most {
            Ok(length)
        } else {
            at_least(list.word, most as u64, length as u64).map(|()| length)
        }
    }

    /// The nodes in the order of their counts, and their slots. Gives the number of nodes.
    fn list_of_nodes(&self, list: &List) -> Result<usize, SlotMapError> {
        let slots = self.options.slots;
        let (mut left, mut least) = (self.head[USED_SLOTS] as usize, 1);
        let nodes = Self::list::<2, NODE_LINKS>(
            self.nodes,
            list,
            0..slots,
            slots,
            |node| self.of_node(node, NODE_LINKS),
            |node| {
                let ends = List { word: self.of_node(node as usize, ENDS), ends: self.nodes[node as usize][ENDS] };
                let mut count = None;
                let length = self.list_of_records(&ends, 0..slots, left, false, |slot| {
                    let (word, tally) = (self.of_record(slot as usize, TALLY), self.records[slot as usize][TALLY]);
                    at_least(word, least, u64::from(low(tally)))?;
                    is(word, pair(*count.get_or_insert(low(tally)), node), tally)
                })?;
                left -= length;
                // The next one has a larger count.
                least = u64::from(count.unwrap_or_default()) + 1;
                at_least(ends.word, 1, length as u64)
            },
        )?;
        at_least(list.word, self.head[USED_SLOTS], self.head[USED_SLOTS] - left as u64)?;
        Ok(nodes)
    }
}
