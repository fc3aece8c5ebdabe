/* Random collectives on several communicators, checked against formulas. Lengths are around the
 * limits between algorithms. Some calls are in place, some have gaps or send constants, and any
 * rank may be the root. Nonblocking calls are mixed with blocking ones. All ranks draw the same
 * random numbers. Arguments: the number of calls, a seed. */
#include <stdbool.h>

#include "check.h"

#define COMMS 4

static int calls = 40;
static uint32_t seed = 0x3c6ef372;
static uint32_t dice;
static MPI_Comm comms[COMMS];

static int below(int n) {
    return (int)(random_next(&dice) % (uint32_t)n);
}

/* A call: `count` numbers in each block, each followed by a gap of one if `step` is 2. */
struct call {
    int number, count, step, root, ranks, own;
    bool in_place, nonblocking;
    MPI_Comm comm;
    MPI_Datatype type;
    int *sent, *received;
};

/* Element i of the data that rank `of` sends. */
static int value(const struct call *call, int of, int i) {
    return of * 7919 + i * 31 + call->number * 1009;
}

static int sum(const struct call *call, int i) {
    int result = 0;
    for (int of = 0; of < call->ranks; of++)
        result += value(call, of, i);
    return result;
}

static void fill(const struct call *call, int *buffer, int first, int count) {
    for (int i = 0; i < count; i++)
        buffer[(first + i) * call->step] = value(call, call->own, i);
}

static void check_gaps(const struct call *call, int count) {
    for (int i = 0; call->step == 2 && i < count; i++)
        CHECK_EQUAL(call->received[2 * i + 1], -1);
}

static void bcast(struct call *call) {
    if (call->own == call->root)
        fill(call, call->received, 0, call->count);
    if (call->nonblocking) {
        MPI_Request request;
        MPI_Ibcast(call->received, call->count, call->type, call->root, call->comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Bcast(call->received, call->count, call->type, call->root, call->comm);
    }
    for (int i = 0; i < call->count; i++)
        CHECK_EQUAL(call->received[i * call->step], value(call, call->root, i));
    check_gaps(call, call->count);
}

static void constants(struct call *call) {
    static const int constant[64] = {1, 2, 3, 5, 8, 13, 21, 34, 55};
    int got[64];
    bool is_root = call->own == call->root;
    MPI_Bcast(is_root ? (void *)constant : got, 64, MPI_INT, call->root, call->comm);
    for (int i = 0; i < 64; i++)
        CHECK(is_root || got[i] == constant[i]);
}

static void allreduce(struct call *call) {
    call->step = 1;
    fill(call, call->in_place ? call->received : call->sent, 0, call->count);
    MPI_Allreduce(call->in_place ? MPI_IN_PLACE : call->sent, call->received, call->count, MPI_INT,
                  MPI_SUM, call->comm);
    for (int i = 0; i < call->count; i++)
        CHECK_EQUAL(call->received[i], sum(call, i));
}

static void reduce(struct call *call) {
    bool in_place = call->in_place && call->own == call->root;
    call->step = 1;
    fill(call, in_place ? call->received : call->sent, 0, call->count);
    MPI_Reduce(in_place ? MPI_IN_PLACE : call->sent, call->received, call->count, MPI_INT, MPI_SUM,
               call->root, call->comm);
    for (int i = 0; i < call->count; i++) {
        CHECK_EQUAL(call->received[i], call->own == call->root ? sum(call, i) : -1);
        CHECK(in_place || call->sent[i] == value(call, call->own, i));
    }
}

static void reduce_scatter(struct call *call) {
    call->step = 1;
    fill(call, call->in_place ? call->received : call->sent, 0, call->count * call->ranks);
    MPI_Reduce_scatter_block(call->in_place ? MPI_IN_PLACE : call->sent, call->received,
                             call->count, MPI_INT, MPI_SUM, call->comm);
    for (int i = 0; i < call->count; i++)
        CHECK_EQUAL(call->received[i], sum(call, call->own * call->count + i));
}

static void allgather(struct call *call) {
    if (call->in_place)
        fill(call, call->received, call->own * call->count, call->count);
    else
        fill(call, call->sent, 0, call->count);
    MPI_Allgather(call->in_place ? MPI_IN_PLACE : call->sent, call->count, call->type,
                  call->received, call->count, call->type, call->comm);
    for (int of = 0; of < call->ranks; of++)
        for (int i = 0; i < call->count; i++)
            CHECK_EQUAL(call->received[(of * call->count + i) * call->step], value(call, of, i));
    check_gaps(call, call->ranks * call->count);
}

static void alltoall(struct call *call) {
    fill(call, call->in_place ? call->received : call->sent, 0, call->count * call->ranks);
    MPI_Alltoall(call->in_place ? MPI_IN_PLACE : call->sent, call->count, call->type,
                 call->received, call->count, call->type, call->comm);
    for (int of = 0; of < call->ranks; of++)
        for (int i = 0; i < call->count; i++)
            CHECK_EQUAL(call->received[(of * call->count + i) * call->step],
                        value(call, of, call->own * call->count + i));
    check_gaps(call, call->ranks * call->count);
}

static void one_call(int number, MPI_Datatype gaps) {
    static void (*const kinds[])(struct call *) = {bcast,          constants, allreduce, reduce,
                                                   reduce_scatter, allgather, alltoall};
    static const int counts[] = {0, 1, 2, 7, 8, 13, 16, 31, 64, 65, 100, 256, 500, 1023};
    int kind = below(7), count = counts[below(14)];
    struct call call = {.number = number, .comm = comms[below(COMMS)], .root = below(1000)};
    call.in_place = below(2);
    call.step = below(4) ? 1 : 2;
    call.nonblocking = below(5) == 0;
    call.type = call.step == 2 ? gaps : MPI_INT;
    MPI_Comm_rank(call.comm, &call.own);
    MPI_Comm_size(call.comm, &call.ranks);
    call.root %= call.ranks;
    int blocks = kind >= 4 ? call.ranks : 1, most = 4000 / call.step / blocks;
    call.count = count < most ? count : most;
    int words = call.step * call.count * blocks + 1;
    call.sent = malloc((size_t)words * sizeof(int));
    call.received = malloc((size_t)words * sizeof(int));
    for (int i = 0; i < words; i++)
        call.sent[i] = call.received[i] = -1;
    kinds[kind](&call);
    free(call.sent);
    free(call.received);
}

static void random_calls(void) {
    MPI_Datatype gaps;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &gaps);
    MPI_Type_commit(&gaps);
    comms[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 3 == 0, -rank, &comms[2]);
    MPI_Comm_split(MPI_COMM_WORLD, rank <= size / 2, rank, &comms[3]);
    dice = seed;
    for (int number = 0; number < calls; number++)
        one_call(number, gaps);
    for (int i = 1; i < COMMS; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Type_free(&gaps);
}

static const struct test tests[] = {{"random collectives", random_calls}, {NULL, NULL}};

int main(int argc, char **argv) {
    return run_random(argc, argv, tests, &calls, &seed);
}
