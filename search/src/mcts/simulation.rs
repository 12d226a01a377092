//! One simulation: down the tree, out of it, and back.

use super::amaf::{Amaf, Seen};
use super::bounds::Bounds;
use super::node::{Node, Sharing, UNIT};
use super::tree::Tree;
use super::{MctsOptions, Task};
use crate::contract::{Hints, Knowledge, Outcome, PackedMove, Position, Score, Side};
use crate::driver::{DEAD_END, Entered, Path, Step};
use crate::limits::MAX_DEPTH;
use core::ops::ControlFlow;
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;

/// With a prior and without RAVE: by how much a move before its first visit is worth less than its node.
const FIRST_PLAY_LOSS: f32 = 0.2;

/// A node on the path of a simulation.
struct Visit<P: Position> {
    index: u32,
    /// The player whose view the node's numbers have: the one who made the move to it; at the root, the
    /// player to move.
    by: Side,
    /// The player to move.
    side: Side,
    /// Whether it lies in the middle of a turn, where the repetition rule does not apply.
    in_turn: bool,
    entered: Option<Entered>,
    /// The position before it, and the move; none at the root.
    origin: Option<(P, P::Move)>,
}

/// The state of one thread that runs simulations.
pub(super) struct Simulator<'a, P: Hints, K: Knowledge<P>> {
    task: &'a Task<'a, P, K>,
    /// What is known of the position at ply `known` of the trail.
    state: K::State,
    known: usize,
    rng: Xoshiro256PlusPlus,
    path: Path,
    /// The nodes from the root to the current one.
    trail: Vec<Visit<P>>,
    /// Moves of a node that is being expanded, with their bias.
    moves: Vec<(P::Move, f32)>,
    /// Slots of moves with their places among the children of a node.
    places: Vec<(usize, usize)>,
    seen: Option<Seen>,
    /// The ply of the path at which this simulation has proven something that the nodes above may not know
    /// yet.
    news: Option<usize>,
}

impl<'a, P: Hints, K: Knowledge<P>> Simulator<'a, P, K> {
    /// Makes the simulator of thread number `thread`, with what it knows of the root.
    pub(super) fn new(task: &'a Task<'a, P, K>, thread: u64, state: K::State) -> Self {
        Self {
            task,
            state,
            known: 0,
            rng: Xoshiro256PlusPlus::seed_from_u64(
                task.options.seed ^ thread.wrapping_mul(0x9E37_79B9_7F4A_7C15),
            ),
            path: Path::new(task.game, true),
            trail: Vec::with_capacity(MAX_DEPTH as usize + 1),
            moves: Vec::new(),
            places: Vec::new(),
            seen: task.options.rave.map(|_| Seen::new::<P>()),
            news: None,
        }
    }

    fn options(&self) -> &'a MctsOptions {
        self.task.options
    }

    fn tree(&self) -> &'a Tree {
        self.task.tree
    }

    fn here(&self) -> &Visit<P> {
        self.trail.last().expect("a trail begins at the root")
    }

    fn node_here(&self) -> &'a Node {
        self.tree().node(self.here().index)
    }

    /// Expands the root if it has no children yet.
    pub(super) fn prepare(&mut self) {
        self.begin();
        let position = self.task.game.position().clone();
        self.expansion(&position);
        if let Some(children) = self.node_here().children() {
            if self.is_worth_a_judgement(self.node_here()) {
                self.judgement(&position, children);
            }
            if self.asks() {
                self.question(&position, children);
            }
        }
        self.solver();
        self.climb();
    }

    /// Asks the knowledge about the root, if it is to be asked at all: the first question of a state may take
    /// much longer than those that follow, so that it must not come when the time is nearly up.
    pub(super) fn ask_about_the_root(&mut self) {
        if self.asks() {
            let _ = self.task.knowledge.candidates(self.task.game.position(), &mut self.state);
        }
    }

    /// Takes up at the root what is proven about its moves.
    pub(super) fn learn_at_the_root(&mut self) {
        self.begin();
        self.learn();
        self.climb();
    }

    /// The search that this is a part of.
    pub(super) fn task(&self) -> &'a Task<'a, P, K> {
        self.task
    }

    /// Runs one simulation, from the root and back.
    pub(super) fn simulate(&mut self) {
        self.begin();
        let mut position = self.task.game.position().clone();
        let value = loop {
            let node = self.node_here();
            if let Some(value) = self.settled_value(node) {
                self.news = Some(self.trail.len() - 1);
                break value;
            }
            if self.is_ripe(node) && self.expansion(&position) {
                continue;
            }
            let Some(children) = node.children() else { break self.playout(&mut position) };
            if self.is_worth_a_question(node) && self.question(&position, children) {
                continue;
            }
            if self.is_worth_a_judgement(node) {
                self.judgement(&position, children);
            }
            let Some(index) = self.selection(node, children) else {
                // Another thread has proven the last move that mattered and has not published it yet.
                self.learn();
                break 0;
            };
            self.descend(&mut position, index);
        };
        self.backpropagation(value);
        self.solver();
        self.climb();
    }

    fn begin(&mut self) {
        let side = self.task.game.side_to_move();
        self.trail.clear();
        let root = Visit { index: Tree::ROOT, by: side, side, in_turn: false, entered: None, origin: None };
        self.trail.push(root);
        self.news = None;
        if let Some(seen) = &mut self.seen {
            seen.clear();
        }
    }

    /// The result of a proven node for the first player.
    fn settled_value(&self, node: &Node) -> Option<i32> {
        let score = node.bounds().settled()?;
        let value = score.value().signum() * UNIT;
        Some(if self.here().by == Side::First { value } else { -value })
    }

    /// Whether to expand a node now: the less memory is left, the more visits it takes.
    fn is_ripe(&self, node: &Node) -> bool {
        node.children().is_none()
            && node.visits() >= self.options().expand_after.clamp(1, 1 << 20) << self.tree().eighths()
            && !self.tree().is_full()
            && self.trail.len() <= MAX_DEPTH as usize
    }

    /// Step 1, selection: the child with the greatest upper confidence bound (UCT, Kocsis and Szepesvari
    /// 2006) among those that may still matter; `None` if none does.
    fn selection(&self, node: &Node, children: (u32, u32)) -> Option<u32> {
        let floor = self.floor(node);
        let visits = node.visits().max(1) as f32;
        let explores = node.visits() >= self.options().explore_from;
        let exploration = if explores { self.options().exploration * visits.ln().sqrt() } else { 0.0 };
        let prior = (self.options().prior > 0.0).then(|| self.options().prior * visits.sqrt());
        let nodes = self.tree().nodes(children);
        let best = match (self.options().rave, prior) {
            (None, None) => most_urgent(nodes, floor, |_, child| child.urgency(child.mean(), exploration)),
            (None, Some(prior)) => {
                let own = if self.here().by == self.here().side { node.mean() } else { -node.mean() };
                let first = own - FIRST_PLAY_LOSS;
                most_urgent(nodes, floor, |_, child| {
                    let mean = if child.visits() == 0 { first } else { child.mean() };
                    child.urgency_with_prior(mean, exploration, prior)
                })
            }
            (Some(equivalence), prior) => {
                let amaf = self.tree().amaf(children);
                let equivalence = equivalence as f32;
                most_urgent(nodes, floor, |index, child| {
                    let mean = amaf[index].mix(child.mean(), child.visits(), equivalence);
                    match prior {
                        Some(prior) => child.urgency_with_prior(mean, exploration, prior),
                        None => child.urgency_with_rave(mean, exploration),
                    }
                })
            }
        };
        best.map(|index| children.0 + index as u32)
    }

    /// The value that the upper bound of a move must exceed to matter: with the solver, the mover's lower
    /// bound.
    fn floor(&self, node: &Node) -> Score {
        if !self.options().solver {
            return DEAD_END;
        }
        let here = self.here();
        let bounds = if here.by == here.side { node.bounds() } else { node.bounds().turned() };
        bounds.lower.max(-Score::win_in(Score::MAX_PLIES))
    }

    /// Makes the move of child `index` and enters it.
    fn descend(&mut self, position: &mut P, index: u32) {
        let child = self.tree().node(index);
        let mv = child.mv();
        let (by, ply) = (position.side_to_move(), self.trail.len() as u32);
        if let Some(seen) = &mut self.seen {
            seen.note(by, position.history_slot(mv), ply);
        }
        let parent = position.clone();
        position.play_unchecked(mv);
        let entered = match self.path.enter(&parent, mv, position) {
            Step::Entered(entered) => Some(entered),
            Step::Illegal(_) | Step::Drawn(_) => None,
        };
        if self.task.sharing == Sharing::Shared {
            // The visit counts as a loss until its result is known, so that other threads look elsewhere
            // ("virtual loss").
            child.add(1, -i64::from(UNIT), Sharing::Shared);
        }
        let in_turn =
            position.repetition().earlier_occurrences().is_some() && position.repetition_key().is_none();
        let (side, origin) = (position.side_to_move(), Some((parent, mv)));
        self.trail.push(Visit { index, by, side, in_turn, entered, origin });
    }

    /// Step 2, expansion: creates the children of the node, each with what is certain about it at once: that
    /// the game is over, or that repetition ends or forbids it. Returns false if there was no room or another
    /// thread expands the node.
    fn expansion(&mut self, position: &P) -> bool {
        let node = self.node_here();
        if !node.begin_expansion() {
            return false;
        }
        self.generate(position);
        let children = self.tree().allocate(self.moves.len() as u32);
        if let Some(children) = children {
            self.write(position, children);
            self.inherit(children);
        }
        node.end_expansion(children);
        if children.is_some() {
            self.learn();
        }
        children.is_some()
    }

    /// Lists the moves of a node in arbitrary order, with their biases.
    fn generate(&mut self, position: &P) {
        self.moves.clear();
        if self.trail.len() == 1 {
            self.moves.extend(self.task.game.legal_moves().into_iter().map(|mv| (mv, 0.0)));
        } else {
            let moves = &mut self.moves;
            let _ = position.generate(&mut |mv| {
                moves.push((mv, 0.0));
                ControlFlow::Continue(())
            });
        }
        self.moves.shuffle(&mut self.rng);
        if self.options().prior > 0.0 {
            if !self.is_worth_a_judgement(self.node_here()) {
                self.weigh(position);
            }
        } else if self.options().bias > 0.0 && !self.asks() {
            self.rank(position);
        }
    }

    /// Whether the knowledge is asked about nodes that have been visited often.
    fn asks(&self) -> bool {
        self.options().ask_after.is_some() && self.options().solver
    }

    /// Whether to ask the knowledge about an expanded node now.
    fn is_worth_a_question(&self, node: &Node) -> bool {
        self.asks() && self.has_visits(node, self.options().ask_after) && !node.was_asked()
    }

    /// Whether to let the knowledge judge an expanded node now.
    fn is_worth_a_judgement(&self, node: &Node) -> bool {
        self.has_visits(node, self.options().judge_after) && !node.was_judged()
    }

    /// Whether the node has so many visits: what the knowledge says just below the root matters most, so that
    /// an eighth is enough there, and the root needs none.
    fn has_visits(&self, node: &Node, wanted: Option<u32>) -> bool {
        wanted.is_some_and(|wanted| match self.trail.len() {
            1 => true,
            2 => node.visits() >= wanted / 8,
            _ => node.visits() >= wanted,
        })
    }

    /// Step 2, knowledge: lets the moves of a node have the weights of a judgement, and adds its value to the
    /// node and those above it.
    fn judgement(&mut self, position: &P, children: (u32, u32)) {
        if !self.node_here().begin_judgement() {
            return;
        }
        let (nodes, here) = (self.tree().nodes(children), self.here());
        let (last, side) = (here.origin.as_ref().map(|&(_, mv)| mv), here.side);
        self.moves.clear();
        self.moves.extend(nodes.iter().map(|child| (child.mv(), 0.0)));
        let value = self.task.knowledge.judge(position, last, &mut self.moves);
        if self.options().prior > 0.0 {
            match value {
                Some(_) => self.share_out(),
                None => self.weigh(position),
            }
            self.moves.iter().zip(nodes).for_each(|(&(_, share), child)| child.set_bias(share));
        }
        let trust = self.options().trust;
        let Some(value) = value.filter(|_| trust > 0) else { return };
        let sum = (value * trust as f32 * UNIT as f32) as i64;
        for visit in &self.trail {
            let sum = if visit.by == side { sum } else { -sum };
            self.tree().node(visit.index).add(trust, sum, self.task.sharing);
        }
    }

    /// Makes shares of the weights of the moves.
    fn share_out(&mut self) {
        let sum = self.moves.iter().map(|&(_, weight)| weight).sum::<f32>().max(f32::MIN_POSITIVE);
        self.moves.iter_mut().for_each(|(_, weight)| *weight /= sum);
    }

    /// Step 2, knowledge: settles a node whose winner is certain, leaves out the moves that need no search,
    /// and sets the bias of the others. Returns false if another thread has asked.
    ///
    /// A root that is certain keeps its moves: one of them is the answer.
    fn question(&mut self, position: &P, children: (u32, u32)) -> bool {
        let node = self.node_here();
        if !node.begin_question() {
            return false;
        }
        self.know(position);
        let knowledge = self.task.knowledge;
        let ply = self.trail.len() - 1;
        if ply > 0
            && let Some(win) = knowledge.forced_win(position, &mut self.state)
        {
            node.tighten(Bounds::of_win(win.winner, win.plies, self.here().by));
            return true;
        }
        let nodes = self.tree().nodes(children);
        if let Some(candidates) = knowledge.candidates(position, &mut self.state) {
            for child in nodes.iter().filter(|child| !(candidates.is_one)(child.mv())) {
                child.leave_out(candidates.plies);
            }
        }
        if self.options().bias > 0.0 && self.options().prior == 0.0 {
            self.moves.clear();
            self.moves.extend(nodes.iter().map(|child| (child.mv(), 0.0)));
            self.rank(position);
            self.moves.iter().zip(nodes).for_each(|(&(_, bias), child)| child.set_bias(bias));
        }
        self.learn();
        true
    }

    /// Sets the bias of each move to its share of the weights that the knowledge gives.
    fn weigh(&mut self, position: &P) {
        let last = self.here().origin.as_ref().map(|&(_, mv)| mv);
        if self.task.knowledge.weigh(position, last, &mut self.moves) {
            self.share_out();
        }
    }

    /// Sets the bias of each move.
    fn rank(&mut self, position: &P) {
        self.know(position);
        let priority = self.task.knowledge.priorities(position, &mut self.state);
        self.moves.iter_mut().for_each(|(mv, bias)| *bias = priority(*mv) as f32);
        let all = self.moves.iter().map(|&(_, bias)| bias);
        let (least, greatest) = (all.clone().fold(f32::MAX, f32::min), all.fold(f32::MIN, f32::max));
        let scale = self.task.options.bias / (greatest - least).max(1.0);
        self.moves.iter_mut().for_each(|(_, bias)| *bias = (*bias - least) * scale);
    }

    /// Brings what is known to `position`, where the simulation is, from the ply where it was asked for last.
    fn know(&mut self, position: &P) {
        for ply in self.known + 1..self.trail.len() {
            let Some((parent, mv)) = &self.trail[ply].origin else { break };
            let next = self.trail.get(ply + 1).and_then(|visit| visit.origin.as_ref());
            let child = next.map_or(position, |(child, _)| child);
            self.task.knowledge.advance(&mut self.state, parent, Some(*mv), child);
            self.known = ply;
        }
    }

    /// Writes the nodes of the listed moves.
    fn write(&mut self, position: &P, children: (u32, u32)) {
        let (nodes, amaf) = (self.tree().nodes(children), self.tree().amaf(children));
        for (index, node) in nodes.iter().enumerate() {
            let (mv, bias) = self.moves[index];
            let bounds = self.bounds_at_once(position, mv);
            node.reset(mv.to_bits(), bounds, self.options().first_play, bias);
            if let Some(amaf) = amaf.get(index) {
                amaf.reset(position.history_slot(mv));
            }
        }
    }

    /// Gives new moves what the same moves have two plies before, if the same player was to move there.
    fn inherit(&mut self, children: (u32, u32)) {
        let Some(elder) = self.trail.len().checked_sub(3).map(|ply| &self.trail[ply]) else { return };
        let Some(elders) = self.tree().node(elder.index).children() else { return };
        let most = self.options().inherit;
        if most == 0 || elder.side != self.here().side {
            return;
        }
        let tree = self.tree();
        let slots = tree.amaf(elders).iter().map(Amaf::slot);
        self.places.clear();
        self.places.extend(slots.zip(0..));
        self.places.sort_unstable();
        for (node, amaf) in tree.nodes(children).iter().zip(tree.amaf(children)) {
            let place = self.places.binary_search_by_key(&amaf.slot(), |&(slot, _)| slot);
            let Ok(place) = place.map(|place| self.places[place].1) else { continue };
            amaf.inherit(&tree.amaf(elders)[place], most);
            if self.options().prior == 0.0 {
                node.set_bias(tree.nodes(elders)[place].bias());
            }
        }
    }

    /// The bounds of a move that are certain without a search.
    fn bounds_at_once(&mut self, position: &P, mv: P::Move) -> Bounds {
        let mut child = position.clone();
        child.play_unchecked(mv);
        match self.path.enter(position, mv, &child) {
            Step::Illegal(_) => Bounds::FORBIDDEN,
            Step::Drawn(_) => Bounds::DRAW,
            Step::Entered(entered) => {
                self.path.leave(entered);
                let outcome = child.outcome();
                outcome.map_or(Bounds::UNKNOWN, |outcome| Bounds::of(outcome, position.side_to_move()))
            }
        }
    }

    /// Step 3, playout: plays random moves to the end of the game or the greatest length; returns the result
    /// for the first player.
    fn playout(&mut self, position: &mut P) -> i32 {
        let longest = self.options().longest_playout;
        let last = self.here().origin.as_ref().map(|&(_, mv)| mv);
        let rng = &mut self.rng;
        let outcome = match &mut self.seen {
            None => position.random_playout(last, longest, rng, &mut |_, _| ()),
            Some(seen) => {
                let mut note = |side, slot| seen.note(side, slot, Seen::PLAYOUT);
                position.random_playout(last, longest, rng, &mut note)
            }
        };
        match outcome {
            Some(Outcome::Draw) => 0,
            Some(Outcome::Win(Side::First)) => UNIT,
            Some(Outcome::Win(Side::Second)) => -UNIT,
            None => self.opinion(position, longest == 0),
        }
    }

    /// What a position without a result is worth to the first player, of the tree or after a playout.
    fn opinion(&mut self, position: &P, is_in_tree: bool) -> i32 {
        let Some(half) = self.options().half_a_win else { return 0 };
        let knowledge = self.task.knowledge;
        let score = if is_in_tree {
            self.know(position);
            knowledge.evaluate(position, &mut self.state)
        } else {
            knowledge.evaluate(position, &mut knowledge.start(position))
        };
        let value = squash(score, half);
        if position.side_to_move() == Side::First { value } else { -value }
    }

    /// Step 4, backpropagation: adds the result, given for the first player, to every node on the path.
    fn backpropagation(&mut self, value: i32) {
        let sharing = self.task.sharing;
        for (ply, visit) in self.trail.iter().enumerate() {
            let value = i64::from(if visit.by == Side::First { value } else { -value });
            let node = self.tree().node(visit.index);
            match sharing {
                Sharing::Shared if ply > 0 => node.add(0, value + i64::from(UNIT), sharing),
                _ => node.add(1, value, sharing),
            }
        }
        if let Some(seen) = &self.seen {
            self.trail.iter().enumerate().for_each(|(ply, visit)| {
                let value = i64::from(if visit.side == Side::First { value } else { -value });
                let Some(children) = self.tree().node(visit.index).children() else { return };
                seen.add(visit.side, ply as u32 + 1, value, self.tree().amaf(children), sharing);
            });
        }
    }

    /// Step 5, solver: propagates proofs up as far as they prove something more.
    fn solver(&mut self) {
        let Some(news) = self.news else { return };
        for ply in (0..news).rev() {
            if !self.tighten(ply) {
                break;
            }
        }
    }

    /// Computes what the children prove about the current node.
    fn learn(&mut self) {
        let ply = self.trail.len() - 1;
        if self.tighten(ply) {
            self.news = Some(ply);
        }
    }

    /// Computes the bounds of the expanded node at `ply` of the path from those of its children; returns
    /// whether they changed.
    fn tighten(&self, ply: usize) -> bool {
        let visit = &self.trail[ply];
        let node = self.tree().node(visit.index);
        let of_moves = Bounds::of_moves(self.tree().children_of(node).iter().map(Node::bounds));
        let bounds = match of_moves {
            None if visit.in_turn => Bounds::FORBIDDEN,
            None => Bounds::LOST,
            Some(_) if !self.options().solver => return false,
            Some(bounds) => bounds,
        };
        node.tighten(if visit.by == visit.side { bounds } else { bounds.turned() })
    }

    /// Returns to the root.
    fn climb(&mut self) {
        for _ in 0..core::mem::take(&mut self.known) {
            self.task.knowledge.retreat(&mut self.state);
        }
        while let Some(visit) = self.trail.pop() {
            if let Some(entered) = visit.entered {
                self.path.leave(entered);
            }
        }
    }
}

/// The index of the most urgent node among those whose upper bound exceeds `floor`; the first of equals.
#[inline]
fn most_urgent(nodes: &[Node], floor: Score, urgency: impl Fn(usize, &Node) -> f32) -> Option<usize> {
    let mut best = None;
    let mut greatest = f32::NEG_INFINITY;
    for (index, node) in nodes.iter().enumerate() {
        let matters = node.bounds().upper > floor;
        let urgency = if matters { urgency(index, node) } else { f32::NEG_INFINITY };
        if urgency > greatest {
            (greatest, best) = (urgency, Some(index));
            if greatest == f32::INFINITY {
                break;
            }
        }
    }
    best
}

/// A score as a result, from -[`UNIT`] to `UNIT`, where `half` is worth half as much as a win.
fn squash(score: Score, half: u32) -> i32 {
    let (score, half) = (i64::from(score.value()), i64::from(half.max(1)));
    (score * i64::from(UNIT) / (score.abs() + half)) as i32
}
