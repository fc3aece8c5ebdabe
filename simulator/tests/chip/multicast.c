/* Multicast puts: one put writes into all tiles of a rectangle. The mesh has one core in each tile.
 * PART selects the test. */
#include "program.h"

#include "devices.h"

#define TIMES 40
#define WORDS 13 /* length of a multicast: several packets of different lengths */
#define FLAG 15
#define BUFFER 4096
#define ARRIVED 8000

static uint32_t slot(uint32_t of, uint32_t at) {
    return place(at)->shared + 64 * of;
}

static void multicast(uint32_t remote, uint32_t first, uint32_t last) {
    DMA(0, LOCAL) = process()->shared + BUFFER;
    DMA(0, REMOTE) = remote;
    DMA(0, BYTES) = 4 * WORDS;
    DMA(0, TARGETS) = first | last << 16;
    DMA(0, COMMAND) = DMA_MULTICAST;
    while (DMA(0, STATUS) == DMA_BUSY) {
    }
}

/* Each place puts a number into its slot in all tiles of a rectangle, from the first place to
 * itself. Before the put, it stores another number into these slots, which the put must overwrite.
 * After the put, it stores a flag. Meanwhile each place polls the flags in its own tile: a number
 * must arrive before its flag. A put into the place's own tile must have arrived when the transfer
 * is complete. Reports twice the number of wrong words, plus 1 if flags were seen. */
static int order(void) {
    uint32_t me = process()->place, places = job()->places, columns = REGISTER(COLUMNS);
    uint32_t wrong = 0, seen = 0;
    static uint32_t before[16], mine[16], targets;
    for (uint32_t other = 0; other <= me; other++) {
        if (other % columns <= me % columns) {
            mine[targets++] = slot(me, other);
        }
    }
    volatile uint32_t *buffer = (volatile uint32_t *)(process()->shared + BUFFER);
    for (uint32_t i = 1; i <= TIMES || WORD(process()->shared + ARRIVED) < places;) {
        if (i <= TIMES) {
            for (uint32_t word = 0; word < WORDS; word++) {
                buffer[word] = i + word;
            }
            for (uint32_t target = 0; target < targets; target++) {
                WORD(mine[target]) = 1000000;
            }
            multicast(slot(me, 0), 0, me);
            wrong += WORD(slot(me, me) + 4 * (WORDS - 1)) != i + WORDS - 1;
            for (uint32_t target = 0; target < targets; target++) {
                WORD(mine[target] + 4 * FLAG) = i;
            }
            if (i == TIMES) {
                for (uint32_t other = 0; other < places; other++) {
                    __asm__ volatile("fence\namoadd.w zero, %0, (%1)" ::"r"(1),
                                     "r"(place(other)->shared + ARRIVED)
                                     : "memory");
                }
            }
            i++;
        }
        for (uint32_t other = 0; other < places; other++) {
            uint32_t flag = WORD(slot(other, me) + 4 * FLAG);
            for (uint32_t word = WORDS - 1; word > 0 && flag; word--) {
                wrong += WORD(slot(other, me) + 4 * word) < flag + word;
            }
            seen += flag != before[other];
            before[other] = flag;
        }
    }
    for (uint32_t other = 0; other < places; other++) {
        uint32_t is_target = me <= other && me % columns <= other % columns;
        wrong += WORD(slot(other, me)) != (is_target ? TIMES : 0);
    }
    uint32_t told = 2 * wrong + (seen > 0);
    tell(&told, 1);
    return 0;
}

/* A counter of place 0 reaches zero and notifies a word of every place. Each place reports its
 * number and the cycle in which it wakes. */
static int notified(void) {
    uint32_t me = process()->place, counter = counter_of(REGISTER(CORE), 0), woken, events;
    REGISTER(ARM_ADDRESS) = process()->shared;
    REGISTER(ARM_BYTES) = 4;
    if (me != 0) {
        __asm__ volatile("lw %1, 0(%2)\n rdcycle %0"
                         : "=&r"(woken), "=&r"(events)
                         : "r"(&REGISTER(WAIT))
                         : "memory");
    } else {
        WORD(counter + REGISTER_COUNTER_SET) = -1u;
        WORD(counter + REGISTER_COUNTER_WORD) = 7;
        WORD(counter + REGISTER_COUNTER_TARGETS) = (REGISTER(TILES) - 1) << 16;
        WORD(counter + REGISTER_COUNTER_NOTIFY) = process()->shared;
        while (cycle() < 20000) {
        }
        __asm__ volatile("sw %2, 0(%3)\n lw %1, 0(%4)\n rdcycle %0"
                         : "=&r"(woken), "=&r"(events)
                         : "r"(1), "r"(counter + REGISTER_COUNTER_VALUE), "r"(&REGISTER(WAIT))
                         : "memory");
    }
    uint32_t told = woken * 256 + me * 16 + WORD(process()->shared);
    tell(&told, 1);
    return 0;
}

int program(void) {
    if (PART == 0) {
        return order();
    }
    if (PART == 4) {
        return notified();
    }
    if (process()->place != 1) {
        return 0;
    }
    uint32_t line = REGISTER(MULTICAST_LINE);
    tell(&line, 1);
    switch (PART) {
    case 1: /* a multicast to the code of all tiles */
        multicast(0x80000000u, 0, REGISTER(TILES) - 1);
        break;
    case 2: /* no rectangle */
        multicast(place(1)->shared, 1, 0);
        break;
    default: /* the remote address is in another tile */
        multicast(place(0)->shared, 1, 1);
    }
    for (;;) {
    }
}
