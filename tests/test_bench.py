"""`onchip bench sim` reaches its targets: ratios of measurements made in one run."""

import pytest

from onchip.bench.kernels import KERNELS


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_targets(onchip):
    result = onchip("bench", "sim", "--json", timeout=1200).json
    assert set(result["kernels"]) == set(KERNELS)
    for kernel in result["kernels"].values():
        assert kernel["vs_qemu"]["shortest_seconds"] >= 1
    assert result["vs_qemu"] >= 0.15
    assert result["busy64_vs_one_core"] >= 0.5
    assert result["idle1023_vs_one_core"] >= 0.8
    assert result["exchange64_vs_one_core"] > 0
