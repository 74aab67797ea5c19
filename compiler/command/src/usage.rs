//! How a work uses its parts, as arguments.

use clap::Args;

use muniment_licenses::reason::{Context, Purpose, Shipping, Use};

#[derive(Args, Clone, Copy)]
pub(super) struct Usage {
    /// How the work uses the parts: merged, combined or aggregated
    #[arg(long = "use", value_parser = usage, default_value = "combined", value_name = "USE")]
    usage: Use,
    /// How others receive the work: internal, service, binary or source
    #[arg(long, value_parser = shipping, default_value = "binary", value_name = "SHIP")]
    ship: Shipping,
    /// The parts are modified
    #[arg(long)]
    modified: bool,
    /// What the work is used for: commercial, noncommercial or research
    #[arg(long, value_parser = purpose, default_value = "commercial", value_name = "PURPOSE")]
    purpose: Purpose,
}

impl Default for Usage {
    fn default() -> Self {
        let Context { usage, shipping, modified, purpose } = Context::default();
        Self { usage, ship: shipping, modified, purpose }
    }
}

impl From<Usage> for Context {
    fn from(Usage { usage, ship, modified, purpose }: Usage) -> Self {
        Self { usage, shipping: ship, modified, purpose }
    }
}

fn usage(word: &str) -> Result<Use, String> {
    known(word, Use::ALL)
}

fn purpose(word: &str) -> Result<Purpose, String> {
    known(word, Purpose::ALL)
}

fn shipping(word: &str) -> Result<Shipping, String> {
    known(word, Shipping::ALL)
}

pub(super) fn known<T: Copy>(word: &str, words: &[(T, &str)]) -> Result<T, String> {
    let found = words.iter().find(|(_, known)| *known == word).map(|(value, _)| *value);
    let known = || words.iter().map(|(_, known)| *known).collect::<Vec<_>>().join(", ");
    found.ok_or_else(|| format!("use one of {}", known()))
}
