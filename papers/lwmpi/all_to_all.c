/* Figure 18: supersteps in which each rank sends messages to each other rank, followed by a
 * barrier. Messages have 128 bytes at first and twice as many in each further superstep. Arguments:
 * ranks of a cluster, supersteps, messages to each rank in a superstep. */
#include <string.h>

#include "masters.h"

#define SHORTEST 128

/* The content of the message from `source` to `target` at `index`. */
static unsigned char content(int source, int target, int index) {
    return (unsigned char)(source * 7 + target * 13 + index);
}

static void send_to_all(const struct role *own, unsigned char *out, unsigned char *in, int bytes) {
    for (int step = 1; step < own->ranks; step++) {
        int to = (own->rank + step) % own->ranks;
        int from = (own->rank + own->ranks - step) % own->ranks;
        out[0] = content(own->rank, to, 0);
        out[bytes - 1] = content(own->rank, to, bytes - 1);
        exchange(out, to, in, from, (size_t)bytes);
        if (in[0] != content(from, own->rank, 0) ||
            in[bytes - 1] != content(from, own->rank, bytes - 1)) {
            fprintf(stderr, "rank %d: a wrong message from %d\n", own->rank, from);
            give_up();
        }
    }
}

int main(int argc, char **argv) {
    struct role own = begin(argc, argv);
    int supersteps = argument(argc, argv, 2, 9), messages = argument(argc, argv, 3, 1);
    int longest = SHORTEST << (supersteps - 1);
    unsigned char *out = memory((size_t)longest), *in = memory((size_t)longest);
    memset(out, 0, (size_t)longest);
    send_to_all(&own, out, in, SHORTEST); /* warm-up */
    for (int superstep = 0; superstep < supersteps; superstep++) {
        int bytes = SHORTEST << superstep;
        meet();
        double start = ticks();
        for (int message = 0; message < messages; message++)
            send_to_all(&own, out, in, bytes);
        meet();
        if (own.rank == 0)
            printf("bytes_%d %.0f\n", bytes, ticks() - start);
    }
    free(out);
    free(in);
    leave();
    return 0;
}
