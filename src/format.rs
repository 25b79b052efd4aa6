//! Headers of the files that people keep: every one names its format and the version of it.

use serde::Deserialize;

/// A format of files that people keep, in the version that this library writes, the only one that it reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Format {
    /// The word in the field `format`.
    pub(crate) name: &'static str,
    /// The number in the field `version`.
    pub(crate) version: u32,
    /// A file of this format in messages: "a game record".
    pub(crate) a_file: &'static str,
}

/// Why a text is not a file of the expected format and version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// It is not JSON, or it ends too early.
    #[error("not JSON, or cut off: {0}")]
    NotJson(String),
    /// It is JSON of something else.
    #[error("not {a_file}: it has no \"format\": \"{format}\"")]
    Foreign {
        /// A file of the expected format.
        a_file: &'static str,
        /// The expected format.
        format: &'static str,
    },
    /// Another version of the library has written it.
    #[error("{a_file} of version {found}; this program reads version {read}")]
    Version {
        /// A file of the expected format.
        a_file: &'static str,
        /// The version that the file names.
        found: String,
        /// The version that this library reads.
        read: u32,
    },
}

#[derive(Deserialize)]
struct Header {
    format: Option<String>,
    version: Option<serde_json::Value>,
}

impl Format {
    /// Checks the header of a JSON text.
    ///
    /// # Errors
    /// When the text is not JSON, or has another format or version.
    pub(crate) fn check(self, json: &str) -> Result<(), HeaderError> {
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
    pub(crate) fn foreign(self) -> HeaderError {
        HeaderError::Foreign { a_file: self.a_file, format: self.name }
    }

    /// The error for a file of another version.
    pub(crate) fn other_version(self, found: &str) -> HeaderError {
        HeaderError::Version { a_file: self.a_file, found: found.to_owned(), read: self.version }
    }
}
