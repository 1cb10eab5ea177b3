//! The largest element. Source: MXNet `max`.
use super::extreme::extreme;

extreme! {
    Max, "largest x", Largest, "-infinity", maximum_scalar;
    max "[3.0]", max_rows "[3.0, 7.0]", max_columns "[5.0, 7.0, 2.0]", max_csr_rows "[3.0, 2.0]",
        max_csr_columns "[3.0, 0.0, 2.0]"
}
