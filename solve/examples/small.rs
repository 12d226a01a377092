//! Writes the small certificates of Gekitai that the second verifier is tried on: every kind of claim, in
//! both forms.
//!
//! `cargo run --release -p plywood-solve --example small -- solve/second/proofs`

use plywood_gekitai::{GekitaiGame, Rules, ThreatGuide};
use plywood_play::Notation;
use plywood_search::{Dfpn, Limits, ProofTable, Side};
use plywood_solve::{Claim, Form, certificate};
use std::error::Error;
use std::path::Path;
use std::sync::Arc;

/// Rules, a position in which X wins, and one in which nobody wins soon.
const POSITIONS: [[&str; 3]; 3] = [
    ["", "6/1x4/2x3/6/2x3/6 o", "6/6/2x3/3o2/6/6 x"],
    ["both=mover-wins,opponent=play-on", "6/1x4/2x3/6/2x3/6 o", "6/6/2x3/3o2/6/6 x"],
    ["both=lines-first,repetition=second-draw", "6/1x4/2x3/6/2x3/6 o", "6/6/2x3/3o2/6/6 x"],
];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("a folder")?;
    let first = Side::First;
    let claims = [
        ("wins", 1, Claim::Wins { side: first, within: 25 }),
        ("cannot", 1, Claim::CannotWin { side: !first }),
        ("nobody", 2, Claim::NobodyWinsWithin { plies: 5 }),
        ("bound", 2, Claim::CannotWinWithin { side: first, plies: 7 }),
    ];
    for (index, row) in POSITIONS.iter().enumerate() {
        for (name, place, claim) in claims {
            let rules: Rules = row[0].parse()?;
            let position = plywood_gekitai::Gekitai::read(row[place], &rules)?;
            for form in [Form::Exact, Form::Symmetric] {
                let table = Arc::new(ProofTable::with_bytes(16 << 20)?);
                let mut search = Dfpn::new(ThreatGuide, table);
                let question = (claim, form);
                let file = certificate::write::<GekitaiGame, _>(
                    &mut search,
                    &position,
                    question,
                    &Limits::nodes(20_000_000),
                )?;
                let form = if form == Form::Exact { "exact" } else { "symmetric" };
                let path = Path::new(&folder).join(format!("{name}-{form}-{index}.proof"));
                println!("{}: {} bytes", path.display(), file.len());
                std::fs::write(path, file)?;
            }
        }
    }
    Ok(())
}
