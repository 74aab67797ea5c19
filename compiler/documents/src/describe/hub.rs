//! The license tags of the Hugging Face hub.

use std::collections::BTreeMap;

use muniment_licenses::find::LicenseFinder;
use muniment_licenses::model::LicenseId;

/// The tags for one license each, from <https://huggingface.co/docs/hub/repositories-licenses> on 2026-11-28. Tags for a
/// family (`bsd`, `cc`, `gpl`, `lgpl`) name no license.
const TAGS: &str = "\
    afl-3.0 agpl-3.0 apache-2.0 artistic-2.0 bigcode-openrail-m bigscience-bloom-rail-1.0 bigscience-openrail-m \
    bsd-2-clause bsd-3-clause bsd-3-clause-clear bsl-1.0 c-uda cc-by-2.0 cc-by-2.5 cc-by-3.0 cc-by-4.0 cc-by-nc-2.0 \
    cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nc-nd-3.0 cc-by-nc-nd-4.0 cc-by-nc-sa-2.0 cc-by-nc-sa-3.0 cc-by-nc-sa-4.0 cc-by-nd-4.0 \
    cc-by-sa-3.0 cc-by-sa-4.0 cc0-1.0 cdla-permissive-1.0 cdla-permissive-2.0 cdla-sharing-1.0 creativeml-openrail-m \
    deepfloyd-if-license ecl-2.0 epl-1.0 epl-2.0 etalab-2.0 eupl-1.1 eupl-1.2 gemma gfdl gpl-2.0 gpl-3.0 intel-research isc \
    lgpl-2.1 lgpl-3.0 lgpl-lr llama2 llama3 llama3.1 llama3.2 llama3.3 llama4 lppl-1.3c mit mpl-2.0 ms-pl ncsa odbl odc-by \
    ofl-1.1 openmdw-1.0 osl-3.0 pddl postgresql unlicense wtfpl zlib";

/// The tag of each record that has one.
#[derive(Debug)]
pub struct HubTags(BTreeMap<LicenseId, &'static str>);

impl HubTags {
    /// The tags of the records that `names` finds.
    #[must_use]
    pub fn new(names: &LicenseFinder<'_>) -> Self {
        Self(TAGS.split_whitespace().filter_map(|tag| Some((names.resolve(tag)?.clone(), tag))).collect())
    }

    pub(super) fn of(&self, id: &LicenseId) -> Option<&'static str> {
        self.0.get(id).copied()
    }
}
