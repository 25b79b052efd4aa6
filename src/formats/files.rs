//! The one place where the library reads files.
//!
//! It reads and replaces only regular files: no devices, pipes or folders. Each file is read up to a stated size.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _};
use std::path::Path;

/// The reason why a file cannot be read as text.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system cannot read the file.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is larger than this number of bytes.
    #[error("it is larger than {0} bytes")]
    TooLarge(u64),
    /// The file is not UTF-8.
    #[error("line {line} is not text in UTF-8")]
    NotUtf8 {
        /// The first line that is not UTF-8, from 1.
        line: usize,
    },
}

/// Reads the bytes of a file: all of them, or `most` + 1 bytes of a larger file.
pub fn bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    size(path)?;
    read(path, most)
}

/// Returns the size of a file in bytes, before it is opened: opening a pipe would wait for its other end.
fn size(path: &Path) -> io::Result<u64> {
    let found = fs::metadata(path)?;
    check_kind(&found)?;
    Ok(found.len())
}

fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the text of a file of at most `most` bytes, without the byte order mark that some editors write.
pub fn text(path: &Path, most: u64) -> Result<String, ReadError> {
    // A large file is refused before reading it; one that grows meanwhile is refused afterwards.
    if size(path)? > most {
        return Err(ReadError::TooLarge(most));
    }
    let bytes = read(path, most)?;
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

/// Refuses everything but regular files: a device may be endless, and reading a pipe consumes its data.
pub fn check_kind(found: &Metadata) -> io::Result<()> {
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
