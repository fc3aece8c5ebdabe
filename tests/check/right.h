/* Steps of correct MPI programs, which all ranks take together (right.py). */

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size;

#define ok(condition)                                                                              \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("line %d: not " #condition "\n", __LINE__);                                     \
            MPI_Abort(MPI_COMM_WORLD, 1);                                                          \
        }                                                                                          \
    } while (0)

static int value(int of, int i) {
    return 1000 * of + i;
}

static int *filled(int count, int of) {
    int *made = malloc((size_t)count * sizeof *made);
    for (int i = 0; i < count; i++)
        made[i] = value(of, i);
    return made;
}

static void ring(int count, int shift) {
    int to = (rank + shift) % size, from = (rank + size - shift) % size;
    int *sent = filled(count, rank), *got = malloc((size_t)count * sizeof *got);
    MPI_Request both[2];
    MPI_Irecv(got, count, MPI_INT, from, shift, MPI_COMM_WORLD, &both[0]);
    MPI_Isend(sent, count, MPI_INT, to, shift, MPI_COMM_WORLD, &both[1]);
    MPI_Waitall(2, both, MPI_STATUSES_IGNORE);
    for (int i = 0; i < count; i++)
        ok(got[i] == value(from, i));
    free(sent);
    free(got);
}

/* The receiver probes for the length of the message, which it does not know. */
static void probed(int count, int shift) {
    int to = (rank + shift) % size, from = (rank + size - shift) % size, found;
    MPI_Request request;
    MPI_Status status;
    int *sent = filled(count + rank, rank);
    MPI_Isend(sent, count + rank, MPI_INT, to, 5, MPI_COMM_WORLD, &request);
    MPI_Probe(from, 5, MPI_COMM_WORLD, &status);
    MPI_Get_count(&status, MPI_INT, &found);
    ok(found == count + from);
    int *got = malloc((size_t)found * sizeof *got);
    MPI_Recv(got, found, MPI_INT, from, 5, MPI_COMM_WORLD, &status);
    ok(got[found - 1] == value(from, found - 1));
    free(got);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(sent);
}

static void spread(int count, int root) {
    int *all = rank == root % size ? filled(count, 7) : malloc((size_t)count * sizeof *all);
    MPI_Bcast(all, count, MPI_INT, root % size, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++)
        ok(all[i] == value(7, i));
    free(all);
}

static void summed(int count, int unused) {
    (void)unused;
    int *own = filled(count, rank), *sum = malloc((size_t)count * sizeof *sum);
    MPI_Allreduce(own, sum, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++)
        ok(sum[i] == 500 * size * (size - 1) + size * i);
    free(own);
    free(sum);
}

static void gathered(int count, int root) {
    int *own = filled(count, rank), *all = 0;
    if (rank == root % size)
        all = malloc((size_t)(count * size) * sizeof *all);
    MPI_Gather(own, count, MPI_INT, all, count, MPI_INT, root % size, MPI_COMM_WORLD);
    for (int i = 0; all && i < count * size; i++)
        ok(all[i] == value(i / count, i % count));
    free(all);
    free(own);
}

/* Sends every second element of an array. The elements in between have no value. */
static void strided(int count, int shift) {
    int to = (rank + shift) % size, from = (rank + size - shift) % size;
    size_t bytes = 2 * (size_t)count * sizeof(int);
    int *sent = malloc(bytes), *got = malloc(bytes);
    MPI_Datatype type;
    MPI_Type_vector(count, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int i = 0; i < count; i++)
        sent[2 * i] = value(rank, i);
    MPI_Sendrecv(sent, 1, type, to, 2, got, 1, type, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (int i = 0; i < count; i++)
        ok(got[2 * i] == value(from, i));
    MPI_Type_free(&type);
    free(sent);
    free(got);
}

static void fenced(int count, int shift) {
    int to = (rank + shift) % size, from = (rank + size - shift) % size;
    int *sent = filled(count, rank), *got = filled(count, rank);
    MPI_Win window;
    MPI_Win_create(got, count * (MPI_Aint)sizeof *got, sizeof *got, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &window);
    MPI_Win_fence(0, window);
    MPI_Put(sent, count, MPI_INT, to, 0, count, MPI_INT, window);
    MPI_Win_fence(0, window);
    for (int i = 0; i < count; i++)
        ok(got[i] == value(from, i));
    MPI_Win_free(&window);
    free(sent);
    free(got);
}

static void locked(int count, int root) {
    int *own, one = 1, now = 0;
    MPI_Win window;
    MPI_Win_allocate((MPI_Aint)sizeof *own, sizeof *own, MPI_INFO_NULL, MPI_COMM_WORLD, &own,
                     &window);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window);
    *own = 0;
    MPI_Win_unlock(rank, window);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < count % 7; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, root % size, 0, window);
        MPI_Accumulate(&one, 1, MPI_INT, root % size, 0, 1, MPI_INT, MPI_SUM, window);
        MPI_Win_unlock(root % size, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, root % size, 0, window);
    MPI_Get(&now, 1, MPI_INT, root % size, 0, 1, MPI_INT, window);
    MPI_Win_unlock(root % size, window);
    ok(now == count % 7 * size);
    MPI_Win_free(&window);
}

/* Blocks grow and are copied; their ends have no value until the last step. */
static void grown(int count, int times) {
    int *block = filled(count, rank), length = count;
    for (int i = 0; i < times; i++) {
        block = realloc(block, 2 * (size_t)length * sizeof *block);
        int *copy = malloc(2 * (size_t)length * sizeof *copy);
        memcpy(copy, block, 2 * (size_t)length * sizeof *copy);
        for (int at = length; at < 2 * length; at++)
            copy[at] = value(rank, at);
        free(block);
        block = copy;
        length *= 2;
    }
    for (int i = 0; i < length; i++)
        ok(block[i] == value(rank, i));
    char text[64], *kept;
    snprintf(text, sizeof text, "%d of %d", block[length - 1], length);
    kept = strdup(text);
    ok(strcmp(kept, text) == 0);
    free(kept);
    free(block);
}
