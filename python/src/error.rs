//! Exceptions: what the Rust side says, as it says it.

use core::fmt;
use pyo3::PyErr;
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};

create_exception!(plywood, Error, PyValueError, "A text, a number or an array that makes no sense here.");
create_exception!(
    plywood,
    IllegalMove,
    Error,
    "A text that is not a move, or a move that is not legal here."
);

/// An error of the caller's, in one line.
pub(crate) fn wrong(reason: impl fmt::Display) -> PyErr {
    Error::new_err(reason.to_string())
}

/// A move that cannot be played.
pub(crate) fn illegal(reason: impl fmt::Display) -> PyErr {
    IllegalMove::new_err(reason.to_string())
}

/// Something was used at the wrong time, or went wrong inside.
pub(crate) fn misused(reason: impl fmt::Display) -> PyErr {
    PyRuntimeError::new_err(reason.to_string())
}
