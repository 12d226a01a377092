//! The server asked as a client would ask it: in the process where no connection matters, and over a socket
//! where one does.

mod client;
mod contract;
mod games;
mod guard;
mod hostile;
mod limits;
mod records;
mod schema;
mod searches;
mod states;
