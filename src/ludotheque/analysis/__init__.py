"""How well somebody played, judged by what that seat could know: finished matches in, analyses out."""
