//! The list of optimizers.

/// Calls `$callback! { rows }`. A row:
///
/// ```text
/// Rule kernel [own hyper-parameters] [states] |hyper, step| its hyper-parameters in a step;
/// ```
///
/// Own hyper-parameters are those that a user chooses: the others follow from the number of the step. A state in brackets has one number a row, the others have the shape of the weight.
macro_rules! for_each_optimizer {
    ($callback:ident) => {
        $callback! {
            Sgd sgd [] [] |hyper, _step| hyper;
            SgdMomentum sgd_momentum [momentum] [momentum] |hyper, _step| hyper;
            Nag nag [momentum] [momentum] |hyper, _step| hyper;
            SignSgd sign_sgd [] [] |hyper, _step| hyper;
            Signum signum [momentum decoupled_decay] [momentum] |hyper, _step| hyper;
            AdaGrad adagrad [epsilon] [history] |hyper, _step| hyper;
            AdaGradL2 adagrad_l2 [epsilon] [history] |hyper, _step| hyper;
            AdaDelta adadelta [rho epsilon] [squares deltas] |hyper, _step| hyper;
            RmsProp rmsprop [rho epsilon clip_weights] [squares] |hyper, _step| hyper;
            RmsPropCentered rmsprop_centered [rho momentum epsilon clip_weights] [squares average delta] |hyper, _step| hyper;
            Adam adam [beta1 beta2 epsilon] [mean variance] |hyper, step| hyper.bias_corrected(step);
            AdamW adamw [beta1 beta2 epsilon eta] [mean variance] |hyper, step| hyper.bias_corrected(step);
            Adamax adamax [beta1 beta2] [mean largest] |hyper, step| hyper.bias_corrected(step);
            Nadam nadam [beta1 beta2 epsilon] [mean variance] |hyper, step| NadamSchedule::after(NADAM_DECAY, hyper.beta1, step.saturating_sub(1)).next_step(hyper);
            Ftrl ftrl [lambda1 beta] [z n] |hyper, _step| hyper;
            Ftml ftml [beta1 beta2 epsilon] [d v z] |hyper, step| hyper.bias_corrected(step);
            Lamb lamb [beta1 beta2 epsilon lower_bound upper_bound] [mean variance] |hyper, step| hyper.bias_corrected(step);
            Lars lars [momentum eta epsilon] [momentum] |hyper, _step| hyper;
            GroupAdaGrad group_adagrad [epsilon] [(history)] |hyper, _step| hyper;
            RowAdaGrad row_adagrad [epsilon] [(history)] |hyper, _step| hyper;
            RowRmsProp row_rmsprop [rho epsilon] [(history)] |hyper, _step| hyper;
            RowAdam row_adam [beta1 beta2 epsilon] [mean (variance)] |hyper, step| hyper.bias_corrected(step);
            RowLamb row_lamb [beta1 beta2 epsilon] [mean (variance)] |hyper, step| hyper.bias_corrected(step);
        }
    };
}
pub(crate) use for_each_optimizer;
