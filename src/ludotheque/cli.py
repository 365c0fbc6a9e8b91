"""The command line."""


def main() -> None:
    """Stub replaced below."""
