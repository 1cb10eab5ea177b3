//! Graphs, as csr matrices: row `v` stores the vertices that the edges of `v` lead to, and a value for each edge, such
//! as its number.
mod edge_id;
mod sample;
mod sample_neighbors;
mod sample_neighbors_weighted;
mod subgraph;

#[doc(hidden)]
pub use edge_id::edge;
pub(crate) use edge_id::vertices_inside;
pub use edge_id::{EdgeId, edge_id};
pub use sample::sample_indptr;
#[doc(hidden)]
pub use sample::{Fill, choose};
pub use sample_neighbors::{SampleNeighbors, sample_neighbors};
#[doc(hidden)]
pub use sample_neighbors_weighted::choose_weighted;
pub use sample_neighbors_weighted::{SampleNeighborsWeighted, sample_neighbors_weighted};
pub use subgraph::{Subgraph, subgraph, subgraph_indptr};
#[doc(hidden)]
pub use subgraph::{count_row, fill_row};
