//! Doing jobs: what a worker does between taking a job and handing its result in. Nothing here knows a queue.

use crate::leaf;
use crate::wire::{Chunk, Done, Leaf, Pair, RawGame, Work};
use core::fmt;
use plywood_arena::EngineMaker;
use plywood_learn::SCORES;
use plywood_play::{Engine, EngineError, Session, Spec, TextError, read_bytes, read_count};
use plywood_registry::proofs::prover;
use plywood_search::{ProofTable, StopHandle};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The memory of an engine that does not say how much it wants.
const USUAL_HASH: usize = 64 << 20;

/// The games and engines with which a worker does jobs.
pub struct Doer {
    make: Arc<EngineMaker>,
    /// The most bytes of tables of one job.
    memory: usize,
    /// How fast it searches, in nodes per second of one thread.
    speed: u64,
    /// The table for proofs.
    kept: Mutex<Option<Kept>>,
}

/// The table of the proofs of a game, which grows with them: a large one costs a short proof more than it
/// gives, because the system has to clear its memory.
struct Kept {
    game: String,
    table: Arc<ProofTable>,
    /// The nodes that have been searched with it.
    nodes: u64,
}

/// The bytes of a table for proofs at first.
const FIRST_TABLE: usize = 64 << 20;
/// By how much it grows at a time: what is not decided is lost then.
const GROWTH: usize = 8;
/// A table is too small when so many nodes were searched for each of its entries of 16 bytes.
const NODES_OF_AN_ENTRY: u64 = 4;

/// Why there is no result of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The job was stopped.
    Stopped,
    /// The job failed here; another machine may be able to do it.
    Failed(String),
    /// No worker may do it.
    Refused(String),
}

impl Kept {
    /// A table of so many bytes, with what another one has decided.
    fn with_bytes(game: &str, bytes: usize, earlier: Option<&Self>) -> Result<Self, Failure> {
        let table = ProofTable::with_bytes(bytes).map_err(|error| Failure::Failed(error.to_string()))?;
        if let Some(earlier) = earlier {
            table.learn(&earlier.table.decided(0));
        }
        Ok(Self { game: game.to_owned(), table: Arc::new(table), nodes: 0 })
    }
}

impl From<TextError> for Failure {
    fn from(error: TextError) -> Self {
        Self::Refused(error.to_string())
    }
}

impl Doer {
    /// Does jobs with engines made by `make`, each with tables of no more than `memory` bytes together, on a
    /// machine that searches `speed` nodes per second on a thread.
    pub fn new(
        make: impl Fn(&dyn Session, &Spec) -> Result<Box<dyn Engine>, EngineError> + Send + Sync + 'static,
        memory: usize,
        speed: u64,
    ) -> Self {
        Self { make: Arc::new(make), memory, speed, kept: Mutex::new(None) }
    }

    /// How many threads a job keeps busy.
    pub(crate) fn threads(work: &Work) -> usize {
        let specs: Vec<Spec> = match work {
            Work::Match(pair) => pair.terms.specs().map(Vec::from).unwrap_or_default(),
            Work::Generate(chunk) => {
                chunk.settings().map(|(_, settings)| vec![settings.engine]).unwrap_or_default()
            }
            Work::Prove(_) => Vec::new(),
        };
        let threads = |spec: &Spec| spec.get("threads").and_then(|text| read_count(text).ok()).unwrap_or(1);
        specs.iter().map(threads).max().and_then(|most| usize::try_from(most).ok()).unwrap_or(1)
    }

    /// Does a job.
    pub(crate) fn work(&self, work: &Work, stop: &StopHandle) -> Result<Done, Failure> {
        match work {
            Work::Match(pair) => self.play(pair, stop),
            Work::Generate(chunk) => self.generate(chunk, stop),
            Work::Prove(leaf) => self.prove(leaf, stop),
        }
    }

    fn prove(&self, leaf: &Leaf, stop: &StopHandle) -> Result<Done, Failure> {
        let game = plywood_registry::find(&leaf.game)?.info().name;
        let table = self.table(&format!("{game} {}", leaf.rules))?;
        let prover = prover(game).ok_or_else(|| Failure::Refused("no such game".to_owned()))?;
        let (searched, nodes) = leaf::search(prover, leaf, &table, stop)?;
        if let Some(kept) = self.lock().as_mut() {
            kept.nodes = kept.nodes.saturating_add(nodes);
        }
        if stop.is_stopped() { Err(Failure::Stopped) } else { Ok(Done::Searched { searched, nodes }) }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The table for proofs of a game, which all threads share and which is kept from job to job.
    fn table(&self, game: &str) -> Result<Arc<ProofTable>, Failure> {
        let mut place = self.lock();
        let most = self.memory.max(1 << 16);
        let known = place.take().filter(|kept| kept.game == game);
        let bytes = match &known {
            None => FIRST_TABLE.min(most),
            Some(kept) => {
                let is_full = kept.nodes / NODES_OF_AN_ENTRY > kept.table.bytes() as u64 / 16;
                let more = kept.table.bytes().saturating_mul(if is_full { GROWTH } else { 1 });
                more.min(most)
            }
        };
        // Sizes are powers of two.
        let kept = match known {
            Some(kept) if bytes < 2 * kept.table.bytes() => kept,
            known => Kept::with_bytes(game, bytes, known.as_ref())?,
        };
        Ok(Arc::clone(&place.insert(kept).table))
    }

    fn generate(&self, job: &Chunk, stop: &StopHandle) -> Result<Done, Failure> {
        let (game, settings) = job.settings()?;
        self.afford(std::slice::from_ref(&settings.engine))?;
        let failed = |error: EngineError| Failure::Failed(error.to_string());
        let mut player = settings.player_with(game, stop, &*self.make).map_err(failed)?;
        let mut games = Vec::new();
        for number in (job.first..).take(usize::try_from(job.games).unwrap_or(usize::MAX)) {
            let record = player.play(number).map_err(failed)?.ok_or(Failure::Stopped)?;
            let scores = record.tag(SCORES).unwrap_or_default().to_owned();
            games.push(RawGame { moves: record.moves.join(" "), scores });
        }
        Ok(Done::Records(games))
    }

    fn play(&self, job: &Pair, stop: &StopHandle) -> Result<Done, Failure> {
        let opening = job.terms.opening(&job.position, &job.opening)?;
        self.afford(&job.terms.specs()?)?;
        let contest = job.terms.contest(opening.fork(), (&self.make, self.speed), stop)?;
        match contest.play_pair(job.number, opening.as_ref()) {
            Ok(Some(games)) => Ok(Done::Games(games.into())),
            Ok(None) => Err(Failure::Stopped),
            Err(error) => Err(Failure::Failed(error.to_string())),
        }
    }

    /// Refuses engines that want more memory than there is for a job.
    fn afford(&self, engines: &[Spec]) -> Result<(), Failure> {
        let hash = |spec: &Spec| match spec.name() {
            "random" | "minimax" | "alphabeta" => Ok(0),
            _ => spec.get("hash").map_or(Ok(USUAL_HASH), read_bytes),
        };
        let sizes = engines.iter().map(hash).collect::<Result<Vec<_>, _>>()?;
        let wanted = sizes.into_iter().fold(0_usize, usize::saturating_add);
        if wanted <= self.memory {
            return Ok(());
        }
        Err(Failure::Failed(format!(
            "its tables take {wanted} bytes, and a job here may take {}",
            self.memory
        )))
    }
}

impl fmt::Debug for Doer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Doer").field("memory", &self.memory).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::Terms;
    use crate::wire::{self, Job, MOST_OF_A_JOB};
    use plywood_arena::{Match, Openings};
    use plywood_learn::SelfPlay;

    fn contest(engines: [&str; 2]) -> Match {
        let start = plywood_registry::find("hex").unwrap().session("size=4", None).unwrap();
        let mut contest = Match::new(start, engines.map(|text| text.parse().unwrap()));
        contest.build = "0.1.0+x".to_owned();
        contest.seed = 5;
        contest.openings = Openings::Random { plies: 2 };
        contest.resign = "score=100,moves=2".parse().ok();
        contest.control = "60s+1s".parse().ok();
        contest
    }

    fn opening(contest: &Match, pair: u64) -> Box<dyn Session> {
        contest.openings.list(contest.start(), contest.seed).opening(pair).unwrap()
    }

    /// The job of a pair, as it comes out of the message that it goes into.
    fn work(contest: &Match, pair: u64) -> Work {
        let opening = opening(contest, pair);
        let terms = Terms::of(contest, None).unwrap();
        let work = Work::Match(Box::new(Pair {
            terms,
            number: pair,
            position: opening.start(),
            opening: opening.moves(),
        }));
        let [run, item, build] = ["run", "0-1", "x"].map(str::to_owned);
        let bytes = wire::write(&Job { run, item, build, work }, MOST_OF_A_JOB).unwrap();
        wire::read::<Job>(&bytes, MOST_OF_A_JOB).unwrap().work
    }

    fn doer(memory: usize) -> Doer {
        Doer::new(|session, spec| session.engine(spec), memory, 1_000_000)
    }

    #[test]
    fn a_pair_from_a_message_is_the_pair_of_the_match() {
        let mut contest = contest(["pvs:nodes=200,hash=256kB", "random"]);
        contest.identify().unwrap();
        for pair in [0, 3] {
            let done = doer(1 << 20).work(&work(&contest, pair), &StopHandle::new());
            let Ok(Done::Games(games)) = done else { panic!("{done:?}") };
            assert_eq!(games.len(), 2);
            for game in games {
                assert_eq!(contest.check_game(&*opening(&contest, pair), &game), Ok(()));
                assert_eq!(game.pair(), pair);
            }
        }
    }

    #[test]
    fn the_table_for_proofs_grows_and_keeps_what_is_decided() {
        let doer = doer(1 << 30);
        let leaf = Leaf {
            game: "loa".to_owned(),
            rules: String::new(),
            position: "o7/8/8/8/2xx4/8/7o/x7 x".to_owned(),
            attacker: 0,
            until: [u32::MAX; 2],
            least: 1_000_000,
            most: 1_000_000,
        };
        let table = || doer.table("loa ").unwrap();
        assert!(matches!(doer.prove(&leaf, &StopHandle::new()), Ok(Done::Searched { .. })));
        let (bytes, decided) = (table().bytes(), table().decided(0).len());
        assert!(bytes == FIRST_TABLE && decided > 0, "{bytes} {decided}");
        doer.lock().as_mut().unwrap().nodes = 1 << 60;
        assert_eq!((table().bytes(), table().decided(0).len()), (GROWTH * bytes, decided));
        doer.lock().as_mut().unwrap().nodes = 1 << 60;
        assert_eq!(table().bytes(), 1 << 30);
        doer.lock().as_mut().unwrap().nodes = 1 << 60;
        assert!(Arc::ptr_eq(&table(), &table()), "there is no more memory");
        assert_eq!(doer.table("loa other").unwrap().bytes(), FIRST_TABLE);
    }

    #[test]
    fn a_stopped_job_has_no_result() {
        let stop = StopHandle::new();
        stop.stop();
        let work = work(&contest(["pvs:nodes=200,hash=256kB", "random"]), 0);
        assert_eq!(doer(1 << 20).work(&work, &stop).unwrap_err(), Failure::Stopped);
    }

    #[test]
    fn no_job_takes_more_memory_than_it_may() {
        let work = work(&contest(["pvs:nodes=200,hash=16MB", "random:seed=1"]), 0);
        let failure = doer(1 << 20).work(&work, &StopHandle::new()).unwrap_err();
        assert!(matches!(&failure, Failure::Failed(reason) if reason.contains("bytes")), "{failure:?}");
    }

    #[test]
    fn no_program_is_started_and_no_file_read() {
        for engine in ["external:cmd=rm,protocol=htp", "pvs@/bin/true", "pvs:net=/etc/passwd"] {
            let refused = Terms::of(&contest([engine, "random"]), None).unwrap_err();
            assert!(refused.to_string().contains("named over the queue"), "{refused}");
            let honest = work(&contest(["pvs:nodes=1", "random"]), 0);
            let text = serde_json::to_string(&honest).unwrap().replace("pvs:nodes=1", engine);
            let forged: Work = serde_json::from_str(&text).unwrap();
            let failure = doer(1 << 30).work(&forged, &StopHandle::new()).unwrap_err();
            assert!(
                matches!(&failure, Failure::Refused(reason) if reason.contains("over the queue")),
                "{failure:?}"
            );
        }
    }

    /// The job of the first two games for training of an engine.
    fn chunk(engine: &str) -> Work {
        let settings =
            SelfPlay { rules: "size=4".to_owned(), ..SelfPlay::new(engine.parse().expect("an engine")) };
        Work::Generate(Chunk::new(plywood_registry::find("hex").expect("the game"), &settings, 0, 2))
    }

    #[test]
    fn games_for_training_are_played_by_an_engine_that_the_worker_has_by_a_name() {
        let named = Doer::new(
            |session, spec| {
                assert_eq!(spec.get("engine"), Some("strong"));
                session.engine(&"pvs:nodes=20,hash=64kB".parse()?)
            },
            1 << 30,
            1,
        );
        let play = |doer: &Doer, engine| doer.work(&chunk(engine), &StopHandle::new());
        let by_name = play(&named, "worker:engine=strong").expect("games");
        let by_engine = play(&doer(1 << 30), "pvs:nodes=20,hash=64kB").expect("games");
        assert_eq!(format!("{by_name:?}"), format!("{by_engine:?}"));
        let failure = play(&named, "pvs:net=/etc/passwd").expect_err("a file");
        assert!(
            matches!(&failure, Failure::Refused(reason) if reason.contains("over the queue")),
            "{failure:?}"
        );
    }

    #[test]
    fn a_job_that_makes_no_sense_is_refused() {
        let honest = serde_json::to_string(&work(&contest(["random", "random:seed=2"]), 1)).unwrap();
        for (part, other) in
            [("\"hex\"", "\"go\""), ("size=4", "size=99"), ("60s+1s", "soon"), ("random", "randy")]
        {
            assert!(honest.contains(part), "{honest}");
            let forged: Work = serde_json::from_str(&honest.replacen(part, other, 1)).unwrap();
            let failure = doer(1 << 30).work(&forged, &StopHandle::new()).unwrap_err();
            assert!(matches!(failure, Failure::Refused(_) | Failure::Failed(_)), "{failure:?}");
        }
    }
}
