//! The file of a network that an engine plays with.

use core::fmt;
use plywood_play::{Engine, EngineError, Session, Spec};
use std::sync::Arc;

/// The bytes of the network that an engine's option `net` names.
///
/// They are read once, by the caller, so that a file that changes in the meantime changes no game. In the
/// settings of a job the network stands by its checksum: a job goes on only with the network that it began
/// with, wherever the file lies.
#[derive(Clone, PartialEq, Eq)]
pub struct NetFile(Arc<[u8]>);

impl NetFile {
    /// The network with these bytes. They are checked when an engine is made.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }

    /// The FNV-1a hash of the bytes.
    pub fn checksum(&self) -> u64 {
        let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01B3);
        self.0.iter().fold(0xCBF2_9CE4_8422_2325, step)
    }

    /// The engine that `spec` describes, with the network if there is one.
    pub(crate) fn engine(
        network: Option<&Self>,
        session: &dyn Session,
        spec: &Spec,
    ) -> Result<Box<dyn Engine>, EngineError> {
        match network {
            None => session.engine(spec),
            Some(Self(bytes)) => session.engine_with(spec, bytes),
        }
    }

    /// The engine as the settings of a job name it.
    pub(crate) fn described(network: Option<&Self>, spec: &Spec) -> Spec {
        let mut described = spec.clone();
        if let Some(network) = network {
            described.set("net", format!("{:016x}", network.checksum()));
        }
        described
    }
}

impl fmt::Debug for NetFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NetFile({} bytes, {:016x})", self.0.len(), self.checksum())
    }
}
