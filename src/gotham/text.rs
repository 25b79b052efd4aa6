//! Words and pictures.
