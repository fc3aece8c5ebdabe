/* Many windows, and locks whose numbers wrap around. */
#include "../words_window.h"

#define TURNS 10

/* The lock hands out tickets with 2^15 numbers. The numbers wrap around while several processes
 * wait. */
static void around(void) {
    int32_t value, one = 1, before;
    int16_t narrow = 0, old;
    open_window(2);
    for (int i = 0; rank == 0 && i < (1 << 15) - 4 * size; i++) {
        MPI_Win_lock(i % 2 ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Compare_and_swap(&narrow, &narrow, &old, MPI_INT16_T, 0, 1, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < TURNS; i++) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        value++;
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        narrow = 1;
        MPI_Fetch_and_op(&narrow, &old, MPI_INT16_T, 0, 1, MPI_SUM, win);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_unlock(0, win);
        CHECK_EQUAL(before, TURNS * size);
        CHECK_EQUAL(memory[1], TURNS * size);
    }
    close_window();
}

/* All windows exist at once, and each is used under a lock: every rank adds to a word of its
 * right neighbour, and all ranks add to a word of rank 0, which then contains the sum. The test
 * does this twice, so that slots are reused. */
static void many(void) {
    enum { WINDOWS = 200 };
    static MPI_Win wins[WINDOWS];
    static int words[WINDOWS][2];
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < WINDOWS; i++) {
            words[i][0] = words[i][1] = 0;
            MPI_Win_create(words[i], sizeof words[i], sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                           &wins[i]);
        }
        for (int i = 0; i < WINDOWS; i++) {
            int value = 1000 * rank + i, before, sum = rank + i;
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, wins[i]);
            MPI_Put(&value, 1, MPI_INT, right, 0, 1, MPI_INT, wins[i]);
            MPI_Win_unlock(right, wins[i]);
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, wins[i]);
            MPI_Get(&before, 1, MPI_INT, 0, 1, 1, MPI_INT, wins[i]);
            MPI_Win_flush(0, wins[i]);
            before += sum;
            MPI_Put(&before, 1, MPI_INT, 0, 1, 1, MPI_INT, wins[i]);
            MPI_Win_unlock(0, wins[i]);
        }
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 0; i < WINDOWS; i++) {
            int value, sum;
            MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, wins[i]);
            MPI_Get(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, wins[i]);
            MPI_Get(&sum, 1, MPI_INT, rank, 1, 1, MPI_INT, wins[i]);
            MPI_Win_unlock(rank, wins[i]);
            CHECK_EQUAL(value, 1000 * left + i);
            CHECK_EQUAL(sum, rank ? 0 : size * (size - 1) / 2 + size * i);
        }
        for (int i = 0; i < WINDOWS; i++)
            MPI_Win_free(&wins[(i * 7 + round) % WINDOWS]);
    }
}

static const struct test tests[] = {
    {"around", around},
    {"many", many},
    {NULL, NULL},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
