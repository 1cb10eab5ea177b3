//! Sets of numbers below a bound, a bit each, that are emptied in time proportional to what was added.

#[derive(Debug)]
pub(super) struct BitSet {
    words: Vec<u64>,
    /// The words that are not 0, or were not.
    used: Vec<usize>,
    count: u64,
}

impl BitSet {
    pub(super) fn new(bound: usize) -> Self {
        // Zeroed pages come from the system as they are touched: a set of few numbers takes little memory.
        Self { words: vec![0; bound.div_ceil(64)], used: Vec::new(), count: 0 }
    }

    /// True if the number was not there. A number that is out of bounds never is.
    pub(super) fn insert(&mut self, number: usize) -> bool {
        let Some(word) = self.words.get_mut(number / 64) else { return true };
        let bit = 1 << (number % 64);
        if *word & bit != 0 {
            return false;
        }
        if *word == 0 {
            self.used.push(number / 64);
        }
        *word |= bit;
        self.count += 1;
        true
    }

    pub(super) fn remove(&mut self, number: usize) {
        if let Some(word) = self.words.get_mut(number / 64) {
            let bit = 1 << (number % 64);
            self.count -= u64::from(*word & bit != 0);
            *word &= !bit;
        }
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        self.words.get(number / 64).is_some_and(|word| word & 1 << (number % 64) != 0)
    }

    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn clear(&mut self) {
        for place in self.used.drain(..) {
            if let Some(word) = self.words.get_mut(place) {
                *word = 0;
            }
        }
        self.count = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_in_once() {
        let mut set = BitSet::new(130);
        assert!([0, 63, 64, 129].iter().all(|&number| set.insert(number)));
        assert!(!set.insert(129) && set.contains(64) && !set.contains(65) && !set.contains(1000));
        set.remove(64);
        set.remove(65);
        assert_eq!((set.count(), set.contains(64), set.insert(64)), (4 - 1, false, true));
        set.clear();
        assert!(set.count() == 0 && (0..130).all(|number| !set.contains(number)));
    }
}
