"""The table of a sweep survives every kind of end of the sweep, and is refused if it is not a
table.
"""

import contextlib
import datetime
import fcntl
import os
import random
import resource
import time

import pytest

from onchip.base.failures import Exit, Failure
from onchip.sweep import inputs
from onchip.sweep.table import Table, number
from test_sweep import rows

COLUMNS = ["id", "x", "y", "kind", "message", "command"]


def row(number):
    text = f'{number}, "{number}"\nand more'
    return {"id": str(number), "x": number, "y": None, "kind": "exit", "message": text}


@pytest.mark.parametrize("name", ["t.csv", "t.parquet"])
def test_a_table_that_is_cut_anywhere_goes_on(tmp_path, name):
    """A kill or a full disk may have cut the file at any byte. In every case, all complete rows are
    kept.
    """
    path = tmp_path / name
    with Table(path, COLUMNS) as table:
        for number in range(3):
            table.append(row(number))
    file = table.file
    whole = file.read_bytes()
    for end in range(len(whole) + 1):
        file.write_bytes(whole[:end])
        with Table(path, COLUMNS) as table:
            kept = list(table.rows)
            assert kept == [str(number) for number in range(len(kept))]
            ends = [at + 1 for at, byte in enumerate(whole[:end]) if byte == ord("\n")]
            assert len(kept) == max(len(ends) - (path.suffix == ".csv"), 0)
            for number in range(len(kept), 3):
                table.append(row(number))
        assert file.read_bytes() == whole


@pytest.mark.parametrize("name", ["t.csv", "t.parquet"])
def test_a_full_disk_leaves_whole_rows(tmp_path, name):
    """A limit on the size of files ends a write as a full disk does, also in the middle of a
    row.
    """
    path = tmp_path / name
    table = Table(path, COLUMNS)
    most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    written = 0
    for limit in range(0, 700, 23):
        with contextlib.ExitStack() as ending:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, most))
            ending.callback(resource.setrlimit, resource.RLIMIT_FSIZE, (most, most))
            with (
                pytest.raises(Failure, match="rows are whole") as failure,
                Table(path, COLUMNS) as t,
            ):
                written = len(t.rows)
                for number in range(written, 100):
                    t.append(row(number))
                    written += 1
            assert failure.value.exit_code == Exit.SYSTEM
            if limit == 0 and path.suffix == ".csv":
                assert list(tmp_path.iterdir()) == []  # no table without a header
            else:
                assert table.file.read_bytes()[-1:] in (b"", b"\n")
        with Table(path, COLUMNS) as table:
            assert list(table.rows) == [str(number) for number in range(written)]
    assert written > 3


def test_a_table_has_one_writer(tmp_path):
    path = tmp_path / "t.csv"
    with Table(path, COLUMNS), pytest.raises(Failure, match="another sweep"), Table(path, COLUMNS):
        pass
    with pytest.raises(Failure, match="other columns"), Table(path, COLUMNS[1:]):
        pass


def test_a_lock_that_its_owner_has_just_removed_locks_nothing(tmp_path, monkeypatch):
    path, real = tmp_path / "t.csv", fcntl.flock
    removed = []

    def flock(lock, how):
        real(lock, how)
        if not removed:
            (tmp_path / ".t.csv.lock").unlink()
            removed.append(lock)

    monkeypatch.setattr(fcntl, "flock", flock)
    refused = pytest.raises(Failure, match="another sweep")
    with Table(path, COLUMNS), refused, Table(path, COLUMNS):
        pass


def test_numbers_of_cells_are_those_of_both_forms():
    cells = {"true": 1, "false": 0, True: 1, False: 0, "x": None, None: None, "": None}
    cells |= {"2.5": 2.5, 3: 3, "-1e3": -1000}
    assert {cell: number(cell) for cell in cells} == cells


@pytest.mark.parametrize("value", [True, False, 3, 0.5, "x", ["a b", 1]])
def test_a_value_is_found_again_in_its_cell(tmp_path, value):
    with Table(tmp_path / "t.csv", COLUMNS) as table:
        table.append(row(1) | {"x": inputs.shown(value)})
    [kept] = rows(tmp_path / "t.csv")
    assert inputs.text(kept["x"]) == str(inputs.shown(value))


@pytest.mark.parametrize("name", ["t.csv", "t.parquet"])
def test_a_row_that_is_there_twice_is_refused(tmp_path, name):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    with Table(tmp_path / name, COLUMNS) as table:
        for number in range(3):
            table.append(row(number))
        table.finish(["0", "1", "2"])
    if name == "t.csv":
        lines = table.file.read_text().splitlines(keepends=True)
        table.file.write_text("".join([*lines, lines[2]]))
    else:
        whole = parquet.read_table(table.path)
        parquet.write_table(pyarrow.concat_tables([whole, whole.slice(1, 1)]), table.path)
    before = table.path.read_bytes()
    refused = pytest.raises(Failure, match=rf"{name}: row 4 has the id of row 2, 1; right: one row")
    with refused, Table(tmp_path / name, COLUMNS):
        pass
    assert table.path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == [name]


def test_any_file_is_taken_as_a_table_or_refused(tmp_path):
    """Tables have bytes changed, removed or inserted, or rows of another kind."""
    seed = int(os.environ.get("ONCHIP_SEED", time.time_ns() % 1_000_000))
    print(f"ONCHIP_SEED={seed}")
    pytest.importorskip("pyarrow")
    chance = random.Random(seed)
    texts = {".csv": [b"id\n1\n", b'id,x\n"\n', b'"' * 200_000], ".parquet": [b"PAR1", b""]}
    texts[".rows"] = [b"3\n", b"[]\n", b'{"id": []}\n', b'{"id": 1}\n', b"[" * 5000 + b"\n"]
    for form, file in ((".csv", "t.csv"), (".parquet", "t.parquet"), (".rows", "t.parquet")):
        with Table(tmp_path / file, COLUMNS) as table:
            for number in range(3):
                table.append(row(number))
            if form == ".parquet":
                table.finish(["0", "1", "2"])
        changed = table.path if form == ".parquet" else table.file
        whole = changed.read_bytes()
        for _ in range(150):
            text = bytearray(whole)
            for _ in range(chance.randint(1, 3)):
                at = chance.randrange(len(text))
                text[at : at + chance.randint(0, 3)] = chance.randbytes(chance.randint(0, 2))
            texts[form].append(bytes(text))
        for text in texts[form]:
            changed.write_bytes(text)
            with contextlib.suppress(Failure), Table(tmp_path / file, COLUMNS) as table:
                assert all(row.keys() == set(COLUMNS) for row in table.rows.values())
            for one in tmp_path.iterdir():
                one.unlink()


def test_a_foreign_parquet_file_is_refused(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "t.parquet"
    times = pyarrow.array([datetime.datetime(1979, 5, 27)])
    parquet.write_table(pyarrow.table({"id": times}), path)
    with pytest.raises(Failure, match="is no table of this study"), Table(path, COLUMNS):
        pass
