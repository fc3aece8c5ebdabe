/* A job of a workload. Its ranks pass numbers around a ring and print the sum. The first argument
 * can make the job fail on the way. */
#include "program.h"

#define ROUNDS 20u

static const char *argument(uint32_t number) {
    return number < process()->argc ? ((const char *const *)process()->argv)[number] : "";
}

static uint32_t number(const char *digits) {
    uint32_t value = 0;
    for (; *digits; digits++)
        value = 10 * value + (uint32_t)(*digits - '0');
    return value;
}

/* Shows whether initialised and zeroed data are correct when the job starts. */
static uint32_t checked;
static uint32_t initial[3] = {3, 5, 7};

static void fence(void) {
    __asm__ volatile("fence" ::: "memory");
}

/* Sleeps until a word of this rank's shared block has at least this value. */
static void await(uint32_t word, uint32_t value) {
    while (WORD(word) < value) {
        REGISTER(ARM_ADDRESS) = word;
        REGISTER(ARM_BYTES) = 4;
        if (WORD(word) < value)
            (void)REGISTER(WAIT);
    }
}

/* In each round, each rank passes a number to the next rank and gets the number of the previous
 * rank. */
static uint32_t pass(uint32_t round, uint32_t mine, uint32_t next, uint32_t before,
                     uint32_t value) {
    WORD(next + 64) = value;
    fence();
    WORD(next) = round;
    await(mine, round);
    uint32_t got = WORD(mine + 64);
    WORD(before + 4) = round; /* the previous rank may send the next number */
    await(mine + 4, round);
    return got;
}

static uint32_t start_another(void) {
    uint32_t cores[1] = {0}, ended = 0;
    uint32_t request[4] = {0, 1, (uint32_t)cores, (uint32_t)&ended};
    host(HOST_START_JOB, (uint32_t)request, 0, 0);
    return REGISTER(HOST_RESULT);
}

__attribute__((noinline)) static int go_wrong(char how) {
    switch (how) {
    case 'f': /* a fault */
        return (int)WORD(0);
    case 'a': /* an abort */
        host(HOST_ABORT, 7, 0, 0);
        return 0;
    case 'd': /* sleeps for ever; the job's other processes wait for this one */
        REGISTER(ARM_ADDRESS) = process()->shared + 512;
        REGISTER(ARM_BYTES) = 4;
        return (int)REGISTER(WAIT);
    case 'w': /* a store to a tile of another job */
        WORD(0x80000000u + (number(argument(2)) << REGISTER(TILE_SHIFT)) + 32768) = 1;
        fence();
        return 0;
    case 'r': /* a load from a tile of another job */
        return (int)WORD(0x80000000u + (number(argument(2)) << REGISTER(TILE_SHIFT)) + 32768);
    case 'm': /* the last bytes of DRAM, which hold images of programs */
        return (int)WORD(0xc0000000u + REGISTER(DRAM_BYTES) - 64);
    case 's': { /* only the allocator starts jobs */
        uint32_t result = start_another();
        tell(&result, 1);
        return 0;
    }
    default:
        return 0;
    }
}

int program(void) {
    uint32_t places = job()->places, own = process()->place;
    uint32_t mine = process()->shared, next = place((own + 1) % places)->shared;
    uint32_t before = place((own + places - 1) % places)->shared;
    uint32_t sum = checked + initial[0] + initial[1] + initial[2] - 15;
    char how = argument(1)[0];
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        if (round == ROUNDS / 2 && own == 1)
            sum += (uint32_t)go_wrong(how);
        sum += pass(round, mine, next, before, round * (own + 1));
    }
    tell(&sum, 1);
    return how == 'e' ? 3 : 0;
}
