/* Measures the time of a message, which is half of the time of a round trip. The program prints
 * "inside" for two ranks of one cluster, and "between" for ranks of different clusters. Arguments:
 * ranks of a cluster, repetitions. */
#include "masters.h"

#define LONGEST 4096

static void measure(const struct role *own, unsigned char *data, int other, const char *name,
                    int repetitions) {
    for (size_t bytes = 4; bytes <= LONGEST; bytes *= 32) {
        double start = 0;
        for (int i = -1; i < repetitions; i++) { /* the first one is a warm-up */
            if (i == 0)
                start = ticks();
            if (own->rank == 0) {
                send_to(data, bytes, other);
                receive_from(data, bytes, other);
            } else if (own->rank == other) {
                receive_from(data, bytes, 0);
                send_to(data, bytes, 0);
            }
        }
        if (own->rank == 0)
            printf("%s_%u %.0f\n", name, (unsigned)bytes, (ticks() - start) / (2 * repetitions));
    }
}

int main(int argc, char **argv) {
    struct role own = begin(argc, argv);
    int repetitions = argument(argc, argv, 2, 10);
    unsigned char *data = memory(LONGEST);
    for (int i = 0; i < LONGEST; i++)
        data[i] = (unsigned char)i;
    meet();
    measure(&own, data, 1, "inside", repetitions);
    measure(&own, data, own.each, "between", repetitions);
    for (int i = 0; i < LONGEST; i++)
        if (data[i] != (unsigned char)i)
            give_up();
    free(data);
    leave();
    return 0;
}
