//! Groups terms by counting: a counter for each index, where these are not more than the terms. A key is moved once at
//! most.
use super::plan::PlanBuffers;
use crate::Index;
use crate::error::{KernelError, Operand, capacity};
use crate::index::SortKey;
use core::ops::Range;

/// Bytes of keys, rows and entries that stay in the second-level cache.
const BUCKET_BYTES: usize = 512 << 10;
/// More would be written to at more places than a processor keeps addresses for.
const MOST_BUCKETS: usize = 2048;
/// A key, a row and an entry.
const TERM_BYTES: usize = 16;
/// Below this many terms, a sort is as fast.
const FEWEST: usize = 64;

/// A term: its index, counted from the first that matters, the operand's row, and the entry.
pub(super) type Term = (usize, usize, usize);

/// Terms that are gone through several times. A closure of an iterator that is used more than once is inlined or not as
/// the rest of the crate says; a method is.
pub(super) trait Terms {
    fn each(&self, term: impl FnMut(Term));
}

/// The terms of a bucket, or of some of them.
struct OfKeys<'k, K> {
    buckets: &'k Buckets,
    keys: &'k [K],
}

impl<K: SortKey> Terms for OfKeys<'_, K> {
    #[inline(always)]
    fn each(&self, mut term: impl FnMut(Term)) {
        for key in self.keys {
            term(self.buckets.term(*key));
        }
    }
}

/// How terms are counted: at first they are moved to buckets of indices that are alike in their upper bits, unless one
/// bucket holds them all.
pub(super) struct Buckets {
    /// Indices, of which each has a counter.
    width: usize,
    /// Bits of an index inside of a bucket.
    bits: u32,
    count: usize,
    entry_bits: u32,
    /// Bits of row and entry that have no room in the position of a key: they stand below the index.
    more: u32,
}

const fn bits_of(number: usize) -> u32 {
    usize::BITS - number.leading_zeros()
}

impl Buckets {
    /// For so many terms of `width` indices, of an array of so many entries, and an operand of so many rows. None where
    /// a sort is better, or all that a term is does not fit a key.
    pub(super) fn of<K: SortKey>(terms: usize, width: usize, entries: usize, rows: usize) -> Option<Self> {
        if terms < FEWEST || width > terms {
            return None;
        }
        // A few times the cache is still counted in one go: to move the terms costs as much as it saves.
        let wanted = terms / (BUCKET_BYTES / TERM_BYTES);
        let wanted = if wanted < 8 { 1 } else { wanted.min(MOST_BUCKETS / 2).next_power_of_two() };
        let bits = bits_of(width.saturating_sub(1)).saturating_sub(bits_of(wanted - 1));
        let (entry_bits, position) = (bits_of(entries), K::POSITION_BITS.min(usize::BITS));
        let source = entry_bits + bits_of(rows);
        let more = source.saturating_sub(position);
        let count = (width.saturating_sub(1) >> bits) + 1;
        (count == 1 || source < u64::BITS && bits + more <= position).then_some(Self {
            width,
            bits,
            count,
            entry_bits,
            more,
        })
    }

    #[inline(always)]
    fn pack<K: SortKey>(&self, (index, row, entry): Term) -> K {
        let source = (row as u64) << self.entry_bits | entry as u64;
        let (low, high) = if self.more == 0 {
            (source, 0)
        } else {
            (source & (u64::MAX >> (64 - K::POSITION_BITS)), source >> K::POSITION_BITS)
        };
        K::pack((index & ((1 << self.bits) - 1)) << self.more | high as usize, low as usize)
    }

    #[inline(always)]
    fn term<K: SortKey>(&self, key: K) -> Term {
        let (index, low) = (key.index(), key.position() as u64);
        let source =
            if self.more == 0 { low } else { ((index & ((1 << self.more) - 1)) as u64) << K::POSITION_BITS | low };
        (index >> self.more, (source >> self.entry_bits) as usize, (source & ((1 << self.entry_bits) - 1)) as usize)
    }

    /// Groups the terms into `buffers`, whose rows and entries have room. Gives the number of distinct indices. `first`
    /// is the index that counts as 0, and `scratch` has two keys a term.
    #[inline(always)]
    pub(super) fn group<I: Index>(
        &self,
        terms: &impl Terms,
        count: usize,
        first: usize,
        buffers: &mut PlanBuffers<'_, I>,
        scratch: &mut [I::Key],
    ) -> Result<usize, KernelError> {
        // Nothing is written before it is known that all has room.
        let most = self.width.min(count);
        let surely = buffers.ids.len() >= most && buffers.segments.len() > most;
        let fits = |distinct, buffers: &PlanBuffers<'_, I>| {
            capacity(Operand::Ids, distinct, buffers.ids.len())?;
            capacity(Operand::Segments, distinct + 1, buffers.segments.len())
        };
        let mut done = Done { first, stored: 0, terms: 0 };
        if self.count == 1 {
            let counters = &mut scratch[..self.width];
            let distinct = fill(counters, terms);
            fits(distinct, buffers)?;
            done.place(counters, terms, buffers);
        } else {
            let (keys, rest) = scratch.split_at_mut(count);
            let ends = self.partition(terms, keys);
            let size = self.width.min(1 << self.bits);
            let counters = &mut rest[..size];
            let ranges = || (0..self.count).map(|bucket| if bucket == 0 { 0 } else { ends[bucket - 1] }..ends[bucket]);
            let terms_of = |range: Range<usize>| OfKeys { buckets: self, keys: keys.get(range).unwrap_or_default() };
            if !surely {
                fits(ranges().map(|range| fill(counters, &terms_of(range))).sum(), buffers)?;
            }
            for range in ranges() {
                let terms = terms_of(range);
                fill(counters, &terms);
                done.place(counters, &terms, buffers);
                done.first += size;
            }
        }
        if let Some(bound) = buffers.segments.get_mut(done.stored) {
            *bound = I::from_usize(done.terms);
        }
        Ok(done.stored)
    }

    /// Moves the terms to their buckets, in order, and gives where these end.
    #[inline(always)]
    fn partition<K: SortKey>(&self, terms: &impl Terms, keys: &mut [K]) -> [usize; MOST_BUCKETS] {
        let mut places = [0; MOST_BUCKETS];
        let bucket = |index: usize| (index >> self.bits) % MOST_BUCKETS;
        terms.each(|(index, ..)| places[bucket(index)] += 1);
        let mut next = 0;
        for place in &mut places {
            next += core::mem::replace(place, next);
        }
        terms.each(|term| {
            let place = &mut places[bucket(term.0)];
            if let Some(slot) = keys.get_mut(*place) {
                *slot = self.pack(term);
            }
            *place += 1;
        });
        places
    }
}

/// Counts the terms of each index, and gives how many indices have some.
#[inline(always)]
fn fill<K: SortKey>(counters: &mut [K], terms: &impl Terms) -> usize {
    counters.fill(K::default());
    terms.each(|(index, ..)| {
        if let Some(counter) = counters.get_mut(index) {
            *counter = K::pack(0, counter.position() + 1);
        }
    });
    counters.iter().filter(|counter| counter.position() > 0).count()
}

/// What has been written.
struct Done {
    /// The index of the next counter.
    first: usize,
    stored: usize,
    terms: usize,
}

impl Done {
    /// Writes ids and bounds of the indices that have terms, and brings these to their places.
    #[inline(always)]
    fn place<I: Index>(&mut self, counters: &mut [I::Key], terms: &impl Terms, buffers: &mut PlanBuffers<'_, I>) {
        for (index, counter) in counters.iter_mut().enumerate() {
            let count = counter.position();
            *counter = I::Key::pack(0, self.terms);
            if count > 0
                && let (Some(id), Some(bound)) =
                    (buffers.ids.get_mut(self.stored), buffers.segments.get_mut(self.stored))
            {
                (*id, *bound) = (I::from_usize(self.first + index), I::from_usize(self.terms));
                self.stored += 1;
            }
            self.terms += count;
        }
        terms.each(|(index, row, entry)| {
            let Some(counter) = counters.get_mut(index) else { return };
            let place = counter.position();
            *counter = I::Key::pack(0, place + 1);
            if let (Some(to_row), Some(to_entry)) = (buffers.rows.get_mut(place), buffers.entries.get_mut(place)) {
                (*to_row, *to_entry) = (I::from_usize(row), I::from_usize(entry));
            }
        });
    }
}
