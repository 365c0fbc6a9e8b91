from hypothesis import settings

settings.register_profile("ludotheque", deadline=None)  # the first example of a test may have to wait for the compiler
settings.load_profile("ludotheque")
