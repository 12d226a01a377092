//! The rules, one by one, in their corner cases.

use crate::boards::{after, board, moves, moves_from, pieces, refusal, square};
use plywood_arimaa::{Arimaa, Colour, Kind, Move, Refusal, Rules};
use plywood_search::{EndReason, Game, Hints, IllegalMove, Outcome, Position, Repetition, Side};
use std::collections::HashMap;

const GOLD_WINS: Option<Outcome> = Some(Outcome::Win(Side::First));
const SILVER_WINS: Option<Outcome> = Some(Outcome::Win(Side::Second));

// The setup.

#[test]
fn gold_sets_up_on_the_first_two_ranks_and_then_silver_on_the_last_two() {
    let mut position = Arimaa::start(Rules::default());
    let mut squares = Vec::new();
    while position.is_setup() {
        let colour = position.turn();
        let mv = *position.legal_moves().last().expect("a placement");
        squares.push(mv.to_string()[1..].to_owned());
        position.play_unchecked(mv);
        let expected = if squares.len() < 17 { Colour::Gold } else { Colour::Silver };
        assert_eq!(colour, expected);
    }
    let row = |rank: u8| ('a'..='h').map(move |file| format!("{file}{rank}"));
    assert_eq!(squares, row(1).chain(row(2)).chain(row(8)).chain(row(7)).collect::<Vec<_>>());
    assert_eq!(pieces(&position).split(' ').count(), 32);
}

#[test]
fn gold_moves_first_after_the_setup() {
    let mut position = Arimaa::start(Rules::default());
    while position.is_setup() {
        position.play_unchecked(position.legal_moves()[0]);
    }
    assert_eq!(position.turn(), Colour::Gold);
    assert_eq!(refusal(&position, "Ra3"), Refusal::SetupOver);
}

#[test]
fn a_side_has_64_864_800_setups() {
    fn count(position: &Arimaa, known: &mut HashMap<[u32; 6], u64>) -> u64 {
        if position.turn() == Colour::Silver {
            return 1;
        }
        let placed = Kind::ALL.map(|kind| position.pieces_of_kind(kind).count_ones());
        if let Some(&count) = known.get(&placed) {
            return count;
        }
        let child = |mv: &Move| {
            let mut child = position.clone();
            child.play_unchecked(*mv);
            child
        };
        let sum = position.legal_moves().iter().map(|mv| count(&child(mv), known)).sum();
        known.insert(placed, sum);
        sum
    }
    assert_eq!(count(&Arimaa::start(Rules::default()), &mut HashMap::new()), 64_864_800);
}

#[test]
fn a_side_sets_up_one_elephant_one_camel_two_of_the_others_and_eight_rabbits() {
    let position = after(Arimaa::start(Rules::default()), "Ea1 Mb1 Hc1 Hd1");
    assert_eq!(moves(&position), ["Ce1", "De1", "Re1"]);
    assert_eq!(refusal(&position, "Me1"), Refusal::NoneLeft(Kind::Camel));
    assert_eq!(Kind::ALL.map(Kind::count), [8, 2, 2, 2, 1, 1]);
}

#[test]
fn in_the_setup_nothing_else_can_be_done() {
    let position = after(Arimaa::start(Rules::default()), "Ea1");
    assert_eq!(refusal(&position, "Ea1n"), Refusal::SetupUnderWay);
    assert_eq!(refusal(&position, "pass"), Refusal::SetupUnderWay);
    assert_eq!(refusal(&position, "Rc1"), Refusal::NextSquare(square("b1")));
    assert!(matches!(refusal(&position, "rb1"), Refusal::NotYours(_)));
}

// The turn.

#[test]
fn a_turn_ends_with_its_fourth_step() {
    let position = after(board('g', "Ed4 Ra2 rh7"), "Ed4n Ed5n Ed6n");
    assert_eq!((position.turn(), position.steps().len()), (Colour::Gold, 3));
    let position = after(position, "Ed7n");
    assert_eq!((position.turn(), position.steps().len()), (Colour::Silver, 0));
}

#[test]
fn unused_steps_are_passed() {
    for steps in ["Ed4n pass", "Ed4n Ed5n pass", "Ed4n Ed5n Ed6n pass"] {
        assert_eq!(after(board('g', "Ed4 Ra2 rh7"), steps).turn(), Colour::Silver, "{steps}");
    }
}

#[test]
fn a_turn_has_one_step_at_least() {
    assert_eq!(refusal(&board('g', "Ed4 Ra2 rh7"), "pass"), Refusal::NoStepYet);
}

#[test]
fn the_board_after_the_turn_must_differ_from_the_board_before_it() {
    let there_and_back = after(board('g', "Ed4 Ra2 rh7"), "Ed4n Ed5s");
    assert_eq!(refusal(&there_and_back, "pass"), Refusal::Unchanged);
    let once_more = after(there_and_back, "Ed4n");
    assert_eq!(refusal(&once_more, "Ed5s"), Refusal::Unchanged);
    assert!(moves(&once_more).contains(&"pass".to_owned()));
    assert_eq!(moves_from(&once_more, "d5"), ["Ed5e", "Ed5n", "Ed5w"]);
}

#[test]
fn two_pieces_of_a_kind_that_change_places_change_nothing() {
    let position = after(board('g', "Dd4 De5 Ra2 rh7"), "Dd4n De5s Dd5e");
    assert_eq!(refusal(&position, "De4w"), Refusal::Unchanged);
}

#[test]
fn a_step_goes_to_an_empty_orthogonal_neighbour() {
    assert_eq!(moves_from(&board('g', "Ed4 Ra2 rh7"), "d4"), ["Ed4e", "Ed4n", "Ed4s", "Ed4w"]);
    assert_eq!(moves_from(&board('g', "Ea1 Ra2 rh7"), "a1"), ["Ea1e"]);
    assert_eq!(refusal(&board('g', "Ea1 Ra2 rh7"), "Ea1n"), Refusal::Occupied(square("a2")));
    assert_eq!(refusal(&board('g', "Ea1 Ra2 rh7"), "Eb1n"), Refusal::NoPiece(square("b1")));
}

#[test]
fn a_rabbit_never_steps_backward_by_itself() {
    let both = "Rd4 rd7 Ra2 rh7";
    assert_eq!(moves_from(&board('g', both), "d4"), ["Rd4e", "Rd4n", "Rd4w"]);
    assert_eq!(moves_from(&board('s', both), "d7"), ["rd7e", "rd7s", "rd7w"]);
    assert_eq!(refusal(&board('g', both), "Rd4s"), Refusal::RabbitBackward);
    assert_eq!(refusal(&board('s', both), "rd7n"), Refusal::RabbitBackward);
}

#[test]
fn a_rabbit_may_be_pushed_or_pulled_backward() {
    let pushed = after(board('g', "Ed4 rd5 Ra2 rh7"), "rd5n Ed4n");
    assert_eq!(pieces(&pushed), "Ra2 Ed5 rd6 rh7");
    let pulled = after(board('g', "Ed4 rd3 Ra2 rh7"), "Ed4n rd3n");
    assert_eq!(pieces(&pulled), "Ra2 rd4 Ed5 rh7");
}

// Pushing.

#[test]
fn a_push_is_a_weaker_enemy_that_makes_room_and_a_stronger_piece_that_follows() {
    let position = after(board('g', "Ed4 hd5 Ra2 rh7"), "hd5w Ed4n");
    assert_eq!(pieces(&position), "Ra2 hc5 Ed5 rh7");
    assert_eq!(position.steps().len(), 2);
}

#[test]
fn the_pusher_is_stronger() {
    assert_eq!(refusal(&board('g', "Hd4 hd5 Ra2 rh7"), "hd5n"), Refusal::NotOutranked(square("d5")));
    assert_eq!(refusal(&board('g', "Dd4 hd5 Cd3 Ra2 rh7"), "hd5n"), Refusal::NotOutranked(square("d5")));
    assert_eq!(refusal(&board('g', "Ed4 hd7 Ra2 rh7"), "hd7n"), Refusal::NotOutranked(square("d7")));
}

#[test]
fn a_push_is_finished_by_the_very_next_step() {
    let position = after(board('g', "Ed4 hd5 Ra2 rh7"), "hd5n");
    assert_eq!(moves(&position), ["Ed4n"]);
    assert_eq!(position.pending_push(), Some(square("d5")));
    for text in ["pass", "Ra2n", "Ed4s", "hd6n"] {
        assert_eq!(refusal(&position, text), Refusal::PushNotFinished(square("d5")), "{text}");
    }
}

#[test]
fn any_stronger_piece_next_to_the_square_finishes_a_push() {
    let position = after(board('g', "Ed4 Mc5 De5 hd5 Ra2 rh7"), "hd5n");
    assert_eq!(moves(&position), ["Ed4n", "Mc5e"]);
    assert_eq!(refusal(&position, "De5w"), Refusal::CannotFollow(square("d5")));
}

#[test]
fn a_push_cannot_begin_on_the_fourth_step() {
    let three_steps = after(board('g', "Ed4 hd5 Ra2 rh7"), "Ra2n Ra3n Ra4n");
    assert_eq!(refusal(&three_steps, "hd5n"), Refusal::NoStepToFollow);
    let two_steps = after(board('g', "Ed4 hd5 Ra2 rh7"), "Ra2n Ra3n");
    assert_eq!(after(two_steps, "hd5n Ed4n").turn(), Colour::Silver);
}

#[test]
fn a_push_that_can_only_restore_the_board_does_not_begin_on_the_third_step() {
    let pulled = after(board('g', "Ed4 hd3 Ra2 rh7"), "Ed4n hd3n");
    assert_eq!(refusal(&pulled, "hd4s"), Refusal::PushInVain);
    assert_eq!(moves_from(&pulled, "d4"), ["hd4e", "hd4w"]);
}

#[test]
fn a_push_that_one_of_two_pieces_can_finish_without_restoring_the_board_begins() {
    let pulled = after(board('g', "Ed4 Mc4 hd3 Ra2 rh7"), "Ed4n hd3n hd4s");
    assert_eq!(moves(&pulled), ["Mc4e"]);
    assert_eq!(refusal(&pulled, "Ed5s"), Refusal::Unchanged);
}

#[test]
fn the_first_step_of_a_push_goes_to_an_empty_square() {
    let position = board('g', "Ed4 hd5 cd6 re5 Ra2 rh7");
    assert_eq!(moves_from(&position, "d5"), ["hd5w"]);
    assert_eq!(refusal(&position, "hd5n"), Refusal::Occupied(square("d6")));
}

// Pulling.

#[test]
fn a_pull_is_a_piece_that_steps_away_and_a_weaker_enemy_that_enters_its_square() {
    let position = after(board('g', "Ed4 hd3 Ra2 rh7"), "Ed4e");
    assert!(moves(&position).contains(&"hd3n".to_owned()));
    assert_eq!(pieces(&after(position, "hd3n")), "Ra2 hd4 Ee4 rh7");
}

#[test]
fn the_pulled_piece_is_weaker() {
    let position = after(board('g', "Hd4 hd3 md5 Cc4 Ra2 rh7"), "Hd4e");
    assert_eq!(refusal(&position, "hd3n"), Refusal::NotOutranked(square("d3")));
    assert_eq!(refusal(&position, "md5s"), Refusal::NotOutranked(square("d5")));
}

#[test]
fn the_pulled_piece_was_next_to_the_puller() {
    let position = after(board('g', "Ed4 hd2 Ra2 rh7"), "Ed4n");
    assert_eq!(refusal(&position, "hd2n"), Refusal::NotOutranked(square("d2")));
}

#[test]
fn a_pull_is_completed_by_the_very_next_step() {
    let position = after(board('g', "Ed4 hd3 Ra2 rh7"), "Ed4n Ra2n");
    assert_eq!(refusal(&position, "hd3n"), Refusal::NotOutranked(square("d3")));
}

#[test]
fn a_pull_may_be_completed_on_the_fourth_step() {
    let position = after(board('g', "Ed4 hd3 Ra2 rh7"), "Ra2n Ra3n Ed4n hd3n");
    assert_eq!((position.turn(), pieces(&position).as_str()), (Colour::Silver, "Ra4 hd4 Ed5 rh7"));
}

#[test]
fn a_pull_on_the_fourth_step_may_not_restore_the_board() {
    let pushed = after(board('g', "Ed4 hd5 Ra2 rh7"), "hd5n Ed4n Ed5s");
    assert_eq!(refusal(&pushed, "hd6s"), Refusal::Unchanged);
}

#[test]
fn a_puller_that_falls_into_a_trap_completes_the_pull() {
    let fallen = after(board('g', "Dd3 rd2 Ra2 rh7"), "Dd3w");
    assert_eq!(pieces(&fallen), "Ra2 rd2 rh7");
    assert_eq!(pieces(&after(fallen, "rd2n")), "Ra2 rd3 rh7");
}

#[test]
fn a_puller_that_is_frozen_at_its_new_square_completes_the_pull() {
    let position = after(board('g', "Hd4 dd3 me5 Ra2 rh7"), "Hd4e");
    assert_ne!(position.frozen(Colour::Gold), 0);
    assert_eq!(pieces(&after(position, "dd3n")), "Ra2 dd4 He4 me5 rh7");
}

#[test]
fn a_turn_may_hold_any_mixture() {
    let push_and_pull = after(board('g', "Ed4 hd5 Ra2 rh7"), "hd5n Ed4n Ed5e hd6s");
    assert_eq!(pieces(&push_and_pull), "Ra2 hd5 Ee5 rh7");
    let step_push_step = after(board('g', "Ed3 hd5 Ra2 rh7"), "Ed3n hd5n Ed4n Ra2n");
    assert_eq!(pieces(&step_push_step), "Ra3 Ed5 hd6 rh7");
    let two_pulls = after(board('g', "Ed4 hd3 Ra2 rh7"), "Ed4n hd3n Ed5n hd4n");
    assert_eq!(pieces(&two_pulls), "Ra2 hd5 Ed6 rh7");
}

#[test]
fn a_step_that_completes_a_push_does_not_begin_a_pull() {
    let pushed = after(board('g', "Ed4 hd5 cd3 Ra2 rh7"), "hd5n Ed4n");
    assert_eq!(refusal(&pushed, "cd3n"), Refusal::NotOutranked(square("d3")));
}

#[test]
fn a_step_that_completes_a_pull_does_not_begin_another() {
    let pulled = after(board('g', "Ed4 hd3 cd2 Ra2 rh7"), "Ed4n hd3n");
    assert_eq!(refusal(&pulled, "cd2n"), Refusal::NotOutranked(square("d2")));
}

#[test]
fn an_enemy_that_enters_the_square_a_stronger_neighbour_left_completes_a_pull_and_not_a_push() {
    // The camel could push the horse to d4 as well; read as a pull, it need not be followed.
    let position = after(board('g', "Ed4 hd3 Md2 Ra2 rh7"), "Ed4n hd3n");
    assert_eq!(position.pending_push(), None);
    assert!(moves(&position).contains(&"pass".to_owned()));
    // And the camel may follow all the same.
    assert_eq!(pieces(&after(position, "Md2n")), "Ra2 Md3 hd4 Ed5 rh7");
}

#[test]
fn an_enemy_that_enters_a_square_it_cannot_be_pulled_into_begins_a_push() {
    // The dog that left d4 is weaker than the horse, the camel is not.
    let position = after(board('g', "Dd4 hd3 Md2 Cc4 Ra2 rh7"), "Dd4n hd3n");
    assert_eq!(moves(&position), ["Md2n"]);
}

#[test]
fn equal_strength_neither_pushes_nor_freezes() {
    let position = board('g', "Hd4 hd5 Ra2 rh7");
    assert_eq!(position.frozen(Colour::Gold) | position.frozen(Colour::Silver), 0);
    assert_eq!(moves_from(&position, "d4"), ["Hd4e", "Hd4s", "Hd4w"]);
    assert_eq!(refusal(&position, "hd5n"), Refusal::NotOutranked(square("d5")));
}

// Freezing.

#[test]
fn a_piece_next_to_a_stronger_enemy_and_to_no_friend_is_frozen() {
    let alone = board('g', "Dd4 hd5 Ra2 rh7");
    assert_eq!(alone.frozen(Colour::Gold), square("d4").bit());
    assert_eq!(refusal(&alone, "Dd4s"), Refusal::Frozen(square("d4")));
    let with_friend = board('g', "Dd4 Rc4 hd5 Ra2 rh7");
    assert_eq!(with_friend.frozen(Colour::Gold), 0);
    assert_eq!(moves_from(&with_friend, "d4"), ["Dd4e", "Dd4s"]);
}

#[test]
fn a_frozen_piece_may_not_push() {
    let position = board('g', "Dd4 ed3 cd5 Ra2 rh7");
    assert_eq!(refusal(&position, "cd5n"), Refusal::PushersFrozen(square("d5")));
}

#[test]
fn a_frozen_piece_may_not_pull() {
    let position = board('g', "Dd4 ed3 cc4 Ra2 rh7");
    assert_eq!(refusal(&position, "Dd4n"), Refusal::Frozen(square("d4")));
    assert!(moves(&position).iter().all(|text| text.starts_with("Ra2")));
}

#[test]
fn freezing_is_looked_at_before_each_step() {
    let beside_a_horse = after(board('g', "Dd3 Cc2 hd5 Ra2 rh7"), "Dd3n");
    assert_eq!(refusal(&beside_a_horse, "Dd4e"), Refusal::Frozen(square("d4")));
    let helped = after(beside_a_horse, "Cc2e Cd2n Dd4e");
    assert_eq!(pieces(&helped), "Ra2 Cd3 De4 hd5 rh7");
}

#[test]
fn a_frozen_piece_still_defends_traps() {
    let position = board('g', "Dc4 hc5 Cd3 Ra2 rh7");
    assert_eq!(position.frozen(Colour::Gold), square("c4").bit());
    assert_eq!(pieces(&after(position, "Cd3w")), "Ra2 Cc3 Dc4 hc5 rh7");
}

#[test]
fn a_frozen_piece_still_freezes_others() {
    let position = board('g', "Dd4 hd5 Ed6 Ra2 rh7");
    assert_eq!(position.frozen(Colour::Silver), square("d5").bit());
    assert_eq!(position.frozen(Colour::Gold), square("d4").bit());
}

// Traps.

#[test]
fn a_piece_on_each_of_the_four_traps_with_no_friend_next_to_it_is_removed() {
    for (from, step) in [("c2", "Dc2n"), ("f2", "Df2n"), ("c5", "Dc5n"), ("f5", "Df5n")] {
        let position = board('g', &format!("D{from} Ra2 rh7"));
        assert_eq!(pieces(&after(position, step)), "Ra2 rh7", "{step}");
    }
    for square in ["c4", "d3", "f4", "b2", "e6"] {
        let position = board('g', &format!("D{square} Ra2 rh7"));
        assert!(pieces(&after(position, "Ra2n")).contains(square));
    }
}

#[test]
fn a_piece_on_a_trap_with_a_friend_next_to_it_stays() {
    assert_eq!(pieces(&after(board('g', "Dd3 Cb3 Ra2 rh7"), "Dd3w")), "Ra2 Cb3 Dc3 rh7");
}

#[test]
fn a_piece_on_a_trap_is_removed_when_its_last_friend_steps_away() {
    assert_eq!(pieces(&after(board('g', "Dc3 Cb3 Ra2 rh7"), "Cb3w")), "Ra2 Ca3 rh7");
}

#[test]
fn traps_are_looked_at_in_the_middle_of_a_push() {
    let into_the_trap = after(board('g', "Ed4 cd3 Ra2 rh7"), "cd3w");
    assert_eq!(pieces(&into_the_trap), "Ra2 Ed4 rh7");
    assert_eq!(moves(&into_the_trap), ["Ed4s"]);
    let away_from_it = after(board('g', "Ed4 cd3 hc3 Ra2 rh7"), "cd3e");
    assert_eq!(pieces(&away_from_it), "Ra2 ce3 Ed4 rh7");
}

#[test]
fn traps_are_looked_at_after_a_pull() {
    assert_eq!(pieces(&after(board('g', "Ec3 cd3 Cb3 Ra2 rh7"), "Ec3n cd3w")), "Ra2 Cb3 Ec4 rh7");
}

#[test]
fn captures_are_named() {
    let position = board('g', "Ed4 cd3 hc3 Ra2 rh7");
    let captures = |text: &str| {
        let mv = position.read_move(text).expect(text);
        assert_eq!(position.is_noisy(mv), position.captures(mv).count() > 0);
        position.captures(mv).map(|(piece, square)| format!("{piece}{square}")).collect::<Vec<_>>()
    };
    assert_eq!(captures("cd3e"), ["hc3"]);
    assert!(captures("Ed4n").is_empty());
}

// The end.

#[test]
fn a_side_that_moved_a_rabbit_to_its_goal_rank_has_won() {
    assert_eq!(after(board('g', "Ra7 rh7"), "Ra7n pass").outcome(), GOLD_WINS);
    assert_eq!(after(board('s', "Ra7 rh2"), "rh2s pass").outcome(), SILVER_WINS);
}

#[test]
fn a_side_that_left_an_enemy_rabbit_on_its_goal_rank_has_lost() {
    assert_eq!(after(board('g', "Ed3 rd2 Ra2"), "rd2s Ed3s pass").outcome(), SILVER_WINS);
}

#[test]
fn a_side_that_brings_rabbits_of_both_sides_to_their_goals_has_won() {
    assert_eq!(after(board('g', "Ed3 rd2 Ra7"), "rd2s Ed3s Ra7n pass").outcome(), GOLD_WINS);
    assert_eq!(board('s', "Ra8 rd1").outcome(), GOLD_WINS);
    assert_eq!(board('g', "Ra8 rd1").outcome(), SILVER_WINS);
}

#[test]
fn goals_come_before_lost_rabbits() {
    assert_eq!(board('s', "rd1").outcome(), SILVER_WINS);
    assert_eq!(board('s', "Ra8").outcome(), GOLD_WINS);
}

#[test]
fn a_side_that_took_the_last_enemy_rabbit_has_won() {
    assert_eq!(after(board('g', "Ed4 rd3 Ra2"), "rd3w Ed4s pass").outcome(), GOLD_WINS);
}

#[test]
fn a_side_that_lost_its_own_last_rabbit_has_lost() {
    assert_eq!(after(board('g', "Ed5 Rc2 rh7"), "Rc2n pass").outcome(), SILVER_WINS);
}

#[test]
fn a_side_that_took_the_last_rabbits_of_both_has_won() {
    let position = after(board('g', "Rc3 Dd3 rf4 ee8 Ee4"), "rf4s Ee4e Dd3e pass");
    assert_eq!(pieces(&position), "De3 Ef4 ee8");
    assert_eq!(position.outcome(), GOLD_WINS);
    assert_eq!(board('s', "Ed4 ee8").outcome(), GOLD_WINS);
    assert_eq!(board('g', "Ed4 ee8").outcome(), SILVER_WINS);
}

#[test]
fn a_side_without_a_legal_turn_has_lost() {
    assert_eq!(board('s', "rd5 Ed6 Ra2").outcome(), GOLD_WINS);
    assert_eq!(board('s', "rd5 Ed6 Ra2").legal_moves().len(), 0);
    assert_eq!(board('g', "Rd5 ed6 rh7").outcome(), SILVER_WINS);
}

#[test]
fn a_side_without_a_step_of_its_own_may_still_push() {
    // The cat in the corner is blocked, and so is its rabbit.
    let position = board('g', "Ca1 Rb1 ra2 eb2 hc1");
    assert_eq!(position.outcome(), None);
    assert_eq!(moves(&position), ["ra2n"]);
}

#[test]
fn a_side_with_only_turns_that_repeat_a_position_for_the_third_time_has_lost() {
    // Silver's cat can go to and fro between a7 and a8; its rabbit is frozen. Gold's dog goes to and fro as
    // well.
    let mut game = Game::new(board('g', "ca7 Ca6 Cb7 Cb8 rh5 Eh6 Dd2 Ra1"));
    for turn in ["Dd2e", "ca7n", "De2w", "ca8s", "Dd2e", "ca7n", "De2w"] {
        assert_eq!(game.end(), None, "{turn}");
        for mv in game.position().read_turn(turn).expect(turn) {
            game.play(mv).expect(turn);
        }
    }
    assert_eq!(game.position().outcome(), None);
    assert_eq!(game.end(), Some((Outcome::Win(Side::First), EndReason::NoMoveButRepetition)));
}

#[test]
fn the_end_is_looked_at_after_the_turn_only() {
    let on_goal = after(board('g', "Ra7 rh7"), "Ra7n");
    assert_eq!(on_goal.outcome(), None);
    assert_eq!(moves(&on_goal), ["Ra8e", "pass"]);
    let bare = after(board('g', "Rc2 rh7 Ed5"), "Rc2n");
    assert_eq!(bare.outcome(), None);
}

#[test]
fn an_enemy_rabbit_may_be_put_on_its_goal_rank_and_taken_off_again_within_one_turn() {
    let position = after(board('g', "Ed3 rd2 Ra2 rh7"), "rd2s Ed3s Ed2e rd1n");
    assert_eq!(pieces(&position), "Ra2 rd2 Ee2 rh7");
    assert_eq!(position.outcome(), None);
}

// Repetition.

fn shuffle(rules: &str) -> (Game<Arimaa>, Result<(), IllegalMove>) {
    let text = board('g', "Ed4 ee7 Ra2 rh7").to_string();
    let start = Arimaa::from_text(&text, rules.parse().expect("rules")).expect("a position");
    let mut game = Game::new(start);
    let turns = ["Ed4n", "ee7w", "Ed5s", "ed7e", "Ed4n", "ee7w", "Ed5s"];
    for turn in turns {
        for mv in game.position().read_turn(turn).expect(turn) {
            game.play(mv).expect(turn);
        }
    }
    let moves = game.position().read_turn("ed7e").expect("a turn by the rules of movement");
    game.play(moves[0]).expect("other steps may follow");
    let result = game.play(moves[1]);
    (game, result)
}

#[test]
fn a_turn_that_brings_a_position_about_for_the_third_time_is_illegal() {
    let (game, result) = shuffle("");
    assert_eq!(result, Err(IllegalMove::Repetition));
    assert!(!game.legal_moves().contains(&Move::PASS));
    assert_eq!(game.position().repetition(), Repetition::Illegal(3));
}

#[test]
fn under_repetition_none_positions_may_recur() {
    let (_, result) = shuffle("repetition=none");
    assert_eq!(result, Ok(()));
}

#[test]
fn repetition_looks_at_board_and_side_to_move_after_turns_only() {
    let start = board('g', "Ed4 ee7 Ra2 rh7");
    assert!(start.repetition_key().is_some());
    assert_ne!(start.repetition_key(), board('s', "Ed4 ee7 Ra2 rh7").repetition_key());
    assert_eq!(after(start.clone(), "Ed4n").repetition_key(), None);
    let round_about = after(start, "Ed4n Ed5e Ee5s pass");
    assert_eq!(round_about.repetition_key(), board('s', "Ee4 ee7 Ra2 rh7").repetition_key());
    assert_eq!(after(Arimaa::start(Rules::default()), "Ea1").repetition_key(), None);
}

// What the browser game that plywood grew out of had wrong.

#[test]
fn fault_equal_strength_froze() {
    assert_eq!(moves_from(&board('g', "Cd4 cd5 Ra2 rh7"), "d4"), ["Cd4e", "Cd4s", "Cd4w"]);
}

#[test]
fn fault_a_pull_wrote_to_the_wrong_square() {
    let position = after(board('s', "ed5 Hc5 Ra2 rh7"), "ed5n Hc5e");
    assert_eq!(pieces(&position), "Ra2 Hd5 ed6 rh7");
}

#[test]
fn fault_the_wrong_side_was_looked_at_for_immobilization() {
    // Silver is immobilised, and it is Gold's turn: nothing has happened yet.
    assert_eq!(board('g', "rd5 Ed6 Ra2").outcome(), None);
    assert_eq!(board('s', "rd5 Ed6 Ra2").outcome(), GOLD_WINS);
}

#[test]
fn fault_a_turn_could_leave_the_board_unchanged() {
    let position = after(board('s', "ed5 Ra2 rh7"), "ed5n ed6s");
    assert_eq!(refusal(&position, "pass"), Refusal::Unchanged);
}

#[test]
fn fault_positions_could_recur_for_ever() {
    assert_eq!(Arimaa::start(Rules::default()).repetition(), Repetition::Illegal(3));
    assert_eq!(shuffle("repetition=third").1, Err(IllegalMove::Repetition));
}

// Positions that no game leads to.

#[test]
fn any_arrangement_of_pieces_is_a_position() {
    let crowd = board('g', "Ea1 Eb1 Ec1 Ed1 Ee1 ra2 rb2 rc2 rd2 re2 rf2 rg2 rh2 ra7 rb7 Rh5");
    assert_eq!(crowd.outcome(), None);
    assert!(!crowd.legal_moves().is_empty());
}

#[test]
fn a_piece_that_was_set_up_on_a_trap_without_a_friend_falls_after_the_first_step() {
    assert_eq!(pieces(&after(board('g', "Dc3 hf6 Ra2 rh7"), "Ra2n")), "Ra3 rh7");
    // The dog would fall before it could follow.
    let position = board('g', "Dc3 rd3 Ra2 rh7");
    assert_eq!(refusal(&position, "rd3n"), Refusal::PushInVain);
    assert_eq!(moves(&position), ["Dc3n", "Dc3s", "Dc3w", "Ra2e", "Ra2n"]);
}
