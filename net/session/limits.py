"""How much, how often and how long. Milliseconds; but for BUDGET, nothing here decides what may stand in the log."""

from __future__ import annotations

PING_MS = 5_000
SLOW_MS = 10_000  # "slow" is shown
DEAD_MS = 20_000  # the link is given up
ANSWER_MS = 10_000  # answers that need no person
VOTE_MS = 60_000  # those of people
AWAY_MS = 60_000  # then the others may let somebody play for a seat
HUSH_MS = 4_000  # before an answer that could betray what somebody has, whether a person gives it or nobody had to
HOLD_MS = 5_000  # the board waits for the take-back that all agreed to

# A link leaves unread what comes faster than it may, so that only a link that does not would let so much through. At
# once it is twice what a link lets through: nobody is named for what waited while this program was busy.
FRAMES_A_SECOND, FRAMES_AT_ONCE = 50, 400  # from one guest
CALLED_FRAMES_A_SECOND, CALLED_FRAMES_AT_ONCE = 2000, 8000  # from one whom we have called
SYNCS_A_SECOND, SYNCS_AT_ONCE = 10, 50  # a small question with a large answer
CHATS_A_SECOND, CHATS_AT_ONCE = 2, 4  # of one person; from a host as often for each who is at the table
LEFT_OUT_MS = 5_000  # between two reports of lines that came beyond that
BEGINNINGS_A_SECOND, BEGINNINGS_AT_ONCE = 1, 10  # of games that are shown to who watches
ASKS_A_SECOND, ASKS_AT_ONCE = 2, 20  # questions that a host may put to a person
CHUNK = 100  # entries sent to somebody who is behind, before it asks for more

FIRST_DIAL_MS, LAST_DIAL_MS = 500, 10_000
LOST_MS = 6_000  # without a host before another is looked for
SETTLE_MS = 1_500  # a candidate waits so long for further peers to come
VOTE_AGAIN_MS = 3_000
TERMS_AHEAD, TERMS_A_SECOND = 100_000, 10  # nobody votes in a later term than so many from now, and more as time passes
VOTES_A_SECOND, VOTES_AT_ONCE = 1, 20  # for the present host, which may fill the log with being confirmed
RESETS = 20  # how often somebody who watches begins anew before it gives up
FALSE_POSITIONS = 3  # of one seat in a game, that its own log did not lead to: an accident; more are none
FALSE_ABSENCES = 3  # how often a host may say in a game that we are away while we are there
CONFIRMATIONS = 3  # how often a host asks to be confirmed on the word of one seat that then does not vote

BUDGET = 32  # hints, take-backs and consents to these of one seat within one turn; honest play does not come near it
OFFENCE_MS, LONGEST_OFFENCE_MS = 10_000, 600_000  # who misbehaved is not let in for so long; twice as long each time
OFFENDERS = 256  # keys of those
MOST_KEYS = 256  # of who watched, was shown out, or is not heard: the latest ones
LONGEST_BRANCH, BRANCH_BYTES = 1000, 4 << 20  # entries that another log has in the place of ours, until it is proved
