use super::limits;

/// A text that quotes are looked for in: letter for letter, its white space folded.
#[derive(Debug)]
pub(super) struct Quotable {
    folded: String,
    lower: String,
}

/// Marks that an answer may put around a quote.
const MARKS: [char; 8] = ['"', '\'', '“', '”', '„', '‘', '’', '`'];

impl Quotable {
    pub(super) fn new(text: &str) -> Self {
        let folded = folded(text);
        Self { lower: folded.to_lowercase(), folded }
    }

    /// The quote as the text has it, white space folded; none where the text does not hold it.
    pub(super) fn quote(&self, quote: &str) -> Option<String> {
        let quote = folded(quote);
        let within = quote.trim_matches(MARKS).trim();
        [quote.as_str(), within]
            .into_iter()
            .find(|quote| is_long_enough(quote) && holds(&self.folded, quote))
            .map(str::to_owned)
    }

    /// Whether the text holds a name, in any letter case.
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

/// Whether a quote stands in a text and begins with a whole word: `authorized` is no quote from `unauthorized`.
fn holds(text: &str, quote: &str) -> bool {
    let is_of_a_word = quote.starts_with(is_spaced_letter);
    text.match_indices(quote).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        !is_of_a_word || !before.is_some_and(is_spaced_letter)
    })
}

/// A letter or digit of a script that parts words by spaces.
fn is_spaced_letter(c: char) -> bool {
    c.is_alphanumeric() && c < '\u{590}'
}
