"""Puts the weights of a training into the package: `python tools/ship_weights.py GAME FILE ... "how it was trained"`.

Rows that no sample ever touched become zero, and all numbers 14 bits wide, so that the file is small. Beside it goes a
card: how it was trained, and the hash of the file. Several files are trainings that followed one another.
"""

import hashlib
import sys
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from ludotheque.bots.features import features
from ludotheque.bots.learned import arrays_in
from ludotheque.bots.mind import NAMES
from ludotheque.learning.trainer import TrainingState

HOME = Path(__file__).parent.parent / "src" / "ludotheque" / "bots" / "weights"


def short(weight: npt.NDArray[np.float32]) -> npt.NDArray[np.float16]:
    """Weights of 16 bits whose last two are zero, so that they compress by an eighth more."""
    bits = weight.astype(np.float16).view(np.uint16)
    return ((bits + 2) & 0xFFFC).astype(np.uint16).view(np.float16)


def ship(game: str, files: list[Path], told: str) -> None:
    """Writes the weights of the last file, and a card for all."""
    kept = arrays_in(files[-1])
    found = {name: kept[name].copy() for name in NAMES}
    for name in ("own_first", "all_first"):
        found[name][~kept[f"squares_{name}"].any(axis=1)] = 0
    HOME.mkdir(exist_ok=True)
    short_ones = {name: short(weight) for name, weight in found.items()}
    np.savez_compressed(HOME / f"{game}.npz", **short_ones)  # type: ignore[arg-type]  # its flag comes last
    about = [msgspec.json.decode(arrays_in(file)["about"].tobytes(), type=TrainingState) for file in files]
    samples = sum(one.iteration * one.plan.samples for one in about)
    card = {
        "game": game,
        "inputs": features(game).inputs,
        "outputs": features(game).outputs,
        "weights": sum(weight.size for weight in found.values()),
        "samples": samples,
        "trainings": [one.plan for one in about],
        "told": told,
        "sha256": hashlib.sha256((HOME / f"{game}.npz").read_bytes()).hexdigest(),
    }
    text = msgspec.json.format(msgspec.json.encode(card), indent=1)
    (HOME / f"{game}.json").write_bytes(text + b"\n")
    print(f"{game}: {(HOME / f'{game}.npz').stat().st_size / 1000:.0f} kB from {samples:,} choices")


if __name__ == "__main__":
    ship(sys.argv[1], [Path(file) for file in sys.argv[2:-1]], sys.argv[-1])
