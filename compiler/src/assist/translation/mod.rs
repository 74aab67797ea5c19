//! Text-to-license (document 1 §4.5).
