//! Saved files: each names its format and version. Files with the results of many games also have a checksum.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::json;

/// A format of saved files, in the one version that this library writes and reads.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The value of the field `format`.
    pub name: &'static str,
    /// The value of the field `version`.
    pub version: u32,
    /// What messages call such a file: "a game record".
    pub a_file: &'static str,
}

/// The reason why a text does not have the expected format and version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// The text is not JSON, or it is incomplete.
    #[error("not JSON, or truncated: {0}")]
    NotJson(String),
    /// The text is JSON, but of another format.
    #[error("not {a_file}: it has no \"format\": \"{format}\"")]
    Foreign {
        /// What messages call a file of the expected format.
        a_file: &'static str,
        /// The expected format.
        format: &'static str,
    },
    /// The file has another version.
    #[error("{a_file} of version {found}, but this program reads version {read}")]
    Version {
        /// What messages call a file of the expected format.
        a_file: &'static str,
        /// The version in the file.
        found: String,
        /// The version that this library reads.
        read: u32,
    },
}

/// The reason why a text is not a valid file of its format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The text has another format or version.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// A field is missing, unknown, or has an impossible value.
    #[error("cannot read the file: it was edited, or written by another version: {0}")]
    Unreadable(String),
    /// Its parts do not fit together, or it was changed after it was written.
    #[error("damaged: {0}")]
    Damaged(String),
}

impl FileError {
    /// Creates the error for a file that is damaged for this reason.
    pub fn damaged(reason: impl std::fmt::Display) -> Self {
        Self::Damaged(reason.to_string())
    }
}

#[derive(Deserialize)]
struct Header {
    format: Option<String>,
    version: Option<serde_json::Value>,
}

/// A file with a checksum: 64-bit FNV-1a of `content` as it is written, without spaces. It detects damage, not forgery.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Checked<T> {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    checksum: String,
    content: T,
}

impl Format {
    /// Writes a file with a checksum. Fields must be plain data with text keys, which can always be written as JSON.
    pub fn write(self, content: &impl Serialize) -> String {
        let content = json::written(content);
        let Self { name, version, .. } = self;
        let checksum = checksum(&content);
        format!(r#"{{"format":"{name}","version":{version},"checksum":"{checksum}","content":{content}}}"#)
            + "\n"
    }

    /// Reads a file with a checksum.
    ///
    /// # Errors
    /// When the text has another format or version, or is damaged.
    pub fn read<T: Serialize + DeserializeOwned>(self, json: &str) -> Result<T, FileError> {
        self.check(json)?;
        let file: Checked<T> =
            serde_json::from_str(json).map_err(|error| FileError::Unreadable(error.to_string()))?;
        let found = serde_json::to_string(&file.content).map(|content| checksum(&content));
        if !found.is_ok_and(|found| found == file.checksum) {
            return Err(FileError::damaged("the checksum does not match: the file was edited"));
        }
        Ok(file.content)
    }

    /// Returns whether a text has this format, in any version.
    pub fn is_of(self, json: &str) -> bool {
        matches!(self.check(json), Ok(()) | Err(HeaderError::Version { .. }))
    }

    /// Checks the header of a JSON text.
    ///
    /// # Errors
    /// When the text is not JSON, or has another format or version.
    pub fn check(self, json: &str) -> Result<(), HeaderError> {
        let Self { name, version, .. } = self;
        let foreign = self.foreign();
        let header: Header = serde_json::from_str(json).map_err(|error| {
            if error.is_data() { foreign.clone() } else { HeaderError::NotJson(error.to_string()) }
        })?;
        if header.format.as_deref() != Some(name) {
            return Err(foreign);
        }
        match header.version {
            Some(found) if found == version => Ok(()),
            found => Err(self.other_version(&found.map_or("unknown".to_owned(), |found| found.to_string()))),
        }
    }

    /// The error for a file of another format.
    pub fn foreign(self) -> HeaderError {
        HeaderError::Foreign { a_file: self.a_file, format: self.name }
    }

    /// The error for a file of another version.
    pub fn other_version(self, found: &str) -> HeaderError {
        HeaderError::Version { a_file: self.a_file, found: found.to_owned(), read: self.version }
    }
}

fn checksum(text: &str) -> String {
    let take = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, take))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: Format = Format { name: "numbers", version: 3, a_file: "a file of numbers" };

    #[test]
    fn the_checksum_is_that_of_the_published_vectors() {
        assert_eq!(checksum(""), "cbf29ce484222325");
        assert_eq!(checksum("a"), "af63dc4c8601ec8c");
        assert_eq!(checksum("foobar"), "85944171f73967e8");
    }

    #[test]
    fn what_was_changed_after_it_was_written_is_refused() {
        let written = NUMBERS.write(&[1, 23]);
        assert_eq!(NUMBERS.read(&written), Ok(vec![1, 23]));
        assert_eq!(NUMBERS.read(&written.replace(',', " , ")), Ok(vec![1, 23]), "spaces are no change");
        let refusal = |text: &str| NUMBERS.read::<Vec<u32>>(text).expect_err("it is damaged").to_string();
        assert!(refusal(&written.replace("23", "32")).starts_with("damaged: the checksum does not match"));
        let unreadable = refusal(&written.replace("[1,23]", "[1,-23]"));
        assert!(
            unreadable.starts_with("cannot read the file") && unreadable.contains("`-23`"),
            "{unreadable}"
        );
        assert_eq!(
            refusal(&written.replace("\"version\":3", "\"version\":2")),
            "a file of numbers of version 2, but this program reads version 3"
        );
    }
}
