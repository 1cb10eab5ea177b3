//! Which option helps with a row that is refused.
use anyhow::{Error, anyhow};
use lacuna_models::model::ModelError;
use lacuna_models::train::TrainError;
use lacuna_runtime::data::DataError;
use lacuna_runtime::libsvm::{LibsvmError, RowError};

/// What a program can do about weights of rows, and about rows without a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// It learns with weights.
    Weights,
    /// It learns without.
    Labels,
    /// It scores rows that need no label.
    Unlabelled,
}

/// The error with the options that help.
pub(crate) fn with_options(error: Error, reads: Reads) -> Error {
    let Some(hint) = reason(&error).and_then(|reason| hint(reason, reads)) else { return error };
    anyhow!("{error:#}; {hint}")
}

/// Why a row is refused, wherever the error comes from.
fn reason(error: &Error) -> Option<&RowError> {
    let own = || error.downcast_ref::<LibsvmError>();
    let data = || match error.downcast_ref::<DataError>()? {
        DataError::Libsvm(error) => Some(error),
        _ => None,
    };
    let model = || match error.downcast_ref::<ModelError>()? {
        ModelError::Data(DataError::Libsvm(error)) => Some(error),
        _ => None,
    };
    let train = || match error.downcast_ref::<TrainError>()? {
        TrainError::Libsvm(error) | TrainError::Data(DataError::Libsvm(error)) => Some(error),
        _ => None,
    };
    own().or_else(data).or_else(model).or_else(train)?.reason()
}

fn hint(reason: &RowError, reads: Reads) -> Option<&'static str> {
    Some(match (reason, reads) {
        (RowError::LabelWithWeight { .. }, Reads::Weights) => {
            "a row needs a label; --row-weights learns with the weights, --ignore-weights leaves them out"
        }
        (RowError::LabelWithWeight { .. }, Reads::Labels) => "a row needs a label; --ignore-weights leaves weights out",
        (RowError::LabelWithWeight { .. }, Reads::Unlabelled) => {
            "--unlabelled reads rows without a label, --ignore-weights a label with a weight"
        }
        (RowError::LabelOfNoClass { .. }, _) => "--positive LABEL makes one label class 1, and all others class 0",
        (RowError::DuplicateIndex { .. }, _) => "--sum-duplicates adds its values",
        (RowError::UnsortedIndex { .. }, _) => "--sort-rows sorts each row",
        (RowError::UnusedQueryId { .. } | RowError::UnusedBase { .. } | RowError::UnusedWeight { .. }, _) => {
            "--strict refuses that"
        }
        _ => return None,
    })
}
