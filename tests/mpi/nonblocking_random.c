/* Random nonblocking collectives, checked against formulas. Several are in progress at a time, on
 * more communicators than can have counters, with blocking collectives and messages in between.
 * Lengths are around the limits between algorithms, or zero. Some calls are in place, some have
 * gaps between elements, and any rank may be the root. Communicators are freed at once. All ranks
 * draw the same calls. Each rank draws for itself when it is late, and for which call it waits
 * first. Arguments: the number of calls, a seed. */
#include <stdbool.h>

#include "check.h"

#define COMMS 6
#define UNDER_WAY 5

static int calls = 60;
static uint32_t seed = 0x51ed270b;
static uint32_t dice, own_dice;
static MPI_Comm comms[COMMS];
static MPI_Datatype gaps;

static int below(uint32_t *of, int n) {
    return (int)(random_next(of) % (uint32_t)n);
}

/* A call. Each block has `count` numbers; if `step` is 2, a gap of one number follows each
 * number. If `blocking` is set, the call is complete when it returns. */
struct call {
    void (*check)(const struct call *call);
    int number, count, step, root, ranks, own;
    bool in_place, blocking;
    MPI_Comm comm;
    MPI_Datatype type;
    int *sent, *received, *counts, *displacements;
    MPI_Request request;
};

static int value(const struct call *call, int of, int i) {
    return of * 7919 + i * 31 + call->number * 1009;
}

static int sum(const struct call *call, int ranks, int i) {
    int result = 0;
    for (int of = 0; of < ranks; of++)
        result += value(call, of, i);
    return result;
}

static void fill(const struct call *call, int *buffer, int first, int count) {
    for (int i = 0; i < count; i++)
        buffer[(first + i) * call->step] = value(call, call->own, i);
}

static void expect(const struct call *call, int i, int number) {
    CHECK_EQUAL(call->received[i * call->step], number);
    CHECK(call->step == 1 || call->received[2 * i + 1] == -1);
}

static void *first(struct call *call, int blocks) {
    fill(call, call->in_place ? call->received : call->sent, 0, call->count * blocks);
    return call->in_place ? MPI_IN_PLACE : call->sent;
}

static void check_alltoall(const struct call *call) {
    for (int of = 0; of < call->ranks; of++)
        for (int i = 0; i < call->count; i++)
            expect(call, of * call->count + i, value(call, of, call->own * call->count + i));
}

static void alltoall(struct call *call) {
    void *sent = first(call, call->ranks);
    call->check = check_alltoall;
    if (call->blocking)
        MPI_Alltoall(sent, call->count, call->type, call->received, call->count, call->type,
                     call->comm);
    else
        MPI_Ialltoall(sent, call->count, call->type, call->received, call->count, call->type,
                      call->comm, &call->request);
}

static void alltoallv(struct call *call) {
    void *sent = first(call, call->ranks);
    call->check = check_alltoall;
    for (int of = 0; of < call->ranks; of++) {
        call->counts[of] = call->count;
        call->displacements[of] = of * call->count;
    }
    if (call->blocking)
        MPI_Alltoallv(sent, call->counts, call->displacements, call->type, call->received,
                      call->counts, call->displacements, call->type, call->comm);
    else
        MPI_Ialltoallv(sent, call->counts, call->displacements, call->type, call->received,
                       call->counts, call->displacements, call->type, call->comm, &call->request);
}

static void check_allgather(const struct call *call) {
    for (int of = 0; of < call->ranks; of++)
        for (int i = 0; i < call->count; i++)
            expect(call, of * call->count + i, value(call, of, i));
}

static void allgather(struct call *call) {
    call->check = check_allgather;
    if (call->in_place)
        fill(call, call->received, call->own * call->count, call->count);
    else
        fill(call, call->sent, 0, call->count);
    void *sent = call->in_place ? MPI_IN_PLACE : call->sent;
    if (call->blocking)
        MPI_Allgather(sent, call->count, call->type, call->received, call->count, call->type,
                      call->comm);
    else
        MPI_Iallgather(sent, call->count, call->type, call->received, call->count, call->type,
                       call->comm, &call->request);
}

static void check_bcast(const struct call *call) {
    for (int i = 0; i < call->count; i++)
        expect(call, i, value(call, call->root, i));
}

static void bcast(struct call *call) {
    call->check = check_bcast;
    if (call->own == call->root)
        fill(call, call->received, 0, call->count);
    if (call->blocking)
        MPI_Bcast(call->received, call->count, call->type, call->root, call->comm);
    else
        MPI_Ibcast(call->received, call->count, call->type, call->root, call->comm, &call->request);
}

static void check_allreduce(const struct call *call) {
    for (int i = 0; i < call->count; i++)
        CHECK_EQUAL(call->received[i], sum(call, call->ranks, i));
}

static void allreduce(struct call *call) {
    call->step = 1;
    call->check = check_allreduce;
    void *sent = first(call, 1);
    if (call->blocking)
        MPI_Allreduce(sent, call->received, call->count, MPI_INT, MPI_SUM, call->comm);
    else
        MPI_Iallreduce(sent, call->received, call->count, MPI_INT, MPI_SUM, call->comm,
                       &call->request);
}

static void check_reduce(const struct call *call) {
    for (int i = 0; call->own == call->root && i < call->count; i++)
        CHECK_EQUAL(call->received[i], sum(call, call->ranks, i));
}

static void reduce(struct call *call) {
    call->step = 1;
    call->check = check_reduce;
    call->in_place = call->in_place && call->own == call->root;
    void *sent = first(call, 1);
    if (call->blocking)
        MPI_Reduce(sent, call->received, call->count, MPI_INT, MPI_SUM, call->root, call->comm);
    else
        MPI_Ireduce(sent, call->received, call->count, MPI_INT, MPI_SUM, call->root, call->comm,
                    &call->request);
}

static void check_reduce_scatter(const struct call *call) {
    for (int i = 0; i < call->count; i++)
        CHECK_EQUAL(call->received[i], sum(call, call->ranks, call->own * call->count + i));
}

static void reduce_scatter(struct call *call) {
    call->step = 1;
    call->check = check_reduce_scatter;
    void *sent = first(call, call->ranks);
    if (call->blocking)
        MPI_Reduce_scatter_block(sent, call->received, call->count, MPI_INT, MPI_SUM, call->comm);
    else
        MPI_Ireduce_scatter_block(sent, call->received, call->count, MPI_INT, MPI_SUM, call->comm,
                                  &call->request);
}

static void check_scan(const struct call *call) {
    for (int i = 0; i < call->count; i++)
        CHECK_EQUAL(call->received[i], sum(call, call->own + 1, i));
}

static void scan(struct call *call) {
    call->step = 1;
    call->check = check_scan;
    void *sent = first(call, 1);
    MPI_Iscan(sent, call->received, call->count, MPI_INT, MPI_SUM, call->comm, &call->request);
}

static void check_nothing(const struct call *call) {
    (void)call;
}

static void barrier(struct call *call) {
    call->check = check_nothing;
    if (call->blocking)
        MPI_Barrier(call->comm);
    else
        MPI_Ibarrier(call->comm, &call->request);
}

static void begin(struct call *call, int number) {
    static void (*const kinds[])(struct call *) = {
        alltoall,  alltoall,       alltoall, alltoallv, allgather, allgather, bcast,
        allreduce, reduce_scatter, reduce,   allreduce, bcast,     barrier,   scan};
    static const int counts[] = {0, 1, 2, 7, 8, 16, 31, 64, 65, 256, 500, 1023};
    int kind = below(&dice, 14), count = counts[below(&dice, 12)];
    bool is_freed = below(&dice, 8) == 0;
    *call = (struct call){.number = number, .root = below(&dice, 1000)};
    call->comm = comms[below(&dice, COMMS)];
    call->in_place = below(&dice, 3) == 0;
    call->blocking = below(&dice, 5) == 0;
    call->step = below(&dice, 4) ? 1 : 2;
    call->type = call->step == 2 ? gaps : MPI_INT;
    call->request = MPI_REQUEST_NULL;
    if (is_freed)
        MPI_Comm_dup(call->comm, &call->comm);
    MPI_Comm_rank(call->comm, &call->own);
    MPI_Comm_size(call->comm, &call->ranks);
    call->root %= call->ranks;
    int most = 2000 / call->step / call->ranks;
    call->count = count < most ? count : most;
    int words = call->step * call->count * call->ranks + 1;
    call->sent = malloc((size_t)words * sizeof(int));
    call->received = malloc((size_t)words * sizeof(int));
    call->counts = malloc((size_t)call->ranks * sizeof(int));
    call->displacements = malloc((size_t)call->ranks * sizeof(int));
    for (int i = 0; i < words; i++)
        call->sent[i] = call->received[i] = -1;
    kinds[kind](call);
    if (is_freed)
        MPI_Comm_free(&call->comm);
}

static void end(struct call *call) {
    if (!call->check)
        return;
    MPI_Wait(&call->request, MPI_STATUS_IGNORE);
    call->check(call);
    free(call->sent);
    free(call->received);
    free(call->counts);
    free(call->displacements);
    call->check = NULL;
}

/* Passes a word round the ring, while collectives are in progress. */
static void pass_word(int number) {
    int sent = rank + number, got = -1;
    MPI_Request request;
    MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, 3, MPI_COMM_WORLD, &request);
    MPI_Send(&sent, 1, MPI_INT, (rank + 1) % size, 3, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_EQUAL(got, (rank + size - 1) % size + number);
}

static void be_late(void) {
    volatile int spent = 0;
    for (int left = below(&own_dice, 4) ? 0 : below(&own_dice, 2000); left > 0; left--)
        spent = spent + 1;
}

static void random_calls(void) {
    static struct call list[UNDER_WAY];
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &gaps);
    MPI_Type_commit(&gaps);
    comms[0] = MPI_COMM_WORLD;
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 3 == 0, -rank, &comms[2]);
    MPI_Comm_split(MPI_COMM_WORLD, rank <= size / 2, rank, &comms[3]);
    MPI_Comm_dup(comms[2], &comms[4]);
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[5]);
    dice = seed;
    own_dice = seed + 77 * (uint32_t)rank + 1;
    for (int number = 0; number < calls; number++) {
        struct call *call = &list[number % UNDER_WAY];
        int flag;
        be_late();
        end(&list[below(&own_dice, UNDER_WAY)]);
        end(call);
        begin(call, number);
        struct call *any = &list[below(&own_dice, UNDER_WAY)];
        if (any->check)
            MPI_Test(&any->request, &flag, MPI_STATUS_IGNORE);
        if (below(&dice, 4) == 0)
            pass_word(number);
    }
    for (int i = 0; i < UNDER_WAY; i++)
        end(&list[i]);
    for (int i = 1; i < COMMS; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Type_free(&gaps);
}

static const struct test tests[] = {{"random nonblocking collectives", random_calls}, {NULL, NULL}};

int main(int argc, char **argv) {
    return run_random(argc, argv, tests, &calls, &seed);
}
