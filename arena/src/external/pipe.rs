//! Pipes that nobody has to wait for: whoever reads or writes one can be called away.
//!
//! A process that an engine has started may hold the other end for as long as it lives. The thread at this
//! end must not.

#[cfg(unix)]
pub(super) use unix::{Cancel, Cancellable, cancellation};

#[cfg(not(unix))]
pub(super) use elsewhere::{Cancel, Cancellable, cancellation};

#[cfg(unix)]
mod unix {
    use rustix::event::{PollFd, PollFlags, poll};
    use rustix::io::Errno;
    use std::io::{self, PipeReader, PipeWriter, Read, Write};
    use std::os::fd::AsFd;
    use std::sync::Arc;

    /// Calls away whoever waits at a pipe, when it is dropped.
    pub(in super::super) struct Cancel {
        /// A pipe that nobody writes to: its end is the sign.
        _writer: PipeWriter,
    }

    /// One end of a pipe.
    pub(in super::super) struct Cancellable<T> {
        pipe: T,
        sign: Arc<PipeReader>,
    }

    /// What calls away, and what gives pipes that it calls away from.
    pub(in super::super) fn cancellation() -> io::Result<(Cancel, Arc<PipeReader>)> {
        let (reader, writer) = io::pipe()?;
        Ok((Cancel { _writer: writer }, Arc::new(reader)))
    }

    impl<T: AsFd> Cancellable<T> {
        pub(in super::super) fn new(pipe: T, sign: &Arc<PipeReader>) -> Self {
            Self { pipe, sign: Arc::clone(sign) }
        }

        /// Waits until something can be done. False if nobody wants it done any more.
        fn wait(&self, what: PollFlags) -> io::Result<bool> {
            let mut ends = [PollFd::new(&self.pipe, what), PollFd::new(&*self.sign, PollFlags::IN)];
            loop {
                match poll(&mut ends, None) {
                    Ok(_) => return Ok(ends[1].revents().is_empty()),
                    Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
    }

    /// Ends where the pipe ends, or where the reader is called away.
    impl<T: Read + AsFd> Read for Cancellable<T> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.wait(PollFlags::IN)? { self.pipe.read(buffer) } else { Ok(0) }
        }
    }

    /// Fails where nobody reads, or where the writer is called away.
    impl<T: Write + AsFd> Write for Cancellable<T> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            /// What always fits into a pipe that takes anything at all (POSIX).
            const FITS: usize = 512;
            if !self.wait(PollFlags::OUT)? {
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            self.pipe.write(&bytes[..bytes.len().min(FITS)])
        }

        fn flush(&mut self) -> io::Result<()> {
            self.pipe.flush()
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn whoever_waits_is_called_away() {
            let (cancel, sign) = cancellation().expect("a pipe");
            let ((reader, _writer), (_reader, writer)) = (io::pipe().expect("two"), io::pipe().expect("two"));
            let (mut reader, mut writer) = (Cancellable::new(reader, &sign), Cancellable::new(writer, &sign));
            let read = std::thread::spawn(move || reader.read(&mut [0; 10]).expect("an end"));
            let write =
                std::thread::spawn(move || writer.write_all(&vec![0; 1 << 20]).expect_err("a full pipe"));
            drop(cancel);
            assert_eq!(read.join().expect("no panic"), 0);
            assert_eq!(write.join().expect("no panic").kind(), io::ErrorKind::BrokenPipe);
        }

        #[test]
        fn what_is_written_is_read() {
            let (_cancel, sign) = cancellation().expect("a pipe");
            let (reader, writer) = io::pipe().expect("two");
            let (mut reader, mut writer) = (Cancellable::new(reader, &sign), Cancellable::new(writer, &sign));
            let text = "word ".repeat(50_000);
            let written = text.clone();
            let write = std::thread::spawn(move || writer.write_all(written.as_bytes()).expect("a reader"));
            let mut read = String::new();
            reader.read_to_string(&mut read).expect("text");
            write.join().expect("no panic");
            assert_eq!(read, text);
        }
    }
}

/// Elsewhere a thread waits until the other end of its pipe is closed.
#[cfg(not(unix))]
mod elsewhere {
    use std::io::{self, Read, Write};

    pub(in super::super) struct Cancel;

    pub(in super::super) struct Cancellable<T>(T);

    pub(in super::super) fn cancellation() -> io::Result<(Cancel, ())> {
        Ok((Cancel, ()))
    }

    impl<T> Cancellable<T> {
        pub(in super::super) fn new(pipe: T, (): &()) -> Self {
            Self(pipe)
        }
    }

    impl<T: Read> Read for Cancellable<T> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0.read(buffer)
        }
    }

    impl<T: Write> Write for Cancellable<T> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            self.0.flush()
        }
    }
}
