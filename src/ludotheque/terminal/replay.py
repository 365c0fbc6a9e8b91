"""`ludotheque replay`: a record on the screen, in lines, or for programs."""

import os
import sys

import msgspec

from ludotheque.games.record import read_record
from ludotheque.terminal.evening import Manner, play, whole_screen
from ludotheque.terminal.playing_on import goes_on_from
from ludotheque.terminal.replaying import Replay, tell
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.setting import Setting

__all__ = ["show_replay", "whole_screen"]


def show_replay(text: str, seat: int, open_cards: bool, as_json: bool, interactive: bool, language: str) -> None:
    """Shows a record, whichever way."""
    replay = Replay(text, seat, open_cards)
    voice = Screen(language)
    if interactive:
        from ludotheque.terminal.app.replay import ReplayApp
        from ludotheque.terminal.lines.past import past

        moment = ReplayApp(past(text, seat, open_cards), voice, read_record(text).over).run()
        if moment is not None:
            play(goes_on_from(Setting(language=voice.language), text, *moment), Manner())
        return
    try:
        if as_json:
            for step in replay.steps():
                sys.stdout.write(msgspec.json.encode(step).decode() + "\n")
        else:
            tell(replay, voice)
        sys.stdout.flush()
    except BrokenPipeError:  # who reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
