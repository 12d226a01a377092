#![doc = include_str!("../README.md")]

/// The size of a huge page on x86-64 and on most other processors, in bytes.
const HUGE_PAGE: usize = 2 << 20;

/// Asks the operating system to back `memory` with huge pages. Call it before the memory is first written:
/// pages that have been touched may stay small.
///
/// The request covers only the whole huge pages within `memory`; its surroundings are not affected. A refusal
/// is not reported, because the memory works without huge pages too.
pub fn advise<T>(memory: &mut [T]) {
    let pages = huge_pages_within(memory);
    if !pages.is_empty() {
        advise_pages(pages);
    }
}

/// The whole huge pages in a piece of memory, as bytes.
fn huge_pages_within<T>(memory: &mut [T]) -> *mut [u8] {
    let start = memory.as_mut_ptr().cast::<u8>();
    let before = start.align_offset(HUGE_PAGE).min(size_of_val(memory));
    let whole = (size_of_val(memory) - before) / HUGE_PAGE * HUGE_PAGE;
    core::ptr::slice_from_raw_parts_mut(start.wrapping_add(before), whole)
}

/// Requests huge pages for these bytes.
#[cfg(target_os = "linux")]
#[expect(unsafe_code, reason = "a system call that the compiler cannot check")]
fn advise_pages(pages: *mut [u8]) {
    // SAFETY: `pages` lies within memory that the caller has borrowed mutably, and begins and ends at a page
    // boundary. This advice changes neither the contents of the memory nor who may access it, only the size
    // of the pages that the kernel uses. The kernel answers an address or length that it does not accept with
    // an error.
    let _ = unsafe { libc::madvise(pages.cast(), pages.len(), libc::MADV_HUGEPAGE) };
}

#[cfg(not(target_os = "linux"))]
fn advise_pages(_pages: *mut [u8]) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_are_whole_and_within_the_memory() {
        let mut memory = vec![1_u8; 5 * HUGE_PAGE];
        for (from, to) in [(0, 5 * HUGE_PAGE), (1, 3 * HUGE_PAGE), (17, 17), (5, HUGE_PAGE), (0, 0)] {
            let memory = &mut memory[from..to];
            let (start, length) = (memory.as_ptr().addr(), memory.len());
            let pages = huge_pages_within(memory);
            let first = pages.cast::<u8>().addr();
            assert!(pages.len() <= length && pages.len().is_multiple_of(HUGE_PAGE), "{from}..{to}");
            assert!(first >= start && first + pages.len() <= start + length, "{from}..{to}");
            assert!(pages.is_empty() || first.is_multiple_of(HUGE_PAGE), "{from}..{to}");
        }
        assert!(huge_pages_within(&mut memory).len() >= 4 * HUGE_PAGE);
    }

    #[test]
    fn the_contents_stay() {
        let mut memory: Vec<u32> = (0..3 << 20).collect();
        advise(&mut memory);
        assert!(memory.iter().zip(0..).all(|(&word, number)| word == number));
        memory[1 << 20] = 7;
        assert_eq!((memory[1 << 20], memory.len()), (7, 3 << 20));
    }

    #[test]
    fn small_and_empty_memory_is_left_alone() {
        advise::<u64>(&mut []);
        advise(&mut [1, 2, 3]);
        advise(&mut [(); 1 << 30]);
    }
}
