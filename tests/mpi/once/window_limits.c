/* As many windows as there may be, and locks whose numbers begin again. */
#include "../words_window.h"

#define TURNS 10

/* The numbers of tickets, of which there are 2^15, begin again while several wait. */
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

/* As many as there may be, and one more. */
static void many(void) {
    MPI_Win wins[100];
    int made = 0, error = MPI_SUCCESS;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    while (made < 100 && !error)
        if (!(error = MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &wins[made])))
            made++;
    CHECK_EQUAL(made, 32);
    CHECK_CLASS(error, MPI_ERR_OTHER);
    while (made--)
        MPI_Win_free(&wins[made]);
    CHECK_CLASS(MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win), MPI_SUCCESS);
    MPI_Win_free(&win);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
}

static const struct test tests[] = {
    {"around", around},
    {"many", many},
    {NULL, NULL},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
