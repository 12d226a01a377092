//! The server: what all requests share, and the threads they run on.

use crate::connections;
use crate::guard::guard;
use crate::routes;
use crate::searches::Searches;
use crate::settings::Settings;
use axum::Router;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn;
use core::fmt;
use core::net::SocketAddr;
use core::time::Duration;
use plywood_desk::{Desk, Memory};
use plywood_search::{Clock, StopHandle};
use std::io;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    pub(crate) desk: Desk,
    pub(crate) memory: Memory,
    pub(crate) searches: Arc<Searches>,
    /// The catalogue as it is sent.
    pub(crate) catalogue: Bytes,
}

/// A server of games. It needs no network: a [`router`](Self::router) answers requests however they come.
#[derive(Clone)]
pub struct Server {
    shared: Arc<Shared>,
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("settings", &self.shared.settings).finish_non_exhaustive()
    }
}

impl Server {
    /// A server at rest.
    pub fn new(settings: Settings) -> Self {
        let desk = Desk::new(settings.desk.clone());
        let shared = Shared {
            catalogue: desk.answer("catalogue", &[]).unwrap_or_default().into(),
            desk,
            memory: Memory::new(settings.search_threads, settings.idle),
            searches: Searches::new(settings.search_threads),
            settings,
        };
        Self { shared: Arc::new(shared) }
    }

    /// The router that answers requests. It has to run on a Tokio runtime with time.
    pub fn router(&self) -> Router {
        routes::router(self.shared.clone())
            .layer(DefaultBodyLimit::max(self.shared.settings.body))
            .layer(from_fn(guard))
    }

    /// The number of searches that run at this moment.
    pub fn running_searches(&self) -> usize {
        self.shared.searches.running()
    }

    /// The number of engines whose tables are kept for their next search.
    pub fn kept_engines(&self) -> usize {
        self.shared.memory.len()
    }

    /// Forgets the tables that nobody has used for long. [`run`] does so now and then.
    pub fn sweep(&self) {
        self.shared.memory.sweep(self.shared.settings.desk.clock.now());
    }

    /// Answers connections for as long as the future is polled, within the limits of the settings. It has to
    /// run on a Tokio runtime with time and network.
    pub async fn serve(&self, listener: TcpListener) {
        connections::serve(listener, self.router(), self.shared.settings.clone()).await;
    }

    /// Ends the searches that have names, and forgets all tables. Those without a name end with their
    /// connections.
    pub fn clear(&self) {
        self.shared.searches.stop();
        self.shared.memory.clear();
    }
}

/// Serves on `address` until `stop` is pulled. `ready` is told the address in fact, with the port that the
/// system chose for port 0.
///
/// Requests are answered on two threads of their own, and searches run on others: a click waits for the
/// scheduler at most.
///
/// # Errors
///
/// If the address cannot be listened on, or there are no threads to be had.
pub fn run(
    address: SocketAddr,
    settings: Settings,
    stop: &StopHandle,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    const THREADS_FOR_REQUESTS: usize = 2;
    const LONGEST_FAREWELL: Duration = Duration::from_millis(500);
    let runtime = Builder::new_multi_thread()
        .worker_threads(THREADS_FOR_REQUESTS)
        .max_blocking_threads(2 * settings.search_threads + 2)
        .enable_io()
        .enable_time()
        .build()?;
    let server = Server::new(settings);
    let result = runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        ready(listener.local_addr()?);
        let answering = server.clone();
        let serving = tokio::spawn(async move { answering.serve(listener).await });
        stopped(stop, &server).await;
        serving.abort();
        Ok(())
    });
    server.clear();
    runtime.shutdown_timeout(LONGEST_FAREWELL);
    result
}

/// Waits until the handle is pulled, and sweeps from time to time.
async fn stopped(stop: &StopHandle, server: &Server) {
    const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
    const LOOKS_FOR_A_SWEEP: usize = 600;
    for look in 1_usize.. {
        tokio::time::sleep(BETWEEN_LOOKS).await;
        if stop.is_stopped() {
            return;
        }
        if look.is_multiple_of(LOOKS_FOR_A_SWEEP) {
            server.sweep();
        }
    }
}
