//! Sentences about the results of a check. Those of the API are fixed
//! ([`conflict_reason`](muniment_licenses::reason::conflict_reason)).

use std::fmt::Write;

use muniment_licenses::reason::{Answer, CLOSED_SOURCE_TITLE, Context, Purpose, RuleId, Shipping, Use};

/// Number of licenses that a sentence names.
pub(super) const MOST_NAMED: usize = 3;

/// The class of a note about an answer.
pub(super) const fn tone(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes => "good",
        Answer::If | Answer::Via => "warn",
        Answer::No => "bad",
    }
}

/// The answer for one part in a few words.
pub(super) const fn answer(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes => "yes",
        Answer::If => "yes, if you meet the conditions",
        Answer::Via => "yes, under another license",
        Answer::No => "no",
    }
}

/// A work under the license with a name, or closed source.
pub(crate) fn work_under(license: &str) -> String {
    match license {
        CLOSED_SOURCE_TITLE => "a closed-source work".to_owned(),
        license => format!("a work under {license}"),
    }
}

/// The answer for parts, each with its own, and a named license of the work; and what follows for the other parts if
/// some are refused, or nothing.
pub(super) fn under(answer: Answer, parts: &[(&str, Answer)], work: &str) -> (String, String) {
    let work = work_under(work);
    let names = |is_refused: bool| -> Vec<&str> {
        let of_kind = parts.iter().filter(|(_, answer)| (*answer == Answer::No) == is_refused);
        of_kind.map(|(name, _)| *name).collect()
    };
    let (able, refused) = (names(false), names(true));
    let may = |start: &str| format!("{start} {} may go into {work}.", parts_under(&able));
    let heading = match answer {
        Answer::Yes => may("Yes:"),
        Answer::If => may("Yes, if you meet the conditions:"),
        Answer::Via => may("Yes, under another license:"),
        Answer::No => format!("No: {} can\u{2019}t go into {work}.", parts_under(&refused)),
    };
    let rest = match (refused.is_empty(), able.is_empty()) {
        (false, false) => {
            let has_conditions = parts.iter().any(|(_, answer)| matches!(answer, Answer::If | Answer::Via));
            let condition = if has_conditions { ", if you meet the conditions" } else { "" };
            format!(
                "{} can go in{condition}. Without {}, the answer is yes{condition}.",
                all_of(&able),
                all_of(&refused)
            )
        }
        _ => String::new(),
    };
    (heading, rest)
}

fn parts_under(names: &[&str]) -> String {
    let noun = if names.len() == 1 { "a part" } else { "parts" };
    format!("{noun} under {}", all_of(names))
}

/// Names in a row, no more than a sentence holds.
fn all_of(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [name] => (*name).to_owned(),
        [first @ .., last] if names.len() <= MOST_NAMED => format!("{} and {last}", first.join(", ")),
        names => {
            let (named, others) = names.split_at(MOST_NAMED - 1);
            format!("{} and {} others", named.join(", "), others.len())
        }
    }
}

/// The answer where licenses of parts can carry the work.
pub(super) fn carried(names: &[&str]) -> String {
    format!("Yes: a work made of these parts can be under {}.", any_of(names))
}

/// The answer where only other licenses can carry the work.
pub(super) fn carried_by_others(names: &[&str], count: usize) -> String {
    let names = any_of(names);
    match count {
        1 => format!("Yes, but only under a license that no part has: {names}."),
        count => {
            format!("Yes, but only under a license that no part has: {count} fit, such as {names}.")
        }
    }
}

fn any_of(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        names => names.concat(),
    }
}

/// How parts are used in a work. `apart` are the names of parts that are used in another way.
pub(crate) fn context(context: Context, apart: &[(&str, Use)]) -> String {
    let usage = match (context.usage, context.modified) {
        (Use::Merged, _) => "The parts are copied into files of the work, or adapted",
        (Use::Combined, true) => {
            "The parts are modified, and linked, imported or bundled as separate components"
        }
        (Use::Combined, false) => {
            "The parts are unmodified, and linked, imported or bundled as separate components"
        }
        (Use::Aggregated, true) => {
            "The parts are modified, and distributed beside the work as separate works"
        }
        (Use::Aggregated, false) => {
            "The parts are unmodified, and distributed beside the work as separate works"
        }
    };
    let shipping = match context.shipping {
        Shipping::Internal => "You use the work in-house only",
        Shipping::Service => "You run the work as a service",
        Shipping::Binary => "You ship the work as a program",
        Shipping::Source => "You share the source of the work",
    };
    let purpose = match context.purpose {
        Purpose::Commercial => "The purpose is commercial",
        Purpose::Noncommercial => "The purpose is noncommercial",
        Purpose::Research => "The purpose is research",
    };
    let mut sentences = format!("{usage}. {shipping}. {purpose}.");
    if context == Context::default() && apart.is_empty() {
        sentences.push_str(" These are the defaults.");
    }
    for (name, usage) in apart {
        let _ = write!(sentences, " {name} is {}.", usage_of_one(*usage));
    }
    sentences
}

/// How one part is used in a work, after its name.
pub(super) const fn usage_of_one(usage: Use) -> &'static str {
    match usage {
        Use::Merged => "copied into files of the work or adapted",
        Use::Combined => "linked, imported or bundled",
        Use::Aggregated => "a separate work, distributed beside it",
    }
}

/// What a rule of the verdict finds, in a few words. `is_own` tells that one license has both statements.
pub(super) const fn title(rule: RuleId, is_own: bool) -> &'static str {
    if is_own {
        return "Within one license";
    }
    match rule {
        RuleId::D1 => "One license permits what the other prohibits",
        RuleId::D2 => "One license requires what the other prohibits",
        RuleId::D3 => "An obligation on a prohibited act",
        RuleId::D4 => {
            "One license requires the whole work under its own terms, the other permits relicensing"
        }
        RuleId::D5 => "Both licenses require the whole work under their own terms",
        RuleId::D6 => "Both licenses require the whole work under their own terms, and one names the other",
        RuleId::V1 => "Permitted, but part of a prohibited act",
        RuleId::V2 => "Permitted, but the same as a prohibited act",
        RuleId::V3 => "Permitted, but impossible without a prohibited act",
        RuleId::V4 => "Two acts that contradict each other",
    }
}

/// The finding of a rule for two licenses, or for one.
pub(super) fn finding(rule: RuleId, is_own: bool, [a, b]: [&str; 2]) -> String {
    match rule {
        RuleId::D1 | RuleId::V2 if is_own => format!("{a} permits and prohibits the same act."),
        RuleId::D1 => format!("{a} permits what {b} prohibits. For {b}'s part, the prohibition holds."),
        RuleId::D2 if is_own => {
            format!("{a} requires and prohibits the same act, so nobody can meet the obligation.")
        }
        RuleId::D2 => format!("{a} requires what {b} prohibits."),
        RuleId::D3 => {
            format!("{a} prohibits an act and attaches an obligation to it, which can never apply.")
        }
        RuleId::D4 if is_own => {
            format!("{a} requires the whole work under {a}, and permits relicensing.")
        }
        RuleId::D4 => format!(
            "{a} requires the whole work under its own terms. {b} permits relicensing of its part, and does not \
             require a license that complies with {a}."
        ),
        RuleId::D5 => format!(
            "{a} and {b} each require the whole work under their own terms, and neither a later version nor a \
             compatibility clause links them."
        ),
        RuleId::D6 => format!(
            "Both require the whole work under their own terms. {a} names {b} as a license that the work may have instead."
        ),
        RuleId::V1 if is_own => format!("{a} permits an act that is part of one it prohibits."),
        RuleId::V1 => format!("{a} permits an act that is part of one {b} prohibits."),
        RuleId::V2 => format!("{a} permits an act that is the same as one that {b} prohibits."),
        RuleId::V3 if is_own => format!("{a} permits an act that cannot be done without one it prohibits."),
        RuleId::V3 => format!("{a} permits an act that cannot be done without one {b} prohibits."),
        RuleId::V4 if is_own => format!("{a} states two acts that contradict each other."),
        RuleId::V4 => format!("{a} and {b} state two acts that contradict each other."),
    }
}
