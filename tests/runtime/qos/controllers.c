/* Priorities and channels to the memories of controllers: DRAM, scratchpads, external memory. */
#include "../hal/check.h"
#include "onchip_qos.h"

enum { ROUNDS = 10 };

/* Each process increments a word by a plain load and store. Only its channel keeps others from
 * doing so at the same time. */
static void count(int controller, bool duplex) {
    hal_address word = hal_controller_start(controller) + 256;
    uint32_t address = qos_address(hal_places() + controller);
    for (int i = 0; i < ROUNDS; i++) {
        check("open", ni_open_channel(address, duplex) == QOS_DONE);
        check("stands", hal_circuit_state(hal_place()) == HAL_CIRCUIT_OPEN);
        hal_store(word, hal_load(word) + 1);
        hal_fence();
        /* Any address in a memory names this memory. */
        uint32_t last = address + hal_controller_bytes(controller) - 1;
        check("close", ni_close_channel(last, duplex) == QOS_DONE);
    }
}

static void one(int controller) {
    int memory = hal_places() + controller, users = 0;
    bool mine = hal_controller_links(controller, hal_place()) >= 0;
    for (int place = 0; place < hal_places(); place++)
        users += hal_controller_links(controller, place) >= 0;
    hal_address word = hal_controller_start(controller) + 256;
    if (mine) {
        check("level", setPriority(hal_place(), memory, 7) == QOS_DONE);
        check("it has it", hal_priority_get(hal_place(), memory) == 7);
        check("added", hal_fetch_add(word + 64, 1) < (uint32_t)users);
        check("reset", resetPriority(hal_place(), memory) == QOS_DONE);
    }
    meet();
    if (mine) {
        count(controller, false);
        count(controller, true);
    } else {
        uint32_t address = qos_address(memory);
        check("not for this one", ni_open_channel(address, true) == QOS_NO_MEMORY);
    }
    meet();
    check("all added", !mine || hal_load(word + 64) == (uint32_t)users);
    check("one at a time", !mine || hal_load(word) == (uint32_t)(2 * ROUNDS * users));
}

int main(void) {
    for (int i = 0; i < hal_controllers(); i++)
        one(i);
    printf("done\n");
    return 0;
}
