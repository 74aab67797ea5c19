//! License-to-Text (document 1 §4.6).
