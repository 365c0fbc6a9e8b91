"""The names of bots: a family as mixed as the tables they sit at."""

from collections.abc import Iterable
from random import Random

BOT_NAMES = (
    "Ada", "Agathe", "Anouk", "Anton", "Basile", "Bente", "Bruno", "Carla", "Cléo", "Cosmo", "Daan", "Dirk",
    "Dora", "Edda", "Elise", "Emil", "Fien", "Flora", "Floris", "Frieda", "Gaspard", "Gijs", "Greta", "Gustav",
    "Hanne", "Hugo", "Ida", "Ines", "Iris", "Jonas", "Joost", "Jules", "Juno", "Kaspar", "Kato", "Klara",
    "Lars", "Leni", "Lotte", "Loïc", "Mathilde", "Milo", "Mira", "Nele", "Nils", "Odette", "Oskar", "Otto",
    "Paul", "Pia", "Quentin", "Renée", "Rosa", "Ruben", "Sanne", "Solène", "Theo", "Thijs", "Ulla", "Victor",
    "Wanda", "Yannick", "Yara", "Zita",
)  # fmt: skip


def bot_name(taken: Iterable[str], chance: Random) -> str:
    """A bot's name, drawn from those that nobody at the table has."""
    used = {name.casefold() for name in taken}
    return chance.choice([name for name in BOT_NAMES if name.casefold() not in used])
