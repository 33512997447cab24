"""Playing together over the network: one session of `net` on real sockets, and its plain-text front.

shell.py     carries out what the session wants: sends, dials, keeps time, announces the table
news.py      what the shell tells beside the notices of the session
places.py    where the others can be reached, and we
signboard.py what a table says of itself to strangers
kept.py      the files of a game played together
thinking.py  bots for the seats this program plays
finding.py   from the word somebody typed to a table
coming.py    coming to a table that somebody else hosts
front.py     the table in lines of text: who is there and what happens
keyboard.py  what somebody types there
seat.py      a person at the table, in lines
lines.py     lines that are typed while other things happen
command.py   what the commands share
running.py   an event loop for a command, and leaving it in good order
"""
