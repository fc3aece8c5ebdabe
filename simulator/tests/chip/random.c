/* Does whatever a core can do to others, in random order; STEPS is defined from outside. */
#include "program.h"

/* Overwritten in the file by the test. */
static volatile uint32_t seed = 0x5eed5eed;
static uint32_t state;
static uint32_t sum;
static uint32_t own[256];

static uint32_t next(uint32_t below) {
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % below;
}

static void mix(uint32_t value) {
    sum = sum * 31 + value;
}

static uint32_t someone(void) {
    return place(next(job()->places))->shared;
}

static uint32_t word_of(uint32_t shared) {
    return shared + 4 * next(1024);
}

static void compute(void) {
    double x = (double)sum;
    for (uint32_t i = next(200); i > 0; i--) {
        own[next(256)] += sum;
        mix(own[i & 255]);
        if ((i & 31) == 0) {
            x = x / 3.0 + 1.0;
            mix(sum / (i | 1));
        }
    }
    mix((uint32_t)(int32_t)(x < 1e9 ? x : 7.0));
}

static uint32_t add(uint32_t word, uint32_t value) {
    uint32_t old;
    __asm__ volatile("amoadd.w %0, %2, (%1)" : "=r"(old) : "r"(word), "r"(value) : "memory");
    return old;
}

static void increase(uint32_t word) {
    uint32_t old, failed;
    do {
        __asm__ volatile("lr.w %0, (%2)\n addi %0, %0, 1\n sc.w %1, %0, (%2)"
                         : "=&r"(old), "=&r"(failed)
                         : "r"(word)
                         : "memory");
        mix(failed);
    } while (failed);
    mix(old);
}

static void transfer(void) {
    uint32_t number = next(REGISTER(BUFFERS));
    DMA(number, LOCAL) = process()->shared + 4096 + next(1024);
    DMA(number, REMOTE) = someone() + 4096 + next(1024);
    DMA(number, BYTES) = next(4) == 0 ? next(3) : next(300);
    DMA(number, COUNTER) = next(2) ? 0 : word_of(someone());
    DMA(number, COMMAND) = 1 + next(2);
    if (next(2)) {
        while (DMA(number, STATUS) == DMA_BUSY) {
            mix(1);
        }
    }
}

static void sleep(void) {
    uint32_t deadline = cycle() + next(300);
    REGISTER(ARM_ADDRESS) = process()->shared + 4 * next(512);
    REGISTER(ARM_BYTES) = 4 * next(512);
    REGISTER(DEADLINE_LO) = deadline;
    REGISTER(DEADLINE_HI) = 0;
    if (next(8)) {
        mix(REGISTER(WAIT));
        mix(cycle());
    }
}

static void step(void) {
    switch (next(14)) {
    case 0:
    case 1:
    case 2:
        compute();
        break;
    case 3:
    case 4:
        for (uint32_t i = next(12); i > 0; i--) {
            WORD(word_of(someone())) = sum + i;
        }
        break;
    case 5:
        mix(WORD(word_of(someone())));
        break;
    case 6:
        mix(add(word_of(someone()), sum));
        break;
    case 7:
        increase(place(0)->shared + 4 * next(4));
        break;
    case 8:
        transfer();
        break;
    case 9:
        sleep();
        break;
    case 10:
        __asm__ volatile("fence" ::: "memory");
        mix(cycle());
        break;
    case 11: {
        uint32_t dram = 0xc0000000u + 4 * next(REGISTER(DRAM_BYTES) / 4);
        WORD(dram) = sum;
        mix(add(0xc0000000u + 4 * next(8), 1));
        mix(WORD(dram));
        break;
    }
    case 12:
        *(volatile double *)(someone() + 8 * next(512)) = 1.5 * sum;
        break;
    default:
        tell(&sum, 1);
    }
}

int program(void) {
    state = seed + 977 * process()->place;
    for (int i = 0; i < STEPS; i++) {
        step();
    }
    uint32_t end[2] = {sum, cycle()};
    tell(end, 2);
    return 0;
}
