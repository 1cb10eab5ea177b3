//! The smallest element. Source: MXNet `min`.
use super::extreme::extreme;

extreme! {
    Min, "smallest x", Smallest, "infinity", minimum_scalar;
    min "[-4.0]", min_rows "[-4.0, 2.0]", min_columns "[3.0, 1.0, -4.0]", min_csr_rows "[-4.0, 0.0]",
        min_csr_columns "[0.0, 0.0, -4.0]"
}
