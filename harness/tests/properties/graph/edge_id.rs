use super::{any_ids, draw_graph, typed};
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Guarded, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct EdgeId<V> {
    graph: Csr<V>,
    sources: Vec<usize>,
    targets: Vec<usize>,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for EdgeId<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let graph = draw_graph::<V>(random);
        let mut sources = any_ids(random, 60, graph.rows);
        let mut targets: Vec<_> = sources.iter().map(|_| random.below(graph.columns)).collect();
        if graph.columns == 0 {
            (sources, targets) = (vec![], vec![]);
        }
        for (source, target) in sources.iter().zip(&mut targets) {
            // As often as not there is such an edge.
            let edges = &graph.indices[graph.indptr[*source]..graph.indptr[source + 1]];
            if !edges.is_empty() && random.once_in(2) {
                *target = random.one_of(edges);
            }
        }
        Self { graph, sources, targets, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<_> = smaller(self.sources.len())
            .into_iter()
            .map(|kept| Self {
                sources: self.sources[kept.clone()].to_vec(),
                targets: self.targets[kept].to_vec(),
                ..self.clone()
            })
            .collect();
        cases.extend(self.graph.fewer().into_iter().map(|graph| Self { graph, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for EdgeId<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (graph, sources, targets) = (self.graph.typed::<I>(), typed::<I>(&self.sources), typed::<I>(&self.targets));
        let mut out = Guarded::rows(1, sources.len(), 0);
        let mut rest = out.slice();
        if !cut {
            told(backend.edge_id(graph.view(), &sources, &targets, rest))?;
        } else {
            for part in self.knobs.parts(sources.len()) {
                let (to, others) = rest.split_at_mut(part.len());
                told(backend.edge_id(graph.view(), &sources[part.clone()], &targets[part], to))?;
                rest = others;
            }
        }
        Ok(Output { structure: vec![], values: out.finish()? })
    }

    fn law(&self) -> Output<V> {
        let of = |(&row, &target): (&usize, &usize)| {
            self.graph.entries(row).find(|entry| entry.0 == target).map_or(-V::ONE, |entry| entry.1)
        };
        Output { structure: vec![], values: self.sources.iter().zip(&self.targets).map(of).collect() }
    }

    fn reference(&self) -> Expected {
        Expected::copies(vec![], &reference::edge_id(&self.graph.referenced(), &self.sources, &self.targets))
    }
}

properties!(edge_id, EdgeId);
