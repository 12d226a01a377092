//! What is certain about a position: the moves that connect all men.

mod connecting;
