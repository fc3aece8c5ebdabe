/* Random sends and receives with wildcards, checked against a model of the matching rules (MPI 4.1,
 * section 3.5). All messages of a round to rank 0 are sent first, by one rank after the other, so
 * that their order there is known. Then rank 0 receives, and a list gives the message that each
 * receive must match. Argument: a seed. Relies on buffering. */
#include "check.h"

#define ROUNDS 12
#define MOST 60 /* messages in a round */
#define TAGS 4
#define LONGEST 30 /* most words of a message; long ones are sent by rendezvous */

struct message {
    int from, tag, words, received;
};

static uint32_t seed = 0x6a09e667;

static uint32_t below(uint32_t *state, uint32_t bound) {
    return random_next(state) % bound;
}

/* The messages of a round, in the order in which they arrive. */
static int draw(uint32_t *state, struct message *list) {
    int n = 0;
    for (int from = 1; from < size; from++)
        for (int i = (int)below(state, MOST / (uint32_t)size + 1); i > 0; i--)
            list[n++] =
                (struct message){from, (int)below(state, TAGS), (int)below(state, LONGEST), 0};
    return n;
}

/* Ranks send in turn: the rank with the token sends and passes the token on. Large messages must
 * not wait for their receives, so no rank waits for any send before the round is over. */
static void send_in_turn(const struct message *list, int n) {
    static int data[MOST][LONGEST];
    static MPI_Request requests[MOST];
    int word = 0, sent = 0;
    if (rank > 1)
        MPI_Recv(&word, 1, MPI_INT, rank - 1, TAGS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < n; i++)
        if (list[i].from == rank) {
            for (int k = 0; k < list[i].words; k++)
                data[sent][k] = i * 100 + k;
            MPI_Isend(data[sent], list[i].words, MPI_INT, 0, list[i].tag, MPI_COMM_WORLD,
                      &requests[sent]);
            sent++;
        }
    MPI_Send(&word, 1, MPI_INT, rank + 1 < size ? rank + 1 : 0, TAGS, MPI_COMM_WORLD);
    MPI_Waitall(sent, requests, MPI_STATUSES_IGNORE);
}

/* Returns the message that a receive must match: the first one in the list that fits and has not
 * been received. */
static int expected(const struct message *list, int n, int source, int tag) {
    for (int i = 0; i < n; i++)
        if (!list[i].received && (source == MPI_ANY_SOURCE || source == list[i].from) &&
            (tag == MPI_ANY_TAG || tag == list[i].tag))
            return i;
    return -1;
}

/* Posts receives that may come before or after their messages. Several receives are posted at a
 * time, and completed in any order. */
static void receive_in_any_order(uint32_t *state, struct message *list, int n) {
    enum { WINDOW = 5 };
    static int in[WINDOW][LONGEST];
    MPI_Request requests[WINDOW];
    MPI_Status statuses[WINDOW];
    int meets[WINDOW], left = n, word;
    MPI_Recv(&word, 1, MPI_INT, size - 1, TAGS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    while (left > 0) {
        int posted = 0;
        while (posted < WINDOW && left > 0) {
            int any = expected(list, n, MPI_ANY_SOURCE, MPI_ANY_TAG);
            int pick = (int)below(state, (uint32_t)n);
            const struct message *like = list[pick].received ? &list[any] : &list[pick];
            int source = below(state, 3) ? like->from : MPI_ANY_SOURCE;
            /* The receive may have any tag, because the token, which has its own tag, has already
             * been received. */
            int tag = below(state, 3) ? like->tag : MPI_ANY_TAG;
            meets[posted] = expected(list, n, source, tag);
            list[meets[posted]].received = 1;
            MPI_Irecv(in[posted], LONGEST, MPI_INT, source, tag, MPI_COMM_WORLD, &requests[posted]);
            posted++;
            left--;
        }
        MPI_Waitall(posted, requests, statuses);
        for (int i = 0; i < posted; i++) {
            const struct message *m = &list[meets[i]];
            int count = -1;
            MPI_Get_count(&statuses[i], MPI_INT, &count);
            CHECK_EQUAL(statuses[i].MPI_SOURCE, m->from);
            CHECK_EQUAL(statuses[i].MPI_TAG, m->tag);
            CHECK_EQUAL(count, m->words);
            for (int k = 0; k < m->words; k++)
                CHECK_EQUAL(in[i][k], meets[i] * 100 + k);
        }
    }
}

static void unexpected(void) {
    struct message list[MOST + 16];
    uint32_t common = seed, own = seed ^ 0x5bd1e995;
    if (size == 1)
        return;
    for (int round = 0; round < ROUNDS; round++) {
        int n = draw(&common, list);
        if (rank == 0)
            receive_in_any_order(&own, list, n);
        else
            send_in_turn(list, n);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0 && faults)
        printf("seed %u\n", (unsigned)seed);
}

/* Receives with wildcards are posted first, and then one sender sends. Each message matches the
 * first suitable posted receive. */
static void posted(void) {
    enum { MANY = 40 };
    static int in[MANY], out[MANY];
    MPI_Request requests[MANY];
    MPI_Status statuses[MANY];
    int tags[MANY], meets[MANY], other = rank ^ 1;
    if (other >= size)
        return;
    uint32_t state = seed + (uint32_t)(rank / 2 * 2 + 1);
    for (int round = 0; round < ROUNDS; round++) {
        int sent = 0, order[MANY];
        for (int i = 0; i < MANY; i++) {
            tags[i] = below(&state, 3) ? (int)below(&state, TAGS) : MPI_ANY_TAG;
            meets[i] = -1;
        }
        for (int i = 0; i < MANY; i++) { /* tags chosen such that every receive matches a message */
            int tag = (int)below(&state, TAGS), k = 0;
            while (k < MANY && (meets[k] >= 0 || (tags[k] != MPI_ANY_TAG && tags[k] != tag)))
                k++;
            if (k == MANY)
                for (k = 0; meets[k] >= 0; k++)
                    ;
            if (tags[k] != MPI_ANY_TAG)
                tag = tags[k];
            meets[k] = sent;
            order[sent++] = tag;
        }
        if (rank % 2) {
            for (int i = 0; i < MANY; i++)
                MPI_Irecv(&in[i], 1, MPI_INT, i % 2 ? other : MPI_ANY_SOURCE, tags[i],
                          MPI_COMM_WORLD, &requests[i]);
            MPI_Send(NULL, 0, MPI_INT, other, TAGS, MPI_COMM_WORLD);
            MPI_Waitall(MANY, requests, statuses);
            for (int i = 0; i < MANY; i++) {
                CHECK_EQUAL(in[i], meets[i]);
                CHECK_EQUAL(statuses[i].MPI_TAG, order[meets[i]]);
            }
        } else {
            MPI_Recv(NULL, 0, MPI_INT, other, TAGS, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            for (int i = 0; i < MANY; i++) {
                out[i] = i;
                MPI_Send(&out[i], 1, MPI_INT, other, order[i], MPI_COMM_WORLD);
            }
        }
    }
    if (faults)
        printf("seed %u\n", (unsigned)seed);
}

static const struct test tests[] = {
    {"matching: unexpected messages", unexpected},
    {"matching: posted receives", posted},
    {0},
};

int main(int argc, char **argv) {
    if (argc > 1)
        seed = (uint32_t)strtoul(argv[1], NULL, 0) | 1;
    return run_all(argc, argv, tests);
}
