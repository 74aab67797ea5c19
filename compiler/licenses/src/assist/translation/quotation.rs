use super::limits;

/// A text with folded white space, to search for quotes.
#[derive(Debug)]
pub(super) struct Quotable {
    folded: String,
    lower: String,
}

/// Quotation marks that an answer may add.
const MARKS: [char; 8] = ['"', '\'', '“', '”', '„', '‘', '’', '`'];

impl Quotable {
    pub(super) fn new(text: &str) -> Self {
        let folded = folded(text);
        Self { lower: folded.to_lowercase(), folded }
    }

    /// The quote as the text has it, with folded white space; `None` if the text does not contain it.
    pub(super) fn quote(&self, quote: &str) -> Option<String> {
        let quote = folded(quote);
        let within = quote.trim_matches(MARKS).trim();
        [quote.as_str(), within]
            .into_iter()
            .find(|quote| is_long_enough(quote) && holds(&self.folded, quote))
            .map(str::to_owned)
    }

    /// Whether the text contains a name, ignoring case.
    pub(super) fn names(&self, name: &str) -> bool {
        let name = folded(name).to_lowercase();
        !name.is_empty() && holds(&self.lower, &name)
    }
}

/// A text with single blanks for white space, and none around it.
pub(super) fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_long_enough(quote: &str) -> bool {
    quote.chars().filter(|c| c.is_alphanumeric()).count() >= limits::SHORTEST_QUOTE
}

/// Whether a text contains a quote at a word boundary: `authorized` is not a quote from `unauthorized`.
fn holds(text: &str, quote: &str) -> bool {
    let is_of_a_word = quote.starts_with(is_spaced_letter);
    text.match_indices(quote).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        !is_of_a_word || !before.is_some_and(is_spaced_letter)
    })
}

/// A letter or digit of a script that separates words by spaces.
fn is_spaced_letter(c: char) -> bool {
    c.is_alphanumeric() && c < '\u{590}'
}
