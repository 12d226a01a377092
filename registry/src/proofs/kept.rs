//! The certificates that come with plywood.

/// Certificates of the folder `proofs`, by their names.
macro_rules! files {
    ($($name:literal)*) => {
        &[
            ("gekitai", plywood_gekitai::PROOF),
            $(($name, include_bytes!(concat!("../../proofs/", $name, ".proof")))),*
        ]
    };
}

/// Names and files. The proof of the empty board of Gekitai comes with the game. A page in the browser
/// loads the proofs of its perfect opponents alone, which are 3 kB besides that one: all would add half to
/// its size.
#[cfg(target_arch = "wasm32")]
pub(super) static FILES: &[(&str, &[u8])] = files! { "loa-5" "hex-3" "hex-4" "hex-5" };

/// The certificates that come with a program, whose tests verify them.
macro_rules! verified {
    ($($name:literal)*) => {
        /// Their names, also where the files are left out.
        pub(super) static NAMES: &[&str] = &["gekitai", $($name),*];

        /// Names and files. The proof of the empty board of Gekitai comes with the game.
        #[cfg(not(target_arch = "wasm32"))]
        pub(super) static FILES: &[(&str, &[u8])] = files! { $($name)* };
    };
}

verified! {
    "gekitai-c3"
    "gekitai-c2"
    "gekitai-b2"
    "gekitai-a1"
    "gekitai-b1"
    "gekitai-c1"
    "gekitai-mover-wins"
    "gekitai-lines-first"
    "gekitai-play-on"
    "gekitai-second-draw"
    "gekitai-no-repetition"
    "loa-5"
    "loa-5-bound"
    "loa-5-second-draw-bound"
    "loa-5-no-repetition"
    "loa-5-no-repetition-bound"
    "loa-5-no-move-loses"
    "loa-5-no-move-loses-bound"
    "loa-5-no-move-loses-second-draw-bound"
    "loa-5-no-move-loses-no-repetition"
    "loa-5-no-move-loses-no-repetition-bound"
    "loa-5-mover-wins"
    "loa-5-mover-wins-bound"
    "loa-5-mover-wins-second-draw-bound"
    "loa-5-mover-wins-no-repetition"
    "loa-5-mover-wins-no-repetition-bound"
    "loa-5-mover-wins-no-move-loses"
    "loa-5-mover-wins-no-move-loses-bound"
    "loa-5-mover-wins-no-move-loses-second-draw-bound"
    "loa-5-mover-wins-no-move-loses-no-repetition"
    "loa-5-mover-wins-no-move-loses-no-repetition-bound"
    "hex-3"
    "hex-3-a1"
    "hex-3-a2"
    "hex-3-a3"
    "hex-3-b1"
    "hex-3-b2"
    "hex-4"
    "hex-4-d4"
    "hex-4-d3"
    "hex-4-a3"
    "hex-4-a4"
    "hex-4-c4"
    "hex-4-c3"
    "hex-4-c2"
    "hex-4-b4"
    "hex-5"
    "hex-5-a1"
    "hex-5-e4"
    "hex-5-a3"
    "hex-5-a4"
    "hex-5-e1"
    "hex-5-b1"
    "hex-5-b2"
    "hex-5-b3"
    "hex-5-b4"
    "hex-5-b5"
    "hex-5-c1"
    "hex-5-c2"
    "hex-5-c3"
    "hex-6"
    "hex-6-a1"
    "hex-6-b1"
    "hex-6-c1"
    "hex-6-d1"
    "hex-6-e1"
    "hex-6-f1"
    "hex-6-a2"
    "hex-6-b2"
    "hex-6-c2"
    "hex-6-d2"
    "hex-6-e2"
    "hex-6-f2"
    "hex-6-a3"
    "hex-6-b3"
    "hex-6-c3"
    "hex-6-d3"
    "hex-6-e3"
    "hex-6-f3"
    "hex-7"
    "hex-7-d4"
    "hex-7-c4"
    "hex-7-e3"
    "hex-7-d3"
    "hex-7-d2"
    "hex-7-f2"
    "hex-7-d1"
    "hex-7-e1"
    "hex-7-f1"
}
