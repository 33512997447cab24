"""How the kept games went: found in their logs, counted for one player, told in lines. One file for each step.

What only one game has is in that game's folders: `core/<game>/highlights.py`, and its words in
`games/<game>/text/highlights.py`.
"""
