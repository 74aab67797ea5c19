/// Where a name contains a needle, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum MatchPosition {
    /// At its beginning.
    Start,
    /// At the beginning of one of its words.
    WordStart,
    /// Within a word.
    Inside,
}

/// The rank of a name that contains a needle, best first.
///
/// In the same position the shorter name is better, which is also the order of the fuzzy ratio.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    position: MatchPosition,
    /// Length in characters.
    length: usize,
}

impl Rank {
    /// The place of its position, the best being 0.
    pub(super) const fn place(self) -> usize {
        self.position as usize
    }
}

/// A normalized name, to compare with needles normalized in the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    text: String,
    length: usize,
}

impl Name {
    pub(super) fn ignoring_case(text: &str) -> Self {
        Self::from(text.to_lowercase())
    }

    /// Treats blank, hyphen and underscore alike, so that `mpl 2` finds `MPL-2.0`.
    pub(super) fn ignoring_dividers(text: &str) -> Self {
        let lower = text.to_lowercase();
        let words = lower.split(|c: char| c.is_whitespace() || matches!(c, '-' | '_'));
        Self::from(words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Length in characters.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Its words: runs of letters and digits.
    pub(super) fn words(&self) -> impl Iterator<Item = &str> {
        self.text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
    }

    /// The rank for a needle; `None` if the name does not contain it.
    pub(super) fn rank(&self, needle: &str) -> Option<Rank> {
        // Avoids the setup cost of a search, which grows with the needle.
        if needle.len() > self.text.len() {
            return None;
        }
        let mut places = self.text.match_indices(needle).map(|(at, _)| at);
        let position = match places.next()? {
            0 => MatchPosition::Start,
            first if self.begins_word(first) || places.any(|at| self.begins_word(at)) => {
                MatchPosition::WordStart
            }
            _ => MatchPosition::Inside,
        };
        Some(Rank { position, length: self.length })
    }

    fn begins_word(&self, at: usize) -> bool {
        let before = self.text.get(..at).and_then(|before| before.chars().next_back());
        before.is_none_or(|c| !c.is_alphanumeric())
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self { length: text.chars().count(), text }
    }
}

pub(super) fn best(names: &[Name], needle: &str) -> Option<Rank> {
    names.iter().filter_map(|name| name.rank(needle)).min()
}

#[cfg(test)]
mod tests {
    use rapidfuzz::fuzz::ratio;

    use super::*;

    fn rank(name: &str, needle: &str) -> Option<Rank> {
        Name::ignoring_dividers(name).rank(needle)
    }

    #[test]
    fn starts_of_names_rank_before_starts_of_words_and_these_before_the_rest() {
        let ranks = [rank("GPL-2.0", "gpl"), rank("GNU GPL", "gpl"), rank("AGPL", "gpl")];
        assert!(ranks.is_sorted() && ranks.iter().all(Option::is_some), "{ranks:?}");
        assert!(rank("LGPL, a GPL", "gpl") < rank("LGPL, a AGPL", "gpl"));
        assert_eq!(rank("MIT", "gpl"), None);
    }

    #[test]
    fn dividers_and_case_are_ignored() {
        assert!(rank("MPL-2.0", "mpl 2").is_some());
        assert_eq!(Name::ignoring_dividers("  A_b - C ").text(), "a b c");
        assert_eq!(Name::ignoring_case("MPL-2.0").rank("mpl 2"), None);
        assert!(Name::ignoring_case("Réciprocité").rank("RÉCI".to_lowercase().as_str()).is_some());
    }

    #[test]
    fn words_are_letters_and_digits() {
        let name = Name::ignoring_dividers("GNU-GPL (v2.0+)");
        assert_eq!(name.words().collect::<Vec<_>>(), ["gnu", "gpl", "v2", "0"]);
        assert_eq!(Name::ignoring_case("Été").length(), 3);
    }

    #[test]
    fn shorter_names_have_a_higher_ratio() {
        let needle = "apache";
        let mut names = ["apache 2.0 with commons clause", "apache 2.0", "apache", "apache license"]
            .map(Name::ignoring_case);
        names.sort_by_key(|name| name.rank(needle));
        let ratios = names.map(|name| ratio(name.text().chars(), needle.chars()));
        assert!(ratios.is_sorted_by(|a, b| a > b), "{ratios:?}");
    }
}
