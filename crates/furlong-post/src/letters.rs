//! Normalizes letters that can be written in several ways.

use unicode_normalization::UnicodeNormalization as _;

/// Normalizes a text: accents are combined with their letters (NFC), full-width letters become ASCII, all line ends
/// become alike, and invisible characters are removed. Because names of players are compared with names in sheets, both
/// need this.
///
/// ```
/// assert_eq!(furlong_post::normalized("Bjo\u{308}rn\u{200b}\r\nround\u{ff1a}1"), "Björn\nround:1");
/// ```
pub fn normalized(text: &str) -> String {
    let is_visible = |letter: &char| {
        !matches!(
            letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
    };
    let one_way = |letter: char| match letter {
        '\r' | '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        letter => letter,
    };
    text.replace("\r\n", "\n").nfc().filter(is_visible).map(one_way).collect()
}
