//! Orders that are shuffled.
use lacuna::random::Stream;

/// Whole numbers of 64 random bits, one after the other: words 2k and 2k + 1 of a [stream](Stream).
#[derive(Clone, Copy, Debug)]
pub(super) struct Draws {
    stream: Stream,
    next: u64,
}

impl Draws {
    /// Those of an epoch.
    pub const fn new(seed: u64, epoch: u64) -> Self {
        Self { stream: Stream::new(seed, epoch), next: 0 }
    }

    /// Uniform on 0..bound, except for a bias below bound / 2^64; 0 for a bound of 0.
    fn below(&mut self, bound: usize) -> usize {
        let [a, b, c, d] = self.stream.block(self.next / 2);
        let (high, low) = if self.next.is_multiple_of(2) { (a, b) } else { (c, d) };
        self.next += 1;
        let bits = u128::from(high) << 32 | u128::from(low);
        ((bits * bound as u128) >> 64) as usize
    }

    /// Every order of the items is as likely as every other (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.below(last + 1);
            items.swap(last, other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_those_of_every_processor() {
        let order = |seed, epoch| {
            let mut items: Vec<u8> = (0..8).collect();
            Draws::new(seed, epoch).shuffle(&mut items);
            items
        };
        // Those of an implementation in Python.
        assert_eq!(order(0, 0), [2, 1, 4, 0, 7, 6, 5, 3]);
        assert_eq!(order(0, 1), [1, 5, 6, 3, 2, 7, 0, 4]);
        assert_eq!(order(1, 0), [3, 1, 5, 0, 2, 6, 4, 7]);
    }

    #[test]
    fn all_orders_are_as_likely() {
        let mut counts = std::collections::BTreeMap::new();
        for epoch in 0..6000 {
            let mut items = [0, 1, 2];
            Draws::new(9, epoch).shuffle(&mut items);
            *counts.entry(items).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        // Of 1000 expected, with a standard deviation of 29.
        assert!(counts.values().all(|count| (870..1130).contains(count)), "{counts:?}");
    }
}
