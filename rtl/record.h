// Records of the model (see simulator/src/rtl/watch.rs), and the ports of modules that Verilator
// has compiled. CHANNELS and the other sizes are given on the compiler's command line.
#pragma once
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>

using Bits = unsigned __int128;

// `count` bits of a port of any width, from bit `first` on.
static Bits get(const void *port, size_t first, int count) {
    const uint8_t *bytes = static_cast<const uint8_t *>(port) + first / 8;
    int before = int(first % 8); // bits of the first byte that are not wanted
    Bits value = bytes[0] >> before;
    for (int have = 8 - before, i = 1; have < count; have += 8, i++)
        value |= Bits(bytes[i]) << have;
    return count < 128 ? value & ((Bits(1) << count) - 1) : value;
}

static void put(void *port, size_t first, int count, Bits value) {
    uint8_t *bytes = static_cast<uint8_t *>(port) + first / 8;
    int before = int(first % 8);
    for (int i = 0, done = 0; done < count; i++) {
        int at = i ? 0 : before;
        int bits = count - done < 8 - at ? count - done : 8 - at;
        uint8_t mask = uint8_t(((1 << bits) - 1) << at);
        bytes[i] = uint8_t((bytes[i] & ~mask) | (uint8_t(value >> done << at) & mask));
        done += bits;
    }
}

// Reports to the command onchip, on stderr, how many cycles are done: often enough that onchip can
// print a line every second.
static void tell(long cycle, long end) {
    if (cycle % 4096 == 0 && cycle)
        fprintf(stderr, "at %ld of %ld\n", cycle, end);
}

static std::string hex(Bits value) {
    std::string text;
    do {
        text.insert(text.begin(), "0123456789abcdef"[int(value & 15)]);
        value >>= 4;
    } while (value);
    return text;
}

static Bits number(const std::string &text) {
    Bits value = 0;
    for (char digit : text)
        value = value << 4 | Bits(digit <= '9' ? digit - '0' : digit - 'a' + 10);
    return value;
}

// All events of one cycle; flits by endpoint, or by port and channel.
struct Cycle {
    std::map<int, Bits> injected, offered, links, ready;
    std::map<int, bool> taken;
    std::map<int, bool> refused, needed;
};

// The cycles of a record, by number. The record leaves out cycles in which nothing happens. It is
// complete for all cycles before `end`.
static std::map<long, Cycle> read(const char *path, long &end) {
    std::map<long, Cycle> cycles;
    std::ifstream file(path);
    std::string kind, a, b, c;
    Cycle *now = nullptr;
    while (file >> kind >> a) {
        if (kind == "c") {
            now = &cycles[long(number(a))];
            continue;
        }
        if (kind == "z") {
            end = long(number(a));
            continue;
        }
        int at = int(number(a));
        if (kind == "r" || kind == "k") {
            (kind == "r" ? now->refused : now->needed)[at] = true;
            continue;
        }
        file >> b;
        if (kind == "i" || kind == "n") {
            (kind == "i" ? now->injected : now->ready)[at] = number(b);
            continue;
        }
        file >> c;
        if (kind == "e") {
            now->offered[at] = number(c);
            now->taken[at] = b == "1";
        } else {
            now->links[at * CHANNELS + int(number(b))] = number(c);
        }
    }
    return cycles;
}
