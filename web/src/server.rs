//! The server: what all requests share, and the threads they run on.

use crate::catalogue::Catalogue;
use crate::guard::guard;
use crate::routes;
use crate::searches::Searches;
use crate::sessions::Sessions;
use crate::settings::Settings;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn;
use axum::{Router, serve};
use core::fmt;
use core::net::SocketAddr;
use core::time::Duration;
use plywood_search::StopHandle;
use std::io;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio::runtime::Builder;

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    pub(crate) sessions: Sessions,
    pub(crate) searches: Searches,
    pub(crate) catalogue: Catalogue,
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
    /// A server without sessions.
    pub fn new(settings: Settings) -> Self {
        let shared = Shared {
            sessions: Sessions::new(settings.clone()),
            searches: Searches::new(settings.searches),
            catalogue: Catalogue::of(&settings),
            settings,
        };
        Self { shared: Arc::new(shared) }
    }

    /// What answers requests. It has to run on a Tokio runtime with time.
    pub fn router(&self) -> Router {
        routes::router(self.shared.clone())
            .layer(DefaultBodyLimit::max(self.shared.settings.body))
            .layer(from_fn(guard))
    }

    /// The number of searches that run at this moment.
    pub fn running_searches(&self) -> usize {
        self.shared.searches.running()
    }

    /// Ends all sessions and their searches.
    pub fn clear(&self) {
        self.shared.sessions.clear();
    }
}

/// Serves on `address` until `stop` is pulled. `ready` is told the address in fact, with the port that the system chose for port 0.
///
/// Requests are answered on two threads of their own, and searches run on others: a click waits for the scheduler at most.
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
        .max_blocking_threads(2 * settings.searches + 2)
        .enable_io()
        .enable_time()
        .build()?;
    let server = Server::new(settings);
    let result = runtime.block_on(async {
        let listener = TcpListener::bind(address).await?;
        ready(listener.local_addr()?);
        let serving = tokio::spawn(serve(listener, server.router()).into_future());
        stopped(stop).await;
        serving.abort();
        Ok(())
    });
    server.clear();
    runtime.shutdown_timeout(LONGEST_FAREWELL);
    result
}

async fn stopped(stop: &StopHandle) {
    const BETWEEN_LOOKS: Duration = Duration::from_millis(50);
    while !stop.is_stopped() {
        tokio::time::sleep(BETWEEN_LOOKS).await;
    }
}
