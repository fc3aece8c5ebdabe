// Replays a run of the model on the network in hardware, cycle by cycle, and stops at the first
// difference. Usage: compare RECORD [FOLDER]. simulator/src/rtl/watch.rs describes the record. If
// there is no difference, the program prints "same CYCLES FLITS" and ends with exit code 0.
// Otherwise it prints a line that says what differs, writes the waveforms of model and hardware,
// model.vcd and hardware.vcd, into FOLDER, and ends with 1. Without FOLDER it compares nothing, and
// prints "ran CYCLES SECONDS" with the seconds of processor time. The compiler's command line
// defines WIDTH, CHANNELS, CLASSES, ENDPOINTS and PORTS (all ports of the network).
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <vector>

#include "Vnetwork.h"
#include "record.h"
#include "verilated.h"

static Vnetwork *top;

double sc_time_stamp() {
    return 0;
}

// A waveform. For each port, it shows the flit that leaves the port and the channel of this flit
// (0: no flit leaves, 1: the first channel).
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

// Sets the inputs of a cycle as they were recorded: the flits that endpoints hand over, and whether
// each endpoint takes a flit. If `settles` is set, the outputs follow at once, so that they can be
// read before the clock edge.
static void drive(const Cycle &cycle, bool settles = true) {
    memset(&top->inject, 0, sizeof top->inject);
    memset(&top->eject, 0, sizeof top->eject);
    for (auto [endpoint, flit] : cycle.injected) {
        put(&top->inject, endpoint, 1, 1);
        put(&top->inject_flit, size_t(endpoint) * WIDTH, WIDTH, flit);
    }
    for (auto [endpoint, takes] : cycle.taken)
        if (takes)
            put(&top->eject, endpoint, 1, 1);
    if (settles)
        top->eval();
}

static std::map<int, Bits> links() {
    std::map<int, Bits> all;
    for (int port = 0; port < PORTS; port++) {
        size_t at = size_t(port) * (CHANNELS + WIDTH);
        if (Bits channels = get(&top->links, at + WIDTH, CHANNELS))
            for (int k = 0; k < CHANNELS; k++)
                if (channels >> k & 1)
                    all[port * CHANNELS + k] = get(&top->links, at, WIDTH);
    }
    return all;
}

static std::map<int, Bits> offered() {
    std::map<int, Bits> all;
    for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++)
        if (get(&top->eject_valid, endpoint, 1))
            all[endpoint] = get(&top->eject_flit, size_t(endpoint) * WIDTH, WIDTH);
    return all;
}

static std::map<int, Bits> are_ready() {
    std::map<int, Bits> all;
    for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++)
        all[endpoint] = get(&top->inject_ready, size_t(endpoint) * CLASSES, CLASSES);
    return all;
}

// The endpoints for which a signal about circuits is set.
template <typename Signal> static std::map<int, bool> set_in(const Signal *signal) {
    std::map<int, bool> all;
    for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++)
        if (get(signal, endpoint, 1))
            all[endpoint] = true;
    return all;
}

// Describes the first entry in which two maps differ; returns an empty string if they are equal.
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

// Prints the processor time of a run. The run does not read the hardware's outputs, so that nearly
// all of the time is that of the hardware's simulation.
static int run(const std::map<long, Cycle> &cycles, long end) {
    const Cycle nothing;
    std::vector<const Cycle *> all(size_t(end), &nothing);
    for (auto &[number, cycle] : cycles)
        if (number < end)
            all[size_t(number)] = &cycle;
    reset();
    clock_t started = clock();
    for (const Cycle *cycle : all) {
        drive(*cycle, false);
        edge();
    }
    printf("ran %ld %.6f\n", end, double(clock() - started) / CLOCKS_PER_SEC);
    return 0;
}

int main(int count, char **words) {
    if (count != 2 && count != 3) {
        fprintf(stderr, "usage: compare RECORD [FOLDER]\n");
        return 2;
    }
    long end = 0, flits = 0, differs = -1;
    std::map<long, Cycle> cycles = read(words[1], end);
    auto holder = std::make_unique<Vnetwork>();
    top = holder.get();
    if (count == 2)
        return run(cycles, end);
    const Cycle nothing;
    std::string sentence;
    std::map<int, Bits> ready;
    for (int endpoint = 0; endpoint < ENDPOINTS; endpoint++)
        ready[endpoint] = (Bits(1) << CLASSES) - 1;
    reset();
    for (long cycle = 0; cycle < end && differs < 0; cycle++) {
        tell(cycle, end);
        auto found = cycles.find(cycle);
        const Cycle &model = found == cycles.end() ? nothing : found->second;
        std::string here = difference(model.refused, set_in(&top->refused), "refused endpoint", 1);
        if (here.empty())
            here = difference(model.needed, set_in(&top->needed), "needed circuit of endpoint", 1);
        if (here.empty())
            here = difference(model.offered, offered(), "offered to endpoint", 1);
        for (auto [endpoint, classes] : model.ready)
            ready[endpoint] = classes;
        if (here.empty())
            here = difference(ready, are_ready(), "classes that are ready at endpoint", 1);
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
