//! Certificates as streams: bounded refutations are written and verified piece by piece, because they grow
//! larger than memory.

use super::checksum::Checksum;
use super::{Header, HeaderError, Proven, VerifyError, WriteError, about, verify};
use crate::bounded::{Defender, hold_out};
use crate::claim::{Aim, Claim};
use crate::identity::Form;
use crate::strategy::NoStrategy;
use crate::walk::Flaw;
use plywood_play::{Definition, read_number_from, write_number};
use plywood_search::{Answer, Dfpn, Knowledge, Limits, PackedMove, Position, Question, Side, StopHandle};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};

/// Writes a certificate of a bounded refutation to `out`. The moves go to `scratch` first, an empty file,
/// because the header says how many there are. Memory grows with the positions of one ply.
///
/// `limits` apply to each position that is searched again because the table has lost it.
///
/// # Errors
///
/// If the claim is not a bounded refutation or is false, a limit was reached, the rules make repetition
/// illegal, or a file cannot be written.
pub fn write_bounded<D: Definition, G: Knowledge<D::Position>>(
    search: &mut Dfpn<D::Position, G>,
    position: &D::Position,
    (claim, form): (Claim, Form),
    limits: &Limits,
    (scratch, out): (&mut (impl Read + Write + Seek), &mut impl Write),
) -> Result<Header, WriteError> {
    if !claim.is_bounded() || form == Form::Conceding {
        return Err(WriteError::Form);
    }
    let mut header = Header::new::<D>(position, claim, form);
    let mut body = io::BufWriter::new(&mut *scratch);
    for goal in claim.goals() {
        if let Aim::NoLossWithin(plies) = goal.aim {
            let mut writer =
                Writer { search: &mut *search, side: goal.side, limits, body: &mut body, bytes: 0 };
            header.decisions += hold_out(position, (goal.side, plies, form), &mut writer, &limits.stop)?;
            header.bytes += writer.bytes;
        }
    }
    body.flush()?;
    drop(body);
    let mut sum = Checksum::NEW;
    sum.add(header.covered().as_bytes());
    scratch.rewind()?;
    for_each_piece(scratch, |piece| {
        sum.add(piece);
        Ok(())
    })?;
    header.checksum = sum.value();
    out.write_all(header.to_string().as_bytes())?;
    scratch.rewind()?;
    for_each_piece(scratch, |piece| out.write_all(piece))?;
    out.flush()?;
    Ok(header)
}

/// Shows all bytes of a reader, piece by piece.
fn for_each_piece(from: &mut impl Read, mut see: impl FnMut(&[u8]) -> io::Result<()>) -> io::Result<()> {
    let mut from = BufReader::with_capacity(1 << 16, from);
    loop {
        let piece = from.fill_buf()?;
        if piece.is_empty() {
            return Ok(());
        }
        see(piece)?;
        let len = piece.len();
        from.consume(len);
    }
}

/// Asks a search for moves, and appends them to a body.
struct Writer<'a, P: Position, G, W> {
    search: &'a mut Dfpn<P, G>,
    side: Side,
    limits: &'a Limits,
    body: &'a mut W,
    bytes: u64,
}

impl<P: Position, G: Knowledge<P>, W: Write> Defender<P> for Writer<'_, P, G, W> {
    type Error = WriteError;

    fn choose(&mut self, position: &P, left: u32) -> Result<P::Move, WriteError> {
        let question = Question::wins_within(!self.side, left);
        let verdict = self.search.ask(position, question, self.limits, &mut |_| {});
        let mv = match verdict.answer {
            Answer::CannotWin { .. } => verdict.best.ok_or(NoStrategy::NotSo)?,
            Answer::Wins { .. } => return Err(NoStrategy::NotSo.into()),
            Answer::Unknown => return Err(NoStrategy::Ended(verdict.ended).into()),
        };
        let mut number = Vec::new();
        write_number(&mut number, mv.to_bits());
        self.bytes += number.len() as u64;
        self.body.write_all(&number)?;
        Ok(mv)
    }
}

/// Verifies a certificate that is read from a stream, by the rules of the game alone: like [`verify`], with
/// bounded refutations read piece by piece. Memory grows with the positions of one ply.
///
/// # Errors
///
/// Those of [`verify`], and [`VerifyError::Read`] if the stream cannot be read.
pub fn verify_stream<D: Definition>(file: impl Read, stop: &StopHandle) -> Result<Proven, VerifyError> {
    let mut file = BufReader::new(file);
    let mut head = Vec::new();
    for _ in 0..Header::LINES {
        (&mut file).take(Header::LONGEST_LINE).read_until(b'\n', &mut head)?;
    }
    let (header, rest) = Header::read(&head).map_err(VerifyError::Header)?;
    if !rest.is_empty() {
        return Err(VerifyError::Header(HeaderError::NotACertificate));
    }
    if !header.claim.is_bounded() {
        // One byte more than there should be shows that there are too many.
        file.take(header.bytes.saturating_add(1)).read_to_end(&mut head)?;
        return verify::<D>(&head, stop);
    }
    let position = about::<D>(&header)?;
    let mut body = Body { file, left: header.bytes, sum: Checksum::NEW, error: None };
    body.sum.add(header.covered().as_bytes());
    let mut walked = Ok(0);
    for goal in header.claim.goals() {
        if let (Aim::NoLossWithin(plies), Ok(decisions)) = (goal.aim, &mut walked) {
            let held = hold_out(&position, (goal.side, plies, header.form), &mut body, stop);
            match held {
                Ok(more) => *decisions += more,
                Err(flaw) => walked = Err(flaw),
            }
        }
    }
    let is_read = body.left == 0;
    body.finish(&header, stop)?;
    if walked? != header.decisions || !is_read {
        return Err(VerifyError::Counts);
    }
    Ok(Proven { header, plies: None })
}

/// Reads moves from the body of a certificate.
struct Body<R> {
    file: R,
    /// The number of bytes that the header promises and that have not been read.
    left: u64,
    sum: Checksum,
    /// Why the file could not be read.
    error: Option<io::Error>,
}

impl<R: BufRead> Body<R> {
    fn next(&mut self) -> Option<u8> {
        let mut byte = [0];
        if self.left == 0 || self.error.is_some() {
            return None;
        }
        if let Err(error) = self.file.read_exact(&mut byte) {
            self.error = Some(error);
            return None;
        }
        self.left -= 1;
        self.sum.add(&byte);
        Some(byte[0])
    }

    /// Reads what is left; whether the file is as long as the header says, and undamaged.
    fn finish(mut self, header: &Header, stop: &StopHandle) -> Result<(), VerifyError> {
        while !stop.is_stopped() && self.next().is_some() {}
        if stop.is_stopped() {
            return Err(Flaw::Stopped.into());
        }
        match self.error {
            Some(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                Err(VerifyError::Length { expected: header.bytes, found: header.bytes - self.left })
            }
            Some(error) => Err(error.into()),
            None if self.file.read(&mut [0])? > 0 => Err(VerifyError::Counts),
            None if self.sum.value() != header.checksum => Err(VerifyError::Checksum),
            None => Ok(()),
        }
    }
}

impl<P: Position, R: BufRead> Defender<P> for Body<R>
where
    P: core::fmt::Display,
{
    type Error = Flaw;

    fn choose(&mut self, position: &P, _left: u32) -> Result<P::Move, Flaw> {
        let number = read_number_from(|| self.next());
        let mv = number.and_then(PackedMove::from_bits);
        mv.ok_or_else(|| Flaw::NoMove { position: position.to_string() })
    }
}
