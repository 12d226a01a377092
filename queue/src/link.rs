//! The connection to a server, and the streams on it.

use crate::error::{QueueError, failed};
use crate::names::{self, JOBS, RESULTS, RUNS};
use crate::wire::{MOST_OF_A_JOB, MOST_OF_A_RESULT};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy};
use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectOptions, ServerAddr};
use core::fmt;
use core::time::Duration;
use percent_encoding::percent_decode_str;
use std::path::PathBuf;
use tokio::runtime::{Builder, Runtime};

/// The address of a server, and credentials.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// `nats://HOST:PORT` or `tls://HOST:PORT`, perhaps with a user and a password or a token before the
    /// host.
    pub url: String,
    /// A file of credentials: a JWT and its seed.
    pub credentials: Option<PathBuf>,
    /// A file of certificates that servers are to be trusted by, besides the system's.
    pub authority: Option<PathBuf>,
    /// The files of the client's own certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// A connection, which comes back by itself after an interruption.
pub struct Link {
    pub(crate) client: Client,
    pub(crate) jetstream: Context,
    /// Last, so that it ends last.
    pub(crate) runtime: Runtime,
}

/// How long a request waits for its answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// The most messages of a stream; the server's own bounds on its storage come on top.
const MOST_MESSAGES: i64 = 100_000;
/// How long what nobody has asked for stays on the server.
const WEEK: Duration = Duration::from_secs(7 * 24 * 3_600);

impl Link {
    /// Connects under a name for the server's lists, and makes the streams that are not there.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, the server cannot be reached or lets us not in, or has no JetStream.
    pub fn connect(access: &Access, name: &str) -> Result<Self, QueueError> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(failed("start a thread for the queue"))?;
        let options = options(access)?.name(name).request_timeout(Some(PATIENCE));
        let url = access.url.as_str();
        let hidden = url.rsplit('@').next().unwrap_or_default();
        let connected = runtime.block_on(async { options.connect(url).await });
        let client = connected.map_err(failed(&format!("reach the queue at {hidden}")))?;
        let jetstream = {
            // It starts a task.
            let _here = runtime.enter();
            jetstream::new(client.clone())
        };
        let link = Self { client, jetstream, runtime };
        link.wait(make_streams(&link.jetstream))?;
        Ok(link)
    }

    /// Does something on the connection, and waits for it.
    pub(crate) fn wait<T>(&self, work: impl Future<Output = T>) -> T {
        self.runtime.block_on(work)
    }

    /// A word that no other connection has.
    pub(crate) fn identity(&self) -> String {
        let inbox = self.client.new_inbox();
        inbox.rsplit('.').next().unwrap_or_default().to_owned()
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Link").finish_non_exhaustive()
    }
}

fn options(access: &Access) -> Result<ConnectOptions, QueueError> {
    let mut options =
        ConnectOptions::new().connection_timeout(PATIENCE).ping_interval(Duration::from_secs(10));
    // The client leaves these in the address.
    let address: Option<ServerAddr> = access.url.parse().ok();
    if let Some(user) = address.as_ref().and_then(ServerAddr::username) {
        let decoded = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        options = match address.as_ref().and_then(ServerAddr::password) {
            Some(password) => options.user_and_password(decoded(user), decoded(password)),
            None => options.token(decoded(user)),
        };
    }
    if let Some(path) = &access.credentials {
        let read = failed("read the credentials");
        let text = std::fs::read_to_string(path).map_err(&read)?;
        options = options.credentials(&text).map_err(&read)?;
    }
    if let Some(path) = &access.authority {
        options = options.add_root_certificates(path.clone()).require_tls(true);
    }
    if let Some((certificate, key)) = &access.certificate {
        options = options.add_client_certificate(certificate.clone(), key.clone()).require_tls(true);
    }
    Ok(options)
}

/// Makes the streams, each bounded in every respect. One that is there stays as its owner has set it.
async fn make_streams(jetstream: &Context) -> Result<(), QueueError> {
    let bounded = |name: &str, subject: &str, most: usize| Config {
        name: name.to_owned(),
        subjects: vec![subject.to_owned()],
        max_message_size: i32::try_from(most + (4 << 10)).unwrap_or(i32::MAX),
        // A bound in bytes would be kept free by the server from the start, which small ones cannot.
        max_messages: MOST_MESSAGES,
        max_age: WEEK,
        // What comes when it is full is refused, and comes again; nothing that is there is lost.
        discard: DiscardPolicy::New,
        duplicate_window: Duration::from_secs(1),
        ..Config::default()
    };
    let queue = |config: Config| Config { retention: RetentionPolicy::WorkQueue, ..config };
    let runs = bounded(RUNS, "plywood.run.>", MOST_OF_A_JOB);
    for config in [
        queue(bounded(JOBS, "plywood.job.>", MOST_OF_A_JOB)),
        queue(bounded(RESULTS, "plywood.result.>", MOST_OF_A_RESULT)),
        Config { max_messages_per_subject: 1, discard: DiscardPolicy::Old, ..runs },
    ] {
        let name = config.name.clone();
        let made = jetstream.get_or_create_stream(config).await;
        made.map_err(failed(&format!("make the stream {name} on the server (is JetStream on?)")))?;
    }
    Ok(())
}

/// Stores a message unless its subject has one; false if it has.
pub(crate) async fn put(jetstream: &Context, subject: String, bytes: Vec<u8>) -> Result<bool, PublishError> {
    put_after(jetstream, subject, bytes, 0).await.map(|sequence| sequence.is_some())
}

/// Stores a message if the last one of its subject has this number; `None` if it has another. 0 stands for
/// no message.
pub(crate) async fn put_after(
    jetstream: &Context,
    subject: String,
    bytes: Vec<u8>,
    last: u64,
) -> Result<Option<u64>, PublishError> {
    let message = PublishMessage::build().payload(bytes.into()).expected_last_subject_sequence(last);
    match jetstream.send_publish(subject, message).await?.await {
        Ok(ack) => Ok(Some(ack.sequence)),
        Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => Ok(None),
        Err(error) => Err(error),
    }
}

/// Removes what a run has left on the server.
pub(crate) async fn sweep(jetstream: &Context, run: &str) {
    let (results, consumer) = names::results_of_run(run);
    for (stream, subject) in [(JOBS, names::jobs_of_run(run)), (RESULTS, results), (RUNS, names::run(run))] {
        if let Ok(stream) = jetstream.get_stream_no_info(stream).await {
            let _ = stream.purge().filter(subject).await;
        }
    }
    let _ = jetstream.delete_consumer_from_stream(consumer, RESULTS).await;
}
