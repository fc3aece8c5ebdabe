"""gdb's remote protocol, which `onchip run --gdb` speaks, with a client in place of gdb."""

import os
import random
import re
import socket
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from onchip.base.failures import Exit
from test_debugger import RING, waiting


class Peer:
    """A client of the remote protocol in place of gdb."""

    def __init__(self, port, address="127.0.0.1"):
        self.socket = socket.create_connection((address, port), timeout=20)
        self.rest = b""

    @staticmethod
    def framed(body):
        return b"$%b#%02x" % (body, sum(body) % 256)

    def answer(self):
        """The next packet's body, without acknowledgements."""
        while not (found := re.match(rb"[+-]*\$([^#]*)#..", self.rest, re.DOTALL)):
            self.receive()
        self.rest = self.rest[found.end() :]
        return found[1]

    def receive(self):
        more = self.socket.recv(1 << 16)
        if not more:
            raise ConnectionError("it has ended")
        self.rest += more

    def ask(self, body):
        self.socket.sendall(self.framed(body))
        return self.answer()


def test_a_port_scan_is_no_debugger(onchip):
    with waiting(onchip, RING) as (process, port):
        for words in (b"", b"GET / HTTP/1.1\r\n\r\n", b"$", b"+"):
            with socket.create_connection(("127.0.0.1", port)) as scan:
                scan.sendall(words)
        silent = socket.create_connection(("127.0.0.1", port))
        peer = Peer(port)
        assert b"PacketSize" in peer.ask(b"qSupported:multiprocess+")
        assert peer.ask(b"qfThreadInfo") == b"mp01.01,p01.02,p01.03,p01.04"
        peer.ask(b"k")
        assert process.wait(timeout=20) == Exit.INTERRUPTED
        silent.close()


# Sends a packet and closes the connection. Then it sends another packet and waits for the answer.
STRANGER = """\
import socket, sys
family, address = (socket.AF_INET6, sys.argv[1]) if ":" in sys.argv[1] else (2, sys.argv[1])
for is_closed in (True, False):
    with socket.socket(family) as peer:
        peer.settimeout(20)
        peer.connect((address, int(sys.argv[2])))
        peer.sendall(b"$?#3f")
        try:
            print(b"" if is_closed else peer.recv(100))
        except ConnectionError:
            print(b"")
"""


@pytest.mark.skipif(os.getuid() != 0, reason="only root can be another user")
@pytest.mark.parametrize("address", ["127.0.0.1", "::ffff:127.0.0.1"])
def test_only_its_own_user_debugs_a_program(onchip, address):
    with waiting(onchip, RING) as (process, port):
        words = ["python3", "-c", STRANGER, address, str(port)]
        done = subprocess.run(words, user=65534, capture_output=True, text=True, timeout=60)
        assert done.stdout == "b''\n" * 2, done.stderr
        peer = Peer(port, address)
        assert b"PacketSize" in peer.ask(b"qSupported:multiprocess+")
        peer.ask(b"k")
        assert process.wait(timeout=20) == Exit.INTERRUPTED


def test_packets_are_answered_as_the_protocol_says(onchip):
    with waiting(onchip, RING) as (process, port):
        peer = Peer(port)
        peer.socket.sendall(b"$?#00")  # a wrong checksum: the packet is requested again
        assert peer.socket.recv(1) == b"-"
        first = peer.ask(b"?")
        peer.socket.sendall(b"-")
        assert peer.answer() == first
        for wrong in (
            b"vCont;c:9999",
            b"vCont;c:p1.99999999999",
            b"vCont;x",
            b"vCont",
            b"P0=",
            b"m",
        ):
            assert re.match(rb"E(\d\d|\.)", peer.ask(wrong)), wrong
        for wrong in (
            b"m80000000,ffffffffffffffff",
            b"Z2,80000000,ffffffff",
            b"qThreadExtraInfo,7fff",
        ):
            assert re.match(rb"E(\d\d|\.)", peer.ask(wrong)), wrong
        assert peer.ask(b"Q" * 100_000).startswith(b"E")
        assert peer.ask(b"qUnknown") == b""
        peer.ask(b"k")
        assert process.wait(timeout=20) == Exit.INTERRUPTED


SEED = 20261126
CASES = 600
# Packets of gdb, which the test mutates.
PACKETS = (
    b"qSupported:multiprocess+;swbreak+;vContSupported+ ? Hgp1.2 Hc0 Hg0 Hg-1 Tp1.1 vCont? D;2 !"
    b" qAttached qfThreadInfo qsThreadInfo qC g p20 p42 p1041 p1043 P20=c4100000 P42=00000000"
    b" G0000000000 m80000000,40 M80000000,4:01020304 X80000000,0: Z0,10c4,2 z0,10c4,2 Z2,10000000,4"
    b" z2,10000000,4 Z3,80000000,8 Z4,80000000,1 Z9,1,1 vCont;c vCont;s:p1.1 vCont;s:p1.1;c:p1.-1"
    b" vCont;r10c4,10d0:p1.1;c vCont;c:p1.2 vCont;C05:2 vCont;t c s c10c4 bs bc"
    b" qRcmd,6379636c65 qRcmd,7175657565 qThreadExtraInfo,p1.3 vFile:setfs:0 vFile:fstat:1"
    b" vFile:open:2f70726f6772616d2e656c66,0,0 vFile:pread:1,1000,53e88 vFile:close:1"
    b" qXfer:features:read:target.xml:0,ffb qXfer:exec-file:read:1:0,ffb qXfer:auxv:read::0,1000"
).split()
NUMBERS = (
    b"0 -1 1 ff 7fffffff 80000000 ffffffff 100000000 ffffffffffffffff 99999999999999999".split()
)


def mutated(chance):
    """Returns the bytes of a packet with up to five random changes."""
    body = bytearray(chance.choice(PACKETS))
    for _ in range(chance.choice((0, 1, 1, 2, 5))):
        numbers = list(re.finditer(rb"[0-9a-f]+", body))
        match chance.randrange(6):
            case 0 if numbers:
                start, end = chance.choice(numbers).span()
                body[start:end] = chance.choice(NUMBERS)
            case 1:
                del body[chance.randrange(len(body) + 1) :]
            case 2 if body:
                body[chance.randrange(len(body))] = chance.randrange(256)
            case 3:
                at = chance.randrange(len(body) + 1)
                body[at:at] = chance.choice((b",", b";", b":", b".", b"p", b"=", b"-", b"}", b"*"))
            case 4:
                at = chance.randrange(len(body) + 1)
                body[at:at] = body[: chance.randrange(len(body) + 1)]
            case 5:
                body += chance.randbytes(chance.randrange(40))
    packet = Peer.framed(bytes(body))
    match chance.randrange(12):
        case 0:
            return packet[: chance.randrange(len(packet))]
        case 1:
            return packet[:-2] + b"zz"
        case 2:
            return packet + b"\x03"
        case 3:
            return b"+-"[chance.randrange(2) :] + packet
    return packet


def memory_of(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1])


def bombarded(onchip, chance, cases):
    """Sends packets to a run until it ends; returns the cases that are left."""
    with waiting(onchip, RING, "--timeout", 60) as (process, port):
        peer = Peer(port)
        assert peer.ask(b"?")
        before = memory_of(process)
        peer.socket.sendall(b"$" + b"a" * (16 << 20))  # a packet without an end
        try:
            while cases:
                peer.socket.sendall(cases.pop())
                for _ in range(chance.randrange(4)):
                    peer.socket.settimeout(0.01)
                    with suppress(TimeoutError):
                        peer.receive()
            peer.socket.settimeout(20)
            peer.socket.sendall(b"\x03" + Peer.framed(b"qRcmd,6379636c65"))
            text = b"cycle ".hex().encode()
            while not peer.answer().startswith(b"O" + text):
                pass
            assert memory_of(process) < before + (8 << 10)
            peer.socket.sendall(Peer.framed(b"k"))
        except ConnectionError:
            peer.socket.close()  # the program has ended, or a packet has ended the session
        err = process.communicate(timeout=20)[1]
        assert "panicked" not in err and process.returncode != Exit.INTERNAL, err
    return cases


def test_whatever_is_sent_it_goes_on(onchip):
    """The simulator does not panic, does not take more and more memory, and keeps answering."""
    print("seed", SEED)
    chance = random.Random(SEED)
    cases = [mutated(chance) for _ in range(CASES)]
    runs = 0
    while cases:
        cases = bombarded(onchip, chance, cases)
        runs += 1
    assert runs < CASES / 20
