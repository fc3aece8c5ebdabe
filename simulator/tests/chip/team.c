/* Threads of a process whose cores work side by side on the same data in their tile. Nothing but
 * the cycles of the accesses orders them. Now and then a thread sleeps. The test defines STEPS and
 * THREADS. */
#include "program.h"

/* The test overwrites this seed in the program file. */
static volatile uint32_t seed = 0x5eed5eed;

static uint32_t shared[64];
static uint32_t own[THREADS][256];
static uint32_t sums[THREADS];
static volatile uint32_t begun, done;

static uint32_t add(volatile uint32_t *word, uint32_t value) {
    uint32_t old;
    __asm__ volatile("amoadd.w %0, %2, (%1)" : "=r"(old) : "r"(word), "r"(value) : "memory");
    return old;
}

static uint32_t next(uint32_t *state, uint32_t below) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state % below;
}

static void sleep(uint32_t cycles) {
    REGISTER(DEADLINE_LO) = cycle() + cycles;
    REGISTER(DEADLINE_HI) = 0;
    (void)REGISTER(WAIT);
}

static void work(uint32_t me) {
    uint32_t state = seed * 2654435761u + me * 40503u + 1, sum = me;
    for (uint32_t step = 0; step < STEPS; step++) {
        uint32_t word = next(&state, 64);
        switch (next(&state, 8)) {
        case 0:
            shared[word] += sum;
            break;
        case 1:
            sum = sum * 31 + add(&shared[word], sum);
            break;
        case 2:
            for (uint32_t i = 0; i < 40; i++) {
                sum = sum * 31 + shared[(word + i) % 64];
            }
            break;
        case 3:
            sleep(next(&state, 1000));
            break;
        default:
            /* Loads and stores of shared data come in random cycles. */
            for (uint32_t i = next(&state, 200); i > 0; i--) {
                own[me][(sum + i) & 255] += sum ^ own[me][i & 255];
                sum = sum * 5 + own[me][sum >> 8 & 255];
                if ((sum >> 16 & 127) == 0) {
                    shared[sum >> 8 & 63] ^= sum;
                }
            }
        }
    }
    sums[me] = sum;
    add(&done, 1);
}

__attribute__((used)) static void thread(void) {
    work(add(&begun, 1));
    for (;;) {
    }
}

int program(void) {
    work(add(&begun, 1));
    while (done < THREADS) {
    }
    tell(sums, THREADS);
    tell(shared, 64);
    return 0;
}

__attribute__((naked, used)) void hal_thread_start(void) {
    __asm__ volatile("li t0, 0x20000020\n"
                     "lw t0, 0(t0)\n"
                     "lw sp, 20(t0)\n"
                     "tail thread\n");
}
