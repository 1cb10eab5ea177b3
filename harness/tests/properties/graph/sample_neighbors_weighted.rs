use super::{any_ids, copies, draw_graph, filled, narrowed, typed};
use crate::referenced::Referenced;
use crate::verdict::{Case, Expected, Knobs, Output, properties, told};
use lacuna::Index;
use lacuna::random::Stream;
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Triplets};
use lacuna_testing::{Csr, Profile, Random, Real, smaller};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
pub struct SampleNeighborsWeighted<V> {
    graph: Csr<V>,
    vertices: Vec<usize>,
    weight: Vec<V>,
    most: usize,
    stream: Stream,
    knobs: Knobs,
}

impl<V: Real> Arbitrary for SampleNeighborsWeighted<V> {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let graph = draw_graph::<V>(random);
        let vertices = any_ids(random, 30, graph.rows);
        let weight = Profile::draw(random).values(random, graph.columns);
        let most = random.one_of(&[0, 1, 2, 3, 7, 30, 200]);
        let stream = Stream::new(random.bits(), random.bits()).after(random.bits());
        Self { graph, vertices, weight, most, stream, knobs: Knobs::draw(random) }
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        let mut cases: Vec<_> = smaller(self.vertices.len())
            .into_iter()
            .map(|kept| Self { vertices: self.vertices[kept].to_vec(), ..self.clone() })
            .collect();
        cases.extend(self.graph.fewer().into_iter().map(|graph| Self { graph, ..self.clone() }));
        Box::new(cases.into_iter())
    }
}

impl<V: Real> SampleNeighborsWeighted<V> {
    fn expected(&self) -> Triplets {
        let Stream { seed, stream, first } = self.stream;
        let weight: Vec<_> = self.weight.iter().map(|&weight| weight.into()).collect();
        let source = (self.most, [seed, stream, first]);
        reference::sample_neighbors_weighted(&self.graph.referenced(), &self.vertices, &weight, source, |key| {
            V::narrow(key).into()
        })
    }
}

impl<V: Real> Case<V> for SampleNeighborsWeighted<V> {
    fn knobs(&self) -> &Knobs {
        &self.knobs
    }

    fn run<I: Index>(&self, backend: &dyn Backend, cut: bool) -> Result<Output<V>, String> {
        let (graph, vertices) = (self.graph.typed::<I>(), typed::<I>(&self.vertices));
        let mut indptr = vec![I::from_usize(7); vertices.len() + 1];
        told(backend.sample_indptr(graph.view(), &vertices, self.most, &mut indptr))?;
        filled([vertices.len(), self.graph.columns], &indptr, cut.then_some(&self.knobs), |part, out| {
            backend.sample_neighbors_weighted(graph.view(), &vertices[part], &self.weight, self.stream, out)
        })
    }

    fn law(&self) -> Output<V> {
        narrowed(&self.expected())
    }

    fn reference(&self) -> Expected {
        copies(&self.expected())
    }
}

properties!(sample_neighbors_weighted, SampleNeighborsWeighted);
