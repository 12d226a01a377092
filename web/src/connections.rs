//! Connections: how many there are at a time, and how long each may keep the server waiting.

use crate::settings::Settings;
use axum::Router;
use core::time::Duration;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::sync::Arc;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_io_timeout::TimeoutStream;

/// Answers connections for as long as it is polled. Those beyond the limit wait until others close.
pub(crate) async fn serve(listener: TcpListener, router: Router, settings: Settings) {
    const UNTIL_THERE_MAY_BE_FILES_AGAIN: Duration = Duration::from_secs(1);
    let room = Arc::new(Semaphore::new(settings.connections));
    while let Ok(permit) = room.clone().acquire_owned().await {
        match listener.accept().await {
            Ok((stream, _)) => {
                let answered = answer(stream, router.clone(), settings.patience);
                tokio::spawn(async move {
                    answered.await;
                    drop(permit);
                });
            }
            Err(error) if is_of_one_connection(&error) => {}
            Err(_) => tokio::time::sleep(UNTIL_THERE_MAY_BE_FILES_AGAIN).await,
        }
    }
}

/// Answers the requests of one connection, until it is closed or keeps the server waiting for longer than
/// `patience`: for the head of the first or of another request, or to take what it asked for. Bodies are
/// waited for where they are read.
async fn answer(stream: TcpStream, router: Router, patience: Duration) {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(patience));
    let answered = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(Box::pin(stream)), TowerToHyperService::new(router));
    // Whoever is too slow, or has left, is told nothing more.
    let _ = answered.await;
}

/// Whether accepting failed because of the other side, and not for want of anything here.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
