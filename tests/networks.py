"""Network namespaces with a network between them that delays and loses packets.

This module forwards the packets itself, because the kernels of many machines have no netem.
"""

import fcntl
import heapq
import os
import random
import select
import shutil
import struct
import subprocess
import threading
import time
from pathlib import Path

TUNSETIFF = 0x400454CA  # linux/if_tun.h
IFF_TUN, IFF_NO_PI = 0x0001, 0x1000
PACKET_BYTES = 1 << 16
TARGET_BYTE = 19  # the last byte of the target's address in a header of IPv4
LAUNCHER = "ip netns exec"


class Unavailable(Exception):
    """Raised if this machine offers no namespaces; the message gives the reason."""


class Network:
    """`count` namespaces, whose names are in `names`. A packet takes `delay` seconds, and is lost
    with the probability `loss`.
    """

    def __init__(self, count: int, delay: float = 0.0, loss: float = 0.0, seed: int = 1):
        self._delay, self._loss, self._random = delay, loss, random.Random(seed)
        self.names = [f"onchip-{os.getpid()}-{number}" for number in range(count)]
        self._cut = set()
        self._files = []
        self._wake, self._sleep = os.pipe()
        self.packets = self.lost = 0

    def __enter__(self):
        if os.geteuid() or not shutil.which("ip") or not Path("/dev/net/tun").exists():
            raise Unavailable("namespaces need root, iproute2 and /dev/net/tun")
        try:
            for number, name in enumerate(self.names, 1):
                _ip("netns", "add", name)
                self._files.append(self._link(number, name))
        except (OSError, subprocess.CalledProcessError) as error:
            self._remove()
            raise Unavailable(f"no namespaces: {error}") from error
        self._thread = threading.Thread(target=self._forward, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        os.write(self._sleep, b"end")
        self._thread.join()
        self._remove()

    def cut(self, name: str) -> None:
        """Loses all packets from and to a namespace from now on."""
        self._cut.add(self.names.index(name))

    def _link(self, number: int, name: str) -> int:
        device = f"oc{os.getpid() % 100000}-{number}"
        file = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
        request = struct.pack("16sH14x", device.encode(), IFF_TUN | IFF_NO_PI)
        fcntl.ioctl(file, TUNSETIFF, request)
        _ip("link", "set", device, "netns", name)
        _ip("-n", name, "addr", "add", f"10.99.0.{number}/24", "dev", device)
        _ip("-n", name, "link", "set", device, "up")
        _ip("-n", name, "link", "set", "lo", "up")
        return file

    def _forward(self) -> None:
        waiting, count = [], 0  # packets on their way, by the time at which they arrive
        while True:
            until = max(waiting[0][0] - time.monotonic(), 0) if waiting else None
            ready, _, _ = select.select([self._wake, *self._files], [], [], until)
            if self._wake in ready:
                return
            now = time.monotonic()
            for file in ready:
                packet = os.read(file, PACKET_BYTES)
                source, target = self._files.index(file), packet[TARGET_BYTE] - 1
                self.packets += 1
                if packet[0] >> 4 != 4 or not 0 <= target < len(self._files):
                    continue
                if {source, target} & self._cut or self._random.random() < self._loss:
                    self.lost += 1
                    continue
                count += 1
                heapq.heappush(waiting, (now + self._delay, count, target, packet))
            while waiting and waiting[0][0] <= now:
                *_, target, packet = heapq.heappop(waiting)
                os.write(self._files[target], packet)

    def _remove(self) -> None:
        for file in self._files:
            os.close(file)
        for name in self.names:
            subprocess.run(["ip", "netns", "del", name], stderr=subprocess.DEVNULL)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
