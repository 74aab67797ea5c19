use super::call::Subject;
use super::row::{Access, Media, Route, Row, Tag, Words};
use crate::wire::Class;

pub(super) static GET_VOCABULARY: Row = Row::new(
    Route::get("/ns", "getVocabulary", Access::Anyone),
    Words::of(Tag::History, "The vocabulary", "Described on its own page."),
    Media::Forms(Class::Vocabulary),
    |sent| Ok(Some(sent.stored_in_forms(Subject::Site))),
);

pub(super) static GET_VOCABULARY_VERSION: Row = Row::new(
    Route::get("/ns/versions/{version}", "getVocabularyVersion", Access::Anyone),
    Words::of(Tag::History, "The vocabulary", "Described on its own page."),
    Media::Forms(Class::VocabularyVersion),
    |sent| Ok(sent.version().map(|version| sent.stored(Subject::VocabularyVersion(version)))),
);

pub(super) static GET_VOCABULARY_TERM: Row = Row::new(
    Route::get("/ns/{term}", "getVocabularyTerm", Access::Anyone),
    Words::of(Tag::History, "The vocabulary", "Described on its own page."),
    Media::Forms(Class::VocabularyTerm),
    |sent| {
        let term = sent.value();
        Ok(Some(sent.stored_in_forms(Subject::Term(term))))
    },
);
