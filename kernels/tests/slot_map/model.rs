//! The model: a hash map, and a search through all that it holds.
use lacuna::rows::{Assigned, Eviction, SlotMapOptions};
use std::collections::HashMap;

#[derive(Clone, Copy)]
pub struct Known {
    pub slot: Option<usize>,
    pub count: u32,
    pub step: u64,
    /// Occurrences of all ids before the first one of this id in its last step, and before its last one.
    pub first_in_step: u64,
    pub last: u64,
}

pub struct Model {
    pub options: SlotMapOptions,
    pub known: HashMap<u64, Known>,
    pub free: Vec<usize>,
    pub occurrences: u64,
    pub step: u64,
}

impl Model {
    pub fn new(options: SlotMapOptions) -> Self {
        Self { options, known: HashMap::new(), free: (0..options.slots).rev().collect(), occurrences: 0, step: 0 }
    }

    pub fn candidates(&self) -> usize {
        self.known.values().filter(|known| known.slot.is_none()).count()
    }

    pub fn forget(&mut self, id: u64) -> Option<usize> {
        let slot = self.known.remove(&id)?.slot?;
        self.free.push(slot);
        Some(slot)
    }

    /// Slot, and what it was assigned from; `Err` for a refusal.
    fn assign(&mut self, id: u64) -> Result<Assigned<u64>, ()> {
        let mut evicted = None;
        if self.free.is_empty() {
            let old = self.known.iter().filter(|(_, known)| known.slot.is_some() && known.step < self.step);
            let key = |known: &Known| match self.options.eviction {
                Eviction::Age => (known.step, known.first_in_step),
                Eviction::Frequency => (u64::from(known.count), known.last),
            };
            let victim = *old.min_by_key(|(_, known)| key(known)).ok_or(())?.0;
            self.forget(victim);
            evicted = Some(victim);
        }
        let slot = self.free.pop().ok_or(())?;
        let known = self.known.get_mut(&id).unwrap();
        // A slot's order counts from when it was given away.
        (known.slot, known.first_in_step) = (Some(slot), known.last);
        Ok(Assigned { id, slot: slot as u64, evicted })
    }

    pub fn admit(&mut self, id: u64) -> (Option<usize>, Option<Assigned<u64>>, bool) {
        let (now, step, after) = (self.occurrences, self.step, self.options.admit_after.max(1));
        self.occurrences += 1;
        if !self.known.contains_key(&id) && after > 1 && self.candidates() == self.options.candidates {
            let candidates = self.known.iter().filter(|(_, known)| known.slot.is_none());
            let oldest = *candidates.min_by_key(|(_, known)| (known.step, known.first_in_step)).unwrap().0;
            self.known.remove(&oldest);
        }
        let known = self.known.entry(id).or_insert(Known { slot: None, count: 0, step, first_in_step: now, last: now });
        if known.step != step {
            known.first_in_step = now;
        }
        (known.step, known.last, known.count) = (step, now, known.count + 1);
        if known.slot.is_some() || known.count < after {
            return (known.slot, None, false);
        }
        match self.assign(id) {
            Ok(assigned) => (Some(assigned.slot as usize), Some(assigned), false),
            Err(()) => {
                if after == 1 {
                    self.known.remove(&id);
                }
                (None, None, true)
            }
        }
    }
}
