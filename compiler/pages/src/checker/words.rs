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
        Answer::If => "yes, on conditions",
        Answer::Via => "yes, by way of another license",
        Answer::No => "no",
    }
}

/// Whether a license can carry the work, in a few words.
pub(super) const fn carrier(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes => "can carry the whole",
        Answer::If => "can carry the whole, on conditions",
        Answer::Via => "can carry the whole, by way of another license",
        Answer::No => "cannot carry the whole",
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
        Answer::Via => may("Yes, by way of another license:"),
        Answer::No => format!("No: {} can\u{2019}t go into {work}.", parts_under(&refused)),
    };
    let rest = match (refused.is_empty(), able.is_empty()) {
        (false, false) => format!("{} can. Without {} it works.", all_of(&able), all_of(&refused)),
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
        1 => format!("Under none of their own licenses, but under {names}."),
        count => format!("Under none of their own licenses, but under {count} others, such as {names}."),
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
        (Use::Merged, _) => "The parts are copied into files of the work or adapted",
        (Use::Combined, true) => {
            "The parts are modified and linked, imported or bundled as things of their own"
        }
        (Use::Combined, false) => {
            "The parts are unmodified and linked, imported or bundled as things of their own"
        }
        (Use::Aggregated, true) => "The parts are modified and lie beside the work on one medium",
        (Use::Aggregated, false) => "The parts are unmodified and lie beside the work on one medium",
    };
    let shipping = match context.shipping {
        Shipping::Internal => "nobody else receives the work",
        Shipping::Service => "others use the work over a network",
        Shipping::Binary => "others receive the work in a form that is not its source",
        Shipping::Source => "others receive the source of the work",
    };
    let purpose = match context.purpose {
        Purpose::Commercial => "its purpose is commercial",
        Purpose::Noncommercial => "its purpose is not commercial",
        Purpose::Research => "its purpose is research",
    };
    let mut sentences = format!("{usage}; {shipping}; {purpose}.");
    if context == Context::default() && apart.is_empty() {
        sentences.push_str(" This is the default.");
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
        Use::Aggregated => "a separate work beside it",
    }
}

/// What a rule of the verdict finds, in a few words. `is_own` tells that one license has both statements.
pub(super) const fn title(rule: RuleId, is_own: bool) -> &'static str {
    if is_own {
        return "Within one license";
    }
    match rule {
        RuleId::D1 => "Permitted here, prohibited there",
        RuleId::D2 => "Required here, prohibited there",
        RuleId::D3 => "A duty on what is prohibited",
        RuleId::D4 => "The work could leave the license that keeps it",
        RuleId::D5 => "Both keep the whole work",
        RuleId::D6 => "Both keep the whole work, and one names the other",
        RuleId::V1 => "Permitted, but part of what is prohibited",
        RuleId::V2 => "Permitted, but prohibited under another name",
        RuleId::V3 => "Permitted, but with it comes what is prohibited",
        RuleId::V4 => "Two acts that contradict each other",
    }
}

/// The finding of a rule for two licenses, or for one.
pub(super) fn finding(rule: RuleId, is_own: bool, [a, b]: [&str; 2]) -> String {
    match rule {
        RuleId::D1 | RuleId::V2 if is_own => format!("{a} permits and prohibits the same act."),
        RuleId::D1 => format!("{a} permits what {b} prohibits. For {b}'s part, the prohibition holds."),
        RuleId::D2 if is_own => {
            format!("{a} requires and prohibits the same act, so the duty cannot be met.")
        }
        RuleId::D2 => format!("{a} requires what {b} prohibits."),
        RuleId::D3 => format!("{a} prohibits an act and attaches a duty to it, which can never apply."),
        RuleId::D4 if is_own => {
            format!("{a} keeps the whole work under itself and lets it be changed for another license.")
        }
        RuleId::D4 => format!(
            "{a} keeps the whole work under itself, while {b} lets its part go under another license without a duty \
             to choose a compliant one."
        ),
        RuleId::D5 => format!(
            "{a} and {b} each keep the whole work under themselves, and neither a later version nor a compatibility \
             clause links them."
        ),
        RuleId::D6 => format!(
            "Both keep the whole work under themselves, and {a} names {b} as a license it may move to."
        ),
        RuleId::V1 if is_own => format!("{a} permits an act that is part of one it prohibits."),
        RuleId::V1 => format!("{a} permits an act that is part of one {b} prohibits."),
        RuleId::V2 => format!("{a} permits an act that {b} prohibits under another name."),
        RuleId::V3 if is_own => format!("{a} permits an act that cannot be done without one it prohibits."),
        RuleId::V3 => format!("{a} permits an act that cannot be done without one {b} prohibits."),
        RuleId::V4 if is_own => format!("{a} states two acts that contradict each other."),
        RuleId::V4 => format!("{a} and {b} state two acts that contradict each other."),
    }
}
