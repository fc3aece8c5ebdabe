/* The memories of memory controllers. Every process accesses each memory that it may use, by words,
 * atomics and transfers, wherever the memory is, and has information about the others. */
#include <string.h>

#include "check.h"

/* In each memory, the offset of the slots, and the size of the slot of each process, in bytes. */
enum { SLOTS = 4096, SLOT = 64 };

/* Waits until a word has at least this value. Writes of the word wake no process, so the
 * function polls. Polling without a pause could starve other processes if the network serves
 * inputs in a fixed order. */
static void await(hal_address word, uint32_t value) {
    while (hal_load(word) < value) {
        hal_arm(hal_shared(), sizeof(uint32_t));
        hal_wait(hal_cycles() + 1000);
    }
}

/* Accesses this process's slot by words and by atomics. */
static void words(hal_address slot) {
    check("zero at start", hal_load(slot) == 0);
    hal_store(slot, 40);
    check("in order", hal_load(slot) == 40);
    check("add", hal_fetch_add(slot, 5) == 40);
    check("or", hal_fetch_or(slot, 64) == 45);
    check("swap", hal_swap(slot, 7) == 109);
    check("other", !hal_compare_swap(slot, 8, 9));
    check("same", hal_compare_swap(slot, 7, 9));
    check("at the end", hal_load(slot) == 9);
}

/* Each place puts bytes of any alignment into the slot of the next place, and the next place
 * checks them. */
static void transfers(hal_address slots, const int *places, int count, int mine) {
    char sent[SLOT], got[SLOT] = {0};
    int next = (mine + 1) % count, before = (mine + count - 1) % count;
    memset(sent, 'a' + places[mine], sizeof sent);
    hal_finish(hal_put(slots + (hal_address)next * SLOT + 5, sent + 1, 37));
    hal_fetch_add(slots + (hal_address)next * SLOT + 60, 1);
    await(slots + (hal_address)mine * SLOT + 60, 1);
    hal_finish(hal_get(got + 3, slots + (hal_address)mine * SLOT + 5, 37));
    int wrong = got[2] != 0 || got[40] != 0;
    for (int i = 3; i < 40; i++)
        wrong += got[i] != 'a' + places[before];
    check("from the one before", wrong == 0);
}

static void one(int controller) {
    hal_address start = hal_controller_start(controller);
    uint32_t bytes = hal_controller_bytes(controller);
    check("a multiple", bytes > 0 && start % (bytes & -bytes) == 0);
    check("its name", hal_memory_address(hal_places() + controller) == start);
    int places[64], count = 0, mine = -1;
    for (int place = 0; place < hal_places(); place++) {
        if (hal_controller_links(controller, place) < 0)
            continue;
        if (place == hal_place())
            mine = count;
        places[count++] = place;
    }
    if (mine < 0)
        return;
    words(start + SLOTS + (hal_address)mine * SLOT);
    transfers(start + 2 * SLOTS, places, count, mine);
    hal_store(start + bytes - 4 - 4 * (hal_address)mine, (uint32_t)mine + 1);
    hal_fetch_add(start, 1);
    await(start, (uint32_t)count);
    int next = (mine + 1) % count;
    check("its last words",
          hal_load(start + bytes - 4 - 4 * (hal_address)next) == (uint32_t)next + 1);
}

/* hal_controller_between() must return the memory with the fewest links to both processes in
 * total. */
static void between(int other) {
    int me = hal_place(), best = hal_controller_between(me, other), way = 0;
    if (best >= 0)
        way = hal_controller_links(best, me) + hal_controller_links(best, other);
    for (int i = 0; i < hal_controllers(); i++) {
        int to = hal_controller_links(i, me), from = hal_controller_links(i, other);
        if (to < 0 || from < 0)
            continue;
        check("there is one", best >= 0);
        check("none is closer", way <= to + from);
        int nearest = hal_controller_links(best, other);
        check("nor to the reader", way < to + from || nearest <= from);
        check("the first of equals", way < to + from || nearest < from || best <= i);
    }
    check("the same for oneself", best < 0 || hal_controller_links(best, other) >= 0);
}

int main(void) {
    for (int i = 0; i < hal_controllers(); i++)
        one(i);
    for (int place = 0; place < hal_places(); place++)
        between(place);
    printf("done\n");
    return 0;
}
