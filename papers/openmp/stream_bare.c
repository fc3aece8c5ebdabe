/* STREAM without OpenMP: each core waits for a word in its own tile, carries out the order in this
 * word, and writes a word in core 0's tile. */
#include "stream.h"

/* Functions of the HAL: the number of this core in the process, and the function that all cores but
 * the first run. */
int hal_thread(void);
_Noreturn void hal_thread_run(void);

/* An order to a worker: the number of orders so far; the kernel and the buffers are next to it. */
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
    /* Stores to one tile arrive in order. */
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
