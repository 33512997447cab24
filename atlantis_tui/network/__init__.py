"""Playing over the network: one session of `net` on real sockets, with bots, files and addresses. It shows nothing.

runner.py         carries out what the session wants: sends, dials, keeps time, announces the table
table.py          everybody at one table, as a screen needs them (`NetworkTable`)
news.py           what the runner reports beside the notices of the session
news_queue.py     news on its way to a screen or to plain mode
addresses.py      where the others can be reached, and where we can
routes.py         which addresses to try for a table or a person, and how to get in
advert.py         what a table says about itself to strangers
files.py          the files of a network game
bots.py           bots for the seats that this program plays
nearby.py         the tables on this network, live
lookup.py         from a typed word to a table
join.py           come to a table that somebody else hosts
host.py           open a table of one's own
new_table.py      the same from the menu, with everything as usual
ourselves.py      our key, our name, and a name for our table
branch.py         continue a network game alone, against bots, when nobody comes back
branch_permission.py  whether somebody who is left alone at a table may do that
others_online.py  whether anybody else still has a game open
"""
