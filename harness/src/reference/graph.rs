//! Graphs.
use super::{Source, Triplets, philox, unit};

/// The value of the edge of each pair, -1 without one.
pub fn edge_id(graph: &Triplets, sources: &[usize], targets: &[usize]) -> Vec<f64> {
    let value = |(&row, &column)| {
        graph.entries.iter().find(|entry| (entry.0, entry.1) == (row, column)).map_or(-1.0, |entry| entry.2)
    };
    sources.iter().zip(targets).map(value).collect()
}

/// The entries in some rows and columns, renumbered.
pub fn subgraph(graph: &Triplets, rows: &[usize], columns: &[usize]) -> Triplets {
    let of_row = |(number, &row): (usize, &usize)| {
        let kept = |entry: &&(usize, usize, f64)| entry.0 == row;
        let renumber = |entry: &(usize, usize, f64)| {
            columns.iter().position(|column| *column == entry.1).map(|to| (number, to, entry.2))
        };
        graph.entries.iter().filter(kept).filter_map(renumber).collect::<Vec<_>>()
    };
    Triplets { rows: rows.len(), columns: columns.len(), entries: rows.iter().enumerate().flat_map(of_row).collect() }
}

fn join(low: u32, high: u32) -> u64 {
    u64::from(low) + u64::from(high) * (1 << 32)
}

fn block(seed: u64, stream: u64, number: u64) -> [u32; 4] {
    let halves = |number: u64| [(number % (1 << 32)) as u32, (number / (1 << 32)) as u32];
    let ([a, b], [c, d]) = (halves(number), halves(stream));
    philox([a, b, c, d], halves(seed))
}

/// The words of a vertex, 64 bits each.
fn words(source: Source, vertex: usize) -> impl Iterator<Item = u64> {
    let [seed, stream, first] = source;
    let [a, b, c, d] = block(seed, stream, first.wrapping_add(vertex as u64));
    let (seed, stream) = (join(a, b), join(c, d));
    (0..).flat_map(move |number| {
        let [a, b, c, d] = block(seed, stream, number);
        [join(a, b), join(c, d)]
    })
}

/// The edges of a vertex, of which at most `wanted` are chosen by Floyd's algorithm.
fn chosen(edges: &[(usize, f64)], wanted: usize, mut words: impl Iterator<Item = u64>) -> Vec<(usize, f64)> {
    let mut taken = std::collections::BTreeSet::new();
    for last in edges.len().saturating_sub(wanted)..edges.len() {
        if wanted < edges.len() {
            let word = words.next().unwrap_or_default();
            let place = (u128::from(word) * (last as u128 + 1) / (1 << 64)) as usize;
            if taken.insert(place) {
                continue;
            }
        }
        taken.insert(last);
    }
    taken.into_iter().map(|place| edges[place]).collect()
}

/// At most `most` edges of each vertex.
pub fn sample_neighbors(graph: &Triplets, vertices: &[usize], most: usize, source: Source) -> Triplets {
    let of_vertex = |(number, &vertex): (usize, &usize)| {
        let edges: Vec<_> =
            graph.entries.iter().filter(|entry| entry.0 == vertex).map(|entry| (entry.1, entry.2)).collect();
        chosen(&edges, most, words(source, vertex)).into_iter().map(move |(column, value)| (number, column, value))
    };
    Triplets {
        rows: vertices.len(),
        columns: graph.columns,
        entries: vertices.iter().enumerate().flat_map(of_vertex).collect(),
    }
}

/// At most `most` edges of each vertex: those of the least keys, each rounded by `narrow`.
pub fn sample_neighbors_weighted(
    graph: &Triplets,
    vertices: &[usize],
    weight: &[f64],
    (most, source): (usize, Source),
    narrow: impl Fn(f64) -> f64,
) -> Triplets {
    let of_vertex = |(number, &vertex): (usize, &usize)| {
        let edges = graph.entries.iter().filter(|entry| entry.0 == vertex);
        let [seed, stream, first] = source;
        let [a, b, c, d] = block(seed, stream, first.wrapping_add(vertex as u64));
        let key = |place: usize, weight: f64| {
            let drawn = -(1.0 - unit([join(a, b), join(c, d), 0], place, false)).ln();
            if weight > 0.0 { narrow(drawn / weight) } else { f64::INFINITY }
        };
        let mut keyed: Vec<_> = edges
            .enumerate()
            .map(|(place, entry)| (key(place, weight[entry.1]), place, (number, entry.1, entry.2)))
            .collect();
        keyed.sort_by(|left, right| left.0.total_cmp(&right.0).then(left.1.cmp(&right.1)));
        keyed.truncate(most);
        keyed.sort_by_key(|edge| edge.1);
        keyed.into_iter().map(|edge| edge.2).collect::<Vec<_>>()
    };
    Triplets {
        rows: vertices.len(),
        columns: graph.columns,
        entries: vertices.iter().enumerate().flat_map(of_vertex).collect(),
    }
}
