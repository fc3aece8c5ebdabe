// Replays a run of the model on the network in hardware, cycle by cycle, and stops at the first
// difference. Usage: compare RECORD FOLDER. Prints "same CYCLES FLITS" and ends with 0, or one line
// on what differs and ends with 1; then FOLDER has the waveforms of both, model.vcd and
// hardware.vcd. The record: see simulator/src/rtl/watch.rs. WIDTH, CHANNELS, CLASSES, ENDPOINTS
// and PORTS (all of the network) are given on the compiler's command line.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "Vnetwork_top.h"
#include "verilated.h"

using Bits = unsigned __int128;

static Vnetwork_top *top;

double sc_time_stamp() { return 0; }

// `count` bits of a port of any width, from bit `first` on.
static Bits get(const void *port, size_t first, int count) {
    const uint8_t *bytes = static_cast<const uint8_t *>(port);
    Bits value = 0;
    for (int i = 0; i < count; i++)
        value |= Bits(bytes[(first + i) / 8] >> (first + i) % 8 & 1) << i;
    return value;
}

static void put(void *port, size_t first, int count, Bits value) {
    uint8_t *bytes = static_cast<uint8_t *>(port);
    for (int i = 0; i < count; i++) {
        uint8_t mask = 1 << (first + i) % 8;
        bytes[(first + i) / 8] =
            (bytes[(first + i) / 8] & ~mask) | (value >> i & 1 ? mask : 0);
    }
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

// Everything of one cycle; flits by endpoint, or by port and channel.
struct Cycle {
    std::map<int, Bits> injected, offered, links;
    std::map<int, bool> taken;
    std::map<int, bool> refused;
};

// Cycles of a record by number; in those that the model left out nothing happens. `end`: the record
// is complete before that cycle.
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
        if (kind == "r") {
            now->refused[at] = true;
            continue;
        }
        file >> b;
        if (kind == "i") {
            now->injected[at] = number(b);
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

// A waveform: by port, the channel whose flit leaves it (0: none, 1: the first) and the flit.
class Wave {
public:
    Wave(const std::string &path) : file(path) {
        file << "$timescale 1ns $end\n$scope module network $end\n";
        for (int port = 0; port < PORTS; port++)
            file << "$var wire 8 c" << port << " port" << port << "_channel $end\n$var wire "
                 << WIDTH << " f" << port << " port" << port << "_flit $end\n";
        file << "$upscope $end\n$enddefinitions $end\n";
    }
    void add(long cycle, const std::map<int, Bits> &links) {
        file << '#' << cycle << '\n';
        for (int port = 0; port < PORTS; port++) {
            int channel = 0;
            Bits flit = 0;
            for (int k = 0; k < CHANNELS; k++) {
                auto found = links.find(port * CHANNELS + k);
                if (found != links.end()) {
                    channel = k + 1;
                    flit = found->second;
                }
            }
            write(channel, 8, 'c', port);
            write(flit, WIDTH, 'f', port);
        }
    }

private:
    std::ofstream file;
    std::map<std::pair<char, int>, Bits> before;
    void write(Bits value, int bits, char kind, int port) {
        auto known = before.find({kind, port});
        if (known != before.end() && known->second == value)
            return;
        before[{kind, port}] = value;
        file << 'b';
        for (int i = bits - 1; i >= 0; i--)
            file << (value >> i & 1 ? '1' : '0');
        file << ' ' << kind << port << '\n';
    }
};

static void edge() {
    top->clock = 1;
    top->eval();
    top->clock = 0;
    top->eval();
}

static void reset() {
    memset(&top->inject, 0, sizeof top->inject);
    memset(&top->eject, 0, sizeof top->eject);
    top->clock = 0;
    top->reset = 1;
    edge();
    edge();
    top->reset = 0;
    top->eval();
}

// Drives a cycle with what the record has handed over and taken.
static void drive(const Cycle &cycle) {
    memset(&top->inject, 0, sizeof top->inject);
    memset(&top->eject, 0, sizeof top->eject);
    for (auto [endpoint, flit] : cycle.injected) {
        put(&top->inject, endpoint, 1, 1);
        put(&top->inject_flit, size_t(endpoint) * WIDTH, WIDTH, flit);
    }
    for (auto [endpoint, takes] : cycle.taken)
        if (takes)
            put(&top->eject, endpoint, 1, 1);
    top->eval();
}

static std::map<int, Bits> links() {
    std::map<int, Bits> all;
    for (int port = 0; port < PORTS; port++)
        if (Bits channels = get(&top->link_channel, size_t(port) * CHANNELS, CHANNELS))
            for (int k = 0; k < CHANNELS; k++)
                if (channels >> k & 1)
                    all[port * CHANNELS + k] =
                        get(&top->link_flit, size_t(port) * WIDTH, WIDTH);
    return all;
}

static std::map<int, Bits> offered() {
    std::map<int, Bits> all;
    for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++)
        if (get(&top->eject_valid, endpoint, 1))
            all[endpoint] = get(&top->eject_flit, size_t(endpoint) * WIDTH, WIDTH);
    return all;
}

static std::map<int, bool> refused() {
    std::map<int, bool> all;
    for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++)
        if (get(&top->refused, endpoint, 1))
            all[endpoint] = true;
    return all;
}

// The first entry in which two maps differ, as words; empty if none does.
template <typename Value>
static std::string difference(const std::map<int, Value> &model,
                              const std::map<int, Value> &hardware, const char *what, int each) {
    auto name = [&](int at) {
        std::string text = std::string(what) + " " + std::to_string(at / each);
        return each > 1 ? text + ", channel " + std::to_string(at % each) : text;
    };
    for (auto [at, value] : model) {
        auto found = hardware.find(at);
        if (found == hardware.end())
            return name(at) + ": the model has " + hex(value) + ", the hardware nothing";
        if (found->second != value)
            return name(at) + ": the model has " + hex(value) + ", the hardware " +
                   hex(found->second);
    }
    for (auto [at, value] : hardware)
        if (!model.count(at))
            return name(at) + ": the model has nothing, the hardware " + hex(value);
    return "";
}

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "usage: compare RECORD FOLDER\n");
        return 2;
    }
    long end = 0, flits = 0, differs = -1;
    std::map<long, Cycle> cycles = read(words[1], end);
    auto holder = std::make_unique<Vnetwork_top>();
    top = holder.get();
    const Cycle nothing;
    std::string sentence;
    reset();
    for (long cycle = 0; cycle < end && differs < 0; cycle++) {
        auto found = cycles.find(cycle);
        const Cycle &model = found == cycles.end() ? nothing : found->second;
        std::string here = difference(model.refused, refused(), "refused endpoint", 1);
        if (here.empty())
            here = difference(model.offered, offered(), "offered to endpoint", 1);
        for (auto [endpoint, flit] : model.injected) {
            (void)flit;
            if (!get(&top->inject_ready, size_t(endpoint) * CLASSES, CLASSES) && here.empty())
                here = "endpoint " + std::to_string(endpoint) + " is not ready in hardware";
        }
        drive(model);
        if (here.empty())
            here = difference(model.links, links(), "port", CHANNELS);
        flits += long(model.links.size());
        if (!here.empty()) {
            differs = cycle;
            sentence = here;
        }
        edge();
    }
    if (differs < 0) {
        printf("same %ld %ld\n", end, flits);
        return 0;
    }
    printf("cycle %ld: %s\n", differs, sentence.c_str());
    Wave of_model(std::string(words[2]) + "/model.vcd");
    Wave of_hardware(std::string(words[2]) + "/hardware.vcd");
    reset();
    for (long cycle = 0; cycle <= differs + 8; cycle++) {
        auto found = cycles.find(cycle);
        const Cycle &model = found == cycles.end() ? nothing : found->second;
        drive(model);
        of_model.add(cycle, model.links);
        of_hardware.add(cycle, links());
        edge();
    }
    return 1;
}
