"""What all screens share: subscriptions that end with them, the command line, help pages.

What a screen shows is left to the rooms beside this one.
"""
