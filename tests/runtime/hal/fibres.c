/* Fibres are further flows of control in this process, each with its own stack and registers. */
#include "check.h"

#include <stdlib.h>

enum { FIBRES = 5, ROUNDS = 7, DEPTH = 1024 };

struct flow {
    struct hal_fibre *fibre;
    void *memory;
    int number;
    int round;
    double sum; /* the fibre keeps the sum in registers */
    bool over;
};

/* There are more values than there are registers that calls do not preserve. */
static double step(struct flow *flow, volatile double *unit) {
    double a = *unit, b = 2 * *unit, c = 3 * *unit, d = 4 * *unit;
    double e = 5 * *unit, f = 6 * *unit, g = 7 * *unit, h = 8 * *unit;
    long i = flow->number, j = i + 1, k = i + 2, l = i + 3;
    hal_fibre_leave(flow->fibre);
    return (a + b + c + d + e + f + g + h) * (double)(i + j + k + l);
}

static double recurse(struct flow *flow, volatile double *unit, int depth) {
    return depth ? recurse(flow, unit, depth - 1) + 1 : step(flow, unit);
}

static void run(void *argument) {
    struct flow *flow = argument;
    volatile double unit = flow->number + 1;
    for (flow->round = 1; flow->round <= ROUNDS; flow->round++)
        flow->sum += recurse(flow, &unit, flow->round % 3);
    flow->over = true;
    hal_fibre_leave(flow->fibre);
}

static void take_turns(void) {
    static struct flow flows[FIBRES];
    size_t bytes = hal_fibre_bytes(DEPTH);
    for (int i = 0; i < FIBRES; i++) {
        flows[i].number = i;
        flows[i].memory = malloc(bytes);
        flows[i].fibre = hal_fibre_make(flows[i].memory, bytes, run, &flows[i]);
    }
    /* Fibres are resumed in a different order each time. */
    for (int round = 1; round <= ROUNDS + 1; round++)
        for (int i = 0; i < FIBRES; i++) {
            struct flow *flow = &flows[(i * 2 + round) % FIBRES];
            check("not over", !flow->over);
            check("within its memory", hal_fibre_resume(flow->fibre));
            check("its turn", flow->round == round);
        }
    for (int i = 0; i < FIBRES; i++) {
        double sum = 0;
        for (int round = 1; round <= ROUNDS; round++)
            sum += 36.0 * (i + 1) * (4 * i + 6) + round % 3;
        check("over", flows[i].over);
        check("what it has kept", flows[i].sum == sum);
        free(flows[i].memory);
    }
}

static void overflow(void *argument) {
    struct flow *flow = argument;
    volatile char much[2 * DEPTH];
    for (size_t i = 0; i < sizeof much; i++)
        much[i] = (char)flow->number;
    hal_fibre_leave(flow->fibre);
}

/* There is memory below the stack, so that the overflow damages nothing else. */
static void find_overflow(void) {
    size_t below = 4 * DEPTH, bytes = hal_fibre_bytes(DEPTH);
    char *memory = malloc(below + bytes);
    struct flow flow = {.number = 3};
    flow.fibre = hal_fibre_make(memory + below, bytes, overflow, &flow);
    /* If this machine's functions need more stack, the fibre has more and does not overflow. */
    check("found out", hal_fibre_resume(flow.fibre) == (bytes > 16 * DEPTH));
    free(memory);
}

static void stay_awake(void) {
    hal_arm(hal_shared(), sizeof(uint32_t));
    hal_stay_awake();
    hal_wait(HAL_NEVER);
    check("awake", true);
}

int main(void) {
    take_turns();
    find_overflow();
    stay_awake();
    printf("done\n");
    return 0;
}
