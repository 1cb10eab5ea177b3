use super::{any_ids, copies, draw_graph, filled, narrowed, typed};
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference;
use lacuna_testing::{Csr, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct Subgraph<V> {
    graph: Csr<V>,
    rows: Vec<usize>,
    columns: Vec<usize>,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for Subgraph<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let graph = draw_graph::<V>(random);
        let rows = any_ids(random, 30, graph.rows);
        let most = random.one_of(&[2, 20, 300]);
        let kept = random.below(most);
        let columns = random.ascending(kept, graph.columns);
        Self { graph, rows, columns, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<_> = smaller(self.rows.len())
            .into_iter()
            .map(|kept| Self { rows: self.rows[kept].to_vec(), ..self.clone() })
            .collect();
        let columns = smaller(self.columns.len()).into_iter();
        cases.extend(columns.map(|kept| Self { columns: self.columns[kept].to_vec(), ..self.clone() }));
        cases.extend(self.graph.fewer().into_iter().map(|graph| Self { graph, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> Case<V> for Subgraph<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (graph, rows, columns) = (self.graph.typed::<I>(), typed::<I>(&self.rows), typed::<I>(&self.columns));
        let mut indptr = vec![I::from_usize(7); rows.len() + 1];
        told(backend.subgraph_indptr(graph.view(), &rows, &columns, &mut indptr))?;
        filled([rows.len(), columns.len()], &indptr, cut.then_some(&self.knobs), |part, out| {
            backend.subgraph(graph.view(), &rows[part], &columns, out)
        })
    }

    fn law(&self) -> Output<V> {
        narrowed(&reference::subgraph(&self.graph.referenced(), &self.rows, &self.columns))
    }

    fn reference(&self) -> Expected {
        copies(&reference::subgraph(&self.graph.referenced(), &self.rows, &self.columns))
    }
}

properties!(subgraph, Subgraph);
