//! Strategies that concede what they do not need.
//!
//! A chain in Hex depends on some cells only. Every reply elsewhere is a new position, and the number of such
//! positions grows with the orders of play. So the strategy concedes the rest of the board to the other side
//! after each of its own moves ([`Definition::concede`]): the remaining game is small, and lines of play
//! merge.
//!
//! # What is given away
//!
//! Let the other side be to move, and let the winner have a reply to one of its moves, with everything that
//! the winner needs after that reply. Each move outside this needed set loses to the same reply. So the
//! search collects replies until no move is needed by all of them ("must-play", R. Hayward 2003); the
//! position needs the union of their needed sets. If the guide knows more (see
//! [`Plan`](plywood_search::Plan)), it concedes the rest of the board first.

use crate::claim::Goal;
use crate::identity::Identity;
use crate::strategy::NoStrategy;
use crate::walk::{after, can_end_at_once};
use plywood_play::Definition;
use plywood_search::{Answer, Dfpn, Ended, Knowledge, Limits, PackedMove, Position, Question};
use std::collections::{BTreeSet, HashMap, HashSet};

type MoveOf<D> = <<D as Definition>::Position as Position>::Move;

/// A set of moves, each as its bits.
pub(crate) type Moves = BTreeSet<u32>;

/// The winner's moves: one for each position that can arise while the winner follows them and concedes what
/// it does not need.
pub(crate) struct Conceding<D: Definition> {
    goal: Goal,
    /// Entry 0 stands for a finished game.
    holds: Vec<Hold<MoveOf<D>>>,
    decisions: HashMap<Identity<D::Position>, Reply<MoveOf<D>>>,
}

/// The proof that a position with the other side to move is won.
struct Hold<M> {
    needed: Moves,
    /// Moves of the other side with the replies to them. Any other move is answered by one of these replies
    /// that does not need it.
    replies: Vec<(u32, Reply<M>)>,
}

/// A move of the winner, and the index of the hold that it leads to.
#[derive(Clone, Copy)]
struct Reply<M> {
    mv: M,
    then: usize,
}

/// The state of a search for a strategy.
struct Finder<'a, D: Definition, G> {
    search: &'a mut Dfpn<D::Position, G>,
    goal: Goal,
    limits: &'a Limits,
    holds: Vec<Hold<MoveOf<D>>>,
    held: HashMap<Identity<D::Position>, usize>,
    replies: HashMap<Identity<D::Position>, Reply<MoveOf<D>>>,
}

impl<D: Definition> Conceding<D> {
    /// The move for a position, and the moves that it keeps (does not concede).
    pub(crate) fn choose(&self, position: &D::Position) -> Option<(MoveOf<D>, &Moves)> {
        let reply = self.decisions.get(&Identity(position.clone()))?;
        Some((reply.mv, &self.holds[reply.then].needed))
    }

    /// Finds a strategy with the help of the guide of `search` and of its table. The strategy may be longer
    /// than the win that the search knows.
    pub(crate) fn find<G: Knowledge<D::Position>>(
        search: &mut Dfpn<D::Position, G>,
        start: &D::Position,
        goal: Goal,
        limits: &Limits,
    ) -> Result<Self, NoStrategy> {
        let (held, replies) = (HashMap::new(), HashMap::new());
        let over = Hold { needed: Moves::new(), replies: Vec::new() };
        let mut finder = Finder::<D, G> { search, goal, limits, holds: vec![over], held, replies };
        let has_choice = start.side_to_move() == goal.side;
        let is_settled = start.outcome().is_some() || has_choice && can_end_at_once(start, goal);
        let first = if has_choice && !is_settled { Some(finder.reply(start)?) } else { None };
        let hold = if has_choice || is_settled { 0 } else { finder.hold(start)? };
        let mut strategy = Self { goal, holds: finder.holds, decisions: HashMap::new() };
        let open = match first {
            Some(reply) => strategy.decide(start, reply),
            None => (start.clone(), hold),
        };
        if !is_settled {
            strategy.spread(open)?;
        }
        Ok(strategy)
    }

    /// Decides all positions that can arise.
    fn spread(&mut self, first: (D::Position, usize)) -> Result<(), NoStrategy> {
        let (mut open, mut seen) = (vec![first], HashSet::new());
        while let Some((position, hold)) = open.pop() {
            if position.outcome().is_some() || !seen.insert(Identity(position.clone())) {
                continue;
            }
            for mv in position.legal_moves() {
                let next = after(&position, mv);
                let is_settled = next.outcome().is_some() || can_end_at_once(&next, self.goal);
                if is_settled || self.choose(&next).is_some() {
                    continue;
                }
                let reply = self.reply_to(hold, mv).ok_or(NoStrategy::NotSo)?;
                open.push(self.decide(&next, reply));
            }
        }
        Ok(())
    }

    /// Records a decision; returns the position to continue from and its hold.
    fn decide(&mut self, position: &D::Position, reply: Reply<MoveOf<D>>) -> (D::Position, usize) {
        self.decisions.insert(Identity(position.clone()), reply);
        let next = after(position, reply.mv);
        if next.outcome().is_some() {
            return (next, reply.then);
        }
        (self.conceded(&next, &self.holds[reply.then].needed), reply.then)
    }

    /// The position with everything conceded but the kept moves, or the position itself if the game cannot
    /// concede.
    pub(crate) fn conceded(&self, position: &D::Position, kept: &Moves) -> D::Position {
        conceded::<D>(position, self.goal, |mv| kept.contains(&mv.to_bits()))
    }

    /// The winner's reply to a move of the other side.
    fn reply_to(&self, hold: usize, mv: MoveOf<D>) -> Option<Reply<MoveOf<D>>> {
        let (bits, replies) = (mv.to_bits(), &self.holds[hold].replies);
        let is_spared = |reply: &Reply<_>| reply.mv != mv && !self.holds[reply.then].needed.contains(&bits);
        let own = replies.iter().find(|(answered, _)| *answered == bits);
        own.or_else(|| replies.iter().find(|(_, reply)| is_spared(reply))).map(|(_, reply)| *reply)
    }
}

/// The unfinished position with everything conceded but the kept moves, or the position itself if the game
/// cannot concede.
fn conceded<D: Definition>(
    position: &D::Position,
    goal: Goal,
    is_kept: impl Fn(MoveOf<D>) -> bool,
) -> D::Position {
    let moves = position.legal_moves();
    let kept: Vec<_> = moves.iter().copied().filter(|&mv| is_kept(mv)).collect();
    let given = if kept.len() == moves.len() { None } else { D::concede(position, goal.side, &kept) };
    given.unwrap_or_else(|| position.clone())
}

impl<D: Definition, G: Knowledge<D::Position>> Finder<'_, D, G> {
    /// Proves that a position with the other side to move is won; returns the index of its hold.
    fn hold(&mut self, position: &D::Position) -> Result<usize, NoStrategy> {
        if let Some(outcome) = position.outcome() {
            return if self.goal.is_met_by(outcome) { Ok(0) } else { Err(NoStrategy::NotSo) };
        }
        let identity = Identity(position.clone());
        if let Some(&known) = self.held.get(&identity) {
            return Ok(known);
        }
        let number = match self.planned(position) {
            Some(smaller) => self.hold(&smaller)?,
            None => self.held_by_replies(position)?,
        };
        self.held.insert(identity, number);
        Ok(number)
    }

    /// The position after conceding what the guide says is not needed; `None` if that is nothing.
    fn planned(&self, position: &D::Position) -> Option<D::Position> {
        let plan = self.search.knowledge().plan(position, self.goal.side)?;
        let smaller = D::concede(position, self.goal.side, &plan.needed)?;
        (smaller != *position).then_some(smaller)
    }

    /// Collects replies until no move is needed by all of them.
    fn held_by_replies(&mut self, position: &D::Position) -> Result<usize, NoStrategy> {
        let moves = self.in_order(position);
        let all: Moves = moves.iter().map(|mv| mv.to_bits()).collect();
        let concedes = D::concede(position, self.goal.side, &moves).is_some();
        let mut open = all.clone();
        let mut hold = Hold { needed: if concedes { Moves::new() } else { all }, replies: Vec::new() };
        for mv in moves {
            if !open.remove(&mv.to_bits()) {
                continue;
            }
            let reply = self.reply(&after(position, mv))?;
            if concedes {
                let needed = self.needed(reply);
                open.retain(|bits| needed.contains(bits));
                hold.needed.extend(needed);
            }
            hold.replies.push((mv.to_bits(), reply));
        }
        self.holds.push(hold);
        Ok(self.holds.len() - 1)
    }

    /// The legal moves, the guide's candidates first.
    fn in_order(&self, position: &D::Position) -> Vec<MoveOf<D>> {
        let mut moves = position.legal_moves().to_vec();
        let knowledge = self.search.knowledge();
        if let Some(candidates) = knowledge.candidates(position, &mut knowledge.start(position)) {
            moves.sort_by_key(|&mv| !(candidates.is_one)(mv));
        }
        moves
    }

    /// The winner's move in a position where it is to move.
    fn reply(&mut self, position: &D::Position) -> Result<Reply<MoveOf<D>>, NoStrategy> {
        let identity = Identity(position.clone());
        if let Some(&known) = self.replies.get(&identity) {
            return Ok(known);
        }
        let reply = self.new_reply(position)?;
        self.replies.insert(identity, reply);
        Ok(reply)
    }

    fn new_reply(&mut self, position: &D::Position) -> Result<Reply<MoveOf<D>>, NoStrategy> {
        if self.limits.stop.is_stopped() {
            return Err(NoStrategy::Ended(Ended::Stopped));
        }
        let goal = self.goal;
        let ends = |next: &D::Position| next.outcome().is_some_and(|outcome| goal.is_met_by(outcome));
        if let Some(mv) = position.legal_moves().into_iter().find(|&mv| ends(&after(position, mv))) {
            return Ok(Reply { mv, then: 0 });
        }
        let plan = self.search.knowledge().plan(position, goal.side);
        if let Some((mv, needed)) = plan.and_then(|plan| Some((plan.mv?, plan.needed))) {
            // The game goes on: no move ends it.
            let next = conceded::<D>(&after(position, mv), goal, |mv| needed.contains(&mv));
            return Ok(Reply { mv, then: self.hold(&next)? });
        }
        let mv = self.found(position)?;
        Ok(Reply { mv, then: self.hold(&after(position, mv))? })
    }

    /// The winning move that the search finds.
    fn found(&mut self, position: &D::Position) -> Result<MoveOf<D>, NoStrategy> {
        let question = Question::wins(self.goal.side);
        let verdict = self.search.ask(position, question, self.limits, &mut |_| {});
        match verdict.answer {
            Answer::Wins { .. } => verdict.best.ok_or(NoStrategy::NotSo),
            Answer::CannotWin { .. } => Err(NoStrategy::NotSo),
            Answer::Unknown => Err(NoStrategy::Ended(verdict.ended)),
        }
    }

    /// Everything that the winner needs when it gives this reply.
    fn needed(&self, reply: Reply<MoveOf<D>>) -> Moves {
        let mut needed = self.holds[reply.then].needed.clone();
        needed.insert(reply.mv.to_bits());
        needed
    }
}
