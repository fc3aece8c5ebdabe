// Replays a run of the model on the network interfaces in hardware, cycle by cycle, and stops at
// the first difference. Usage: interfaces NETWORK INTERFACES. NETWORK is the record of the network
// for requests (simulator/src/rtl/watch.rs), INTERFACES the record of the interfaces
// (simulator/src/rtl/interfaces.rs). If there is no difference, the program prints "same CYCLES
// FLITS" and ends with exit code 0. Otherwise it prints a line that says what differs, and ends
// with 1.
//
// Only the interfaces are hardware; the network behaves as in the model's record. With one traffic
// class, a request is offered to the hardware in the cycle in which it is the next one in the
// model. So each flit must leave in the same cycle as in the model. With several classes, packets
// of different classes may take turns. So a flit of a request is offered in the cycle in which it
// leaves in the model. Flits that open and close circuits are never offered: the hardware makes
// them itself.
#include <array>
#include <cstdio>
#include <deque>
#include <memory>
#include <sstream>
#include <vector>

#include "Vnetwork_interface.h"
#include "record.h"
#include "verilated.h"

double sc_time_stamp() {
    return 0;
}

// Offsets of registers in qos_registers.sv.
static const uint32_t STATE = 0x28, WANTED = 0x2c, RESULT = 0x30;
static const Bits ON_CIRCUIT = 1 << 5, FIELD = 15 << 1; // bits of a flit
static const Bits HEAD = (Bits(1) << (6 + TARGET)) - 1; // all bits of a flit except its data

// Whether a flit opens or closes a circuit. Flits of data on a circuit have field 0.
static bool sets_up(Bits flit) {
    return (flit & ON_CIRCUIT) != 0 && (flit & FIELD) != 0;
}

struct Flit {
    Bits bits;
    long due; // the first cycle in which the flit may leave
};

struct Tile {
    std::unique_ptr<Vnetwork_interface> hardware = std::make_unique<Vnetwork_interface>();
    std::deque<Flit> requests;
    Bits ready = (Bits(1) << CLASSES) - 1;
    std::array<uint32_t, 3> registers{}; // registers of the circuit: state, result, wanted
};

// An action of a tile's interface in a cycle of the model.
struct Event {
    bool stalled = false, answered = false, written = false, shown = false;
    uint32_t address = 0, word = 0;
    std::array<uint32_t, 3> registers{};
};

using Events = std::map<long, std::map<int, Event>>;

static Events events(const char *path, std::vector<std::deque<long>> &waits) {
    Events all;
    std::ifstream file(path);
    std::string line, kind, a, b, c, d;
    long cycle = 0;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        words >> kind >> a >> b >> c >> d;
        if (kind == "c")
            cycle = long(number(a));
        if (kind == "c" || kind == "z")
            continue;
        int tile = int(number(a));
        if (kind == "p") {
            waits[size_t(tile)].push_back(cycle);
            continue;
        }
        long at = kind == "w" ? cycle - CORES_FIRST : cycle;
        Event &event = all[at][tile];
        if (kind == "b")
            event.stalled = true;
        if (kind == "a")
            event.answered = true;
        if (kind == "w") {
            event.written = true;
            event.address = uint32_t(number(b));
            event.word = uint32_t(number(c));
        }
        if (kind == "s") {
            event.shown = true;
            event.registers = {uint32_t(number(b)), uint32_t(number(c)), uint32_t(number(d))};
        }
    }
    return all;
}

// Gives each tile its requests, in the order in which they leave.
static void queue(const std::map<long, Cycle> &cycles, std::vector<std::deque<long>> &waits,
                  std::vector<Tile> &tiles) {
    std::vector<bool> inside(tiles.size());
    for (auto &[cycle, model] : cycles)
        for (auto [endpoint, flit] : model.injected) {
            size_t tile = size_t(endpoint);
            if (tile >= tiles.size() || sets_up(flit))
                continue;
            bool head = !inside[tile];
            inside[tile] = !(flit & 1);
            long due = CLASSES > 1 ? cycle : 0;
            if (CLASSES == 1 && head) {
                due = cycle;
                if (!waits[tile].empty() && waits[tile].front() <= cycle) {
                    due = waits[tile].front();
                    waits[tile].pop_front();
                }
            }
            tiles[tile].requests.push_back({flit, due});
        }
}

static void edge(Vnetwork_interface &hardware) {
    hardware.clock = 1;
    hardware.eval();
    hardware.clock = 0;
    hardware.eval();
}

static uint32_t read_register(Vnetwork_interface &hardware, uint32_t address) {
    hardware.register_write = 0;
    hardware.register_address = address;
    hardware.eval();
    return hardware.register_value;
}

template <typename Map> static typename Map::mapped_type at(const Map &map, int key) {
    auto found = map.find(key);
    return found == map.end() ? typename Map::mapped_type{} : found->second;
}

// Runs one cycle of a tile. Returns what differs, or an empty string.
static std::string step(Tile &tile, int number, long cycle, const Cycle &model, const Event &event,
                        long &flits) {
    Vnetwork_interface &hardware = *tile.hardware;
    if (CLASSES > 1) {
        std::array<uint32_t, 3> now = {read_register(hardware, STATE),
                                       read_register(hardware, RESULT),
                                       read_register(hardware, WANTED)};
        if (CIRCUITS && now != tile.registers) {
            char line[160];
            auto &m = tile.registers;
            snprintf(line, sizeof line,
                     "the circuit has state, result, target %u, %u, %x in the model, %u, %u, %x in "
                     "hardware",
                     m[0], m[1], m[2], now[0], now[1], now[2]);
            return line;
        }
    }
    if (model.ready.count(number))
        tile.ready = at(model.ready, number);
    hardware.inject_ready = uint32_t(tile.ready);
    hardware.refused = at(model.refused, number);
    hardware.needed = at(model.needed, number);
    hardware.answered = event.answered;
    hardware.register_write = event.written;
    hardware.register_address = event.address;
    hardware.register_written = event.word;
    Bits offered = at(model.offered, number);
    hardware.eject_valid = model.offered.count(number) > 0;
    put(&hardware.eject_flit, 0, WIDTH, offered);
    hardware.receive_ready = at(model.taken, number);

    bool offers = !tile.requests.empty() && tile.requests.front().due <= cycle && !event.stalled;
    hardware.send_valid = offers;
    if (offers) {
        Bits flit = tile.requests.front().bits;
        put(&hardware.send_target, 0, TARGET, flit >> 6);
        put(&hardware.send_data, 0, DATA, flit >> (6 + TARGET));
        hardware.send_last = uint8_t(flit & 1);
    }
    hardware.eval();

    bool leaves = model.injected.count(number) > 0;
    Bits wanted = at(model.injected, number);
    Bits flit = get(&hardware.inject_flit, 0, WIDTH);
    if (sets_up(wanted)) { // the data differ: in the model they are the packet's number
        wanted &= HEAD;
        flit &= HEAD;
    }
    if (leaves != bool(hardware.inject))
        return leaves ? "hands flit " + hex(wanted) + " over in the model, nothing in hardware"
                      : "hands flit " + hex(flit) + " over in hardware, nothing in the model";
    if (leaves && flit != wanted)
        return "hands flit " + hex(wanted) + " over in the model, " + hex(flit) + " in hardware";
    if (bool(hardware.eject) != at(model.taken, number))
        return "takes a flit in the model or in hardware only";
    if (offers && hardware.send_ready)
        tile.requests.pop_front();
    flits += leaves;
    edge(hardware);
    if (event.shown)
        tile.registers = event.registers;
    return "";
}

int main(int count, char **words) {
    if (count != 3) {
        fprintf(stderr, "usage: interfaces NETWORK INTERFACES\n");
        return 2;
    }
    long end = 0, flits = 0;
    std::map<long, Cycle> cycles = read(words[1], end);
    std::vector<Tile> tiles(TILES);
    std::vector<std::deque<long>> waits(TILES);
    Events happens = events(words[2], waits);
    queue(cycles, waits, tiles);
    for (size_t number = 0; number < tiles.size(); number++) {
        Vnetwork_interface &hardware = *tiles[number].hardware;
        hardware.number = uint32_t(number);
        hardware.reset = 1;
        edge(hardware);
        edge(hardware);
        hardware.reset = 0;
    }
    const Cycle nothing;
    const std::map<int, Event> none;
    for (long cycle = 0; cycle < end; cycle++) {
        tell(cycle, end);
        auto found = cycles.find(cycle);
        auto happening = happens.find(cycle);
        const Cycle &model = found == cycles.end() ? nothing : found->second;
        const auto &here = happening == happens.end() ? none : happening->second;
        for (int number = 0; number < TILES; number++) {
            std::string differs =
                step(tiles[size_t(number)], number, cycle, model, at(here, number), flits);
            if (!differs.empty()) {
                printf("cycle %ld: the interface of tile %d %s\n", cycle, number, differs.c_str());
                return 1;
            }
        }
    }
    printf("same %ld %ld\n", end, flits);
    return 0;
}
