/* Makes one request that a device refuses, or waits for ever at a queue. ACT selects the request.
 * There are two processes; place 0 acts, on its own devices and on those of place 1. */
#include "program.h"

#include "devices.h"

enum { READY = 4, RING = 1024 };

static const uint32_t constant = 5;

/* Core 1 gets three queues: one of words for a single reader, one of pairs, and one of words for
 * several readers, which is full. Mutex 0 is taken. */
static void prepare(uint32_t core, uint32_t mine) {
    open_queue(queue_of(core, 0), SINGLE_READER, mine + RING, 4, 4);
    open_queue(queue_of(core, 1), MULTIPLE_READER, mine + RING + 64, 4, 8);
    open_queue(queue_of(core, 3), MULTIPLE_READER, mine + RING + 128, 1, 4);
    WORD(queue_of(core, 3)) = 1;
    (void)WORD(mutex_of(0, 0));
    WORD(place(0)->shared + READY) = 1;
}

static void open_own(uint32_t ring, uint32_t elements, uint32_t bytes) {
    open_queue(queue_of(REGISTER(CORE), 0), MULTIPLE_READER, ring, elements, bytes);
}

/* Waits until all stores of the core have been accepted or refused. */
static void settle(void) {
    __asm__ volatile("fence" ::: "memory");
}

__attribute__((noinline)) int act(uint32_t core, uint32_t other, uint32_t mine, uint32_t theirs) {
    uint32_t value;
    switch (ACT) {
    case 1:
        return (int)WORD(sync_of(other) + REGISTER_SYNC_READ);
    case 2:
        WORD(queue_of(other, 2)) = 1;
        break;
    case 3:
        WORD(queue_of(other, 1)) = 1;
        break;
    case 4:
        return (int)WORD(queue_of(other, 0));
    case 5:
        WORD(mutex_of(0, 0)) = 0;
        break;
    case 6:
        WORD(mutex_of(0, 1)) = 0;
        break;
    case 7:
        open_own(theirs + 8192, 4, 4); /* the heap of the other process */
        break;
    case 8:
        open_own(mine + RING, 4, 6);
        break;
    case 9:
        open_own(mine + RING, 4, 4);
        open_own(mine + RING, 4, 4);
        break;
    case 10:
        open_own(mine + RING, 4, 4);
        command(0, mine, queue_of(core, 0), 4, DMA_GET);
        while (WORD(queue_of(core, 0) + REGISTER_QUEUE_WAITING) == 0) {
        }
        WORD(queue_of(core, 0) + REGISTER_QUEUE_CONTROL) = 0;
        break;
    case 11:
        return (int)WORD(DEVICE_WINDOW(1) + 0x7ffc);
    case 12:
        WORD(counter_of(other, REGISTER(COUNTERS))) = 1;
        break;
    case 13:
        WORD(counter_of(core, 0) + REGISTER_COUNTER_NOTIFY) = 0x30000000;
        break;
    case 14:
        command(0, mine, queue_of(other, 0), 128, DMA_PUT);
        break;
    case 15:
        __asm__ volatile("lr.w %0, (%1)" : "=r"(value) : "r"(counter_of(other, 0)));
        return (int)value;
    case 16: /* the other process's record; the page after it holds data */
        WORD(counter_of(core, 0) + REGISTER_COUNTER_NOTIFY) = theirs - 1024 - 4;
        WORD(counter_of(core, 0)) = 0;
        for (;;) {
        }
    case 17:
        WORD(queue_of(core, 0) + REGISTER_QUEUE_CONTROL) = 4;
        break;
    case 18:
        return (int)WORD(DEVICE_WINDOW(100));
    case 19:
        *(volatile uint8_t *)counter_of(other, 0) = 1;
        break;
    case 20:
        WORD(counter_of(2, 0)) = 1; /* a core without a process */
        break;
    case 21:
        open_own((uint32_t)&constant, 1, 4);
        break;
    case 22:
        WORD(mutex_of(0, REGISTER(MUTEXES))) = 1;
        break;
    case 23:
        command(0, mine, queue_of(other, 1), 4, DMA_TRY_GET);
        while (DMA(0, STATUS) == DMA_BUSY) {
        }
        break;
    case 24:
        WORD(queue_of(other, 3) + REGISTER_QUEUE_BYTES) = 8;
        break;
    case 25:
        WORD(queue_of(other, 0) + 4) = 1;
        break;
    case 30:
        open_own(mine + RING, 4, 4);
        return (int)WORD(queue_of(core, 0));
    case 31:
        open_own(mine + RING, 4, 4);
        command(0, mine, queue_of(core, 0), 4, DMA_GET);
        DMA(0, LOCAL) = mine + 64;
        break;
    case 32:
        open_own(mine + RING, 1, 4);
        WORD(queue_of(core, 0)) = 1;
        WORD(queue_of(core, 0)) = 2;
        break;
    case 33:
        WORD(queue_of(other, 3)) = 2;
        break;
    case 34:
        command(0, mine, queue_of(other, 3), 4, DMA_PUT);
        DMA(0, BYTES) = 8;
        break;
    case 35:
        command(0, mine, queue_of(other, 1), 8, DMA_GET);
        return (int)REGISTER(WAIT);
    default:
        WORD(queue_of(other, 3)) = 2;
        WORD(queue_of(other, 3)) = 3;
    }
    settle();
    return 0;
}

int program(void) {
    uint32_t mine = process()->shared;
    if (process()->place == 1) {
        prepare(REGISTER(CORE), mine);
        return 0;
    }
    while (WORD(mine + READY) == 0) {
    }
    return act(REGISTER(CORE), place(1)->core, mine, place(1)->shared);
}
