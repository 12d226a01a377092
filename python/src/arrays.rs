//! Arrays in and out.
//!
//! numpy is reached through the crate `numpy`. The buffer protocol, which would do without it, joined the
//! stable ABI with Python 3.11 only, and the wheel is for 3.9 on.
//!
//! Arrays that are handed out take over the memory they were written in. Arrays of the caller's are written
//! with the interpreter held, so that no other thread of Python's sees them half written.

use crate::error::wrong;
use numpy::{
    Element, PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Numbers as an array of this shape, without a copy.
pub(crate) fn array<'py, T: Element>(
    py: Python<'py>,
    numbers: Vec<T>,
    shape: &[usize],
) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyArray1::from_vec(py, numbers).reshape(shape)?.into_any())
}

/// The same with one dimension.
pub(crate) fn column<T: Element>(py: Python<'_>, numbers: Vec<T>) -> PyResult<Bound<'_, PyAny>> {
    let length = numbers.len();
    array(py, numbers, &[length])
}

/// An array that its owner writes again and again, and what others see of it.
pub(crate) struct Kept {
    own: Py<PyAny>,
    /// A read-only view of it.
    seen: Py<PyAny>,
}

impl Kept {
    /// Makes an array of zeros.
    pub(crate) fn zeros<T: Element>(py: Python<'_>, shape: &[usize]) -> PyResult<Self> {
        let arguments = (PyTuple::new(py, shape)?, T::get_dtype(py));
        let own = py.import("numpy")?.call_method1("zeros", arguments)?;
        let seen = own.call_method0("view")?;
        seen.call_method1("setflags", (false,))?;
        Ok(Self { own: own.unbind(), seen: seen.unbind() })
    }

    /// Writes into it, and shows it.
    pub(crate) fn write<'py, T: Element>(
        &self,
        py: Python<'py>,
        write: impl FnOnce(&mut [T]),
    ) -> PyResult<Bound<'py, PyAny>> {
        let own = self.own.bind(py).cast::<PyArrayDyn<T>>()?;
        let mut borrowed = own.try_readwrite().map_err(wrong)?;
        write(borrowed.as_slice_mut().map_err(wrong)?);
        Ok(self.seen.bind(py).clone())
    }
}

/// Writes into the caller's array, which must have this shape, or into a new one of zeros.
pub(crate) fn fill<'py, T: Element + Copy>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    shape: &[usize],
    zero: T,
    write: impl FnOnce(&mut [T]),
) -> PyResult<Bound<'py, PyAny>> {
    let Some(out) = out else {
        let mut numbers = filled(shape.iter().product(), zero)?;
        write(&mut numbers);
        return array(py, numbers, shape);
    };
    let kind = || wrong(format!("out: must be an array of {}", core::any::type_name::<T>()));
    let typed = out.cast::<PyArrayDyn<T>>().map_err(|_| kind())?;
    if typed.shape() != shape {
        return Err(wrong(format!("out: has shape {:?}, not {shape:?}", typed.shape())));
    }
    if !typed.is_c_contiguous() {
        return Err(wrong("out: must be contiguous, its last dimension closest"));
    }
    let mut borrowed = typed.try_readwrite().map_err(|error| wrong(format!("out: {error}")))?;
    let slice = borrowed.as_slice_mut().map_err(|error| wrong(format!("out: {error}")))?;
    slice.fill(zero);
    write(slice);
    Ok(out.clone())
}

/// So many equal numbers. Where there is no memory for them, Python's exception says so; the process lives
/// on.
fn filled<T: Copy>(count: usize, number: T) -> PyResult<Vec<T>> {
    let mut numbers = Vec::new();
    let reserved = numbers.try_reserve_exact(count);
    reserved.map_err(|error| PyMemoryError::new_err(error.to_string()))?;
    numbers.resize(count, number);
    Ok(numbers)
}

/// Integers of a one-dimensional array or sequence of this length.
pub(crate) fn integers(what: &str, given: &Bound<'_, PyAny>, length: usize) -> PyResult<Vec<i64>> {
    let numbers = if let Ok(exact) = given.cast::<PyArray1<i64>>() {
        exact.try_readonly().map_err(wrong)?.as_array().to_vec()
    } else if let Ok(short) = given.cast::<PyArray1<i32>>() {
        short.try_readonly().map_err(wrong)?.as_array().iter().map(|&number| number.into()).collect()
    } else {
        converted(what, given, "iu", "int64")?
    };
    of_length(what, numbers, length)
}

/// Numbers of a two-dimensional array of this shape: the caller's own memory, if it is as it must be.
pub(crate) fn table<'py>(
    what: &str,
    given: &Bound<'py, PyAny>,
    shape: [usize; 2],
) -> PyResult<PyReadonlyArray2<'py, f32>> {
    let py = given.py();
    let array = match given.cast::<PyArray2<f32>>() {
        Ok(array) if array.is_c_contiguous() => array.clone(),
        _ => {
            let numpy = py.import("numpy")?;
            let array = numpy.call_method1("asarray", (given,))?;
            let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
            if !"fiub".contains(&kind) {
                return Err(wrong(format!("{what}: {} are not float32", array.getattr("dtype")?)));
            }
            let array = numpy.call_method1("ascontiguousarray", (array, f32::get_dtype(py)))?;
            let two = |_| wrong(format!("{what}: must have two dimensions"));
            array.cast_into::<PyArray2<f32>>().map_err(two)?
        }
    };
    if array.shape() != shape {
        return Err(wrong(format!("{what}: has shape {:?}, not {shape:?}", array.shape())));
    }
    array.try_readonly().map_err(wrong)
}

/// Truth values of a one-dimensional array or sequence of this length.
pub(crate) fn truths(what: &str, given: &Bound<'_, PyAny>, length: usize) -> PyResult<Vec<bool>> {
    of_length(what, converted(what, given, "b", "bool")?, length)
}

/// Numbers of an array or sequence of any shape, in a row.
pub(crate) fn floats(what: &str, given: &Bound<'_, PyAny>) -> PyResult<Vec<f32>> {
    converted(what, &flat(given)?, "fiub", "float32")
}

fn flat<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    given.py().import("numpy")?.call_method1("ravel", (given,))
}

/// The array that numpy makes of something, if its numbers are of these kinds (letters of `dtype.kind`).
fn converted<T: Element + Copy>(
    what: &str,
    given: &Bound<'_, PyAny>,
    kinds: &str,
    target: &str,
) -> PyResult<Vec<T>> {
    let array = given.py().import("numpy")?.call_method1("asarray", (given,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let size: usize = array.getattr("size")?.extract()?;
    if size > 0 && !kinds.contains(&kind) {
        return Err(wrong(format!("{what}: {} are not {target}", array.getattr("dtype")?)));
    }
    let array = array.call_method1("astype", (target,))?;
    let array = array.cast::<PyArray1<T>>();
    let array = array.map_err(|_| wrong(format!("{what}: must have one dimension")))?;
    Ok(array.try_readonly().map_err(wrong)?.as_array().iter().copied().collect())
}

fn of_length<T>(what: &str, numbers: Vec<T>, length: usize) -> PyResult<Vec<T>> {
    if numbers.len() == length {
        return Ok(numbers);
    }
    Err(wrong(format!("{what}: {} given for {length} games", numbers.len())))
}
