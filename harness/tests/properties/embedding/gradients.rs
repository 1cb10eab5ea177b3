//! The gradients of a weight against differences, in `f64`.
use lacuna::segments::{PlanBuffers, SegmentPlan};
use lacuna::{Csr, Dense, DenseMut, RowSparse, RowSparseMut, dot, embedding, rows};
use lacuna_runtime::PlanMemory;
use lacuna_testing::Random;

const BAGS: usize = 6;
const ROWS: usize = 9;
const LENGTH: usize = 5;
const STEP: f64 = 1.0 / 1024.0;

struct Numbers {
    indptr: Vec<i32>,
    ids: Vec<i32>,
    values: Vec<f64>,
    weight: Vec<f64>,
    /// Of the result.
    gradient: Vec<f64>,
    padding: usize,
}

fn number(random: &mut Random) -> f64 {
    random.below(4096) as f64 / 1024.0 - 2.0
}

impl Numbers {
    fn draw(seed: u64, bags: usize) -> Self {
        let random = &mut Random::seeded(seed);
        let (mut indptr, mut ids) = (vec![0], Vec::new());
        for _ in 0..bags {
            let count = random.below(5);
            ids.extend((0..count).map(|_| random.below(ROWS) as i32));
            indptr.push(ids.len() as i32);
        }
        let mut some = |count: usize| (0..count).map(|_| number(random)).collect();
        let (values, weight, gradient) = (some(ids.len()), some(ROWS * LENGTH), some(bags * LENGTH));
        let padding = if random.once_in(2) { usize::MAX } else { random.below(ROWS) };
        Self { indptr, ids, values, weight, gradient, padding }
    }

    fn bags(&self) -> Csr<'_, f64, i32> {
        Csr::trusted(self.indptr.len() - 1, ROWS, &self.indptr, &self.ids, &self.values).unwrap()
    }

    fn plan<'p>(&self, memory: &'p mut PlanMemory<i32>) -> SegmentPlan<'p, i32> {
        let (buffers, scratch): (PlanBuffers<'p, i32>, _) = memory.buffers();
        embedding::bag_plan(self.bags(), self.padding, buffers, scratch).unwrap()
    }

    fn memory(&self) -> PlanMemory<i32> {
        PlanMemory::filled(self.ids.len(), 99)
    }

    /// The gradient of each element of the weight, from stored rows.
    fn dense(ids: &[i32], data: &[f64]) -> Vec<f64> {
        let mut all = vec![0.0; ROWS * LENGTH];
        for (row, &id) in data.chunks(LENGTH).zip(ids) {
            all[id as usize * LENGTH..][..LENGTH].copy_from_slice(row);
        }
        all
    }

    /// Panics unless the gradient is that of `forward`, whose result is weighed by the gradient.
    fn compare(&self, found: &[f64], forward: impl Fn(Dense<f64>, DenseMut<f64>)) {
        let sum = |weight: &[f64]| {
            let mut out = vec![0.0; self.gradient.len()];
            let to = DenseMut::new(self.gradient.len() / LENGTH, LENGTH, &mut out).unwrap();
            forward(Dense::new(ROWS, LENGTH, weight).unwrap(), to);
            out.iter().zip(&self.gradient).map(|(y, g)| y * g).sum::<f64>()
        };
        for (place, &slope) in found.iter().enumerate() {
            let mut weight = self.weight.clone();
            weight[place] += STEP;
            let above = sum(&weight);
            weight[place] -= 2.0 * STEP;
            let quotient = (above - sum(&weight)) / (2.0 * STEP);
            assert!((quotient - slope).abs() < 1e-9, "element {place}: {slope}, and {quotient} by differences");
        }
    }
}

#[test]
fn of_rows_by_their_ids() {
    for seed in 0..20 {
        let numbers = Numbers { padding: usize::MAX, ..Numbers::draw(seed, BAGS) };
        let numbers = Numbers { ids: numbers.ids.iter().copied().chain(0..3).take(BAGS).collect(), ..numbers };
        let numbers = Numbers { gradient: numbers.gradient[..numbers.ids.len() * LENGTH].to_vec(), ..numbers };
        let terms = RowSparse::trusted(ROWS, LENGTH, &numbers.ids, &numbers.gradient).unwrap();
        let mut memory = numbers.memory();
        let (buffers, scratch) = memory.buffers();
        let plan = rows::coalesce_plan(terms, buffers, scratch).unwrap();
        let mut data = vec![0.0; plan.stored_rows() * LENGTH];
        rows::coalesce(&plan, terms, RowSparseMut::new(ROWS, LENGTH, plan.ids(), &mut data).unwrap()).unwrap();
        numbers.compare(&Numbers::dense(plan.ids(), &data), |weight, out| {
            embedding::lookup(&numbers.ids, weight, out).unwrap()
        });
    }
}

#[test]
fn of_sums_and_means_of_bags() {
    for seed in 0..20 {
        let numbers = Numbers::draw(seed, BAGS);
        let (bags, padding, mut memory) = (numbers.bags(), numbers.padding, numbers.memory());
        let plan = numbers.plan(&mut memory);
        let gradient = Dense::new(BAGS, LENGTH, &numbers.gradient).unwrap();
        let of = |values: &[f64]| {
            let mut data = vec![0.0; plan.stored_rows() * LENGTH];
            dot::csr_t_dense(&plan, values, gradient, RowSparseMut::new(ROWS, LENGTH, plan.ids(), &mut data).unwrap())
                .unwrap();
            Numbers::dense(plan.ids(), &data)
        };
        numbers.compare(&of(&numbers.values), |weight, out| embedding::bag_sum(bags, padding, weight, out).unwrap());
        let mut shares = vec![0.0; bags.nnz()];
        embedding::bag_shares(bags, padding, &mut shares).unwrap();
        numbers.compare(&of(&shares), |weight, out| embedding::bag_mean(bags, padding, weight, out).unwrap());
    }
}

#[test]
fn of_maxima_of_bags() {
    for seed in 0..20 {
        let mut numbers = Numbers::draw(seed, BAGS);
        // No two elements of a column are so near that a step changes their order.
        for (place, x) in numbers.weight.iter_mut().enumerate() {
            *x = ((place / LENGTH * 5 + place) % ROWS) as f64 + place as f64 / 100.0;
        }
        let (bags, padding, mut memory) = (numbers.bags(), numbers.padding, numbers.memory());
        let (mut entries, mut out) = (vec![0; BAGS * LENGTH], vec![0.0; BAGS * LENGTH]);
        let weight = Dense::new(ROWS, LENGTH, &numbers.weight).unwrap();
        embedding::bag_max(bags, padding, weight, &mut entries, DenseMut::new(BAGS, LENGTH, &mut out).unwrap())
            .unwrap();
        let plan = numbers.plan(&mut memory);
        let mut data = vec![0.0; plan.stored_rows() * LENGTH];
        let gradient = Dense::new(BAGS, LENGTH, &numbers.gradient).unwrap();
        let to = RowSparseMut::new(ROWS, LENGTH, plan.ids(), &mut data).unwrap();
        embedding::bag_max_gradient(&plan, &entries, gradient, to).unwrap();
        numbers.compare(&Numbers::dense(plan.ids(), &data), |weight, out| {
            embedding::bag_max(bags, padding, weight, &mut [0; BAGS * LENGTH], out).unwrap();
        });
    }
}
