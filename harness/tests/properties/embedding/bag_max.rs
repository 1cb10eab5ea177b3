use super::bags::Bags;
use crate::dot::transposed::run_parts;
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna::embedding::BagMax as Call;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Guarded, Real};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct BagMax<V>(Bags<V>);

impl<V: Real> Arbitrary for BagMax<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        Self(Bags::arbitrary(g))
    }
    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.shrink().map(Self))
    }
}

impl<V: Real> Bags<V> {
    /// The entry that each element comes from, and the element.
    pub fn largest(&self) -> (Vec<Option<usize>>, Vec<V>) {
        let element = |bag: usize, column: usize| {
            let entries =
                (self.bags.indptr[bag]..).zip(self.entries(bag)).filter_map(|(entry, (id, _))| Some((entry, id?)));
            entries.fold((None, V::ZERO), |(place, largest), (entry, id)| {
                let x = self.weight.row(id)[column];
                let replaces = place.is_none() || x > largest || (x.widen().is_nan() && !largest.widen().is_nan());
                if replaces { (Some(entry), x) } else { (place, largest) }
            })
        };
        self.elements(element).into_iter().unzip()
    }
}

/// As numbers of any index type: one behind all entries, where a bag is empty.
fn places(entries: &[Option<usize>]) -> Vec<usize> {
    entries.iter().map(|entry| entry.unwrap_or(usize::MAX)).collect()
}

impl<V: Real> Case<V> for BagMax<V> {
    fn knobs(&self) -> &Knobs {
        &self.0.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let Bags { bags, weight, padding, knobs } = &self.0;
        let (typed, strided) = (bags.typed::<I>(), weight.strided());
        let mut entries = vec![I::from_usize(99); bags.rows * weight.columns];
        let mut out = Guarded::rows(bags.rows, weight.columns, knobs.pad);
        let (bags, weight, padding, to) = (typed.view(), strided.view(), *padding, out.dense(bags.rows));
        if cut {
            run_parts(Call { bags, padding, weight, entries: &mut entries, out: to, first: 0 }, knobs)?;
        } else {
            told(backend.bag_max(bags, padding, weight, &mut entries, to))?;
        }
        let place = |entry: &I| if entry.to_usize() == I::MAX { usize::MAX } else { entry.to_usize() };
        Ok(Output { structure: entries.iter().map(place).collect(), values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let (entries, values) = self.0.largest();
        Output { structure: places(&entries), values }
    }

    fn reference(&self) -> Expected {
        let (entries, largest) = reference::bag_max(&self.0.triplets(), self.0.padding, &self.0.weight.referenced());
        Expected::copies(places(&entries), &largest.data)
    }
}

properties!(bag_max, BagMax);
