"""What mypyc reads in the sources of core and Python does not need: a mark of classes, and a type of numbers.

Both come from mypy_extensions, but only mypyc and mypy look there. Python takes the stand-ins below, so that core needs
nothing installed.

`@mypyc_attr(allow_interpreted_subclasses=True)` leaves a compiled class open: classes that are not compiled may inherit
from it, and `__new__` makes a bare object, which `copy()` fills.

`i64` is a number of 64 bits. A compiled loop counts with it like C. It fits places, prices and other small numbers;
a sum that could grow beyond 64 bits must stay an `int`.
"""

from __future__ import annotations

TYPE_CHECKING = False  # typing.TYPE_CHECKING would cost the import of typing
if TYPE_CHECKING:
    from mypy_extensions import i64 as i64
    from mypy_extensions import mypyc_attr as mypyc_attr
else:
    i64 = int

    def mypyc_attr(**marks):
        return lambda kind: kind
