//! One case on all backends.
use super::matrix::Matrix;
use crate::backend::graphs::{self, NoResults};
use crate::backend::{Backend, Cpu, Runner, Scalar};
use crate::compare::{
    Compared, Difference, Errors, Expected, number_of_outputs, peer_error, same_bits, same_patterns, within_tolerance,
};
use crate::conventions::{self, Calls, Prepared};
use crate::fixture::{Array, Case, CaseIndex, Compare, Dtype, with_dtype};
use crate::ops::{AnyOperation, Inputs, Outcome, Refusal, Runs, Selection, Stop};
use crate::report::{CaseErrors, CaseReport, Failure, Status};
use lacuna::dispatch;

/// What the runs of a case found, and how many there were on each line of the matrix.
pub(super) struct Tally {
    pub(super) runs: Vec<usize>,
    pub(super) differing: Vec<usize>,
    /// Runs of graphs that computed with dense copies, and graphs that were refused.
    pub(super) fallbacks: usize,
    pub(super) refused: usize,
    failures: Vec<Failure>,
}

/// The line of the graphs, what one has given for a call, and what the case lists for that.
type OfGraph = Option<(usize, Vec<Array>, Vec<Array>)>;

/// Verifies a case.
pub(super) fn verify_case(case: &Case, matrix: &Matrix) -> (CaseReport, Tally) {
    let mut tally = Tally {
        runs: vec![0; matrix.lines.len()],
        differing: vec![0; matrix.lines.len()],
        fallbacks: 0,
        refused: 0,
        failures: Vec::new(),
    };
    let mut report = CaseReport::new(case);
    match conventions::calls(case) {
        Ok(Calls { calls, copied }) => {
            report.copied = copied;
            let graph = run_graph(case, matrix, &mut tally);
            let count = calls.len();
            for (number, call) in calls.into_iter().enumerate() {
                // Each gradient is a call of its own, and one result of the graph.
                let own = |arrays: &[Array]| match count {
                    1 => arrays.to_vec(),
                    _ => arrays.get(number).cloned().into_iter().collect(),
                };
                let of_graph = graph.as_ref().map(|(line, results)| (*line, own(results), own(case.expected())));
                verify_call(call, matrix, &of_graph, &mut report, &mut tally);
            }
        }
        Err(sentence) => tally.fail("case", Difference::new("", "case", "a call that makes sense", sentence)),
    }
    if !tally.failures.is_empty() {
        report.status = Status::Failed(std::mem::take(&mut tally.failures));
    }
    (report, tally)
}

/// The case as a graph, if the backend runs and graphs have the operator.
fn run_graph(case: &Case, matrix: &Matrix, tally: &mut Tally) -> Option<(usize, Vec<Array>)> {
    let line = matrix.lines.iter().position(|line| matches!(line.runner, Ok(Runner::Graphs)))?;
    match graphs::run(case)? {
        // Dense copies multiply the zeros that a csr does not store: MXNet's results are those, but not the kernels'.
        Ok(found) if found.by_fallback && !case.is_from_mxnet() => None,
        Ok(found) => {
            tally.runs[line] += 1;
            tally.fallbacks += usize::from(found.by_fallback);
            Some((line, found.results))
        }
        Err(NoResults::Refused(_)) => {
            tally.refused += 1;
            None
        }
        Err(NoResults::Failed(reason)) => {
            tally.runs[line] += 1;
            tally.differing[line] += 1;
            tally.fail("runtime", Difference::new("", "graph", "a result", reason));
            None
        }
    }
}

/// What a graph has given: the bits of the kernels, or else, where another path has led there, what is near enough. Where
/// the call was made on copies of another shape, it is compared with what the case lists.
fn judge_graph(
    call: &Case,
    operation: AnyOperation,
    reference: &Outcome,
    (found, listed): (&[Array], &[Array]),
    dtype: Dtype,
) -> Compared<()> {
    let dense = |arrays: &[Array]| -> Vec<_> {
        let bits = |array: Array| (0..array.values.len()).map(|i| (array.values.get(i) + 0.0).to_bits()).collect();
        arrays.iter().map(|array| (array.shape.clone(), bits(array.to_dense()))).collect::<Vec<(_, Vec<u64>)>>()
    };
    let Ok(reference) = reference else { return judge_results(call, operation, found, dtype).map(|_| ()) };
    if dense(reference) == dense(found) {
        return Ok(());
    }
    number_of_outputs(listed, found)?;
    if reference.iter().zip(found).all(|(reference, found)| reference.shape == found.shape) {
        return judge_results(call, operation, found, dtype).map(|_| ());
    }
    listed.iter().zip(found).try_for_each(|(listed, found)| near(&listed.to_dense(), &found.to_dense(), dtype))
}

/// Every number within some roundings of the largest one of the array.
fn near(expected: &Array, found: &Array, dtype: Dtype) -> Compared<()> {
    if expected.shape != found.shape {
        let [expected, found] = [expected, found].map(|array| format!("{:?}", array.shape));
        return Err(Difference::new("out", "shape", expected, found));
    }
    let numbers = |array: &Array| (0..array.values.len()).map(|i| array.values.get(i)).collect::<Vec<_>>();
    let (expected, found) = (numbers(expected), numbers(found));
    let largest =
        expected.iter().filter(|number| number.is_finite()).fold(0.0, |most: f64, number| most.max(number.abs()));
    let allowed = largest
        * match dtype {
            Dtype::F64 => 1e-14,
            Dtype::F32 => 1e-6,
            Dtype::F16 => 1e-3,
            Dtype::Bf16 => 1e-2,
        };
    let is_near = |(expected, found): (&f64, &f64)| {
        expected.to_bits() == found.to_bits()
            || (expected.is_nan() && found.is_nan())
            || (expected - found).abs() <= allowed
    };
    match expected.iter().zip(&found).position(|pair| !is_near(pair)) {
        None => Ok(()),
        Some(place) => Err(Difference::new("out", format!("[{place}]"), expected[place], found[place])),
    }
}

/// Verifies one call of a case.
fn verify_call(call: Case, matrix: &Matrix, graph: &OfGraph, report: &mut CaseReport, tally: &mut Tally) {
    let Prepared { call, selection, copied } = conventions::prepare(call);
    report.copied |= copied;
    match selection {
        Selection::Skip(reason) => report.status = Status::Skipped(reason),
        Selection::Broken(sentence) => {
            tally.fail("case", Difference::new("", "case", "a call that makes sense", sentence))
        }
        Selection::Refuse(operations, stop) => {
            report.kernels.extend(operations.iter().filter_map(|operation| operation.kernel()));
            tally.judge("every backend", judge_refusal(&call, &Err(stop)));
        }
        Selection::Run(operations, dtype) => {
            report.dtype = Some(dtype);
            report.kernels.extend(operations.iter().filter_map(|operation| operation.kernel()));
            for operation in operations {
                let found = with_dtype!(dtype, V => run_operation::<V>(&call, operation, matrix, graph, tally));
                if let Some((errors, cast)) = found {
                    report.copied |= cast;
                    report.errors = report.errors.or(Some(errors));
                }
            }
        }
    }
}

/// Runs one operation: the reference against the file, then everything else against the reference.
fn run_operation<V: Runs>(
    case: &Case,
    operation: AnyOperation,
    matrix: &Matrix,
    graph: &OfGraph,
    tally: &mut Tally,
) -> Option<(CaseErrors, bool)> {
    let inputs = match Inputs::<V, i64>::new(case, operation) {
        Ok(Some(inputs)) => inputs,
        Ok(None) => {
            tally.fail("case", Difference::new("", "case", "indices of 64 bits", "larger ones"));
            return None;
        }
        Err(sentence) => {
            tally.fail("case", Difference::new("", "case", "a call that makes sense", sentence));
            return None;
        }
    };
    let reference = operation.run(&Scalar, &inputs);
    let judged = match (&reference, &case.error) {
        (Ok(found), None) => judge_results(case, operation, found, V::DTYPE).map(Some),
        _ => judge_refusal(case, &reference).map(|()| None),
    };
    let errors = tally.judge("scalar i64", judged).flatten();
    if let Some((line, found, listed)) = graph
        && let Err(difference) = judge_graph(case, operation, &reference, (found, listed), V::DTYPE)
    {
        tally.differing[*line] += 1;
        tally.fail("runtime", difference);
    }
    compare_backends(&inputs, operation, &reference, matrix, tally);
    if let Ok(Some(inputs)) = Inputs::<V, i32>::new(case, operation) {
        compare_backends(&inputs, operation, &reference, matrix, tally);
    }
    if let Ok(Some(inputs)) = Inputs::<V, u32>::new(case, operation) {
        compare_backends(&inputs, operation, &reference, matrix, tally);
    }
    errors
}

/// The results of the reference against those of the file, and whether they were cast for that.
fn judge_results(case: &Case, operation: AnyOperation, found: &[Array], dtype: Dtype) -> Compared<(CaseErrors, bool)> {
    if case.outputs.is_empty() && found.is_empty() {
        return Ok((CaseErrors::default(), false));
    }
    number_of_outputs(case.expected(), found)?;
    let cast = case.outputs.iter().zip(found).any(|(output, found)| output.stype != found.stype);
    // Where both sides are there, values are compared with the exact one only.
    if !cast && case.compare == Compare::Structure && !case.out.is_empty() {
        same_patterns(&case.out, found)?;
    }
    if case.compare == Compare::Bits {
        same_bits(&case.out, found)?;
        return Ok((CaseErrors::default(), false));
    }
    let patterned: Vec<Array>;
    let results = if cast || case.compare == Compare::Values {
        let pairs = case.expected().iter().zip(found);
        patterned = pairs.map(|(expected, found)| in_pattern_of(expected, found)).collect::<Result<_, _>>()?;
        &patterned
    } else {
        case.expected()
    };
    let precision = conventions::precision_of_expected(case);
    let magnitudes = operation.magnitudes(case, results);
    let Errors { relative, of_allowed } =
        within_tolerance(&Expected { results, magnitudes: &magnitudes, precision }, found, dtype)?;
    let has_exact = !case.exact.is_empty() && !case.out.is_empty();
    let comparable = has_exact && !cast && case.compare == Compare::Structure && case.is_from_mxnet();
    let errors = CaseErrors {
        lacuna: has_exact.then_some(relative),
        mxnet: if comparable { peer_error(&case.exact, &case.out, &magnitudes, dtype) } else { None },
        of_allowed,
    };
    Ok((errors, cast))
}

/// What is expected, in the pattern of what was found.
fn in_pattern_of(expected: &Array, found: &Array) -> Compared<Array> {
    let differ = |place: String, expected: String, found_there: &str| {
        Err(Difference::new(&found.name, place, expected, found_there))
    };
    match conventions::in_pattern_of(expected, found) {
        Some(Ok(array)) => Ok(array),
        Some(Err((row, column))) => differ(format!("[{row}, {column}]"), "a number".to_owned(), "nothing stored"),
        None => differ(", shape".to_owned(), format!("{:?}", expected.shape), &format!("{:?}", found.shape)),
    }
}

fn judge_refusal(case: &Case, outcome: &Outcome) -> Compared<()> {
    let expected = case.error.as_ref().map_or_else(|| "a result".to_owned(), |kind| format!("the error {kind:?}"));
    match outcome {
        Err(Stop::Refused(refusal)) if Some(refusal.kind.name()) == case.error.as_deref() => unwritten(refusal),
        other => Err(Difference::new("", "call", expected, describe(other))),
    }
}

fn unwritten(refusal: &Refusal) -> Compared<()> {
    match &refusal.wrote {
        None => Ok(()),
        Some(output) => Err(Difference::new(output, "", "nothing written by a refused call", "changed values")),
    }
}

fn describe(outcome: &Outcome) -> String {
    match outcome {
        Ok(_) => "a result".to_owned(),
        Err(Stop::Refused(refusal)) => format!("the error {:?} ({})", refusal.kind.name(), refusal.message),
        Err(Stop::Broken(sentence)) => sentence.clone(),
    }
}

/// Every line of the matrix against the reference.
fn compare_backends<V: Runs, I: CaseIndex>(
    inputs: &Inputs<V, I>,
    operation: AnyOperation,
    reference: &Outcome,
    matrix: &Matrix,
    tally: &mut Tally,
) {
    let running = || {
        let lines =
            matrix.lines.iter().enumerate().filter_map(|(number, line)| Some((number, line.runner.as_ref().ok()?)));
        lines.filter(|(_, runner)| runner.indices().contains(&I::NAME) && runner.has(operation, V::DTYPE))
    };
    for (number, runner) in running() {
        match runner {
            Runner::Scalar => tally.run(number, &Scalar, inputs, operation, reference),
            Runner::Capi(capi) => tally.run(number, capi, inputs, operation, reference),
            Runner::Device(device) => tally.run(number, &**device, inputs, operation, reference),
            Runner::Cpu(_) | Runner::Graphs => {}
        }
    }
    for &threads in &matrix.threads {
        for (number, runner) in running() {
            let Runner::Cpu(Some(level)) = runner else { continue };
            match dispatch::force(Some(*level)) {
                Ok(()) => tally.run(number, &Cpu { threads }, inputs, operation, reference),
                Err(absent) => tally.fail("cpu", Difference::new("", "level", level, absent)),
            }
        }
    }
}

impl Tally {
    fn fail(&mut self, backend: &str, difference: Box<Difference>) {
        self.failures.push(Failure { backend: backend.to_owned(), difference });
    }

    fn judge<T>(&mut self, backend: &str, judged: Compared<T>) -> Option<T> {
        judged.map_err(|difference| self.fail(backend, difference)).ok()
    }

    /// Runs on a line of the matrix.
    fn run<V: Runs, I: CaseIndex>(
        &mut self,
        line: usize,
        backend: &dyn Backend,
        inputs: &Inputs<V, I>,
        operation: AnyOperation,
        reference: &Outcome,
    ) {
        let found = operation.run(backend, inputs);
        self.runs[line] += 1;
        let same = match (reference, &found) {
            _ if let Some(fault) = backend.take_fault() => Err(Difference::new("", "call", describe(reference), fault)),
            (Ok(reference), Ok(found)) => same_bits(reference, found),
            (Err(Stop::Refused(reference)), Err(Stop::Refused(found))) if reference.kind == found.kind => {
                unwritten(found)
            }
            (Err(Stop::Broken(_)), Err(Stop::Broken(_))) => Ok(()),
            _ => Err(Difference::new("", "call", describe(reference), describe(&found))),
        };
        if let Err(difference) = same {
            self.differing[line] += 1;
            self.fail(&format!("{} {}", backend.name(), I::NAME), difference);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Values, default_directory, find};

    #[test]
    fn a_wrong_result_of_a_graph_is_told() {
        let (mut judged, found) = (Vec::new(), find(&default_directory()).unwrap());
        for found in found.into_iter().filter(|found| ["dot", "sin", "elemwise_mul"].contains(&&*found.operator)) {
            if judged.contains(&found.operator) || !found.name.ends_with("_f32") {
                continue;
            }
            let (operator, case) = (found.operator.clone(), found.read().unwrap());
            let Some(Ok(graph)) = graphs::run(&case) else { continue };
            let graph = graph.results;
            if graph[0].values.is_empty() {
                continue;
            }
            judged.push(operator);
            let Prepared { call, selection, .. } = conventions::prepare(case);
            let Selection::Run(operations, dtype) = selection else { panic!("{}", call.title()) };
            let judge = |found: &[Array]| judge_graph(&call, operations[0], &Ok(graph.clone()), (found, &graph), dtype);
            assert!(judge(&graph).is_ok());
            let mut wrong = graph.clone();
            let Values::F32(values) = &mut wrong[0].values else { panic!("{}", call.title()) };
            values[0] += 0.01;
            assert!(judge(&wrong).is_err() && judge(&graph[..0]).is_err());
        }
        assert_eq!(judged.len(), 3, "{judged:?}");
    }
}
