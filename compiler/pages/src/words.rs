use serde::Deserialize;

/// What pages say of acts (`templates/words.toml`).
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    /// Obligations that few licenses state.
    pub(super) unusual: Vec<String>,
    pub(super) can: Vec<Entry>,
    pub(super) cannot: Vec<Entry>,
    pub(super) ends: Vec<Entry>,
    pub(super) reserved: Vec<Entry>,
    /// Acts that stand in no list.
    pub(super) unlisted: Vec<Entry>,
}

impl Words {
    /// # Errors
    ///
    /// If the file cannot be read, which a test of any page finds.
    pub(super) fn read() -> Result<Self, toml::de::Error> {
        toml::from_str(include_str!("../../../templates/words.toml"))
    }
}

/// What is said of acts that are stated together.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// Entries of a group are one line.
    #[serde(default)]
    pub(super) group: String,
    pub(super) acts: Vec<String>,
    pub(super) words: String,
}
