//! Graphs.
use super::Builder;
use super::patterns::Pattern;
use super::random::stream;
use lacuna_capi::status::OperandCode;

fn ids(b: &mut Builder, ids: &[i64]) {
    let list = b.integers(b.index, ids, OperandCode::Ids, false);
    b.list(list, ids.len());
}

fn room(b: &mut Builder, length: usize) {
    let length = length + b.random.one_of(&[0, 0, 2]);
    let array = b.integers(b.index, &vec![-9; length], OperandCode::Output, true);
    b.list(array, length);
}

/// The rows of a result: those of the pattern, with the entries that `kept` renumbers.
fn of_rows(pattern: &Pattern, rows: &[i64], columns: usize, kept: impl Fn(usize, i64) -> Option<i64>) -> Pattern {
    let (mut indptr, mut indices) = (vec![0], Vec::new());
    for &row in rows {
        let entries = pattern.indptr[row as usize] as usize..pattern.indptr[row as usize + 1] as usize;
        indices.extend(pattern.indices[entries].iter().enumerate().filter_map(|(place, &column)| kept(place, column)));
        indptr.push(indices.len() as i64);
    }
    Pattern { rows: rows.len(), columns, indptr, indices }
}

pub fn build(name: &str, b: &mut Builder) {
    let (rows, columns) = (b.random.one_of(&[1, 2, 5]), b.random.one_of(&[1, 3, 17]));
    let pattern = Pattern::random(b.random, rows, columns);
    let graph = b.csr(&pattern);
    b.record(graph);
    let count = b.random.one_of(&[0, 1, 3, 9]);
    let listed: Vec<_> = (0..count).map(|_| b.random.within(0..rows) as i64).collect();
    ids(b, &listed);
    match name {
        "edge_id" => {
            let targets: Vec<_> = (0..count).map(|_| b.random.within(0..columns) as i64).collect();
            ids(b, &targets);
            let values = b.values(count);
            let out = b.reals(&values, OperandCode::Values, true);
            b.list(out, count);
        }
        "subgraph_indptr" | "subgraph" => {
            let kept = b.random.some(columns);
            ids(b, &kept);
            if name == "subgraph_indptr" {
                room(b, count + 1);
                return b.answer();
            }
            let renumber = |_, column| kept.iter().position(|&id| id == column).map(|place| place as i64);
            let out = b.csr_mut(&of_rows(&pattern, &listed, kept.len(), renumber));
            b.record(out);
        }
        "sample_indptr" | "sample_neighbors" | "sample_neighbors_weighted" => {
            let most = b.random.one_of(&[0, 1, 2, 20]);
            if name == "sample_indptr" {
                b.size(most);
                room(b, count + 1);
                return b.answer();
            }
            if name == "sample_neighbors_weighted" {
                let values = b.values(columns);
                let weight = b.reals(&values, OperandCode::Values, false);
                b.list(weight, columns);
            }
            stream(b);
            let out = b.csr_mut(&of_rows(&pattern, &listed, columns, |place, column| (place < most).then_some(column)));
            b.record(out);
        }
        name => panic!("{name} has no good call yet"),
    }
}
