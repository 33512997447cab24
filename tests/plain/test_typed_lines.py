"""Lines from standard input: each reader takes its own line, and the next one finds all that follows."""

import asyncio
import io
import os

import pytest

from atlantis_tui.plain.typed_lines import LONGEST, TypedLines, next_line, read_line


@pytest.fixture(params=["pipe", "file"])
def stdin(request, tmp_path):
    """Standard input with these bytes in it, and nothing after them."""
    opened = []

    def holding(data):
        if request.param == "pipe":
            reader, writer = os.pipe()
            os.write(writer, data)
            os.close(writer)
        else:
            path = tmp_path / "typed"
            path.write_bytes(data)
            reader = os.open(path, os.O_RDONLY)
        stream = open(reader)  # noqa: SIM115 - closed below
        opened.append(stream)
        return stream

    yield holding
    for stream in opened:
        stream.close()


async def all_lines(stream):
    """Whatever somebody at a table hears, to the end."""
    heard: list[str | None] = []
    ended = asyncio.Event()

    def hear(line):
        heard.append(line)
        if line is None:
            ended.set()

    lines = TypedLines(stream, hear)
    await asyncio.wait_for(ended.wait(), 10)
    lines.close()
    return heard


async def test_every_line_reaches_its_reader(stdin):
    stream = stdin(b"2\n123456\nready\nstart\nbye")
    assert await next_line(stream) == "2"
    assert await next_line(stream) == "123456"
    assert read_line(stream) == "ready"
    assert await all_lines(stream) == ["start", "bye", None]


async def test_nothing_is_read_beyond_a_line(stdin):
    stream = stdin(b" 123 456 \r\nready\n")
    assert await next_line(stream) == "123 456"
    await asyncio.sleep(0)
    assert os.read(stream.fileno(), 99) == b"ready\n"


async def test_the_end_is_an_empty_line(stdin):
    stream = stdin(b"")
    assert await next_line(stream) == ""
    assert read_line(stream) == ""
    assert await next_line(io.StringIO("no file")) == ""
    assert read_line(io.StringIO("no file\nat all")) == "no file"


async def test_a_line_without_end_is_cut(stdin):
    stream = stdin(b"x" * (LONGEST + 9) + b"\nready\n")
    assert await all_lines(stream) == ["x" * LONGEST, "ready", None]
