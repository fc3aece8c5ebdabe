/* Each core works on its own memory for a long time and occasionally accesses the memory of others.
 * The test defines STEPS. */
#include "program.h"

#include "random_numbers.h"

#define HOT 32

static uint32_t own[64];

static uint32_t hot(uint32_t number) {
    return place(number)->shared + 4 * next(HOT);
}

static uint32_t someone(void) {
    return next(job()->places);
}

/* Loads, stores and atomics: on the core's own words if `what` is 0, otherwise on words that other
 * cores also use. */
static void work(uint32_t rounds, uint32_t what) {
    uint32_t words = what == 0 ? (uint32_t)own : process()->shared;
    for (uint32_t i = 0; i < rounds; i++) {
        uint32_t word = words + 4 * ((sum >> 7 ^ i) & (HOT - 1));
        switch (what) {
        case 1:
            mix(WORD(word));
            break;
        case 2:
            WORD(word) = sum + i;
            break;
        case 3:
            __asm__ volatile("amoadd.w zero, %0, (%1)" ::"r"(i), "r"(word) : "memory");
            break;
        case 4:
            *(volatile uint8_t *)(word + (i & 3)) = (uint8_t)sum;
            break;
        default:
            WORD(word) += sum ^ i;
            sum = sum * 5 + i / ((sum & 7) | 1);
        }
    }
}

static void increase(uint32_t word) {
    uint32_t old, failed;
    __asm__ volatile("lr.w %0, (%2)\n addi %0, %0, 1\n sc.w %1, %0, (%2)"
                     : "=&r"(old), "=&r"(failed)
                     : "r"(word)
                     : "memory");
    mix(old + failed);
}

static void transfer(uint32_t number) {
    static uint32_t counted;
    uint32_t bytes = 4 + next(80);
    DMA(number, LOCAL) = process()->shared + 4 * next(HOT);
    DMA(number, REMOTE) = hot(someone());
    DMA(number, BYTES) = bytes;
    DMA(number, COUNTER) = next(2) ? (uint32_t)&counted : 0;
    DMA(number, COMMAND) = 1 + next(2);
    mix(counted);
}

static void step(void) {
    uint32_t old;
    switch (next(8)) {
    case 0:
    case 1:
        for (uint32_t i = next(6); i > 0; i--) {
            WORD(hot(someone())) = sum + i;
        }
        break;
    case 2:
        mix(WORD(hot(someone())));
        break;
    case 3:
        __asm__ volatile("amoadd.w %0, %2, (%1)"
                         : "=r"(old)
                         : "r"(hot(someone())), "r"(sum)
                         : "memory");
        mix(old);
        break;
    case 4:
        increase(hot(someone()));
        break;
    default:
        transfer(next(2) % REGISTER(BUFFERS));
    }
    work(next(100), next(8));
}

int program(void) {
    state = seed * 2654435761u + process()->place * 40503u + 1;
    for (uint32_t i = 0; i < STEPS; i++) {
        step();
    }
    uint32_t end[2] = {sum, cycle()};
    tell(end, 2);
    return 0;
}
