/* Many messages: from all ranks to all, large ones, and random traffic. Relies on buffering. */
#include "check.h"

/* All ranks send to all ranks before any rank receives. Inboxes fill while their owners send. */
static void all_to_all(void) {
    enum { ROUNDS = 12 };
    for (int i = 0; i < ROUNDS; i++)
        for (int step = 1; step < size; step++) {
            int word = rank * 1000 + i;
            MPI_Send(&word, 1, MPI_INT, (rank + step) % size, i, MPI_COMM_WORLD);
        }
    for (int i = ROUNDS - 1; i >= 0; i--)
        for (int step = 1; step < size; step++) {
            int from = (rank + step) % size, word = -1;
            MPI_Recv(&word, 1, MPI_INT, from, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK_EQUAL(word, from * 1000 + i);
        }
}

/* Large messages in a ring, all at once. */
static void large(void) {
    enum { LARGE = 30000 };
    unsigned char *out = malloc(LARGE), *in = malloc(LARGE);
    int right = (rank + 1) % size, left = (rank + size - 1) % size, wrong = 0;
    for (int i = 0; i < LARGE; i++) {
        out[i] = (unsigned char)(i % 251 + rank);
        in[i] = 0;
    }
    MPI_Sendrecv(out, LARGE, MPI_BYTE, right, 0, in, LARGE, MPI_BYTE, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    for (int i = 0; i < LARGE; i++)
        wrong += in[i] != (unsigned char)(i % 251 + left);
    CHECK_EQUAL(wrong, 0);
    free(out);
    free(in);
}

/* Messages have lengths around the limits between two kinds of transfer: 56 bytes and 16 kB. The
 * receive is posted before the message arrives, or the receiver learns of the message by a
 * probe. */
static void lengths(void) {
    static const int around[] = {56, 16 << 10, (16 << 10) + 40};
    enum { LONGEST_HERE = (16 << 10) + 44 };
    unsigned char *out = malloc(LONGEST_HERE), *in = malloc(LONGEST_HERE);
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int i = 0; i < 3 * 8; i++) {
        int bytes = around[i / 8] - 3 + i % 8, probes = i % 2, count, wrong = 0;
        MPI_Request request;
        MPI_Status status;
        for (int j = 0; j < bytes; j++)
            out[j] = (unsigned char)(j % 251 + rank + i);
        if (!probes)
            MPI_Irecv(in, bytes, MPI_BYTE, left, i, MPI_COMM_WORLD, &request);
        else
            MPI_Isend(out, bytes, MPI_BYTE, right, i, MPI_COMM_WORLD, &request);
        if (!probes) {
            MPI_Send(out, bytes, MPI_BYTE, right, i, MPI_COMM_WORLD);
            MPI_Wait(&request, &status);
        } else {
            MPI_Probe(left, i, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_BYTE, &count);
            CHECK_EQUAL(count, bytes);
            MPI_Recv(in, bytes, MPI_BYTE, left, i, MPI_COMM_WORLD, &status);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Get_count(&status, MPI_BYTE, &count);
        CHECK_EQUAL(count, bytes);
        for (int j = 0; j < bytes; j++)
            wrong += in[j] != (unsigned char)(j % 251 + left + i);
        CHECK_EQUAL(wrong, 0);
    }
    free(out);
    free(in);
}

/* ---- Random traffic: all ranks draw the same numbers, so each knows its messages ------------- */

#define MESSAGES 1500
#define LONGEST 600

struct message {
    int from, to, tag, bytes;
    uint32_t seed;
};

static struct message draw(uint32_t *state) {
    struct message m;
    m.from = (int)(random_next(state) % (uint32_t)size);
    m.to = (m.from + 1 + (int)(random_next(state) % (uint32_t)(size - 1))) % size;
    m.tag = (int)(random_next(state) % 3);
    uint32_t kind = random_next(state) % 8;
    m.bytes = (int)(random_next(state) % (kind < 5 ? 60 : kind < 7 ? 200 : LONGEST));
    m.seed = random_next(state);
    return m;
}

static int is_right(const unsigned char *data, const struct message *m) {
    uint32_t state = m->seed | 1;
    for (int i = 0; i < m->bytes; i++)
        if (data[i] != (unsigned char)random_next(&state))
            return 0;
    return 1;
}

/* Each rank goes through the list and sends or receives its own messages, sometimes by wildcard. Of
 * the messages with a given pair and tag, the next in the list arrives next. */
static void random_traffic_of(uint32_t seed) {
    static unsigned char data[LONGEST];
    uint32_t state = seed;
    for (int i = 0; i < MESSAGES; i++) {
        struct message m = draw(&state);
        int any_tag = random_next(&state) % 4 == 0, count = -1;
        MPI_Status status;
        if (m.from == rank) {
            uint32_t bytes = m.seed | 1;
            for (int k = 0; k < m.bytes; k++)
                data[k] = (unsigned char)random_next(&bytes);
            MPI_Send(data, m.bytes, MPI_BYTE, m.to, m.tag, MPI_COMM_WORLD);
        } else if (m.to == rank) {
            memset(data, 0, sizeof data);
            MPI_Recv(data, LONGEST, MPI_BYTE, m.from, any_tag ? MPI_ANY_TAG : m.tag, MPI_COMM_WORLD,
                     &status);
            MPI_Get_count(&status, MPI_BYTE, &count);
            CHECK_EQUAL(status.MPI_SOURCE, m.from);
            CHECK_EQUAL(status.MPI_TAG, m.tag);
            CHECK_EQUAL(count, m.bytes);
            CHECK(is_right(data, &m));
        }
    }
}

static uint32_t seed = 20240229;

static void random_traffic(void) {
    if (size == 1)
        return;
    random_traffic_of(seed);
    if (rank == 0 && faults)
        printf("seed %u\n", (unsigned)seed);
}

static const struct test tests[] = {
    {"traffic: all to all", all_to_all},
    {"traffic: large messages", large},
    {"traffic: lengths", lengths},
    {"traffic: random", random_traffic},
    {0},
};

/* The argument is a seed other than the default. */
int main(int argc, char **argv) {
    if (argc > 1)
        seed = (uint32_t)strtoul(argv[1], NULL, 0) | 1;
    return run_all(argc, argv, tests);
}
