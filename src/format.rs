//! Headers of saved files: each names its format and version.

use serde::Deserialize;

/// A format of saved files, in the only version that this library writes and reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Format {
    /// The value of the field `format`.
    pub(crate) name: &'static str,
    /// The value of the field `version`.
    pub(crate) version: u32,
    /// The name of such a file in messages: "a game record".
    pub(crate) a_file: &'static str,
}

/// The reason why a text is not a file of the expected format and version.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderError {
    /// It is not JSON, or it is incomplete.
    #[error("not JSON, or cut off: {0}")]
    NotJson(String),
    /// It is JSON, but of another format.
    #[error("not {a_file}: it has no \"format\": \"{format}\"")]
    Foreign {
        /// The name of a file of the expected format.
        a_file: &'static str,
        /// The expected format.
        format: &'static str,
    },
    /// The version is another one.
    #[error("{a_file} of version {found}; this program reads version {read}")]
    Version {
        /// The name of a file of the expected format.
        a_file: &'static str,
        /// The version in the file.
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
