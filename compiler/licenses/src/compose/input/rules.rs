//! Reads rules and asset types.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::Reader;
use crate::compose::fault::{Problem, shown};
use crate::compose::limits;

impl<'r> Reader<'r, '_> {
    pub(super) fn targets(&mut self) -> BTreeSet<String> {
        let mut targets = BTreeSet::new();
        for (place, entry) in self.list("targets", limits::ENTRIES) {
            let Some(name) = self.name(&place, entry) else { continue };
            match self.composer.target(name) {
                Some(target) => {
                    targets.insert(target);
                }
                None => {
                    let known = self.composer.target_names();
                    self.fault(place, Problem::UnknownTarget { value: shown(name), known });
                }
            }
        }
        targets
    }

    pub(super) fn permissions(&mut self) -> BTreeMap<String, BTreeSet<String>> {
        const SHAPE: &str = "an object with `action` and a list of `duties`";
        let mut permissions: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
        for (place, entry) in self.list("permissions", limits::ENTRIES) {
            let Some(permission) = entry.as_object() else {
                self.fault(place, Problem::WrongType(SHAPE));
                continue;
            };
            let stated = |key: &str| permission.get(key).filter(|value| !value.is_null());
            let action_place = format!("{place}.action");
            let action = match stated("action") {
                Some(action) => self.action(&action_place, action),
                None => {
                    self.fault(action_place.clone(), Problem::Missing);
                    None
                }
            };
            let duties = match stated("duties") {
                Some(duties) => self.duties_of(&format!("{place}.duties"), duties),
                None => BTreeSet::new(),
            };
            let Some(action) = action else { continue };
            match permissions.get(&action) {
                None => {
                    permissions.insert(action, (place, duties));
                }
                Some((_, known)) if *known == duties => {}
                Some((before, _)) => {
                    let problem = Problem::PermittedOtherwise {
                        action: self.composer.compact(&action),
                        before: before.clone(),
                    };
                    self.fault(action_place, problem);
                }
            }
        }
        permissions.into_iter().map(|(action, (_, duties))| (action, duties)).collect()
    }

    pub(super) fn actions(&mut self, field: &str) -> BTreeSet<String> {
        let entries = self.list(field, limits::ENTRIES);
        entries.into_iter().filter_map(|(place, entry)| self.action(&place, entry)).collect()
    }

    pub(super) fn duties(&mut self, field: &str) -> BTreeSet<String> {
        let Some(value) = self.value(field) else { return BTreeSet::new() };
        self.duties_of(field, value)
    }

    fn duties_of(&mut self, place: &str, value: &'r Value) -> BTreeSet<String> {
        let mut duties = BTreeSet::new();
        for (place, entry) in self.list_of(place, value, limits::ENTRIES) {
            let Some(action) = self.action(&place, entry) else { continue };
            if self.composer.can_be_required(&action) {
                duties.insert(action);
            } else {
                self.fault(place, Problem::NotADuty(self.composer.compact(&action)));
            }
        }
        duties
    }

    fn action(&mut self, place: &str, value: &Value) -> Option<String> {
        let name = self.name(place, value)?;
        let action = self.composer.action(name);
        if action.is_none() {
            self.fault(place, Problem::UnknownAction(shown(name)));
        }
        action
    }

    /// The name of a term, which has to be a string.
    fn name<'v>(&mut self, place: &str, value: &'v Value) -> Option<&'v str> {
        if value.as_str().is_none() {
            self.fault(place, Problem::WrongType("a string"));
        }
        value.as_str().map(str::trim)
    }
}
