"""The limits of a session: how much, how often and how long. Names in _MS are milliseconds. Only BUDGET decides what
may stand in the log. PROTOCOL.md lists them all."""

from __future__ import annotations

PING_MS = 5_000
SLOW_MS = 10_000  # then screens show "slow"
DEAD_MS = 20_000  # then the link is closed
ANSWER_MS = 10_000  # for answers that a program gives by itself
VOTE_MS = 60_000  # for answers of people
AWAY_MS = 60_000  # then the others may let somebody play for the seat
HUSH_MS = 4_000  # before an answer whose speed could tell what a seat has, whether or not there is a choice
HOLD_MS = 5_000  # how long the board waits for a take-back that all have agreed to

# A link leaves frames unread that come faster than its own limits (link.py), so only a link that does not keep them
# sends so many. The bursts are twice those of a link: nobody is named for frames that waited while this program was
# busy.
FRAMES_A_SECOND, FRAMES_AT_ONCE = 50, 400  # from one guest
CALLED_FRAMES_A_SECOND, CALLED_FRAMES_AT_ONCE = 2000, 8000  # from a peer that we dialled
SYNCS_A_SECOND, SYNCS_AT_ONCE = 10, 50  # SYNC is a small question with a large answer
CHATS_A_SECOND, CHATS_AT_ONCE = 2, 4  # from one person; a host may send so many for each person at the table
LEFT_OUT_MS = 5_000  # between two reports of chat lines beyond that
BEGINNINGS_A_SECOND, BEGINNINGS_AT_ONCE = 1, 10  # headers of games that a host shows to a spectator
ASKS_A_SECOND, ASKS_AT_ONCE = 2, 20  # questions that a host may put to a person
CHUNK = 100  # entries sent to a peer that is behind, before it asks for more

FIRST_DIAL_MS, LAST_DIAL_MS = 500, 10_000
LOST_MS = 6_000  # without a host, before we look for another
HELD_MS = 30_000  # how long a new host of the company keeps the seats of those who have not come yet
COMPANY_MS = 1_800_000  # how long a host that was left alone looks for its company
SETTLE_MS = 1_500  # how long a candidate waits for further peers
VOTE_AGAIN_MS = 3_000
TERMS_AHEAD, TERMS_A_SECOND = 100_000, 10  # a seat votes at most so many terms ahead, and so many more for each second
VOTES_A_SECOND, VOTES_AT_ONCE = 1, 20  # for the present host, which could else fill the log with confirmations
RESETS = 20  # how often a spectator begins anew in a game before it gives up
FALSE_POSITIONS = 3  # positions of one seat in a game that differ from ours: so many are accidents
FALSE_ABSENCES = 3  # how often one host may say in a game that we are away while we are here
CONFIRMATIONS = 3  # how often a host asks to be confirmed because of one seat that then does not vote

BUDGET = 32  # hints, take-backs and consents of one seat in one turn; honest play does not come near it
OFFENCE_MS, LONGEST_OFFENCE_MS = 10_000, 600_000  # a peer that misbehaved stays out for so long; doubled each time
OFFENDERS = 256  # keys of those that are remembered
MOST_KEYS = 256  # the latest keys of those who were shown out, are muted, or ended starts
LONGEST_BRANCH, BRANCH_BYTES = 1000, 4 << 20  # of another log in place of ours, until a later term proves it
