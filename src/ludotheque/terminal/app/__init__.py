"""A table on the whole terminal, by keys and mouse. Everything drawn is a text; what can be tapped has a `pick`."""
