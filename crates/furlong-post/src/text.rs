//! Plain text from e-mail programs: with flowed lines, and with inline PGP signatures.

use std::fmt::Write as _;

/// Joins the lines of flowed text (RFC 3676) into paragraphs, one on each line. With `has_extra_space`, the space at
/// the end of a flowed line is not part of the text (`DelSp=yes`).
pub(crate) fn unflowed(text: &str, has_extra_space: bool) -> String {
    let mut whole = String::with_capacity(text.len());
    let mut open: Option<usize> = None;
    for line in text.lines() {
        let words = line.trim_start_matches('>');
        let depth = line.len() - words.len();
        let words = words.strip_prefix(' ').unwrap_or(words);
        let is_signature = words == "-- ";
        if open != Some(depth) || is_signature {
            if !whole.is_empty() {
                whole.push('\n');
            }
            whole.extend(std::iter::repeat_n("> ", depth));
        }
        let flows = words.ends_with(' ') && !is_signature;
        whole.push_str(if flows && has_extra_space { &words[..words.len() - 1] } else { words });
        open = flows.then_some(depth);
    }
    whole.push('\n');
    whole
}

/// Removes the armour of an inline PGP signature and leaves empty lines; the error says that the text is encrypted.
pub(crate) fn unarmoured(text: &str) -> Result<String, &'static str> {
    #[derive(PartialEq)]
    enum Part {
        Plain,
        Headers,
        Signed,
        Signature,
    }
    let mut part = Part::Plain;
    let mut bare = String::with_capacity(text.len());
    for line in text.lines() {
        let words = match line.trim_end() {
            "-----BEGIN PGP MESSAGE-----" => return Err("it is encrypted"),
            "-----BEGIN PGP SIGNED MESSAGE-----" => {
                part = Part::Headers;
                ""
            }
            "-----BEGIN PGP SIGNATURE-----" => {
                part = Part::Signature;
                ""
            }
            "-----END PGP SIGNATURE-----" => {
                part = Part::Plain;
                ""
            }
            words => match part {
                Part::Signature => "",
                Part::Headers => {
                    if words.is_empty() {
                        part = Part::Signed;
                    }
                    ""
                }
                Part::Signed => line.strip_prefix("- ").unwrap_or(line),
                Part::Plain => line,
            },
        };
        // Writing to a string does not fail.
        _ = writeln!(bare, "{words}");
    }
    Ok(bare)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_flow_are_joined_within_their_depth_of_quotation() {
        for (text, has_extra_space, whole) in [
            (
                "first: if 8 free \nand 9 free: to 8\n to 3\n",
                false,
                "first: if 8 free and 9 free: to 8\nto 3\n",
            ),
            ("to\u{6f22} \n\u{5b57}\n", true, "to\u{6f22}\u{5b57}\n"),
            ("> a \n> b\n>> c \n> d\ne\n", false, "> a b\n> > c \n> d\ne\n"),
            ("Dan \n-- \nto 99 \n", false, "Dan \n-- \nto 99 \n"),
            ("  two\n>  three\n", false, " two\n>  three\n"),
            ("", false, "\n"),
        ] {
            assert_eq!(unflowed(text, has_extra_space), whole, "{text:?}");
        }
    }

    #[test]
    fn a_signature_of_pgp_is_taken_off_and_each_line_keeps_its_number() {
        let signed = "Hi\n-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nfirst: to 8\n- - to 9\n- -- \nEve\n\
                      -----BEGIN PGP SIGNATURE-----\n\nfirst: to 1\n-----END PGP SIGNATURE-----\nBye\n";
        assert_eq!(
            unarmoured(signed),
            Ok("Hi\n\n\n\nfirst: to 8\n- to 9\n-- \nEve\n\n\n\n\nBye\n".to_owned())
        );
        assert_eq!(unarmoured("x\n-----BEGIN PGP MESSAGE-----\n"), Err("it is encrypted"));
        assert_eq!(
            unarmoured("- to 5\n> -----BEGIN PGP MESSAGE-----\n").as_deref(),
            Ok("- to 5\n> -----BEGIN PGP MESSAGE-----\n")
        );
    }
}
