/* A rank's operations on a window that conflict in an epoch. Each function makes one such mistake,
 * unless the program's argument is "right": then something between the two accesses orders them.
 * The test reads the comments: "NAME: one" and "NAME: other" are two operations that use the same
 * bytes of a window; "NAME: access" is an access to memory that the operation "NAME: begun" uses.
 */
#include <mpi.h>
#include <string.h>

#define PLANTED __attribute__((noinline)) static void
#define BETWEEN(...)                                                                               \
    if (is_right)                                                                                  \
    __VA_ARGS__
#define COUNT 64
#define INTS(count) count, MPI_INT
#define ADD(from, of, at) MPI_Accumulate(from, INTS(1), of, at, INTS(1), MPI_SUM, win)
#define FETCH(from, at, op)                                                                        \
    MPI_Get_accumulate(from, INTS(2), in, INTS(2), TARGET, at, INTS(2), op, win)

enum { ORIGIN, TARGET, OTHER };

static int rank, is_right, *memory, in[4], out[4], more[4], expected;
static volatile int sink;
static MPI_Win win;
static MPI_Group origin, target;

/* ---- A lock --------------------------------------------------------------------------------- */

PLANTED put_put(void) {
    MPI_Put(out, INTS(2), TARGET, 0, INTS(2), win); /* put_put: one */
    BETWEEN(MPI_Win_flush(TARGET, win);)
    MPI_Put(more, INTS(2), TARGET, 1, INTS(2), win); /* put_put: other */
}

PLANTED put_get(void) {
    MPI_Put(out, INTS(1), TARGET, 2, INTS(1), win); /* put_get: one */
    BETWEEN(MPI_Win_flush_all(win);)
    MPI_Get(in, INTS(1), TARGET, 2, INTS(1), win); /* put_get: other */
}

PLANTED get_put(void) {
    MPI_Get(in, INTS(1), TARGET, 3, INTS(1), win); /* get_put: one */
    BETWEEN(MPI_Win_flush_local(TARGET, win);)
    MPI_Put(out, INTS(1), TARGET, 3, INTS(1), win); /* get_put: other */
}

PLANTED put_accumulate(void) {
    MPI_Put(out, INTS(1), TARGET, 4, INTS(1), win); /* put_accumulate: one */
    BETWEEN(MPI_Win_flush(TARGET, win);)
    ADD(out, TARGET, 4); /* put_accumulate: other */
}

PLANTED accumulate_put(void) {
    MPI_Accumulate(out, INTS(2), TARGET, 5, INTS(2), MPI_SUM, win); /* accumulate_put: one */
    BETWEEN(MPI_Win_flush(TARGET, win);)
    MPI_Put(out, INTS(1), TARGET, 6, INTS(1), win); /* accumulate_put: other */
}

PLANTED get_accumulate(void) {
    MPI_Get(in, INTS(1), TARGET, 7, INTS(1), win); /* get_accumulate: one */
    BETWEEN(MPI_Win_flush_local_all(win);)
    MPI_Accumulate(out, INTS(1), TARGET, 7, INTS(1), MPI_MAX, win); /* get_accumulate: other */
}

PLANTED accumulate_get(void) {
    ADD(out, TARGET, 8); /* accumulate_get: one */
    BETWEEN(MPI_Win_flush(TARGET, win);)
    MPI_Get(in, INTS(1), TARGET, 8, INTS(1), win); /* accumulate_get: other */
}

PLANTED put_fetch(void) {
    MPI_Put(out, INTS(1), TARGET, 9, INTS(1), win); /* put_fetch: one */
    BETWEEN(MPI_Win_flush(TARGET, win);)
    MPI_Fetch_and_op(more, in, MPI_INT, TARGET, 9, MPI_SUM, win); /* put_fetch: other */
}

PLANTED swap_get(void) {
    MPI_Compare_and_swap(out, &expected, in, MPI_INT, TARGET, 10, win); /* swap_get: one */
    BETWEEN(MPI_Win_flush(TARGET, win);)
    MPI_Get(in + 1, INTS(1), TARGET, 10, INTS(1), win); /* swap_get: other */
}

PLANTED fetches_put(void) {
    FETCH(out, 11, MPI_SUM); /* fetches_put: one */
    BETWEEN(MPI_Win_flush(TARGET, win);)
    MPI_Put(more, INTS(1), TARGET, 12, INTS(1), win); /* fetches_put: other */
}

PLANTED complete_at_the_origin_only(void) {
    MPI_Put(out, INTS(1), TARGET, 13, INTS(1), win); /* complete_at_the_origin_only: one */
    MPI_Win_flush_local(TARGET, win);
    BETWEEN(MPI_Win_flush(TARGET, win);)
    MPI_Put(out, INTS(1), TARGET, 13, INTS(1), win); /* complete_at_the_origin_only: other */
}

PLANTED flush_of_another_target(void) {
    MPI_Put(out, INTS(1), TARGET, 14, INTS(1), win); /* flush_of_another_target: one */
    MPI_Win_flush(is_right ? TARGET : OTHER, win);
    MPI_Put(out, INTS(1), TARGET, 14, INTS(1), win); /* flush_of_another_target: other */
}

PLANTED request_of_a_get(void) {
    MPI_Request request;
    MPI_Rget(in, INTS(1), TARGET, 15, INTS(1), win, &request); /* request_of_a_get: one */
    BETWEEN(MPI_Wait(&request, MPI_STATUS_IGNORE);)
    MPI_Put(out, INTS(1), TARGET, 15, INTS(1), win); /* request_of_a_get: other */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

PLANTED tested_request(void) {
    MPI_Request request;
    int is_over = 0;
    MPI_Rget(in, INTS(1), TARGET, 16, INTS(1), win, &request); /* tested_request: one */
    while (is_right && !is_over)
        MPI_Test(&request, &is_over, MPI_STATUS_IGNORE);
    MPI_Put(out, INTS(1), TARGET, 16, INTS(1), win); /* tested_request: other */
    MPI_Waitall(1, &request, MPI_STATUSES_IGNORE);
}

/* The request of a put tells that the data may be used again, not that they have arrived. */
PLANTED request_of_a_put(void) {
    MPI_Request request;
    MPI_Rput(out, INTS(1), TARGET, 17, INTS(1), win, &request); /* request_of_a_put: one */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    BETWEEN(MPI_Win_flush(TARGET, win);)
    MPI_Put(out, INTS(1), TARGET, 17, INTS(1), win); /* request_of_a_put: other */
}

PLANTED get_load(void) {
    MPI_Get(in, INTS(1), TARGET, 18, INTS(1), win); /* get_load: begun */
    BETWEEN(MPI_Win_flush(TARGET, win);)
    sink = in[0]; /* get_load: access */
}

PLANTED get_store(void) {
    MPI_Get(in, INTS(1), TARGET, 18, INTS(1), win); /* get_store: begun */
    BETWEEN(MPI_Win_flush(TARGET, win);)
    in[0] = 1; /* get_store: access */
}

PLANTED put_store(void) {
    MPI_Put(out, INTS(2), TARGET, 20, INTS(2), win); /* put_store: begun */
    sink = out[1];
    BETWEEN(MPI_Win_flush_local(TARGET, win);)
    out[1] = 1; /* put_store: access */
}

PLANTED accumulate_store(void) {
    ADD(out, TARGET, 22); /* accumulate_store: begun */
    BETWEEN(MPI_Win_flush_local_all(win);)
    out[0] = 1; /* accumulate_store: access */
}

PLANTED fetch_load(void) {
    MPI_Fetch_and_op(out, in, MPI_INT, TARGET, 23, MPI_SUM, win); /* fetch_load: begun */
    BETWEEN(MPI_Win_flush(TARGET, win);)
    sink = in[0]; /* fetch_load: access */
}

PLANTED swap_load(void) {
    MPI_Compare_and_swap(out, &expected, in, MPI_INT, TARGET, 24, win); /* swap_load: begun */
    BETWEEN(MPI_Win_flush_all(win);)
    sink = in[0]; /* swap_load: access */
}

PLANTED fetches_load(void) {
    FETCH(NULL, 25, MPI_NO_OP); /* fetches_load: begun */
    BETWEEN(MPI_Win_flush_all(win);)
    sink = in[1]; /* fetches_load: access */
}

/* ---- Operations on the rank's own memory, under a lock of that memory ----------------------- */

PLANTED own_put_load(void) {
    MPI_Put(out, INTS(1), ORIGIN, 27, INTS(1), win); /* own_put_load: begun */
    BETWEEN(MPI_Win_flush(ORIGIN, win);)
    sink = memory[27]; /* own_put_load: access */
}

PLANTED own_put_store(void) {
    MPI_Put(out, INTS(2), ORIGIN, 28, INTS(2), win); /* own_put_store: begun */
    BETWEEN(MPI_Win_flush(ORIGIN, win);)
    memory[29] = 1; /* own_put_store: access */
}

PLANTED own_get_store(void) {
    MPI_Get(in, INTS(1), ORIGIN, 30, INTS(1), win); /* own_get_store: begun */
    sink = memory[30];
    BETWEEN(MPI_Win_flush(ORIGIN, win);)
    memory[30] = 1; /* own_get_store: access */
}

PLANTED own_sum_store(void) {
    ADD(out, ORIGIN, 31); /* own_sum_store: begun */
    BETWEEN(MPI_Win_flush(ORIGIN, win);)
    memory[31] = 1; /* own_sum_store: access */
}

/* ---- MPI_Win_start ------------------------------------------------------------------------- */

/* Begins a new epoch if the program is right. */
static void start_anew(void) {
    if (is_right) {
        MPI_Win_complete(win);
        MPI_Win_start(target, 0, win);
    }
}

PLANTED started_puts(void) {
    MPI_Put(out, INTS(1), TARGET, 32, INTS(1), win); /* started_puts: one */
    start_anew();
    MPI_Put(more, INTS(1), TARGET, 32, INTS(1), win); /* started_puts: other */
}

PLANTED started_put_get(void) {
    MPI_Put(out, INTS(1), TARGET, 33, INTS(1), win); /* started_put_get: one */
    start_anew();
    MPI_Get(in, INTS(1), TARGET, 33, INTS(1), win); /* started_put_get: other */
}

PLANTED started_get_put(void) {
    MPI_Get(in, INTS(1), TARGET, 34, INTS(1), win); /* started_get_put: one */
    start_anew();
    MPI_Put(out, INTS(1), TARGET, 34, INTS(1), win); /* started_get_put: other */
}

PLANTED started_sum_put(void) {
    ADD(out, TARGET, 35); /* started_sum_put: one */
    start_anew();
    MPI_Put(out, INTS(1), TARGET, 35, INTS(1), win); /* started_sum_put: other */
}

PLANTED started_get_load(void) {
    MPI_Get(in, INTS(1), TARGET, 36, INTS(1), win); /* started_get_load: begun */
    start_anew();
    sink = in[0]; /* started_get_load: access */
}

/* ---- Fences, which all ranks call ----------------------------------------------------------- */

PLANTED fenced_puts(void) {
    if (rank == ORIGIN)
        MPI_Put(out, INTS(1), TARGET, 40, INTS(1), win); /* fenced_puts: one */
    BETWEEN(MPI_Win_fence(0, win);)
    if (rank == ORIGIN)
        MPI_Put(more, INTS(1), TARGET, 40, INTS(1), win); /* fenced_puts: other */
}

PLANTED fenced_put_get(void) {
    if (rank == ORIGIN)
        MPI_Put(out, INTS(1), TARGET, 41, INTS(1), win); /* fenced_put_get: one */
    BETWEEN(MPI_Win_fence(0, win);)
    if (rank == ORIGIN)
        MPI_Get(in, INTS(1), TARGET, 41, INTS(1), win); /* fenced_put_get: other */
}

PLANTED fenced_get_load(void) {
    if (rank == ORIGIN)
        MPI_Get(in, INTS(1), TARGET, 42, INTS(1), win); /* fenced_get_load: begun */
    BETWEEN(MPI_Win_fence(0, win);)
    if (rank == ORIGIN)
        sink = in[0]; /* fenced_get_load: access */
}

PLANTED fenced_own_put_load(void) {
    if (rank == ORIGIN)
        MPI_Put(out, INTS(1), ORIGIN, 43, INTS(1), win); /* fenced_own_put_load: begun */
    BETWEEN(MPI_Win_fence(0, win);)
    if (rank == ORIGIN)
        sink = memory[43]; /* fenced_own_put_load: access */
}

/* These operations are correct, although none of them is completed before the next one begins. */
PLANTED right_at_once(void) {
    MPI_Get(in, INTS(2), TARGET, 50, INTS(2), win);
    MPI_Get(in + 2, INTS(2), TARGET, 51, INTS(2), win);
    MPI_Accumulate(out, INTS(2), TARGET, 54, INTS(2), MPI_SUM, win);
    MPI_Fetch_and_op(out, more, MPI_INT, TARGET, 55, MPI_SUM, win);
    MPI_Put(out, INTS(2), TARGET, 56, INTS(2), win);
    MPI_Put(out, INTS(2), TARGET, 58, INTS(2), win);
    MPI_Put(out, INTS(2), OTHER, 56, INTS(2), win);
    sink = out[0] + memory[56];
    memory[57] = 1;
}

/* ---- The functions above, in each kind of epoch ------------------------------------------- */

/* Each operation needs its buffers for itself, so the epoch ends after each function. */
static void in_lock(int of, void (*planted)(void)) {
    if (rank == ORIGIN) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, of, 0, win);
        planted();
        MPI_Win_unlock(of, win);
    }
}

static void in_lock_all(void (*planted)(void)) {
    if (rank == ORIGIN) {
        MPI_Win_lock_all(0, win);
        planted();
        MPI_Win_unlock_all(win);
    }
}

static void in_start(void (*planted)(void)) {
    for (int i = 0; i <= is_right && rank == TARGET; i++) {
        MPI_Win_post(origin, 0, win);
        MPI_Win_wait(win);
    }
    if (rank == ORIGIN) {
        MPI_Win_start(target, 0, win);
        planted();
        MPI_Win_complete(win);
    }
}

int main(int count, char **arguments) {
    is_right = count > 1 && !strcmp(arguments[1], "right");
    MPI_Group all;
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 1, (int[]){ORIGIN}, &origin);
    MPI_Group_incl(all, 1, (int[]){TARGET}, &target);
    MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
    memset(memory, 0, COUNT * sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    void (*const of_a_lock[])(void) = {put_put,
                                       put_get,
                                       get_put,
                                       put_accumulate,
                                       accumulate_put,
                                       get_accumulate,
                                       accumulate_get,
                                       put_fetch,
                                       swap_get,
                                       fetches_put,
                                       complete_at_the_origin_only,
                                       request_of_a_get,
                                       tested_request,
                                       request_of_a_put,
                                       get_load,
                                       get_store,
                                       put_store,
                                       accumulate_store,
                                       fetch_load,
                                       swap_load,
                                       fetches_load};
    for (unsigned i = 0; i < sizeof of_a_lock / sizeof *of_a_lock; i++) {
        in_lock(TARGET, of_a_lock[i]);
        in_lock_all(of_a_lock[i]);
    }
    in_lock_all(flush_of_another_target);
    in_lock_all(right_at_once);
    void (*const of_own[])(void) = {own_put_load, own_put_store, own_get_store, own_sum_store};
    for (unsigned i = 0; i < sizeof of_own / sizeof *of_own; i++)
        in_lock(ORIGIN, of_own[i]);
    void (*const started[])(void) = {started_puts, started_put_get, started_get_put,
                                     started_sum_put, started_get_load};
    for (unsigned i = 0; i < sizeof started / sizeof *started; i++)
        in_start(started[i]);
    void (*const fenced[])(void) = {fenced_puts, fenced_put_get, fenced_get_load,
                                    fenced_own_put_load};
    for (unsigned i = 0; i < sizeof fenced / sizeof *fenced; i++) {
        MPI_Win_fence(0, win);
        fenced[i]();
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Group_free(&origin);
    MPI_Group_free(&target);
    MPI_Group_free(&all);
    MPI_Finalize();
    return 0;
}
