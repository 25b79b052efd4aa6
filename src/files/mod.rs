//! Files: the one place where they are read, replaced and made.
//!
//! Only files are read and replaced, no devices, pipes or folders, and each is read up to a size that its
//! reader states. A file that is written is there whole or not at all: [`Draft`] has the details.

#[cfg(feature = "cli")]
mod draft;

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::Path;

#[cfg(feature = "cli")]
pub(crate) use draft::{Access, Draft, create, replace};

/// Why the text of a file is not there.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReadError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is larger than any file of its kind.
    #[error("it is larger than {0} bytes")]
    TooLarge(u64),
    /// It stops being text in this line, from 1.
    #[error("line {line} is not text in UTF-8")]
    NotUtf8 {
        /// The first line that is no text.
        line: usize,
    },
}

/// The bytes of a file: all of them, or one more than `most` of a file that is larger.
pub(crate) fn bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Before it is opened, since opening a pipe waits for its other end.
    check_kind(&fs::metadata(path)?)?;
    let mut bytes = Vec::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a file of at most `most` bytes, without the byte order mark that some editors write.
pub(crate) fn text(path: &Path, most: u64) -> Result<String, ReadError> {
    let bytes = bytes(path, most)?;
    if bytes.len() as u64 > most {
        return Err(ReadError::TooLarge(most));
    }
    let mut text = String::from_utf8(bytes).map_err(|error| {
        let text = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        ReadError::NotUtf8 { line: text.split(|byte| *byte == b'\n').count() }
    })?;
    if text.starts_with('\u{feff}') {
        text.remove(0);
    }
    Ok(text)
}

/// Refuses what is no file: a device may have no end, and reading a pipe takes something away.
fn check_kind(found: &Metadata) -> io::Result<()> {
    if found.is_file() {
        return Ok(());
    }
    let kind = if found.is_dir() { "a folder" } else { "a device or a pipe" };
    Err(io::Error::new(io::ErrorKind::InvalidInput, format!("it is {kind}, not a file")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_limit_and_without_a_byte_order_mark() {
        let folder = std::env::temp_dir().join(format!("furlong-files-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("file.txt");
        let read = |content: &[u8]| {
            fs::write(&path, content).expect("written");
            text(&path, 8)
        };
        assert_eq!(read(b"12345678").expect("as long as it may be"), "12345678");
        assert!(matches!(read(b"123456789"), Err(ReadError::TooLarge(8))));
        assert_eq!(read(b"\xef\xbb\xbf{}").expect("text"), "{}");
        assert!(matches!(read(b"a\nb\n\xff"), Err(ReadError::NotUtf8 { line: 3 })));
        fs::remove_dir_all(&folder).expect("removed");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_read() {
        for (path, kind) in [("/dev/zero", "a device or a pipe"), ("/", "a folder")] {
            let error = text(Path::new(path), 8).expect_err("no file").to_string();
            assert_eq!(error, format!("it is {kind}, not a file"));
        }
    }
}
