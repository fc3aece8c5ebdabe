/* Priorities and channels by the published calls, on the chip and on Linux. */
#include "../hal/check.h"
#include "onchip_qos.h"

static void priorities(void) {
    int place = hal_place(), places = hal_places(), next = (place + 1) % places;
    int memories = places + hal_controllers();
    check("unmarked", hal_priority_get(place, next) == 0);
    meet();
    /* Each process sets the priorities of the next one. */
    for (int memory = 0; memory < memories; memory++)
        check("set", setPriority(next, memory, (place + memory) % 8) == QOS_DONE);
    meet();
    int before = (place + places - 1) % places;
    for (int memory = 0; memory < memories; memory++)
        check("read", hal_priority_get(place, memory) == (before + memory) % 8);
    meet();
    check("reset one", resetPriority(next, 0) == QOS_DONE);
    check("it is", hal_priority_get(next, 0) == 0);
    meet();
    if (place == 0)
        check("reset all", resetPriorities() == QOS_DONE);
    meet();
    for (int memory = 0; memory < memories; memory++)
        check("they are", hal_priority_get(place, memory) == 0);
    meet();
    for (int memory = 0; memory < memories; memory++) {
        check("was unmarked", hal_priority_swap(memory, 5) == 0);
        check("was set", hal_priority_swap(memory, 0) == 5);
    }
    check("no process", setPriority(places, 0, 1) == QOS_NO_PROCESS);
    check("no process below", resetPriority(-1, 0) == QOS_NO_PROCESS);
    check("no memory", setPriority(0, memories, 1) == QOS_NO_MEMORY);
    check("no level", setPriority(0, 0, 8) == QOS_NO_LEVEL);
    check("no level below", setPriority(0, 0, -1) == QOS_NO_LEVEL);
}

/* Each process opens a channel to the next process's memory. Then all open channels to place 0's
 * memory, which conflict. */
static void channels(void) {
    int next = (hal_place() + 1) % hal_places();
    uint32_t address = qos_address(next), first = qos_address(0);
    check("nowhere", ni_open_channel(16, false) == QOS_NO_MEMORY);
    check("no address", qos_address(hal_places() + hal_controllers()) == 0);
    check("nothing to close", ni_close_channel(address, false) == QOS_NOT_OPEN);
    for (int duplex = 0; duplex < 2; duplex++) {
        check("open", ni_open_channel(address, duplex) == QOS_DONE);
        check("stands", hal_circuit_state(hal_place()) == HAL_CIRCUIT_OPEN);
        check("one", ni_open_channel(first, duplex) == QOS_HAS_CHANNEL);
        check("other kind", ni_close_channel(address, !duplex) == QOS_NOT_OPEN);
        check("close", ni_close_channel(address, duplex) == QOS_DONE);
        check("gone", hal_circuit_state(hal_place()) == HAL_CIRCUIT_CLOSED);
    }
    meet();
    hal_address words = hal_shared_of(0) + 64;
    for (int i = 0; i < 20; i++) {
        check("in turn", ni_open_channel(first, false) == QOS_DONE);
        /* Only the process with the channel gets here, so no update is lost. */
        uint32_t count = hal_load(words);
        hal_store(words, count + 1);
        hal_fence();
        check("let go", ni_close_channel(first, false) == QOS_DONE);
    }
    meet();
    check("one at a time", hal_load(words) == 20 * (uint32_t)hal_places());
    meet();
}

int main(void) {
    priorities();
    channels();
    printf("done\n");
    return 0;
}
