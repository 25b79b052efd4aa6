//! JSON with one event on each line.

use std::io::{self, Write};

use serde_json::ser::Formatter;

/// Writes JSON with one line for each field of the outermost object, and for each item of a list directly in it.
#[derive(Default)]
pub(super) struct Lines {
    depth: usize,
    list_has_values: bool,
}

impl Formatter for Lines {
    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        writer.write_all(b"{")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        let separator: &[u8] = if first { b"" } else { b"," };
        writer.write_all(separator)?;
        if self.depth == 1 { writer.write_all(b"\n  ") } else { Ok(()) }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(if self.depth == 1 { b": " } else { b":" })
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        writer.write_all(if self.depth == 0 { b"\n}" } else { b"}" })
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.depth == 2 {
            self.list_has_values = false;
        }
        writer.write_all(b"[")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        let separator: &[u8] = if first { b"" } else { b"," };
        writer.write_all(separator)?;
        if self.depth == 2 {
            self.list_has_values = true;
            return writer.write_all(b"\n    ");
        }
        Ok(())
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        let ends_lines = self.depth == 1 && self.list_has_values;
        writer.write_all(if ends_lines { b"\n  ]" } else { b"]" })
    }
}
