"""Playing together: one session of `net` on real sockets, with bots, files and addresses. It shows nothing.

runner.py       carries out what the session wants: sends, dials, keeps time, announces the table
table.py        everybody at one table, as a screen needs them (`Company`)
news.py         what the runner tells beside the notices of the session
news_queue.py   news on its way to a screen or to plain mode
addresses.py    where the others can be reached, and we
routes.py       where a table may be reached, and how one gets in there
advert.py       what a table says of itself to strangers
files.py        the files of a game played together
bots.py         bots for the seats this program plays
nearby.py       the tables on this network, live
lookup.py       from the word somebody typed to a table
join.py         coming to a table that somebody else hosts
host.py         opening a table of one's own
new_table.py    the same from the menu, with everything as usual
ourselves.py    our key, our name, and the name of a table of ours
alone.py        going on against bots when nobody comes back
others_online.py  whether anybody else still has a game on
"""
