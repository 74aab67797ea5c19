use std::ops::Range;

use super::{LONGEST_QUOTATION, Locator, NormalText};
use crate::model::Position;
use crate::model::Position::{Duty, Permission, Prohibition};

/// Words by which texts say each act, in lower case: the most telling ones first.
const CLAUSES: &[(Position, &str, &[&str])] = &[
    (
        Permission,
        "odrl:reproduce",
        &["reproduce", "use, copy", "copy and distribute", "to copy", "copies of", "copy"],
    ),
    (Permission, "odrl:distribute", &["redistribut", "distribut", "convey", "publish", "share"]),
    (Permission, "odrl:modify", &["modif", "alter ", "adapt", "make changes"]),
    (
        Permission,
        "odrl:derive",
        &["derivative work", "create and reproduce", "adaptation", "works based", "adapt", "modif"],
    ),
    (
        Permission,
        "cc:DerivativeWorks",
        &[
            "distribute such modifications",
            "derivative works",
            "adaptations",
            "modified versions",
            "with or without modification",
        ],
    ),
    (
        Permission,
        "svc:ModifiedWorks",
        &[
            "with or without modification",
            "distribute such modifications",
            "distribute modified",
            "convey a work based",
            "modifications",
        ],
    ),
    (Permission, "odrl:display", &["publicly display", "display", "make available to the public"]),
    (
        Permission,
        "odrl:present",
        &["publicly perform", "perform", "communicate", "make available to the public"],
    ),
    (Permission, "cc:CommercialUse", &["commercial", "for any purpose", "and/or sell", "or sell copies"]),
    (
        Permission,
        "svc:chargeDistributionFee",
        &["may charge", "charge a fee", "charge any price", "sell copies"],
    ),
    (Permission, "svc:sellCopy", &["sell copies", "sell the", "and/or sell", "accept compensation"]),
    (Permission, "svc:sublicense", &["sublicens", "sub-licens"]),
    (
        Permission,
        "svc:patentGrant",
        &["patent license", "patent claims", "offer to sell", "offer for sale", "licensed patents"],
    ),
    (
        Permission,
        "svc:exceptedCombination",
        &["larger work", "terms of your choice", "to link", "uses the library", "combined work"],
    ),
    (
        Permission,
        "svc:ChangeLicense",
        &[
            "may be distributed under a",
            "different license",
            "under its own license",
            "terms of your choice",
            "under the terms of any",
        ],
    ),
    (Permission, "svc:suiGenerisDatabaseRights", &["sui generis database", "database right", "extract"]),
    (
        Permission,
        "svc:networkUseTrigger",
        &["remotely through a computer network", "external deployment", "over a network", "network server"],
    ),
    (
        Permission,
        "svc:addStatement",
        &["add your own copyright", "additional permissions", "add your own", "supplement the terms"],
    ),
    (Permission, "svc:moralRightsNonAssertion", &["moral rights"]),
    (Permission, "svc:covenantNotToSue", &["covenant", "undertakes not to"]),
    (
        Duty,
        "cc:Notice",
        &[
            "copy of this license",
            "this permission notice",
            "this list of conditions",
            "keep intact all",
            "retain the",
            "notices",
            "copy of the licen",
        ],
    ),
    (Duty, "cc:Attribution", &["copyright notice", "credit", "attribution", "acknowledg"]),
    (Duty, "cc:SourceCode", &["corresponding source", "source code", "machine-readable"]),
    (
        Duty,
        "cc:ShareAlike",
        &[
            "licensed as a whole",
            "under the terms of this license",
            "only under",
            "same license",
            "under this license",
        ],
    ),
    (
        Duty,
        "svc:modificationNotice",
        &[
            "prominent notice",
            "stating that you changed",
            "plainly marked",
            "indicate if you modified",
            "date of any change",
            "changes were made",
            "document",
        ],
    ),
    (
        Duty,
        "svc:noWarrantyNotice",
        &["following disclaimer", "disclaimer of warrant", "absence of any warranty", "disclaimer"],
    ),
    (
        Duty,
        "svc:rename",
        &["different name", "rename", "reserved font name", "name of the modified", "distinct"],
    ),
    (
        Duty,
        "svc:compliantLicense",
        &["complies with the", "own license agreement", "is compatible", "does not attempt to limit"],
    ),
    (Duty, "svc:includeNoticeFile", &["\"notice\" text file", "describes the claim", "legal.txt"]),
    (Duty, "svc:advertisingAcknowledgement", &["advertising materials"]),
    (Duty, "svc:exportControlNotice", &["export"]),
    (Duty, "svc:recipientAssent", &["express assent", "obtain the"]),
    (Duty, "svc:patentFreedomCondition", &["royalty-free redistribution"]),
    (Duty, "svc:contributionGrantBack", &["you hereby grant", "grants to all", "grant back"]),
    (
        Duty,
        "svc:originalVersionOffer",
        &["original version", "unmodified copy", "transparent copy", "manual page"],
    ),
    (Prohibition, "svc:promote", &["endorse", "used in advertising", "promotion"]),
    (
        Prohibition,
        "svc:addLimitation",
        &["further restrictions", "impose any", "additional or different terms", "restrict"],
    ),
    (
        Prohibition,
        "svc:ChangeLicense",
        &[
            "licensed as a whole",
            "only under the terms",
            "may not be distributed under any other",
            "under the terms of this license",
        ],
    ),
    (Prohibition, "svc:sublicense", &["sublicens", "sub-licens"]),
    (
        Prohibition,
        "svc:chargeLicenseFee",
        &["at no charge", "license fee", "royalty, or other charge", "no charge"],
    ),
    (
        Prohibition,
        "svc:patentRetaliationTermination",
        &["patent litigation", "alleging", "patent infringement", "claim of infringement", "patent claim"],
    ),
    (
        Prohibition,
        "cc:CommercialUse",
        &["noncommercial", "non-commercial", "commercial advantage", "commercial"],
    ),
    (
        Prohibition,
        "cc:DerivativeWorks",
        &["no rights to make adaptations", "not share adapted", "do not have permission", "derivative"],
    ),
    (
        Prohibition,
        "svc:applyTechnicalProtectionMeasures",
        &["technological measures", "technical measures", "technical protection"],
    ),
    (Prohibition, "svc:moralRightsRestriction", &["derogatory", "distort", "moral rights"]),
    (
        Prohibition,
        "svc:royaltyCollectionReserved",
        &["reserves the exclusive right to collect", "right to collect royalties", "collect royalties"],
    ),
    (
        Prohibition,
        "svc:exemptedMaterial",
        &["personal data", "does not cover", "trademarks", "trade names", "third part"],
    ),
    (Prohibition, "svc:sellCopy", &["sold by itself", "not sell"]),
];

/// A clause that may make a statement. A reading decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clause {
    /// The position of the statement.
    pub position: Position,
    /// The compact name of its act, with the prefixes of records.
    pub act: &'static str,
    /// The words.
    pub locator: Locator,
}

/// Words of a clause that makes a statement of a position, in lower case.
const fn makers(position: Position) -> &'static [&'static str] {
    match position {
        Permission => &["may ", "grant", "permi", "right to", "free to"],
        Duty => &["must", "shall", "provided", "retain", "required", "ensure", "conditions"],
        Prohibition => &["not ", "no ", "without", "only", "terminate", "neither", "prohibit"],
    }
}

/// Occurrences of the words of an act that are compared.
const MOST_OCCURRENCES: usize = 100;

/// Finds a clause for each act that a text seems to permit, require or prohibit: the part of a sentence around words
/// of the act. Among several, one with a word that makes such a statement goes first, then the more telling words, then
/// the earlier place.
#[must_use]
pub fn clauses(text: &NormalText) -> Vec<Clause> {
    let lower = text.as_str().to_ascii_lowercase();
    let found = CLAUSES.iter().filter_map(|(position, act, words)| {
        let occurrences = words.iter().enumerate().flat_map(|(rank, words)| {
            lower.match_indices(words).map(move |(at, words)| (rank, at, words.len()))
        });
        let candidates = occurrences.take(MOST_OCCURRENCES).filter_map(|(rank, at, length)| {
            let clause = around(text.as_str(), at, length)?;
            let said = lower.get(clause.clone())?;
            let makes_none = !makers(*position).iter().any(|maker| said.contains(maker));
            Some(((makes_none, rank, at), clause))
        });
        let (_, clause) = candidates.min_by_key(|(order, _)| *order)?;
        let locator = text.locate(text.as_str().get(clause)?)?;
        Some(Clause { position: *position, act, locator })
    });
    found.collect()
}

/// The part of a sentence around some bytes of a text, at most [`LONGEST_QUOTATION`] characters.
fn around(text: &str, at: usize, length: usize) -> Option<Range<usize>> {
    const ENDS: [char; 3] = ['.', ';', ':'];
    let (before, after) = (text.get(..at)?, text.get(at + length..)?);
    let half = (LONGEST_QUOTATION - length.min(LONGEST_QUOTATION)) / 2;
    let reach = |characters: &mut dyn Iterator<Item = char>| -> usize {
        characters.take(half).take_while(|character| !ENDS.contains(character)).map(char::len_utf8).sum()
    };
    let (head, tail) = (reach(&mut before.chars().rev()), reach(&mut after.chars()));
    Some(at - head..at + length + tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clause_is_the_part_of_a_sentence_around_its_words() {
        let text = NormalText::of(
            "You may copy it. The names of the authors may not be used to endorse products; all else is free.",
        );
        let found = clauses(&text);
        let words = |act: &str| {
            let clause = found.iter().find(|clause| clause.act == act).expect("it is found");
            (clause.position, text.span(&clause.locator).expect("it is in the text"))
        };
        assert_eq!(
            words("svc:promote"),
            (Prohibition, "The names of the authors may not be used to endorse products")
        );
        assert_eq!(words("odrl:reproduce"), (Permission, "You may copy it"));
        assert!(found.iter().all(|clause| clause.act != "svc:rename"));
    }

    #[test]
    fn every_act_has_words_in_lower_case() {
        for (_, act, words) in CLAUSES {
            assert!(
                !words.is_empty() && words.iter().all(|words| **words == words.to_ascii_lowercase()),
                "{act}"
            );
        }
        assert_eq!(clauses(&NormalText::of("")), []);
    }
}
