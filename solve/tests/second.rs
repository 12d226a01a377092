//! The certificates that the second verifier is tried on, verified by the first.

use plywood_gekitai::GekitaiGame;
use plywood_hex::HexGame;
use plywood_search::StopHandle;
use plywood_solve::Form;
use plywood_solve::certificate::verify;
use std::fs;

#[test]
fn the_small_certificates_hold_and_make_every_kind_of_claim() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/second/proofs");
    let mut claims = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = fs::read(&path).unwrap();
        let proven = verify::<GekitaiGame>(&file, &StopHandle::new());
        let header = proven.unwrap_or_else(|error| panic!("{}: {error}", path.display())).header;
        claims.push(format!("{} {:?}", header.claim, header.form));
    }
    for (text, form) in
        [("wins", "Exact"), ("cannot win S", "Symmetric"), ("nobody", "Exact"), ("cannot win within", "E")]
    {
        assert!(
            claims.iter().any(|claim| claim.contains(text) && claim.contains(form)),
            "{text}: {claims:?}"
        );
    }
}

#[test]
fn the_small_certificates_of_hex_hold() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/second/proofs-hex");
    let mut seen = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let proven = verify::<HexGame>(&fs::read(&path).unwrap(), &StopHandle::new());
        let header = proven.unwrap_or_else(|error| panic!("{}: {error}", path.display())).header;
        assert_eq!(header.form, Form::Regions);
        seen += 1;
    }
    assert!(seen > 2, "{seen}");
}
