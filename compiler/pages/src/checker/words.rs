//! Sentences about the results of a check. Those of the API are fixed
//! ([`conflict_reason`](muniment_licenses::reason::conflict_reason)).

use muniment_licenses::reason::{Grade, RuleId, Weight};

/// The heading of an answer.
pub(super) const fn heading(grade: Grade) -> &'static str {
    match grade {
        Grade::None => "They go together",
        Grade::Restriction => "They go together, on conditions",
        Grade::Conflict => "They do not go together",
    }
}

/// The answer as a sentence; `target` is the name of the target license.
pub(super) fn answer(grade: Grade, target: Option<&str>) -> String {
    match (grade, target) {
        (Grade::None, None) => {
            "Nothing that one of these licenses says stands against another: works under them can \
             be combined."
                .to_owned()
        }
        (Grade::Restriction, None) => {
            "Works under these licenses can be combined, and the whole is bound by the narrower \
             terms listed here."
                .to_owned()
        }
        (Grade::Conflict, None) => {
            "Works under these licenses cannot be combined: the conflicts listed here cannot all \
             be obeyed."
                .to_owned()
        }
        (Grade::None, Some(target)) => format!("A work made of these parts can go under {target}."),
        (Grade::Restriction, Some(target)) => {
            format!(
                "A work made of these parts can go under {target}, bound by the narrower terms listed \
             here."
            )
        }
        (Grade::Conflict, Some(target)) => {
            format!(
                "A work made of these parts cannot go under {target}: the conflicts listed here \
             cannot all be obeyed."
            )
        }
    }
}

/// The consequence of a weight.
pub(super) const fn consequence(weight: Weight) -> &'static str {
    match weight {
        Weight::Conflict => "Conflict",
        Weight::Restriction => "Condition",
        Weight::Defect => "Within one license",
    }
}

/// The finding of a rule for two licenses, or for one.
pub(super) fn finding(rule: RuleId, weight: Weight, [a, b]: [&str; 2]) -> String {
    let is_defect = weight == Weight::Defect;
    let is_conflict = weight == Weight::Conflict;
    match rule {
        RuleId::D1 | RuleId::V2 if is_defect => format!("{a} permits and prohibits the same act."),
        RuleId::D1 if is_conflict => {
            format!(
                "{a} would grant for the whole what {b} prohibits for its part, and no part can \
                 be given away with more than it came with."
            )
        }
        RuleId::D1 => format!("{a} permits what {b} prohibits. For the whole, the prohibition holds."),
        RuleId::D2 if is_defect => {
            format!("{a} requires and prohibits the same act, so the duty cannot be met.")
        }
        RuleId::D2 => format!("{a} requires what {b} prohibits. No work can obey both."),
        RuleId::D3 => format!("{a} prohibits an act and attaches a duty to it, which can never apply."),
        RuleId::D4 if is_defect => {
            format!("{a} keeps the whole work under itself and lets it be changed for another license.")
        }
        RuleId::D4 => format!(
            "{a} keeps the whole work under itself, while {b} may be changed for another license \
             without a duty to choose a compliant one: the work could end up outside {a}."
        ),
        RuleId::D5 => format!(
            "{a} and {b} each keep the whole work under themselves, and neither a later version \
             nor a compatibility clause links them. One work cannot be under both alone."
        ),
        RuleId::D6 if is_conflict => format!(
            "Both keep the whole work under themselves, and {a} names {b} as the license it may \
             move to. The way back is open to nobody: the whole cannot go under {a}."
        ),
        RuleId::D6 => format!(
            "Both keep the whole work under themselves, and {a} names {b} as a license it may \
             move to: the whole has to go under {b}."
        ),
        RuleId::V1 if is_defect => format!("{a} permits an act that is part of one it prohibits."),
        RuleId::V1 if is_conflict => {
            format!("{a} would grant for the whole an act that is part of one {b} prohibits.")
        }
        RuleId::V1 => {
            format!(
                "{a} permits an act that is part of one {b} prohibits. For the whole, the \
                 prohibition holds."
            )
        }
        RuleId::V2 if is_conflict => {
            format!("{a} would grant for the whole an act that {b} prohibits under another name.")
        }
        RuleId::V2 => {
            format!(
                "{a} permits an act that {b} prohibits under another name. For the whole, the \
                 prohibition holds."
            )
        }
        RuleId::V3 if is_defect => {
            format!("{a} permits an act that cannot be done without one it prohibits.")
        }
        RuleId::V3 if is_conflict => {
            format!("{a} would grant for the whole an act that cannot be done without one {b} prohibits.")
        }
        RuleId::V3 => format!(
            "{a} permits an act that cannot be done without one {b} prohibits. For the whole, the \
             prohibition holds."
        ),
        RuleId::V4 if is_defect => format!("{a} states two acts that contradict each other."),
        RuleId::V4 => format!("{a} and {b} state two acts that contradict each other."),
    }
}

/// The grade of a candidate in a few words.
pub(super) const fn candidate(grade: Grade) -> &'static str {
    match grade {
        Grade::None => "can carry the whole",
        Grade::Restriction => "can carry the whole, on conditions",
        Grade::Conflict => "cannot carry the whole",
    }
}
