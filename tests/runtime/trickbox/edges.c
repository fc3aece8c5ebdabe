/* The behaviour of a worker (place 1) while the host (place 0) holds and resets it. The host prints
 * figures, for which tests/test_trickbox.py has the expected values. */
#include <onchip/hal.h>
#include <onchip_interrupt.h>
#include <onchip_trickbox.h>
#include <stdio.h>
#include <string.h>

enum task { NOTHING, LOOP, SLEEP, PUT, FOREVER, TICKS };
enum { HOST, WORKER, BYTES = 4096 };

/* Words of each process' shared block. The host writes its commands into the worker's words. */
struct words {
    uint32_t task, argument, stop;
    uint32_t boots, ready, result;
};

static volatile uint32_t boots;
static volatile unsigned ticks;
static char buffer[BYTES];

static hal_address word_of(int place, size_t offset) {
    return hal_shared_of(place) + offset;
}

static void tell(size_t offset, uint32_t value) {
    hal_store(word_of(HOST, offset), value);
}
#define TELL(word, value) tell(offsetof(struct words, word), value)

static void order(size_t offset, uint32_t value) {
    hal_store(word_of(WORKER, offset), value);
}
#define ORDER(word, value) order(offsetof(struct words, word), value)

static uint32_t now(void) {
    return (uint32_t)hal_cycles();
}

static void tick(void) {
    ticks++;
    TELL(result, ticks);
}

/* The worker's program. It is reset for each task. */
static void work(const volatile struct words *mine) {
    uint32_t most = 0, last;
    hal_transfer transfer;
    TELL(boots, ++boots);
    switch (mine->task) {
    case LOOP:
        TELL(ready, 1);
        hal_fence();
        last = now();
        while (!mine->stop) {
            uint32_t time = now();
            if (time - last > most)
                most = time - last;
            last = time;
        }
        TELL(result, most);
        break;
    case SLEEP:
        TELL(ready, 1);
        hal_fence();
        while (now() < mine->argument)
            hal_wait(mine->argument);
        TELL(result, now());
        break;
    case PUT:
        memset(buffer, 7, sizeof buffer);
        transfer = hal_put(hal_global_from(mine->argument, (uintptr_t)buffer), buffer, BYTES);
        TELL(ready, 1);
        hal_finish(transfer);
        TELL(result, 1);
        break;
    case TICKS:
        onchip_on_tick(1000, tick);
        TELL(ready, 1);
        while (!mine->stop)
            ;
        break;
    default:
        break;
    }
    TELL(ready, 2);
    for (;;) {
        hal_arm((const void *)&mine->stop, sizeof mine->stop);
        if (mine->stop == 2)
            return;
        hal_wait(HAL_NEVER);
    }
}

static void spend(uint32_t cycles) {
    for (uint32_t from = now(); now() - from < cycles;)
        ;
}

static volatile struct words *own;

static void await_ready(uint32_t value) {
    while (own->ready != value)
        ;
}

static void begin(enum task task, uint32_t argument) {
    uint32_t before = own->boots;
    own->ready = own->result = 0;
    ORDER(task, task);
    ORDER(argument, argument);
    ORDER(stop, 0);
    hal_fence();
    onchip_reset(WORKER, 0);
    while (own->boots == before)
        ;
    if (task != NOTHING)
        await_ready(1);
}

/* Makes a worker loop, and holds it for about this many cycles. */
static uint32_t loop(uint32_t held, uint32_t *holds) {
    begin(LOOP, 0);
    spend(500);
    uint32_t from = now();
    if (held)
        onchip_hold(WORKER);
    spend(held);
    *holds = now() - from;
    if (held)
        onchip_release(WORKER);
    spend(500);
    ORDER(stop, 1);
    await_ready(2);
    return own->result;
}

/* Makes a worker sleep until 3,000 cycles from now, and holds it until `released` cycles from now.
 * Prints how many cycles after the later of these times the worker wakes. */
static void sleep(uint32_t released) {
    uint32_t end = now() + 3000, start = end - 3000;
    begin(SLEEP, end);
    onchip_hold(WORKER);
    int state = onchip_core_state(WORKER);
    spend(start + released - now());
    uint32_t release = now(), wakes = release > end ? release : end;
    onchip_release(WORKER);
    await_ready(2);
    printf("sleep %u state %d late %d\n", (unsigned)released, state, (int)(own->result - wakes));
}

int main(void) {
    own = hal_shared();
    if (hal_place() != HOST) {
        work(own);
        return 0;
    }
    await_ready(2);
    printf("absent %d %d\n", onchip_hold(2), onchip_core_state(2));
    uint32_t holds;
    uint32_t plain = loop(0, &holds);
    for (uint32_t held = 1; held < 3000; held = 3 * held + 7) {
        uint32_t gap = loop(held, &holds);
        printf("gap %d\n", (int)(gap - plain - holds));
    }
    sleep(1500);
    sleep(6000);

    begin(PUT, (uint32_t)hal_origin());
    onchip_hold(WORKER);
    spend(3 * BYTES);
    int arrived = 1;
    for (int byte = 0; byte < BYTES; byte++)
        arrived &= buffer[byte] == 7;
    printf("put arrived %d result %u state %d\n", arrived, (unsigned)own->result,
           onchip_core_state(WORKER));
    onchip_release(WORKER);
    await_ready(2);
    printf("put result %u\n", (unsigned)own->result);

    begin(TICKS, 0);
    spend(5300);
    onchip_hold(WORKER);
    uint32_t before = own->result;
    spend(20000);
    uint32_t meanwhile = own->result - before;
    onchip_release(WORKER);
    spend(300);
    printf("ticks %u while held %u then %u\n", (unsigned)before, (unsigned)meanwhile,
           (unsigned)(own->result - before));

    /* Resets of a core that sleeps, and of a core that is held and stays held. */
    uint32_t known = own->boots;
    begin(NOTHING, 0);
    await_ready(2);
    uint32_t told = own->result;
    onchip_hold(WORKER);
    onchip_reset(WORKER, 0);
    spend(1000);
    uint32_t held = own->boots;
    int state = onchip_core_state(WORKER);
    onchip_release(WORKER);
    onchip_release(WORKER);
    spend(3000);
    printf("boots %u %u %u state %d\n", (unsigned)(own->boots - known), (unsigned)(held - known),
           (unsigned)(own->result - told), state);
    ORDER(stop, 2);
    while (onchip_core_state(WORKER) != ONCHIP_FINISHED)
        ;
    onchip_hold(WORKER);
    onchip_reset(WORKER, 0);
    printf("finished %d\n", onchip_core_state(WORKER));
    return 0;
}
