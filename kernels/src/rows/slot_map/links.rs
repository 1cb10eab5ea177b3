//! Doubly linked lists, and chains of what is free, in words. `LINKS` is the word of an item that holds its neighbours.
use super::layout::{NONE, high, low, pair};

fn set_next<const N: usize, const LINKS: usize>(items: &mut [[u64; N]], ends: &mut u64, item: u32, next: u32) {
    let word = if item == NONE { ends } else { &mut items[item as usize][LINKS] };
    // The first of a list is the next of none.
    *word = if item == NONE { pair(next, high(*word)) } else { pair(low(*word), next) };
}

fn set_previous<const N: usize, const LINKS: usize>(items: &mut [[u64; N]], ends: &mut u64, item: u32, previous: u32) {
    let word = if item == NONE { ends } else { &mut items[item as usize][LINKS] };
    *word = if item == NONE { pair(low(*word), previous) } else { pair(previous, high(*word)) };
}

/// Takes `item` out of a list. Its own links are left as they are.
pub(super) fn unlink<const N: usize, const LINKS: usize>(items: &mut [[u64; N]], ends: &mut u64, item: u32) {
    let links = items[item as usize][LINKS];
    set_next::<N, LINKS>(items, ends, low(links), high(links));
    set_previous::<N, LINKS>(items, ends, high(links), low(links));
}

/// Puts `item` behind `previous`: first, if that is none.
pub(super) fn insert_after<const N: usize, const LINKS: usize>(
    items: &mut [[u64; N]],
    ends: &mut u64,
    item: u32,
    previous: u32,
) {
    let next = if previous == NONE { low(*ends) } else { high(items[previous as usize][LINKS]) };
    items[item as usize][LINKS] = pair(previous, next);
    set_next::<N, LINKS>(items, ends, previous, item);
    set_previous::<N, LINKS>(items, ends, next, item);
}

/// Puts `item` last.
pub(super) fn push<const N: usize, const LINKS: usize>(items: &mut [[u64; N]], ends: &mut u64, item: u32) {
    insert_after::<N, LINKS>(items, ends, item, high(*ends));
}

/// The item that the chain begins with, taken out of it.
pub(super) fn take_free<const N: usize, const LINKS: usize>(items: &[[u64; N]], chain: &mut u64) -> Option<u32> {
    let item = low(*chain);
    *chain = u64::from(high(items.get(item as usize)?[LINKS]));
    Some(item)
}

/// Lets the chain begin with `item`, whose words, except for its links, become those of `free`.
pub(super) fn give_back<const N: usize, const LINKS: usize>(
    items: &mut [[u64; N]],
    chain: &mut u64,
    item: u32,
    free: [u64; N],
) {
    items[item as usize] = free;
    items[item as usize][LINKS] = pair(NONE, low(*chain));
    *chain = u64::from(item);
}

/// Chains items, the first of which is number `first`, in their order, and gives the word of the chain.
pub(super) fn chain_all<const N: usize, const LINKS: usize>(
    items: &mut [[u64; N]],
    first: usize,
    free: [u64; N],
) -> u64 {
    let end = first + items.len();
    for (item, next) in items.iter_mut().zip(first + 1..) {
        *item = free;
        item[LINKS] = pair(NONE, if next == end { NONE } else { next as u32 });
    }
    u64::from(if items.is_empty() { NONE } else { first as u32 })
}
