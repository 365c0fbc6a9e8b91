"""OpenSpiel's own tests, and what they leave open."""

import doctest
import random
import unittest
from typing import Any

import numpy as np
import pytest

from ludotheque.bots.player import Bot
from ludotheque.games.box import shelf
from ludotheque.games.errors import OptionError, SeatsError

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.tests import games_sim_test

import ludotheque.envs.openspiel
from ludotheque.envs.openspiel_state import is_hidden
from ludotheque.games.match import Match
from tests.envs.reference import close, do

GAMES = [
    "python_ludotheque_willi(seats=3)",
    "python_ludotheque_willi(seats=4,tie=last,swap=colour)",
    "python_ludotheque_wimmuln(seats=3,episode=match,target=60)",
    "python_ludotheque_holzwurm(seats=2,episode=match,rounds=2)",
    "python_ludotheque_wheedle(seats=4,ticks=60,quick_start=True)",
]
ROUNDS = [
    "python_ludotheque_wimmuln(seats=3)",
    "python_ludotheque_holzwurm(seats=3)",
    "python_ludotheque_wheedle(seats=4,ticks=60,quick_start=True)",
]


def walk(game: Any, seed: int) -> Any:
    """The states of a random episode, the last one being terminal."""
    state, chance = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(chance.choice(state.legal_actions()))
    yield state


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("serialize", [False, True])
def test_random_simulations_pass(game: str, serialize: bool) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=serialize, verbose=False)


@pytest.mark.long
@pytest.mark.parametrize("game", [*GAMES[1:], *ROUNDS[:2]])
def test_the_python_api_is_kept(game: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(game))
    case = type("Api", (api_test.EnforceAPIOnPartialTreeBase,), {"game": pyspiel.load_game(game), "game_name": game})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 4
    assert not [*result.failures, *result.errors]


@pytest.mark.parametrize("name", shelf())
def test_games_are_loaded_by_their_names_and_play_in_rl_environments(name: str) -> None:
    table = rl_environment.Environment(f"python_ludotheque_{name}", seats=4)
    step, chance = table.reset(), random.Random(1)
    while not step.last():
        step = table.step([chance.choice(step.observations["legal_actions"][step.current_player()])])
    assert len(step.rewards) == 4


@pytest.mark.parametrize("game", GAMES)
def test_a_player_remembers_all_and_knows_nothing_that_is_hidden(game: str) -> None:
    sampler, seen = pyspiel.UniformProbabilitySampler(0.0, 1.0), set()
    for state in walk(pyspiel.load_game(game), 2):
        player = state.current_player()
        if player < 0:
            continue
        key = state.information_state_string(player)
        assert key not in seen, "no two decisions look the same"
        seen.add(key)
        world = state.resample_from_infostate(player, sampler)
        assert world.information_state_string(player) == key
        assert world.observation_tensor(player) == state.observation_tensor(player)
        assert world.legal_actions() == state.legal_actions()
        assert world.history() == state.history()


@pytest.mark.parametrize("game", [*GAMES[:2], *ROUNDS])
def test_tensors_tell_two_information_states_apart_as_texts_do(game: str) -> None:
    """Over all players of several matches from the same deal: the deck is the same, what is done differs."""
    loaded = pyspiel.load_game(game)
    texts: dict[str, bytes] = {}
    for seed in range(6):
        state, chance = loaded.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            if state.is_chance_node() and not state.match.actors:
                state.apply_action(state.legal_actions()[0])
                continue
            for player in range(loaded.num_players()):
                tensor = np.array(state.information_state_tensor(player), np.float32).tobytes()
                assert texts.setdefault(state.information_state_string(player), tensor) == tensor
            state.apply_action(chance.choice(state.legal_actions()))
    assert len(texts) > 100
    assert len(set(texts.values())) == len(texts), "no two texts have the same tensor"


@pytest.mark.parametrize("game", [*GAMES[:2], *ROUNDS])
def test_tensors_tell_nothing_that_is_hidden(game: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for state in walk(pyspiel.load_game(game), 2):
        if (player := state.current_player()) >= 0:
            world = state.resample_from_infostate(player, sampler)
            assert world.information_state_tensor(player) == state.information_state_tensor(player)


@pytest.mark.parametrize("name", ["willi", "wimmuln"])
def test_in_another_deal_others_have_done_other_things_in_secret(name: str) -> None:
    """What they know of their own choices is that of the other deal, in a tensor as in a text."""
    game, sampler = pyspiel.load_game(f"python_ludotheque_{name}(seats=3)"), pyspiel.UniformProbabilitySampler(0.0, 1.0)
    state = next(state for state in walk(game, 3) if state.moves and is_hidden(state.match.setup, state.moves[-1][1]))
    (other, done), texts = state.moves[-1], state.match.setup.interface.texts
    secrets = set()
    for _ in range(10):
        world = state.resample_from_infostate((other + 1) % 3, sampler)
        assert world.moves[:-1] == state.moves[:-1]
        cards = world.match.setup.box.cards(world.match.state)
        said = [cards.discards[other]] if name == "willi" else [cards.guesses[other].open, cards.guesses[other].hidden]
        assert texts[world.moves[-1][1]].split()[1:] == said
        assert state.resample_from_infostate(other, sampler).moves == state.moves, "one's own are as they were"
        secrets.add(world.moves[-1][1])
    assert len(secrets) > 1
    assert state.moves[-1] == (other, done), "the match itself is as it was"


def test_a_history_says_who_did_what_but_for_secrets() -> None:
    game = pyspiel.load_game(GAMES[1])
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    state = next(state for state in walk(game, 3) if state.current_player() == 2)
    discard = state.full_history()[-2].action
    told = {player: observer.set_from(state, player) or observer.dict["history"].copy() for player in range(4)}
    assert told[0].shape == (92, 4 + 111 + 37)
    assert np.flatnonzero(told[0][0]).tolist() == [0, 4 + discard, 4 + 111], "one's own discard, in one part"
    assert np.flatnonzero(told[0][1]).tolist() == [1], "the left neighbour has discarded"
    assert np.flatnonzero(told[3][0]).tolist() == [1]
    assert not told[0][2:].any()


def test_the_information_state_of_a_match_is_a_text() -> None:
    game = pyspiel.load_game("python_ludotheque_willi(episode=match)")
    assert not game.get_type().provides_information_state_tensor
    *_, state = walk(game, 1)
    assert state.information_state_string(0)
    with pytest.raises(ValueError, match="as a tensor with episode=round"):
        state.information_state_tensor(0)


def test_secret_choices_stay_secret_and_worlds_differ() -> None:
    state = next(state for state in walk(pyspiel.load_game(GAMES[1]), 3) if state.current_player() == 1)
    assert "0 discard\n" in state.information_state_string(1)
    worlds = {str(state.resample_from_infostate(1, pyspiel.UniformProbabilitySampler(0.0, 1.0))) for _ in range(5)}
    assert len(worlds) == 5


@pytest.mark.parametrize("game", GAMES)
def test_returns_are_the_scores_of_a_match(game: str) -> None:
    """The same decks and actions, played by their texts."""
    *_, state = walk(pyspiel.load_game(game), 4)
    setup, deck, moves = state.match.setup, [], iter(state.full_history())
    options: dict[str, Any] = dict(setup.options)
    match = Match(setup.game, setup.seats, first=next(moves).action, dealt=False, **options)
    for move in moves:
        if move.player >= 0:
            do(match, move.player, setup.interface.texts[move.action])
        elif not match.actors:
            deck.append(move.action)
            if len(deck) == setup.box.rules.deck_size(setup.seats):
                match.deal(np.array(deck))
                deck = []
    close(match)
    assert state.returns() == match.scores[: setup.seats]


def play(game: str, seats: dict[int, Any], others: Bot) -> Any:
    """A match between OpenSpiel's bots and ours."""
    state, chance = pyspiel.load_game(game).new_initial_state(), random.Random(1)
    while not state.is_terminal():
        player = state.current_player()
        if player == pyspiel.PlayerId.CHANCE:
            action = chance.choice(state.legal_actions())
        elif player in seats:
            action = seats[player].step(state)
        else:
            chosen = others.choose(state.view(player), player).action
            action = state.match.setup.interface.number(state.view(player), player, chosen) or 0
        state.apply_action(action)
    return state


@pytest.mark.parametrize(
    "name", ["willi(seats=3)", "wimmuln(seats=3)", "holzwurm(seats=2)", "wheedle(seats=4,ticks=25)"]
)
def test_the_ismcts_of_openspiel_plays_against_our_bots(name: str) -> None:
    game = pyspiel.load_game(f"python_ludotheque_{name}")
    chance = np.random.RandomState(1)
    rival = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, chance), 2.0, 3, random_state=chance)
    state = play(str(game), {0: rival}, Bot(name.partition("(")[0], "regular", seed=1))
    assert game.min_utility() <= min(state.returns()) <= max(state.returns()) <= game.max_utility()


def test_observers_tell_what_is_public_and_what_is_private() -> None:
    game = pyspiel.load_game(GAMES[1])
    state = next(state for state in walk(game, 5) if state.current_player() >= 0)
    kinds = {
        kind: game.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=False, public_info=public, private_info=kind)
        )
        for kind, public in ((pyspiel.PrivateInfoType.NONE, True), (pyspiel.PrivateInfoType.SINGLE_PLAYER, False))
    }
    public, private = kinds.values()
    assert list(private.dict) == ["hand", "discard"]
    assert "hand" not in public.dict
    private.set_from(state, 2)
    assert private.dict["hand"].sum() == 9
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert private.string_from(state, 0) != private.string_from(state, 1)
    with pytest.raises(ValueError, match="nobody sees what all players have"):
        game.make_py_observer(
            pyspiel.IIGObservationType(perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
        )


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(SeatsError, match="Willi is played by 3 to 4, not by 7"):
        pyspiel.load_game("python_ludotheque_willi(seats=7)")
    with pytest.raises(OptionError, match="tie is one of first, last, not 'never'"):
        pyspiel.load_game("python_ludotheque_willi(tie=never)")


def test_the_examples_run() -> None:
    failed, tried = doctest.testmod(ludotheque.envs.openspiel)
    assert tried > 3
    assert failed == 0
