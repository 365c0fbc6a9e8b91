"""The conditions that measured times depend on, to be printed beside them."""

import os
import platform
from importlib.metadata import version
from pathlib import Path


def conditions() -> dict[str, str]:
    """This machine, how busy it is, and the versions that matter."""
    return {
        "processor": processor(),
        "cores": str(os.cpu_count()),
        "load": f"{os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else "unknown",
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        **{name: version(name) for name in ("numba", "numpy", "ludotheque")},
    }


def processor() -> str:
    """The processor's name, as far as the system tells."""
    listed = Path("/proc/cpuinfo")
    lines = listed.read_text("utf-8").splitlines() if listed.exists() else []
    models = [line.split(":")[1].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()
