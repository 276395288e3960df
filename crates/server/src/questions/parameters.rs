//! Query parameters of a single question.

use std::borrow::Cow;

use perfectplay::GameRef;

use crate::http::failure::Failure;

/// The query parameters of a single question.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Parameters<'q> {
    pub(crate) position: Option<Cow<'q, str>>,
    pub(crate) board: Option<Cow<'q, str>>,
    pub(crate) moves: Option<Cow<'q, str>>,
    pub(crate) replies: Option<Cow<'q, str>>,
}

impl<'q> Parameters<'q> {
    /// Parses the query string, in which spaces are `+` or `%20`.
    pub(crate) fn parse(query: &'q str) -> Result<Self, Failure> {
        let mut parameters = Self::default();
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let parameter = match &*name {
                "position" => &mut parameters.position,
                "board" => &mut parameters.board,
                "moves" => &mut parameters.moves,
                "replies" => &mut parameters.replies,
                _ => {
                    let what = format!("there is no parameter `{}`", name.escape_debug());
                    return Err(Failure::usage(what).with_hint(
                        "the parameters are `position`, `board`, `moves` and `replies`",
                    ));
                }
            };
            if parameter.replace(value).is_some() {
                let what = format!("the parameter `{name}` is given more than once");
                return Err(
                    Failure::usage(what).with_hint("send many positions as one POST request")
                );
            }
        }
        Ok(parameters)
    }

    /// The position, which must be given of documented games; others begin where they start.
    pub(crate) fn position(&self, game: &GameRef) -> Result<Cow<'_, str>, Failure> {
        match &self.position {
            Some(position) => Ok((**position).into()),
            None if game.about().facts.is_none() => Ok(game.about().start.to_string().into()),
            None => Err(Failure::usage("the parameter `position` is missing")
                .with_hint("add `?position=…`")),
        }
    }

    /// Whether moves are wanted, as they are unless `moves=false` is given.
    pub(crate) fn moves(&self) -> Result<bool, Failure> {
        truth("moves", self.moves.as_deref()).map(|moves| moves.unwrap_or(true))
    }

    /// Whether the best replies to each move are wanted, as they are if `replies=true` is given.
    pub(crate) fn replies(&self) -> Result<bool, Failure> {
        truth("replies", self.replies.as_deref()).map(|replies| replies.unwrap_or(false))
    }
}

/// A parameter that is `true` or `false`, if it is given.
fn truth(name: &str, text: Option<&str>) -> Result<Option<bool>, Failure> {
    match text {
        None => Ok(None),
        Some("true") => Ok(Some(true)),
        Some("false") => Ok(Some(false)),
        Some(_) => {
            Err(Failure::usage(format!("the parameter `{name}` is neither `true` nor `false`")))
        }
    }
}
