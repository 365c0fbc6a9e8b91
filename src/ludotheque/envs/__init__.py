"""The games for those who train agents: batches, PettingZoo and OpenSpiel, over one learning interface."""
