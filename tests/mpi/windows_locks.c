/* Locks on windows. A writer has exclusive access. The target takes no part and may compute. */
#include "words_window.h"

#define TURNS 6

/* Read, add, write: under an exclusive lock, no update is lost. */
static void counting(void) {
    open_window(2);
    int targets = size < 2 ? 1 : 2;
    for (int i = 0; i < TURNS; i++) {
        int32_t two[2];
        int to = i % targets;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
        MPI_Get(two, 2, MPI_INT, to, 0, 2, MPI_INT, win);
        MPI_Win_flush(to, win);
        two[0] += 1;
        two[1] += rank;
        MPI_Put(two, 2, MPI_INT, to, 0, 2, MPI_INT, win);
        MPI_Win_unlock(to, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    if (rank < targets) {
        CHECK_EQUAL(memory[0], TURNS / targets * size);
        CHECK_EQUAL(memory[1], TURNS / targets * size * (size - 1) / 2);
    }
    MPI_Win_unlock(rank, win);
    close_window();
}

/* Writers change two words in two steps; readers, several at a time, must see both equal. */
static void readers_and_writers(void) {
    int32_t two[2], inside, most = 0, one = 1, less = -1;
    open_window(4);
    for (int i = 0; i < TURNS; i++)
        if ((rank + i) % 4 == 0) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
            MPI_Get(two, 2, MPI_INT, 0, 0, 2, MPI_INT, win);
            MPI_Win_flush(0, win);
            CHECK_EQUAL(two[0], two[1]);
            for (int word = 0; word < 2; word++) {
                two[word]++;
                MPI_Put(&two[word], 1, MPI_INT, 0, word, 1, MPI_INT, win);
                MPI_Win_flush(0, win);
            }
            MPI_Fetch_and_op(NULL, &inside, MPI_INT, 0, 2, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
            CHECK_EQUAL(inside, 0);
            MPI_Win_unlock(0, win);
        } else {
            MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
            MPI_Fetch_and_op(&one, &inside, MPI_INT, 0, 2, MPI_SUM, win);
            MPI_Win_flush(0, win);
            most = inside > most ? inside : most;
            MPI_Get(two, 2, MPI_INT, 0, 0, 2, MPI_INT, win);
            MPI_Win_flush_local(0, win);
            CHECK_EQUAL(two[0], two[1]);
            MPI_Fetch_and_op(&less, &inside, MPI_INT, 0, 2, MPI_SUM, win);
            MPI_Win_unlock(0, win);
        }
    MPI_Barrier(MPI_COMM_WORLD);
    int writes = 0;
    for (int i = 0; i < size; i++)
        for (int j = 0; j < TURNS; j++)
            writes += (i + j) % 4 == 0;
    if (rank == 0)
        CHECK_EQUAL(memory[0], writes);
    close_window();
}

/* Several readers hold the lock together: each reader waits for all other readers while it holds
 * the lock. */
static void readers_together(void) {
    int32_t one = 1, inside = 0;
    int to = size - 1;
    open_window(1);
    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    MPI_Accumulate(&one, 1, MPI_INT, to, 0, 1, MPI_INT, MPI_SUM, win);
    while (inside < size) {
        MPI_Fetch_and_op(NULL, &inside, MPI_INT, to, 0, MPI_NO_OP, win);
        MPI_Win_flush(to, win);
    }
    MPI_Win_unlock(to, win);
    close_window();
}

/* Readers that have waited for a writer also enter together: inside, they wait for each other. */
static void readers_behind_a_writer(void) {
    int to = size - 1, from = -1, left = (rank + size - 1) % size;
    open_window(1);
    if (rank == 0)
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, to, 0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        for (volatile int i = 0; i < 2000; i++) /* long enough for the others to wait in line */
            ;
        MPI_Win_unlock(to, win);
    }
    MPI_Win_lock(MPI_LOCK_SHARED, to, 0, win);
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 1, &from, 1, MPI_INT, left, 1,
                 MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_unlock(to, win);
    CHECK_EQUAL(from, left);
    close_window();
}

/* Rank 0 makes no call until it sees in its memory that all other ranks have written. */
static void busy_target(void) {
    int32_t one = 1;
    open_window(64);
    if (rank == 0) {
        for (int i = 1; i < size; i++)
            while (memory[i] == 0)
                ;
        for (int i = 1; i < size; i++)
            CHECK_EQUAL(memory[i], 1);
    } else {
        int32_t values[8] = {rank, 1, 2, 3, 4, 5, 6, 7};
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(values, 8, MPI_INT, 0, 48, 8, MPI_INT, win);
        MPI_Win_unlock(0, win);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 0, rank, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(0, win);
    }
    close_window();
}

/* One counter for all ranks is changed by single operations, and one under a lock that is built
 * from single operations. */
static void contention(void) {
    int32_t one = 1, zero = 0, before, last = -1;
    int64_t wide = 1, seen;
    open_window(8);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < TURNS; i++) {
        MPI_Fetch_and_op(&one, &before, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
        CHECK(before > last);
        last = before;
        MPI_Fetch_and_op(&wide, &seen, MPI_INT64_T, 0, 2, MPI_SUM, win);
        MPI_Win_flush(0, win);
    }
    for (int i = 0; i < TURNS / 2; i++) {
        do {
            MPI_Compare_and_swap(&one, &zero, &before, MPI_INT, 0, 4, win);
            MPI_Win_flush(0, win);
        } while (before);
        MPI_Get(&before, 1, MPI_INT, 0, 5, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        before++;
        MPI_Put(&before, 1, MPI_INT, 0, 5, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Accumulate(&zero, 1, MPI_INT, 0, 4, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        CHECK_EQUAL(memory[0], TURNS * size);
        memcpy(&seen, (void *)(memory + 2), 8);
        CHECK_EQUAL(seen, TURNS * size);
        CHECK_EQUAL(memory[5], TURNS / 2 * size);
    }
    close_window();
}

/* Two locks at a time, in the order of ranks, and locks without contention. */
static void several(void) {
    int half = size / 2, a = half ? rank % half : 0, b = half;
    int32_t one = 1;
    open_window(2);
    for (int i = 0; half && i < TURNS; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, a, 0, win);
        MPI_Win_lock(MPI_LOCK_SHARED, b, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, b, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_unlock(a, win);
        MPI_Win_flush_all(win);
        MPI_Win_unlock(b, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_EQUAL(memory[0], half && rank == half ? TURNS * size : 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, (rank + 1) % size, MPI_MODE_NOCHECK, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 1, 1, MPI_INT, win);
    MPI_Win_unlock((rank + 1) % size, win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_EQUAL(memory[1], (rank + size - 1) % size);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 2) % size, 1, 1, MPI_INT, win);
    MPI_Win_flush_local_all(win);
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_EQUAL(memory[1], (rank + size - 2) % size);
    close_window();
}

/* In a line of ranks, the last rank locks MPI_PROC_NULL in place of a next rank. */
static void border(void) {
    int next = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    MPI_Request request;
    open_window(1);
    CHECK_CLASS(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win), MPI_SUCCESS);
    MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, win);
    CHECK_CLASS(MPI_Win_flush_local(next, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Rput(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, win, &request), MPI_SUCCESS);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Accumulate(&size, 1, MPI_INT, next, 0, 1, MPI_INT, MPI_SUM, win);
    CHECK_CLASS(MPI_Win_flush(next, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_unlock(next, win), MPI_SUCCESS);
    MPI_Barrier(MPI_COMM_WORLD);
    CHECK_EQUAL(memory[0], rank ? rank - 1 + size : 0);
    close_window();
}

/* Locking and unlocking MPI_PROC_NULL does not end the epoch of a lock of another rank. */
static void border_inside(void) {
    open_window(1);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, MPI_PROC_NULL, 0, win);
    MPI_Put(&rank, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Win_unlock(MPI_PROC_NULL, win);
    CHECK_CLASS(MPI_Put(&size, 1, MPI_INT, rank, 0, 1, MPI_INT, win), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_unlock(rank, win), MPI_SUCCESS);
    CHECK_EQUAL(memory[0], size);
    close_window();
}

/* While a rank waits for a lock, it receives messages. */
static void progress(void) {
    static char large[4096];
    open_window(1);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        for (int i = 1; i < size; i++)
            MPI_Ssend(large, sizeof large, MPI_CHAR, i, 0, MPI_COMM_WORLD);
        MPI_Win_unlock(0, win);
    } else {
        MPI_Request request;
        MPI_Irecv(large, sizeof large, MPI_CHAR, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Win_unlock(0, win);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    close_window();
}

static const struct test tests[] = {
    {"counting", counting},
    {"readers and writers", readers_and_writers},
    {"readers together", readers_together},
    {"readers behind a writer", readers_behind_a_writer},
    {"busy target", busy_target},
    {"contention", contention},
    {"several", several},
    {"border", border},
    {"border inside", border_inside},
    {"progress", progress},
    {NULL, NULL},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
