/* The state of a core after its reset. The worker (place 1) changes its registers, reserves a
 * word, and waits for an element of a queue. The host (place 0) resets the worker to an
 * instruction from which the worker reports its state. The program prints a line for each place
 * where the reserved word may lie; the test has the values of docs/register-map.md. */
#include <onchip/hal.h>
#include <onchip_trickbox.h>
#include <stdio.h>
#include <stdlib.h>

#include "hal/chip/devices.h"

enum { HOST, WORKER };
enum { WAITS = 600, REGISTERS_SEEN = 8 };
/* Two lines of the DRAM: the worker caches the first one. */
enum { CACHED = 0xc1000000, UNCACHED = 0xc1001000, LINE = 64 };

enum place { OWN, HOSTS, DRAM, PLACES };
static const char *const names[] = {"own memory", "host's memory", "DRAM"};

/* Words of each process' shared block. */
static volatile struct shared {
    uint32_t armed, go;                                                      /* the worker's */
    uint32_t step, word, registers[REGISTERS_SEEN], general, events, failed; /* the host's */
} * own;

static const uint16_t seen[REGISTERS_SEEN] = {
    REGISTER_ARM_ADDRESS, REGISTER_ARM_BYTES, REGISTER_DEADLINE_LO,      REGISTER_DEADLINE_HI,
    REGISTER_PERIOD_LO,   REGISTER_PERIOD_HI, REGISTER_INTERRUPT_ENABLE, REGISTER_RECORD};

/* The worker's variables. */
static volatile uint32_t record, ring[4];
static uint32_t source, target;
static uint32_t kept[3]; /* gp, tp, sp */
static enum place place;

static hal_address at_host(size_t offset) {
    return hal_shared_of(HOST) + offset;
}

static volatile uint32_t *reserved(void) {
    static volatile uint32_t mine;
    return place == OWN     ? &mine
           : place == HOSTS ? (volatile uint32_t *)at_host(offsetof(struct shared, word))
                            : (volatile uint32_t *)UNCACHED;
}

static void tell(size_t offset, uint32_t value) {
    device_write(at_host(offset), value);
}

/* Changes everything that a reset restores, and waits at the queue. */
static void prepare(void) {
    register_write(REGISTER_CACHE_START, CACHED);
    register_write(REGISTER_CACHE_BYTES, LINE);
    register_write(REGISTER_RECORD, (uintptr_t)&record);
    register_write(REGISTER_ARM_ADDRESS, (uintptr_t)&own->armed);
    register_write(REGISTER_ARM_BYTES, sizeof own->armed);
    register_write(REGISTER_DEADLINE_LO, 12345);
    register_write(REGISTER_DEADLINE_HI, 1);
    register_write(REGISTER_PERIOD_HI, 0);
    register_write(REGISTER_PERIOD_LO, 250);
    register_write(REGISTER_INTERRUPT_ENABLE, 32 | 8);
    hal_finish(hal_put(hal_global(&target), &source, sizeof source));
    uint32_t port = (uint32_t)hal_queue_of(WORKER, 0), sc;
    tell(offsetof(struct shared, step), 1);
    __asm__ volatile("sw gp, 0(%1)\n"
                     "sw tp, 4(%1)\n"
                     "sw sp, 8(%1)\n"
                     "lr.w %0, (%2)\n"
                     "fence rw, w\n"
                     "lw %0, 0(%3)\n"
                     "ebreak"
                     : "=&r"(sc)
                     : "r"(kept), "r"(reserved()), "r"(port)
                     : "memory");
}

/* After the reset the worker continues at `restarted`, whose address has bit 1 set. There it stores
 * the address of the cached line in this line, and calls this function with the OR of its general
 * registers. */
__attribute__((used)) static void report(uint32_t general) {
    uint32_t sc, registers[REGISTERS_SEEN];
    __asm__ volatile("sc.w %0, zero, (%1)" : "=&r"(sc) : "r"(reserved()) : "memory");
    for (int i = 0; i < REGISTERS_SEEN; i++)
        registers[i] = register_read(seen[i]);
    register_write(REGISTER_DEADLINE_LO, (uint32_t)hal_cycles() + WAITS);
    register_write(REGISTER_DEADLINE_HI, 0);
    uint32_t events = register_read(REGISTER_WAIT);
    for (size_t i = 0; i < REGISTERS_SEEN; i++)
        tell(offsetof(struct shared, registers) + 4 * i, registers[i]);
    tell(offsetof(struct shared, general), general);
    tell(offsetof(struct shared, events), events);
    tell(offsetof(struct shared, failed), sc);
    tell(offsetof(struct shared, step), 2);
    while (own->go == 0)
        ;
    __asm__ volatile("fence" ::: "memory"); /* writes the cached line back */
    own->go = 0;
    tell(offsetof(struct shared, step), 3);
    if (++place == PLACES)
        exit(0);
    prepare();
}

void restarted(void);
__asm__(
    ".text\n"
    ".balign 4\n"
    "c.ebreak\n"
    ".globl restarted\n"
    "restarted:\n"
    "or x30, x30, x31\n"
    "lui x31, 0xc1000\n" /* CACHED */
    "sw x31, 0(x31)\n"
    ".irp number, 1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29\n"
    "or x30, x30, x\\number\n"
    ".endr\n"
    "mv a0, x30\n"
    ".option push\n"
    ".option norelax\n"
    "la t0, kept\n"
    ".option pop\n"
    "lw gp, 0(t0)\n"
    "lw tp, 4(t0)\n"
    "lw sp, 8(t0)\n"
    "tail report\n");

static void spend(uint32_t cycles) {
    for (uint32_t from = (uint32_t)hal_cycles(); (uint32_t)hal_cycles() - from < cycles;)
        ;
}

static void await_step(uint32_t step) {
    while (own->step != step)
        ;
}

static uint32_t in_dram(void) {
    uint32_t word;
    __asm__ volatile("fence\nlw %0, 0(%1)" : "=r"(word) : "r"(CACHED) : "memory");
    return word;
}

static void order(size_t offset, uint32_t value) {
    device_write(hal_shared_of(WORKER) + offset, value);
}

int main(void) {
    own = hal_shared();
    if (hal_place() == WORKER) {
        int state = onchip_core_state(WORKER);
        tell(offsetof(struct shared, word), (uint32_t)state);
        tell(offsetof(struct shared, step), 4);
        onchip_hold(WORKER);
        hal_queue_open(0, HAL_SINGLE_READER, (void *)ring, 4, 4);
        prepare();
    }
    await_step(4);
    spend(1000);
    printf("itself %d %d\n", (int)own->word, onchip_core_state(WORKER));
    onchip_release(WORKER);
    for (place = OWN; place < PLACES; place++) {
        await_step(1);
        hal_store(CACHED, 0);
        order(offsetof(struct shared, armed), 1);
        spend(1000);
        int states[5];
        states[0] = onchip_core_state(WORKER);
        onchip_reset(WORKER, (uintptr_t)restarted);
        states[1] = onchip_core_state(WORKER);
        onchip_hold(WORKER);
        states[2] = onchip_core_state(WORKER);
        onchip_release(WORKER);
        states[3] = onchip_core_state(WORKER);
        spend(1000);
        int begins = own->step != 1;
        hal_enqueue(hal_queue_of(WORKER, 0), &states[0], 4);
        spend(100);
        order(offsetof(struct shared, armed), 2);
        await_step(2);
        states[4] = onchip_core_state(WORKER);
        uint32_t before = in_dram();
        order(offsetof(struct shared, go), 1);
        await_step(3);
        printf("%s: states", names[place]);
        for (int i = 0; i < 5; i++)
            printf(" %d", states[i]);
        printf(" begins %d registers", begins);
        for (int i = 0; i < REGISTERS_SEEN; i++)
            printf(" %x", (unsigned)own->registers[i]);
        printf(" general %x events %u failed %u memory %x %x\n", (unsigned)own->general,
               (unsigned)own->events, (unsigned)own->failed, (unsigned)before, (unsigned)in_dram());
    }
    return 0;
}
