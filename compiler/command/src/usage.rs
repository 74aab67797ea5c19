//! How a work uses its parts, as arguments.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use muniment_licenses::reason::{Context, Purpose, Shipping, Use};

#[derive(Args, Clone, Copy, Default)]
pub(super) struct Usage {
    /// How the work uses the parts: copied into its files, linked or imported, or beside it (default: combined)
    #[arg(long = "use", value_parser = word(Use::ALL.iter().copied()), value_name = "USE")]
    usage: Option<Use>,
    /// How others receive the work (default: binary)
    #[arg(long, value_parser = word(Shipping::ALL.iter().copied()), value_name = "SHIP")]
    ship: Option<Shipping>,
    /// The parts are modified
    #[arg(long)]
    modified: bool,
    /// What the work is used for (default: commercial)
    #[arg(long, value_parser = word(Purpose::ALL.iter().copied()), value_name = "PURPOSE")]
    purpose: Option<Purpose>,
}

impl Usage {
    /// A context with what the arguments say in it.
    pub(super) fn within(self, context: Context) -> Context {
        Context {
            usage: self.usage.unwrap_or(context.usage),
            shipping: self.ship.unwrap_or(context.shipping),
            modified: self.modified || context.modified,
            purpose: self.purpose.unwrap_or(context.purpose),
        }
    }
}

impl From<Context> for Usage {
    fn from(Context { usage, shipping, modified, purpose }: Context) -> Self {
        Self { usage: Some(usage), ship: Some(shipping), modified, purpose: Some(purpose) }
    }
}

impl From<Usage> for Context {
    fn from(usage: Usage) -> Self {
        usage.within(Self::default())
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
