/* STREAM without OpenMP: cores that wait for a word, each next to itself, and write one next to
 * core 0 when they have done what it says. */
#include "stream.h"

/* The HAL: which core of the process this is, and what all but the first one run. */
int hal_thread(void);
_Noreturn void hal_thread_run(void);

/* What a worker is told: its number of orders, whose kernel and buffers lie beside it. */
struct order {
    volatile int number, kernel, buffers;
};

static struct order *volatile orders[WORKERS];
static volatile int done[WORKERS];

_Noreturn void hal_thread_run(void) {
    struct order order = {0, 0, 0};
    int worker = hal_thread() - 1;
    orders[worker] = &order;
    for (int number = 1;; number++) {
        while (order.number != number)
            ;
        stream_part((enum kernel)order.kernel, order.buffers, worker);
        done[worker] = number;
    }
}

static void run(enum kernel kernel, int buffers, int workers) {
    static int numbers[WORKERS];
    /* Stores to a tile arrive in their order. */
    for (int i = 0; i < workers; i++) {
        struct order *order = orders[i];
        order->kernel = (int)kernel;
        order->buffers = buffers;
        order->number = ++numbers[i];
    }
    for (int i = 0; i < workers; i++)
        while (done[i] != numbers[i])
            ;
}

int main(void) {
    for (int i = 0; i < WORKERS; i++)
        while (!orders[i])
            ;
    measure_streams(run);
}
