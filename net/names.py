"""Makes texts of other people fit for a terminal: names of players and tables, and lines of chat.

A sender cleans its own texts; a receiver refuses `dangerous` ones. Dangerous characters are a fixed list, the same on
every version of Python, so honest programs never disagree about it. The rest of the cleaning (widths, marks, characters
that this Python does not know) is about looks, and a receiver repeats it before it shows a text.

Nobody speaks under another's name: `alike` tells whether people could mistake one name for another. It too gives the
same answer on every version of Python, because programs must agree which names can sit at one table.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

MAX_NAME = 24  # cells of a terminal, and so also characters
MAX_CHAT = 500  # characters
MAX_MARKS = 2  # accents and other marks on one letter

# Controls (C0, DEL, C1), zero-width and direction marks, line and paragraph separators, everything that changes the
# direction of the text after it, invisible operators, fillers that look like a blank, half surrogates, the byte-order
# mark, annotations, variation selectors (the terminal and we may disagree on the width), musical controls, tags.
_DANGEROUS = (
    "\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
_dangerous = re.compile(f"[{_DANGEROUS}]")

# Signs that some terminals draw on the sign before and others beside it, so that the width of the line differs. These
# are skin tones, the box around a key, and Hangul letters and tone marks that form no syllable.
_unsteady = re.compile("[\u1160-\u11ff\u20e3\u302e\u302f\ud7b0-\ud7ff\U00016ff0\U00016ff1\U0001f3fb-\U0001f3ff]")
# Hexagrams, trigrams and counting rods: one cell wide before Unicode 16, two cells wide since.
_rewidened = re.compile("[\u2630-\u2637\u268a-\u268f\u4dc0-\u4dff\U0001d300-\U0001d356\U0001d360-\U0001d376]")
# Terminals draw the letters of flags one by one or in pairs, narrow or wide. We show them as plain letters.
_FLAGS = {0x1F1E6 + n: chr(ord("A") + n) for n in range(26)}

# A colon separates a name from what its person says. Somebody with a colon in the name could make the rest of the name
# look like another person's words. The same goes for signs that look like a colon.
_colons = re.compile(
    "[:\u02d0\u02f8\u0589\u05c3\u0703\u0704\u1361\u1365\u1366\u16ec\u1803\u1804\u1809\u205a\u205d\u2236\u2982\ua4fd"
    "\ua6f4\ua789\ufe13\ufe30\ufe55\uff1a]"
)

_blanks = re.compile(r"\s+")
_unknown = "\N{REPLACEMENT CHARACTER}"


def dangerous(text: str) -> bool:
    """Whether this text could mislead a terminal or its reader."""
    return _dangerous.search(text) is not None


def clean_name(text: str) -> str:
    """A name of a player or a table, at most 24 cells wide and without a colon; empty if cleaning leaves nothing."""
    return _cut(_cleaned(_colons.sub(" ", text[: 8 * MAX_NAME]), 8 * MAX_NAME), MAX_NAME)


def clean_chat(text: str) -> str:
    """One line of chat, at most 500 characters."""
    return _cleaned(text, 8 * MAX_CHAT)[:MAX_CHAT].rstrip()


def is_unsteady(sign: str) -> bool:
    """Whether terminals disagree on the cells of this sign: some draw it on the sign before, others beside it. In a
    cleaned text only the vowel signs of many Indian scripts are left of these."""
    return _unsteady.match(sign) is not None or unicodedata.category(sign) == "Mc"


def alike(one: str, other: str) -> bool:
    """Whether people could mistake one name for the other."""
    return one.casefold() == other.casefold() or skeleton(one) == skeleton(other)


@lru_cache(maxsize=1024)
def skeleton(name: str) -> str:
    """What a quick glance sees of a name: no marks, blanks or punctuation, and one letter for all signs that look like
    it."""
    bare = _FIXED.normalize("NFKD", name.translate(_LOOKS))
    kept = "".join(sign for sign in bare if _FIXED.category(sign) not in _PASSED_OVER).translate(_LOOKS)
    folded = "".join(sign.casefold() if _FIXED.category(sign) != "Cn" else sign for sign in kept)
    folded = folded.translate(_LOOKS)
    for pair, letter in _PAIRS:
        folded = folded.replace(pair, letter)
    return folded


def distinct(name: str, taken: Iterable[str]) -> str:
    """The name itself, or the name with a number if people could mistake it for one of `taken`."""
    folded = {form for one in taken for form in (_folded(one), _bare(one))}
    number, found = 1, name
    while not found or not folded.isdisjoint((_folded(found), _bare(found))):
        number += 1
        ending = f" {number}"
        found = (_cut(name, MAX_NAME - len(ending)) + ending).strip()
    return found


def told_apart(names: Iterable[str]) -> list[str]:
    """The names in their order. A name gets a number if people could mistake it for one before it."""
    found: list[str] = []
    for name in names:
        found.append(distinct(name, found))
    return found


def _folded(name: str) -> tuple[str, str]:
    return "case", name.casefold()


def _bare(name: str) -> tuple[str, str]:
    return "looks", skeleton(name)


def width(text: str) -> int:
    """The cells that this text takes in the terminals that draw it widest."""
    return sum(map(_cells, text))


def _cells(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _cut(text: str, cells: int) -> str:
    taken: list[str] = []
    room = cells
    for sign in text:
        room -= _cells(sign)
        if room < 0 or len(taken) == cells:
            break
        taken.append(sign)
    return "".join(taken).rstrip()


def _cleaned(text: str, most: int) -> str:
    """The text on one line, without dangerous characters and with few marks on each letter."""
    text = _blanks.sub(" ", text[:most]).translate(_FLAGS)
    text = unicodedata.normalize("NFC", _dangerous.sub("", text))
    text = _rewidened.sub(_unknown, unicodedata.normalize("NFC", _unsteady.sub("", text)))
    signs: list[str] = []
    marks = MAX_MARKS  # at first there is no letter to put a mark on
    for sign in _dangerous.sub("", text):
        category = unicodedata.category(sign)
        if category in ("Mn", "Me", "Mc"):
            marks += 1
            if marks > MAX_MARKS:
                continue
        else:
            marks = MAX_MARKS if sign == " " else 0
        signs.append(_unknown if category in ("Cc", "Cf", "Cn", "Co", "Cs") else sign)
    return _blanks.sub(" ", "".join(signs)).strip()


# Look-alikes ---------------------------------------------------------------------------------------------------------

_FIXED = unicodedata.ucd_3_2_0  # every Python has this version of Unicode besides its own
_PASSED_OVER = (
    *("Mn", "Mc", "Me", "Lm", "Zs", "Zl", "Zp", "Cc", "Cf"),
    *("Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po", "Sk", "Sm", "Sc"),
)
_PAIRS = (("rn", "m"), ("vv", "w"))

# By letter: the signs that look like it. Upper and lower case are listed apart where they look like different letters.
# I, i, l and 1 count as one letter here, and so do O and 0.
_ALIKE = {
    "a": "аАαΑɑᴀⲁⲀᎪꓮ⍺ᗅ𖽀𐊠⍶Ⱥᶏⱥ",
    "aa": "ꜳꜲ",
    "ae": "æÆӕӔᴁ",
    "ao": "ꜵꜴ",
    "au": "ꜷꜶ",
    "av": "ꜹꜻꜸꜺ",
    "ay": "ꜽꜼ",
    "b": "вВьЬβΒʙƅƄᏴꓐƁᏏᑲᖯꞴᗷ𐊂𐊡𐌁ɓᑳƃƂБƀҍҌѣѢᒈɃᵬᶀꞖꞗ",
    "bl": "Ы",
    "c": "сСϲϹᴄⲥⲤᏟꓚꮯ𐐽🝌𑣲𑣩𐊢𐌂𐐕𐔜¢ȼ₡ҫҪƇƈȻɕꞒꞓꞔꟄ𝼝",
    "d": "ԁԀđĐðÐɖᴅᎠꓓƊᏧᑯꓒᗞᗪɗƌ₫ᒇƋȡᵭᶁᶑꟇꟈ",
    "dz": "ʣ",
    "e": "еЕεΕєЄᴇəӘәƏᎬꓰ℮ꬲҽ⋿ⴹ𑢦𑢮𐊆ɇɆҿᶒⱸꬴ",
    "f": "ꓝϝϜꬵꞙſẝք𝈓Ꞙ𝟊ᖴ𑣂𑢢𐊇𐊥𐔥ƒƑᵮᶂꜰ",
    "g": "ɡԍԌցɢᏀꓖᶃƍᏳɠǥǤƓʛꞠꞡ",
    "h": "нНһҺΗհħĦʜᎻꓧᏂⲎᕼ𐋏ɦꚕᏲⱧҢћӉӇⱨꞕꞪ",
    "j": "јЈյϳᴊᎫꓙꞲͿᒍɉɈʝ",
    "k": "кКκΚᴋᏦꓗⲔᛕ𐔘ƙⱩҚ₭ꝀҞƘᶄⱪꝁꝂꝃꝄꝅꞢꞣ",
    "l": (
        "iIlL1|ıіІιΙӏӀłŁɩɪʟǀ∣լԼוןᎥᏞꓡꓲⲓⲒ"
        "\u02db⍳𝚤\u037aꙇꭵ𑣃⍸ɨᵻᵼ\u05c0⏽￨\u0661۱𐌠\U0001e8c7🯱𝓁\u0627\U0001ee00\U0001ee80\u07caⵏᛁ𖼨𐊊𐌉𝈪Ⳑᒪ𖼖𑢣𑢲𐐛𐔦ɭƗ"
        "ƚɫ\u0673🄂\u05f1ȴȽɬᴌᶅᶖⱠⱡⱢꝈꝉꞎꞭꬷꬸꬹ𝼄𝼑𝼓𝼚"
    ),
    "ll": "‖∥ǁ\u05f0𐆙",
    "lo": "Ю",
    "ls": "ʪ",
    "lz": "ʫ",
    "m": "мМΜᴍⲙⲘᎷꓟϺᗰᛖ𐊰𐌑Ӎ𑣣𑜀₥ɱᵯᶆⱮꬺ",
    "n": "пηΝոɴⲛⲚꓠռ𐔓𐆎ɳƞƝᵰȠȵɲᶇꞐꞑꞤꞥꬻᴨ",
    "o": (
        "0оОοΟσօՕөӨøØᴏסⲟⲞꓳ"
        "\u0c02\u0c82\u0d02\u0d82०੦૦௦౦೦൦๐໐၀\u0665۵ᴑꬽჿ\u0647\U0001ee24\U0001ee64\U0001ee84\u06be\u06c1"
        "\u06d5ഠဝ𐓪𑣈𑣗𐐬\u07c0০୦〇𑓐𑣠🯰ⵔዐଠ𐓂𑢵𐊒𐊫𐐄𐔖\u06ffꬾⵁɵꝋѳꮎꮻ⊖⊝⍬𝈚🜔ƟꝊθΘѲⴱᎾᏫꭴ🄁🄀ᎤⱺꝌꝍ𝼛"
    ),
    "oe": "œŒ",
    "oo": "∞ꝏꚙꝎꚘ",
    "p": "рРρΡþÞᴘⲣⲢᏢꓑƤ⍴ᑭ𐊕ƥᵽᒆᵱᶈⱣꝐꝑꝒꝓꝔꝕᴩ",
    "q": "ԛԚզգⵕʠɋꝖꝗꝘꝙꞯ",
    "r": "гɾʀᎡꓣꭇꭈᴦⲅꮁ𝈖Ꮢ𐒴ᖇ𖼵ɽɼɍғᵲґɌᵳᶉⱤꞦꞧꭆꭉ𝼖",
    "s": "ѕЅՏꜱᏚꓢ🄪ƽꮪ𑣁𐑈Ꮥ𖼺𐊖𐐠ʂᵴȿᶊⱾꞨꞩꟅꟉꟊ𝼞",
    "t": "тТτΤŧŦᴛⲧⲦᎢꓔƬ⊤⟙🝨𖼊𑢼𐊗𐊱𐌕ƭ⍡ȾƮҬ₮ᵵƫȶʈⱦ𝼉",
    "t3": "Ꜩ",
    "tf": "ꝷ",
    "ts": "ʦ",
    "u": "υսՍμʊᴜꓴꞟꭎꭒ𐓶𑣘∪⋃ሀ𐓎ᑌ𖽂𑢸ᵾꮜɄᏌᑧᶙꞸꞹ",
    "ue": "ᵫ",
    "uo": "ꭣ",
    "v": "νѵѴʋᴠᏙꓦ∨⋁\u05d8𑜆ꮩ𑣀𝈍\u0667۷ⴸᐯꛟ𖼈𑢠𐔝𐆗🜈ⱱⱴꝞꝟ",
    "w": "шШщЩωɯԝԜᴡᎳꓪѡա𑜊𑜎𑜏ꮃ𑣯𑣦Ꮤѽ𑓅₩ꝡⱲⱳꞷꞶ",
    "x": "хХχΧⲭⲬꓫ᙮×⤫⤬⨯ᕁᕽ᙭╳𐌢𑣬Ꭓⵝᚷ𐊐𐊴𐌗𐔧⨰Ҳ𐆖ᶍꭖꭗꭘꭙ",
    "y": "уУүҮγΥʏⲩⲨᎽꓬƳɣᶌỿꭚყ𑣜Ꭹ𖽃𑢤𐊲ƴɏұ¥ɎҰỾ",
    "z": "ζΖᴢⲍⲌᏃꓜꮓ𑣄𐋵𑣥𑢩ʐƶƵȥȤᵶɀʑᶎⱫⱬⱿꟆ",
    "2": "🯲ꝚƧϨꙄᒿꛯƻ🄃",
    "3": "зЗӡӠ𝈆🯳ꞫȜƷꝪⳌ𖼻𑣊Ҙ🄄",
    "4": "🯴Ꮞ𑢯🄅",
    "5": "🯵Ƽ𑢻🄆",
    "6": "🯶ⳒбᏮ𑣕🄇",
    "7": "𝈒🯷𐓒𑣆🄈",
    "8": "\u0b03৪੪\U0001e8cb🯸ȣȢ𐌚🄉",
    "9": "੧୨৭൭🯹ꝮⳊ𑣌𑢬𑣖🄊",
}
_LOOKS = {ord(sign): letter for letter, signs in _ALIKE.items() for sign in signs}
# Letters in brackets, circles and squares that Unicode 3.2 does not know, and the letters of flags.
_LOOKS |= {
    first + n: _LOOKS.get(ord("A") + n, chr(ord("a") + n))
    for first in (0x1F110, 0x1F130, 0x1F150, 0x1F170, 0x1F1E6)
    for n in range(26)
}
