/* Windows are made, queried and freed. The one-sided operations are tested one by one. */
#include "check.h"

#define WORDS 64

static MPI_Win win;
static int32_t *memory;

static int right(void) {
    return (rank + 1) % size;
}

static int left(void) {
    return (rank + size - 1) % size;
}

/* The initial value of word `i` in a rank's window. */
static int32_t initial(int owner, int i) {
    return 1000 * owner + i;
}

/* Opens a window of WORDS words at every rank, with displacements in words, and calls a fence. */
static void open_window(void) {
    CHECK_CLASS(MPI_Win_allocate(WORDS * 4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win),
                MPI_SUCCESS);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    for (int i = 0; i < WORDS; i++)
        memory[i] = initial(rank, i);
    CHECK_CLASS(MPI_Win_fence(0, win), MPI_SUCCESS);
}

static void close_window(void) {
    CHECK_CLASS(MPI_Win_free(&win), MPI_SUCCESS);
    CHECK(win == MPI_WIN_NULL);
}

/* Between begin_passive() and end_passive(), operations are complete after a flush. */
static void begin_passive(void) {
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_lock_all(0, win);
}

static void end_passive(void) {
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void put(void) {
    int32_t values[] = {rank, -rank, 7};
    open_window();
    CHECK_CLASS(MPI_Put(values, 1, MPI_INT, right(), 5, 1, MPI_INT, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Put(values + 1, 2, MPI_INT, right(), 8, 2, MPI_INT, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Put(values, 1, MPI_INT, MPI_PROC_NULL, 5, 1, MPI_INT, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Put(NULL, 0, MPI_INT, right(), 0, 0, MPI_INT, win), MPI_SUCCESS);
    /* The data are shorter than the memory at the target, and in other units. */
    CHECK_CLASS(MPI_Put_c("abcdefgh", 5, MPI_CHAR, right(), 12, 8, MPI_BYTE, win), MPI_SUCCESS);
    MPI_Win_fence(0, win);
    CHECK(!memcmp(memory + 12, "abcde", 5));
    memory[12] = initial(rank, 12);
    ((char *)(memory + 13))[0] = (char)initial(rank, 13);
    for (int i = 0; i < WORDS; i++)
        CHECK_EQUAL(memory[i], i == 5 ? left() : i == 8 ? -left() : i == 9 ? 7 : initial(rank, i));
    close_window();
}

static void get(void) {
    int32_t one = 0, all[WORDS] = {0}, room[4] = {1, 2, 3, 4};
    char bytes[7];
    open_window();
    CHECK_CLASS(MPI_Get(&one, 1, MPI_INT, left(), 63, 1, MPI_INT, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Get(all, WORDS, MPI_INT, right(), 0, WORDS, MPI_INT, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Get_c(bytes, 7, MPI_BYTE, rank, 1, 7, MPI_BYTE, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Get(room, 4, MPI_INT, left(), 2, 2, MPI_INT, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Get(room, 4, MPI_INT, MPI_PROC_NULL, 2, 2, MPI_INT, win), MPI_SUCCESS);
    MPI_Win_fence(0, win);
    CHECK_EQUAL(one, initial(left(), 63));
    for (int i = 0; i < WORDS; i++)
        CHECK_EQUAL(all[i], initial(right(), i));
    CHECK(!memcmp(bytes, memory + 1, 7));
    CHECK_EQUAL(room[0], initial(left(), 2));
    CHECK_EQUAL(room[1], initial(left(), 3));
    CHECK_EQUAL(room[2], 3);
    CHECK_EQUAL(room[3], 4);
    close_window();
}

/* Every rank adds to words of all ranks; every kind of operation on several sizes. */
static void accumulate(void) {
    int32_t two[] = {rank + 1, 10 * rank};
    int64_t wide = (int64_t)1 << 40;
    double real = 0.5;
    int16_t narrow = 3;
    open_window();
    memset(memory, 0, WORDS * 4);
    memory[40] = size;
    MPI_Win_fence(0, win);
    for (int to = 0; to < size; to++) {
        CHECK_CLASS(MPI_Accumulate(two, 2, MPI_INT, to, 0, 2, MPI_INT, MPI_SUM, win), MPI_SUCCESS);
        CHECK_CLASS(MPI_Accumulate(&wide, 1, MPI_INT64_T, to, 10, 1, MPI_INT64_T, MPI_SUM, win),
                    MPI_SUCCESS);
        CHECK_CLASS(MPI_Accumulate_c(&real, 1, MPI_DOUBLE, to, 12, 1, MPI_DOUBLE, MPI_SUM, win),
                    MPI_SUCCESS);
        CHECK_CLASS(MPI_Accumulate(&narrow, 1, MPI_INT16_T, to, 14, 1, MPI_INT16_T, MPI_SUM, win),
                    MPI_SUCCESS);
        CHECK_CLASS(MPI_Accumulate(two, 1, MPI_INT, to, 20, 1, MPI_INT, MPI_MAX, win), MPI_SUCCESS);
        CHECK_CLASS(MPI_Accumulate(two, 1, MPI_INT, to, 21, 1, MPI_INT, MPI_BOR, win), MPI_SUCCESS);
        if (rank == to)
            CHECK_CLASS(MPI_Accumulate(two, 1, MPI_INT, to, 40, 1, MPI_INT, MPI_REPLACE, win),
                        MPI_SUCCESS);
    }
    MPI_Win_fence(0, win);
    int all_bits = 0;
    for (int i = 0; i < size; i++)
        all_bits |= i + 1;
    CHECK_EQUAL(memory[0], size * (size + 1) / 2);
    CHECK_EQUAL(memory[1], 10 * size * (size - 1) / 2);
    memcpy(&wide, memory + 10, 8);
    CHECK_EQUAL(wide, (int64_t)size << 40);
    memcpy(&real, memory + 12, 8);
    CHECK(real == 0.5 * size);
    CHECK_EQUAL(memory[14], 3 * size);
    CHECK_EQUAL(memory[20], size);
    CHECK_EQUAL(memory[21], all_bits);
    CHECK_EQUAL(memory[40], rank + 1);
    close_window();
}

static void get_accumulate(void) {
    int32_t add[] = {1, 2}, before[2] = {0}, again[2] = {0};
    double real = 1.5, old = 0;
    open_window();
    memset(memory + 30, 0, 8);
    begin_passive();
    CHECK_CLASS(MPI_Get_accumulate(add, 2, MPI_INT, before, 2, MPI_INT, right(), 3, 2, MPI_INT,
                                   MPI_SUM, win),
                MPI_SUCCESS);
    MPI_Win_flush(right(), win);
    CHECK_EQUAL(before[0], initial(right(), 3));
    CHECK_EQUAL(before[1], initial(right(), 4));
    /* MPI_NO_OP ignores the origin's arguments. */
    CHECK_CLASS(MPI_Get_accumulate_c(NULL, -3, MPI_DATATYPE_NULL, again, 2, MPI_INT, right(), 3, 2,
                                     MPI_INT, MPI_NO_OP, win),
                MPI_SUCCESS);
    MPI_Win_flush(right(), win);
    CHECK_EQUAL(again[0], before[0] + 1);
    CHECK_EQUAL(again[1], before[1] + 2);
    for (int i = 0; i < 3; i++) {
        CHECK_CLASS(MPI_Get_accumulate(&real, 1, MPI_DOUBLE, &old, 1, MPI_DOUBLE, right(), 30, 1,
                                       MPI_DOUBLE, MPI_SUM, win),
                    MPI_SUCCESS);
        MPI_Win_flush(right(), win);
    }
    CHECK(old == 3.0);
    end_passive();
    memcpy(&old, memory + 30, 8);
    CHECK(old == 4.5);
    close_window();
}

#define LONGS 150 /* more than the library combines at a time */

/* All ranks add to all of the last rank's words, and replace some of their own. */
static void many_elements(void) {
    static int64_t own[LONGS], add[LONGS], before[LONGS];
    MPI_Win_create(own, sizeof own, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    for (int i = 0; i < LONGS; i++) {
        own[i] = 0;
        add[i] = ((int64_t)i << 33) + 1;
        before[i] = -1;
    }
    MPI_Win_fence(0, win);
    MPI_Accumulate(add, LONGS, MPI_INT64_T, size - 1, 0, LONGS, MPI_INT64_T, MPI_SUM, win);
    MPI_Win_fence(0, win);
    if (rank == size - 1)
        for (int i = 0; i < LONGS; i++)
            CHECK(own[i] == size * add[i]);
    MPI_Win_fence(0, win);
    MPI_Get_accumulate(add, LONGS - 20, MPI_INT64_T, before, LONGS - 20, MPI_INT64_T, rank, 20,
                       LONGS - 20, MPI_INT64_T, MPI_REPLACE, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < LONGS; i++) {
        int64_t sum = rank == size - 1 ? size * add[i] : 0;
        CHECK(own[i] == (i < 20 ? sum : add[i - 20]));
        CHECK(i < 20 || before[i - 20] == sum);
    }
    close_window();
}

static void fetch_and_op(void) {
    int32_t one = 1, old = -1;
    uint64_t mask = (uint64_t)1 << (40 + rank), before;
    open_window();
    memset(memory, 0, 128);
    begin_passive();
    CHECK_CLASS(MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 0, MPI_SUM, win), MPI_SUCCESS);
    MPI_Win_flush(0, win);
    CHECK(old >= 0 && old < size);
    CHECK_CLASS(MPI_Fetch_and_op(&old, &one, MPI_INT, 0, 4 + rank, MPI_REPLACE, win), MPI_SUCCESS);
    MPI_Win_flush(0, win);
    CHECK_EQUAL(one, 0);
    CHECK_CLASS(MPI_Fetch_and_op(NULL, &one, MPI_INT, 0, 4 + rank, MPI_NO_OP, win), MPI_SUCCESS);
    MPI_Win_flush(0, win);
    CHECK_EQUAL(one, old);
    CHECK_CLASS(MPI_Fetch_and_op(&mask, &before, MPI_UINT64_T, 0, 2, MPI_BOR, win), MPI_SUCCESS);
    MPI_Win_flush(0, win);
    CHECK(!(before & mask));
    CHECK_CLASS(MPI_Fetch_and_op(&one, &old, MPI_INT, MPI_PROC_NULL, 0, MPI_SUM, win), MPI_SUCCESS);
    end_passive();
    if (rank == 0) {
        int seen = 0;
        for (int i = 0; i < size; i++)
            seen |= 1 << memory[4 + i];
        CHECK_EQUAL(seen, (1 << size) - 1);
        CHECK_EQUAL(memory[0], size);
        memcpy(&before, memory + 2, 8);
        CHECK(before == (((uint64_t)1 << size) - 1) << 40);
    }
    close_window();
}

static void compare_and_swap(void) {
    int32_t old = 0, next, none;
    int8_t narrow = 5, zero = 0, was = 9;
    open_window();
    memset(memory, 0, 16);
    begin_passive();
    /* Each rank adds 1 to the first word of rank 0's window, five times. */
    for (int i = 0; i < 5; i++) {
        int32_t seen = old;
        do {
            old = seen;
            next = old + 1;
            CHECK_CLASS(MPI_Compare_and_swap(&next, &old, &seen, MPI_INT, 0, 0, win), MPI_SUCCESS);
            MPI_Win_flush(0, win);
        } while (seen != old);
    }
    CHECK_CLASS(MPI_Compare_and_swap(&narrow, &zero, &was, MPI_INT8_T, right(), 2, win),
                MPI_SUCCESS);
    MPI_Win_flush(right(), win);
    CHECK_EQUAL(was, 0);
    CHECK_CLASS(MPI_Compare_and_swap(&zero, &zero, &was, MPI_INT8_T, right(), 2, win), MPI_SUCCESS);
    MPI_Win_flush(right(), win);
    CHECK_EQUAL(was, 5);
    CHECK_CLASS(MPI_Compare_and_swap(&next, &old, &none, MPI_INT, MPI_PROC_NULL, 0, win),
                MPI_SUCCESS);
    end_passive();
    CHECK_EQUAL(memory[0], rank ? 0 : 5 * size);
    CHECK_EQUAL(memory[2], 5);
    close_window();
}

/* Operations with requests. */
static void requests(void) {
    int32_t value = 50 + rank, seen = 0, before = 0;
    MPI_Request request[2];
    MPI_Status status;
    open_window();
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_lock(MPI_LOCK_SHARED, right(), 0, win);
    CHECK_CLASS(MPI_Rput(&value, 1, MPI_INT, right(), 1, 1, MPI_INT, win, &request[0]),
                MPI_SUCCESS);
    CHECK_CLASS(MPI_Wait(request, &status), MPI_SUCCESS);
    CHECK(request[0] == MPI_REQUEST_NULL);
    MPI_Win_flush(right(), win);
    CHECK_CLASS(MPI_Rget(&seen, 1, MPI_INT, right(), 1, 1, MPI_INT, win, &request[0]), MPI_SUCCESS);
    CHECK_CLASS(
        MPI_Raccumulate(&value, 1, MPI_INT, right(), 2, 1, MPI_INT, MPI_SUM, win, &request[1]),
        MPI_SUCCESS);
    CHECK_CLASS(MPI_Waitall(2, request, MPI_STATUSES_IGNORE), MPI_SUCCESS);
    CHECK_EQUAL(seen, value);
    CHECK_CLASS(MPI_Rget_accumulate(&value, 1, MPI_INT, &before, 1, MPI_INT, right(), 2, 1, MPI_INT,
                                    MPI_REPLACE, win, request),
                MPI_SUCCESS);
    CHECK_CLASS(MPI_Wait(request, MPI_STATUS_IGNORE), MPI_SUCCESS);
    CHECK_EQUAL(before, initial(right(), 2) + value);
    CHECK_CLASS(MPI_Rput(&value, 1, MPI_INT, MPI_PROC_NULL, 1, 1, MPI_INT, win, request),
                MPI_SUCCESS);
    CHECK_CLASS(MPI_Request_free(request), MPI_SUCCESS);
    MPI_Win_unlock(right(), win);
    close_window();
}

/* Each rank has a different displacement unit, of any size. */
static void units(void) {
    char *bytes;
    const char c = (char)('a' + rank);
    MPI_Win_allocate(64, rank + 1, MPI_INFO_NULL, MPI_COMM_WORLD, &bytes, &win);
    memset(bytes, 0, 64);
    MPI_Win_fence(0, win);
    MPI_Put(&c, 1, MPI_CHAR, right(), 3, 1, MPI_CHAR, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < 64; i++)
        CHECK_EQUAL(bytes[i], i == 3 * (rank + 1) ? 'a' + left() : 0);
    close_window();
}

/* Any memory: globals, the stack, constants as origins of a put; several windows on the same
 * memory. */
static void any_memory(void) {
    static int32_t global[4];
    static const int32_t constants[4] = {11, 22, 33, 44};
    volatile int32_t local[4] = {0};
    MPI_Win one, other;
    memset(global, 0, sizeof global);
    CHECK_CLASS(MPI_Win_create(global, sizeof global, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &one),
                MPI_SUCCESS);
    CHECK_CLASS(
        MPI_Win_create_c((void *)local, sizeof local, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &other),
        MPI_SUCCESS);
    MPI_Win_fence(0, one);
    MPI_Win_fence(0, other);
    MPI_Put(constants, 4, MPI_INT, left(), 0, 4, MPI_INT, one);
    MPI_Put(constants + 1, 1, MPI_INT, left(), 2, 1, MPI_INT, other);
    MPI_Put(&rank, 1, MPI_INT, right(), 3, 1, MPI_INT, other);
    MPI_Win_fence(0, other);
    MPI_Win_fence(0, one);
    CHECK(!memcmp(global, constants, sizeof global));
    CHECK_EQUAL(local[2], 22);
    CHECK_EQUAL(local[3], left());
    MPI_Win_free(&one);
    MPI_Win_free(&other);
}

/* Some ranks contribute no memory to a window; another window has only some of the ranks. */
static void parts(void) {
    int32_t word = 5;
    MPI_Comm odd;
    MPI_Win_create(rank % 2 ? &word : NULL, rank % 2 ? 4 : 0, 4, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    CHECK_CLASS(MPI_Put(&rank, 1, MPI_INT, right() & ~1, 0, 1, MPI_INT, win), MPI_ERR_RMA_RANGE);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &odd);
    MPI_Win_create(&word, 4, 4, MPI_INFO_NULL, odd, &win);
    MPI_Win_fence(0, win);
    int places[16];
    if (rank < 2)
        for (int i = 0; i < (size + 1 - rank) / 2; i++) {
            places[i] = i;
            MPI_Put(&places[i], 1, MPI_INT, i, 0, 1, MPI_INT, win);
        }
    MPI_Win_fence(0, win);
    int place;
    MPI_Comm_rank(odd, &place);
    CHECK_EQUAL(word, place);
    MPI_Win_free(&win);
    MPI_Comm_free(&odd);
}

static const struct test tests[] = {
    {"put", put},
    {"get", get},
    {"accumulate", accumulate},
    {"get_accumulate", get_accumulate},
    {"many elements", many_elements},
    {"fetch_and_op", fetch_and_op},
    {"compare_and_swap", compare_and_swap},
    {"requests", requests},
    {"units", units},
    {"any memory", any_memory},
    {"parts", parts},
    {NULL, NULL},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
