use serde::Serialize;

use muniment_licenses::reason::{Context, Demand, Duty, Labels, Purpose, Shipping, Terms, Trigger, Use};

/// What licenses ask for on one occasion.
#[derive(Debug, Serialize)]
pub(super) struct Occasion {
    pub(super) when: &'static str,
    pub(super) sentences: Vec<String>,
}

/// What a license asks of those who use the work, however they do.
pub(super) fn occasions(terms: &Terms, name: &str, labels: &Labels<'_>) -> Vec<Occasion> {
    let of = |(trigger, duties): (Trigger, Vec<&Duty>)| {
        let mut sentences: Vec<String> = Vec::new();
        for sentence in duties.into_iter().map(|duty| sentence(duty, name, labels)) {
            if !sentences.contains(&sentence) {
                sentences.push(sentence);
            }
        }
        Occasion { when: trigger.heading(), sentences }
    };
    duties_by_trigger(terms).into_iter().map(of).collect()
}

/// The duties of every context, by what brings them; those of changed copies without those of every copy.
pub(super) fn duties_by_trigger(terms: &Terms) -> Vec<(Trigger, Vec<&Duty>)> {
    let context =
        |shipping| Context { usage: Use::Merged, shipping, modified: true, purpose: Purpose::Commercial };
    let every = Shipping::ALL.iter().map(|(shipping, _)| context(*shipping));
    let duties: Vec<&Duty> = every.flat_map(|context| terms.conditions(context)).collect();
    let is_of_every_copy =
        |act: &str| duties.iter().any(|duty| duty.trigger == Trigger::Sharing && duty.act == act);
    let of = |trigger: Trigger| -> Vec<&Duty> {
        let brought = duties.iter().filter(|duty| duty.trigger == trigger);
        brought
            .filter(|duty| trigger != Trigger::SharingChanged || !is_of_every_copy(&duty.act))
            .copied()
            .collect()
    };
    let triggers = Trigger::ALL.iter().map(|(trigger, _)| (*trigger, of(*trigger)));
    triggers.filter(|(_, duties)| !duties.is_empty()).collect()
}

/// A duty as a sentence, with what share-alike reaches. `name` is the name of the license.
pub(super) fn sentence(duty: &Duty, name: &str, labels: &Labels<'_>) -> String {
    let label = labels.label(&duty.act);
    let instruction = match (labels.instruction(&duty.act), duty.demand) {
        (Some(instruction), _) => instruction.to_owned(),
        (None, Demand::Duty) => format!("Required: {label}."),
        (None, Demand::Prohibition) => format!("Not allowed: {label}."),
    };
    match duty.reach(name) {
        Some(reach) => format!("{instruction} {reach}"),
        None => instruction,
    }
}
