"""How the kept games went: found in their logs, counted for one player, told in lines. A file each.

What only one game has is in that game's folder: `core/<game>/highlights.py`, with words in
`games/<game>/text/highlights.py`.
"""
