//! Proof searches of a game by its name.

use crate::{GameVisitor, visit_games};
use core::marker::PhantomData;
use plywood_play::{Definition, TextError};
use plywood_search::{Progress, ProofTable, StopHandle};
use plywood_solve::certificate::{Header, Proven, VerifyError, WriteError, verify_stream};
use plywood_solve::{Form, Part, PartFound, Request, Solved, search_part, solve, write_bound};
use std::fs::File;
use std::io::{Read, Write};
use std::sync::Arc;

/// Proves and verifies, for those who do not know the game, with what the game tells provers.
///
/// The searches of all games are compiled here, once: whoever calls the functions of `plywood-solve` for every
/// game compiles all of them again.
pub trait Prover: Sync {
    /// The form that a certificate has where `form` is asked for: the smallest one in place of
    /// [`Form::Symmetric`]. `None` if the game has no such certificates.
    fn form(&self, form: Form) -> Option<Form>;

    /// Solves a position: [`plywood_solve::solve`].
    ///
    /// # Errors
    ///
    /// If the rules or the position cannot be read.
    fn solve(
        &self,
        table: &Arc<ProofTable>,
        request: &Request,
        observe: &mut dyn FnMut(Progress),
    ) -> Result<Solved, TextError>;

    /// Writes a certificate that nobody wins within so many plies, with a file that holds what does not fit
    /// into memory: [`plywood_solve::write_bound`].
    ///
    /// # Errors
    ///
    /// If the rules or the position cannot be read; within, if the certificate could not be written.
    fn write_bound(
        &self,
        table: &Arc<ProofTable>,
        of: (&Request, u32),
        files: (&mut File, &mut dyn Write),
    ) -> Result<Result<Header, WriteError>, TextError>;

    /// Searches a part of a larger proof: [`plywood_solve::search_part`].
    ///
    /// # Errors
    ///
    /// If the rules or the position cannot be read.
    fn search_part(
        &self,
        part: &Part,
        table: &Arc<ProofTable>,
        stop: &StopHandle,
    ) -> Result<(PartFound, u64), TextError>;

    /// Verifies a certificate by the rules alone: [`verify_stream`].
    ///
    /// # Errors
    ///
    /// If it does not prove its claim, it cannot be read, or `stop` was pulled.
    fn verify(&self, file: &mut dyn Read, stop: &StopHandle) -> Result<Proven, VerifyError>;
}

/// The prover of the game of this name; `None` if there is no such game.
pub fn prover(game: &str) -> Option<&'static dyn Prover> {
    let mut finder = Finder { game, found: None };
    visit_games(&mut finder);
    finder.found
}

struct Finder<'a> {
    game: &'a str,
    found: Option<&'static dyn Prover>,
}

impl GameVisitor for Finder<'_> {
    fn visit<D: Definition>(&mut self) {
        if D::INFO.name == self.game {
            self.found = Some(const { &Of::<D>(PhantomData) });
        }
    }
}

struct Of<D>(PhantomData<fn() -> D>);

impl<D: Definition> Prover for Of<D> {
    fn form(&self, form: Form) -> Option<Form> {
        match form {
            Form::Regions if !D::HAS_REGIONS => None,
            Form::Symmetric => Some(Form::smallest::<D>()),
            _ => Some(form),
        }
    }

    fn solve(
        &self,
        table: &Arc<ProofTable>,
        request: &Request,
        observe: &mut dyn FnMut(Progress),
    ) -> Result<Solved, TextError> {
        solve::<D, _>(D::Proofs::default(), Arc::clone(table), request, observe)
    }

    fn write_bound(
        &self,
        table: &Arc<ProofTable>,
        of: (&Request, u32),
        (scratch, mut out): (&mut File, &mut dyn Write),
    ) -> Result<Result<Header, WriteError>, TextError> {
        write_bound::<D, _>(D::Proofs::default(), Arc::clone(table), of, (scratch, &mut out))
    }

    fn search_part(
        &self,
        part: &Part,
        table: &Arc<ProofTable>,
        stop: &StopHandle,
    ) -> Result<(PartFound, u64), TextError> {
        search_part::<D>(part, table, stop)
    }

    fn verify(&self, file: &mut dyn Read, stop: &StopHandle) -> Result<Proven, VerifyError> {
        verify_stream::<D>(file, stop)
    }
}
