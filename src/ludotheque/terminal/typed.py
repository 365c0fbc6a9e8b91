"""Words that somebody types, in whole or in short."""

from collections.abc import Sequence


def meant(words: Sequence[str], choices: Sequence[str], begun: str = "") -> str:
    """The action that was typed: whole, or its words after those that are clear."""
    legal = [action.split() for action in choices]
    verbs = [action[0] for action in legal]
    typed = list(words)
    if typed[0] in verbs:
        found = [action for action in legal if action[: len(typed)] == typed]
    elif begun:
        return " ".join([begun, *typed])
    else:
        found = [action for action in legal if action[1 : len(typed) + 1] == typed]
    if len(found) == 1:
        return " ".join(found[0])
    fitting = [action[0] for action in legal if len(action) == len(typed) + 1]
    return " ".join(typed if typed[0] in verbs or not fitting else [fitting[0], *typed])
