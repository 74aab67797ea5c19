//! How a work uses its parts, as arguments.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use muniment_licenses::reason::{Context, Purpose, Shipping, Use};

#[derive(Args, Clone, Copy)]
pub(super) struct Usage {
    /// How the work uses the parts: copied into its files, linked or imported, or beside it
    #[arg(long = "use", value_parser = word(Use::ALL.iter().copied()), default_value = "combined", value_name = "USE")]
    usage: Use,
    /// How others receive the work
    #[arg(long, value_parser = word(Shipping::ALL.iter().copied()), default_value = "binary", value_name = "SHIP")]
    ship: Shipping,
    /// The parts are modified
    #[arg(long)]
    modified: bool,
    /// What the work is used for
    #[arg(long, value_parser = word(Purpose::ALL.iter().copied()), default_value = "commercial", value_name = "PURPOSE")]
    purpose: Purpose,
}

impl Default for Usage {
    fn default() -> Self {
        Context::default().into()
    }
}

impl From<Context> for Usage {
    fn from(Context { usage, shipping, modified, purpose }: Context) -> Self {
        Self { usage, ship: shipping, modified, purpose }
    }
}

impl From<Usage> for Context {
    fn from(Usage { usage, ship, modified, purpose }: Usage) -> Self {
        Self { usage, shipping: ship, modified, purpose }
    }
}

/// Reads one of these words, which shells complete and errors list.
pub(super) fn word<T: Copy + Send + Sync + 'static>(
    words: impl IntoIterator<Item = (T, &'static str)>,
) -> impl TypedValueParser<Value = T> {
    let words: Vec<(T, &'static str)> = words.into_iter().collect();
    let known = PossibleValuesParser::new(words.iter().map(|(_, word)| *word));
    known.try_map(move |given| {
        let found = words.iter().find(|(_, word)| *word == given).map(|(value, _)| *value);
        found.ok_or_else(|| format!("`{given}` is not one of them"))
    })
}
