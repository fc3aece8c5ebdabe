/* Functions about windows with wrong arguments and in a wrong order. */
#include "check.h"

#define WORDS 16

static MPI_Win win;
static int32_t memory[WORDS], value;
static MPI_Group world, others;

static void open_window(void) {
    MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
}

static void making(void) {
    static const int32_t constant = 5;
    void *base;
    MPI_Comm own;
    MPI_Comm_dup(MPI_COMM_SELF, &own);
    MPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    CHECK_CLASS(MPI_Win_create(memory, -1, 4, MPI_INFO_NULL, own, &win), MPI_ERR_SIZE);
    CHECK_CLASS(MPI_Win_create(memory, 4, 0, MPI_INFO_NULL, own, &win), MPI_ERR_DISP);
    CHECK_CLASS(MPI_Win_create_c(memory, 4, -1, MPI_INFO_NULL, own, &win), MPI_ERR_DISP);
    CHECK_CLASS(MPI_Win_create(NULL, 4, 4, MPI_INFO_NULL, own, &win), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, own, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_create(memory, 4, 4, (MPI_Info)&value, own, &win), MPI_ERR_INFO);
    CHECK_CLASS(MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_NULL, &win), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Win_allocate(-1, 4, MPI_INFO_NULL, own, &base, &win), MPI_ERR_SIZE);
    CHECK_CLASS(MPI_Win_allocate(4, 4, MPI_INFO_NULL, own, NULL, &win), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_allocate(PTRDIFF_MAX / 4, 4, MPI_INFO_NULL, own, &base, &win),
                MPI_ERR_NO_MEM);
    CHECK_CLASS(MPI_Win_allocate_shared(-1, 4, MPI_INFO_NULL, own, &base, &win), MPI_ERR_SIZE);
    CHECK_CLASS(MPI_Win_allocate_shared(PTRDIFF_MAX / 4, 4, MPI_INFO_NULL, own, &base, &win),
                MPI_ERR_NO_MEM);
    CHECK_CLASS(MPI_Win_create_dynamic(MPI_INFO_NULL, own, NULL), MPI_ERR_ARG);
    if (sizeof(void *) == 4) /* Linux has no constants that other processes cannot reach. */
        CHECK_CLASS(MPI_Win_create((void *)&constant, 4, 4, MPI_INFO_NULL, own, &win),
                    MPI_ERR_BUFFER);
    MPI_Comm_free(&own);
}

static void handles(void) {
    MPI_Win wrong[] = {MPI_WIN_NULL, (MPI_Win)&value, NULL};
    int flag;
    open_window();
    wrong[2] = win;
    MPI_Win_free(&win);
    for (int i = 0; i < 3; i++) {
        win = wrong[i];
        CHECK_CLASS(MPI_Win_free(&win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_fence(0, win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_start(world, 0, win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_post(world, 0, win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_complete(win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_wait(win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_test(win, &flag), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_unlock(0, win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_lock_all(0, win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_unlock_all(win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_flush(0, win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_flush_local(0, win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_flush_all(win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_flush_local_all(win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_sync(win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win),
                    MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_attach(win, memory, 4), MPI_ERR_WIN);
        CHECK_CLASS(MPI_Win_detach(win, memory), MPI_ERR_WIN);
    }
    CHECK_CLASS(MPI_Win_free(NULL), MPI_ERR_ARG);
}

/* Calls every operation with one wrong argument. */
static void arguments(void) {
    int32_t result, compare = 0;
    float real = 0;
    MPI_Datatype raw;
    open_window();
    MPI_Win_fence(0, win);
    for (int i = 0; i < 2; i++) {
        int beyond = i ? -1 : size, bad = beyond == MPI_PROC_NULL ? -77 : beyond;
        CHECK_CLASS(MPI_Put(&value, 1, MPI_INT, bad, 0, 1, MPI_INT, win), MPI_ERR_RANK);
        CHECK_CLASS(MPI_Get(&value, 1, MPI_INT, bad, 0, 1, MPI_INT, win), MPI_ERR_RANK);
        CHECK_CLASS(MPI_Accumulate(&value, 1, MPI_INT, bad, 0, 1, MPI_INT, MPI_SUM, win),
                    MPI_ERR_RANK);
        CHECK_CLASS(MPI_Fetch_and_op(&value, &result, MPI_INT, bad, 0, MPI_SUM, win), MPI_ERR_RANK);
        CHECK_CLASS(MPI_Compare_and_swap(&value, &compare, &result, MPI_INT, bad, 0, win),
                    MPI_ERR_RANK);
    }
    for (int to = 0; to < size; to++) {
        CHECK_CLASS(MPI_Put(&value, -1, MPI_INT, to, 0, 1, MPI_INT, win), MPI_ERR_COUNT);
        CHECK_CLASS(MPI_Put(&value, 1, MPI_INT, to, 0, -1, MPI_INT, win), MPI_ERR_COUNT);
        CHECK_CLASS(MPI_Put(NULL, 1, MPI_INT, to, 0, 1, MPI_INT, win), MPI_ERR_BUFFER);
        CHECK_CLASS(MPI_Put(&value, 1, MPI_DATATYPE_NULL, to, 0, 1, MPI_INT, win), MPI_ERR_TYPE);
        CHECK_CLASS(MPI_Put(&value, 1, MPI_INT, to, 0, 1, MPI_DATATYPE_NULL, win), MPI_ERR_TYPE);
        CHECK_CLASS(MPI_Put(&value, 1, MPI_INT, to, -1, 1, MPI_INT, win), MPI_ERR_DISP);
        CHECK_CLASS(MPI_Put(memory, 2, MPI_INT, to, 0, 1, MPI_INT, win), MPI_ERR_TRUNCATE);
        CHECK_CLASS(MPI_Put(&value, 1, MPI_INT, to, WORDS, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
        CHECK_CLASS(MPI_Put(memory, 2, MPI_INT, to, WORDS - 1, 2, MPI_INT, win), MPI_ERR_RMA_RANGE);
        CHECK_CLASS(MPI_Put(&value, 1, MPI_INT, to, PTRDIFF_MAX, 1, MPI_INT, win),
                    MPI_ERR_RMA_RANGE);
        CHECK_CLASS(MPI_Get(&value, 1, MPI_INT, to, WORDS, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
        CHECK_CLASS(MPI_Get(&value, 1, MPI_INT, to, 0, 2, MPI_INT, win), MPI_ERR_TRUNCATE);
        CHECK_CLASS(MPI_Accumulate(&value, 1, MPI_INT, to, WORDS, 1, MPI_INT, MPI_SUM, win),
                    MPI_ERR_RMA_RANGE);
        CHECK_CLASS(MPI_Accumulate(&value, 1, MPI_INT, to, 0, 1, MPI_INT, MPI_NO_OP, win),
                    MPI_ERR_OP);
        CHECK_CLASS(MPI_Accumulate(&value, 1, MPI_INT, to, 0, 1, MPI_INT, MPI_OP_NULL, win),
                    MPI_ERR_OP);
        CHECK_CLASS(MPI_Accumulate(&value, 1, MPI_INT, to, 0, 1, MPI_INT, MPI_MINLOC, win),
                    MPI_ERR_OP);
        CHECK_CLASS(MPI_Accumulate(&real, 1, MPI_FLOAT, to, 0, 1, MPI_FLOAT, MPI_BOR, win),
                    MPI_ERR_OP);
        CHECK_CLASS(MPI_Accumulate(&real, 1, MPI_FLOAT, to, 0, 1, MPI_INT, MPI_SUM, win),
                    MPI_ERR_TYPE);
        CHECK_CLASS(MPI_Get_accumulate(&value, 1, MPI_INT, NULL, 1, MPI_INT, to, 0, 1, MPI_INT,
                                       MPI_SUM, win),
                    MPI_ERR_BUFFER);
        CHECK_CLASS(MPI_Get_accumulate(&value, 1, MPI_INT, &result, 0, MPI_INT, to, 0, 1, MPI_INT,
                                       MPI_SUM, win),
                    MPI_ERR_TRUNCATE);
        CHECK_CLASS(MPI_Fetch_and_op(&value, &result, MPI_INT, to, WORDS, MPI_SUM, win),
                    MPI_ERR_RMA_RANGE);
        CHECK_CLASS(MPI_Compare_and_swap(&value, &compare, &result, MPI_FLOAT, to, 0, win),
                    MPI_ERR_TYPE);
        CHECK_CLASS(MPI_Compare_and_swap(&value, NULL, &result, MPI_INT, to, 0, win),
                    MPI_ERR_BUFFER);
    }
    MPI_Type_contiguous(2, MPI_INT, &raw);
    /* `raw` is not committed */
    CHECK_CLASS(MPI_Put(memory, 2, MPI_INT, 0, 0, 1, raw, win), MPI_ERR_TYPE);
    MPI_Type_free(&raw);
    MPI_Win_fence(0, win);
    for (int i = 0; i < WORDS; i++)
        CHECK_EQUAL(memory[i], 0);
    MPI_Win_free(&win);
}

/* The data begin inside the window, but a negative stride or extent makes them reach before its
 * start. */
static void before_the_window(void) {
    MPI_Datatype backwards, falling;
    int32_t two[2] = {3, 4};
    MPI_Type_vector(2, 1, -2, MPI_INT, &backwards);
    MPI_Type_commit(&backwards);
    MPI_Type_create_resized(MPI_INT, 0, -2 * (MPI_Aint)sizeof(int), &falling);
    MPI_Type_commit(&falling);
    open_window();
    MPI_Win_fence(0, win);
    CHECK_CLASS(MPI_Put(two, 2, MPI_INT, rank, 1, 1, backwards, win), MPI_ERR_RMA_RANGE);
    CHECK_CLASS(MPI_Put(two, 2, MPI_INT, rank, 1, 2, falling, win), MPI_ERR_RMA_RANGE);
    MPI_Win_fence(0, win);
    CHECK_EQUAL(memory[1], 0);
    CHECK_CLASS(MPI_Put(two, 2, MPI_INT, rank, 2, 1, backwards, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Put(two, 2, MPI_INT, rank, 3, 2, falling, win), MPI_SUCCESS);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 4; i++)
        CHECK_EQUAL(memory[i], i < 2 ? 4 : 3);
    MPI_Win_free(&win);
    MPI_Type_free(&backwards);
    MPI_Type_free(&falling);
}

static void everything_fails(void) {
    int32_t result, compare = 0;
    MPI_Request request;
    CHECK_CLASS(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win),
                MPI_ERR_RMA_SYNC);
    CHECK_CLASS(
        MPI_Get_accumulate(&value, 1, MPI_INT, &result, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win),
        MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Fetch_and_op(&value, &result, MPI_INT, 0, 0, MPI_SUM, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Compare_and_swap(&value, &compare, &result, MPI_INT, 0, 0, win),
                MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Rput(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request), MPI_ERR_RMA_SYNC);
}

static void order(void) {
    int flag;
    MPI_Request request;
    open_window();
    everything_fails();
    CHECK_CLASS(MPI_Win_unlock(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_unlock_all(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_flush(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_flush_local(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_flush_all(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_flush_local_all(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_complete(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_wait(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_test(win, &flag), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_sync(win), MPI_SUCCESS);
    /* Only a fence ends an epoch that a fence began. */
    MPI_Win_fence(0, win);
    CHECK_CLASS(MPI_Rput(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Put(&value, 0, MPI_INT, 0, 0, 0, MPI_INT, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_lock_all(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_start(world, MPI_MODE_NOCHECK, win), MPI_ERR_RMA_SYNC);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    everything_fails();
    /* A lock does not end a fence's epoch, even after an operation on data with gaps. */
    MPI_Win_fence(0, win);
    CHECK_CLASS(MPI_Put(&value, 0, MPI_SHORT_INT, 0, 0, 0, MPI_SHORT_INT, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), MPI_ERR_RMA_SYNC);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    /* Calls that an epoch of MPI_Win_lock or MPI_Win_lock_all forbids. */
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_unlock_all(win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_free(&win), MPI_ERR_RMA_SYNC);
    if (size > 1) {
        CHECK_CLASS(MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
        CHECK_CLASS(MPI_Win_unlock(1, win), MPI_ERR_RMA_SYNC);
    }
    CHECK_CLASS(MPI_Win_unlock(0, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_unlock(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_lock_all(0, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_unlock(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_unlock_all(win), MPI_SUCCESS);
    everything_fails();
    /* Calls that an epoch of MPI_Win_post or MPI_Win_start forbids. */
    CHECK_CLASS(MPI_Win_post(world, 0, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_post(world, 0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_fence(0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_start(world, 0, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_start(world, 0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_complete(win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_free(&win), MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_wait(win), MPI_SUCCESS);
    everything_fails();
    MPI_Win_free(&win);
}

static void synchronisation(void) {
    open_window();
    CHECK_CLASS(MPI_Win_fence(1, win), MPI_ERR_ASSERT);
    CHECK_CLASS(MPI_Win_fence(MPI_MODE_NOCHECK, win), MPI_ERR_ASSERT);
    CHECK_CLASS(MPI_Win_start(world, MPI_MODE_NOSTORE, win), MPI_ERR_ASSERT);
    CHECK_CLASS(MPI_Win_post(world, MPI_MODE_NOSUCCEED, win), MPI_ERR_ASSERT);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOPUT, win), MPI_ERR_ASSERT);
    CHECK_CLASS(MPI_Win_lock_all(MPI_MODE_NOPUT, win), MPI_ERR_ASSERT);
    CHECK_CLASS(MPI_Win_lock(7, 0, 0, win), MPI_ERR_LOCKTYPE);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_SHARED, size, 0, win), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Win_start(MPI_GROUP_NULL, 0, win), MPI_ERR_GROUP);
    CHECK_CLASS(MPI_Win_post((MPI_Group)&value, 0, win), MPI_ERR_GROUP);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    CHECK_CLASS(MPI_Win_unlock(-1, win), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Win_flush(size, win), MPI_ERR_RANK);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
    /* A group with ranks that are not in the window. */
    MPI_Win_create(memory, 4, 4, MPI_INFO_NULL, MPI_COMM_SELF, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (size > 1) {
        CHECK_CLASS(MPI_Win_start(others, 0, win), MPI_ERR_GROUP);
        CHECK_CLASS(MPI_Win_post(others, 0, win), MPI_ERR_GROUP);
    }
    MPI_Win_free(&win);
}

static void dynamic(void) {
    void *base;
    MPI_Aint bytes;
    int unit;
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    CHECK_CLASS(MPI_Win_attach(win, memory, -1), MPI_ERR_SIZE);
    CHECK_CLASS(MPI_Win_attach(win, memory, 32), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_attach(win, memory + 7, 8), MPI_ERR_RMA_ATTACH);
    CHECK_CLASS(MPI_Win_attach(win, memory + 8, 8), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_detach(win, memory + 1), MPI_ERR_RMA_ATTACH);
    CHECK_CLASS(MPI_Win_detach(win, memory), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_detach(win, memory), MPI_ERR_RMA_ATTACH);
    CHECK_CLASS(MPI_Win_shared_query(win, 0, &bytes, &unit, &base), MPI_ERR_RMA_FLAVOR);
    MPI_Win_free(&win);
    open_window();
    CHECK_CLASS(MPI_Win_attach(win, memory, 4), MPI_ERR_RMA_FLAVOR);
    CHECK_CLASS(MPI_Win_detach(win, memory), MPI_ERR_RMA_FLAVOR);
    MPI_Win_free(&win);
}

static const struct test tests[] = {
    {"making", making},       {"handles", handles},
    {"arguments", arguments}, {"before the window", before_the_window},
    {"order", order},         {"synchronisation", synchronisation},
    {"dynamic", dynamic},     {NULL, NULL},
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Group_excl(world, 1, &rank, &others);
    int failed = run_tests(tests);
    MPI_Group_free(&world);
    MPI_Group_free(&others);
    MPI_Finalize();
    return failed != 0;
}
