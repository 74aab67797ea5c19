use rapidfuzz::distance::indel::BatchComparator;

use super::name::Name;

/// The fuzzy score of names for one text: the indel ratio in hundredths, rounded.
///
/// The ratio is twice the matched length (of the longest common subsequence) over the summed lengths, in characters.
/// It is computed in integers, so it is the same on every machine. Both sides must be in lower case.
pub(super) struct Scorer {
    comparator: BatchComparator<char>,
    length: usize,
}

impl Scorer {
    /// The score of equal texts.
    pub(super) const MOST: usize = 100;

    pub(super) fn new(text: &str) -> Self {
        Self { comparator: BatchComparator::new(text.chars()), length: text.chars().count() }
    }

    /// The score of a name, 0 to 100; two empty texts score 100.
    pub(super) fn score(&self, name: &Name) -> usize {
        self.hundredths(name, self.comparator.similarity(name.text().chars()))
    }

    /// The score of a name if it is at least `least`, else 0. Skips the comparison if the lengths exclude it.
    pub(super) fn score_from(&self, least: usize, name: &Name) -> usize {
        let most = self.hundredths(name, 2 * self.length.min(name.length()));
        let score = if most < least { 0 } else { self.score(name) };
        if score < least { 0 } else { score }
    }

    /// Matched characters in hundredths of all characters, halves rounded up.
    fn hundredths(&self, name: &Name, matched: usize) -> usize {
        let lengths = self.length + name.length();
        (2 * Self::MOST * matched + lengths).checked_div(2 * lengths).unwrap_or(Self::MOST)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rapidfuzz::fuzz::ratio;

    use super::*;

    fn score(text: &str, name: &str) -> usize {
        Scorer::new(text).score(&Name::ignoring_case(name))
    }

    #[test]
    fn the_score_is_twice_the_match_over_the_summed_lengths() {
        for (text, name, expected) in [
            ("mit", "mit", 100),
            ("mit", "The MIT License", 33),
            ("gpl", "gnu general public license 3", 19),
            ("abcd", "a", 40),
            // 1 of 16 letters twice: 12.5 is rounded up.
            ("a", "abbbbbbbbbbbbbb", 13),
            ("é", "É", 100),
            ("abc", "xyz", 0),
            ("abc", "", 0),
            ("", "", 100),
        ] {
            assert_eq!(score(text, name), expected, "{text} and {name}");
        }
    }

    #[test]
    fn a_score_below_the_least_counts_for_nothing() {
        let from = |least| Scorer::new("mti").score_from(least, &Name::ignoring_case("mit"));
        assert_eq!([from(0), from(67), from(68)], [67, 67, 0]);
        let longer = Name::ignoring_case(&"mti".repeat(20));
        assert_eq!(Scorer::new("mti").score_from(50, &longer), 0);
    }

    proptest! {
        #[test]
        fn the_score_is_the_ratio_in_hundredths(text in "[a-d é]{0,12}", name in "[a-d é]{0,20}", least in 0_usize..101) {
            let exact = 100.0 * ratio(text.chars(), name.chars());
            let (scorer, name) = (Scorer::new(&text), Name::ignoring_case(&name));
            let found = scorer.score(&name);
            prop_assert!((exact - f64::from(u32::try_from(found).unwrap())).abs() <= 0.500_001);
            prop_assert_eq!(scorer.score_from(least, &name), if found < least { 0 } else { found });
        }
    }
}
