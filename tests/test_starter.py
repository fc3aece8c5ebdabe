"""The process that starts commands for tests (starter.py)."""

import pytest

import starter as module


def test_a_test_that_is_ended_leaves_its_code_to_no_other(onchip, monkeypatch):
    def ends(*_):
        raise RuntimeError("the test's time is over")

    with monkeypatch.context() as patch, pytest.raises(RuntimeError):
        patch.setattr(module, "_read", ends)
        onchip("--version")
    assert onchip("--version").code == 0
