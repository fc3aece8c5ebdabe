/* Reductions and exchanges with lengths around the limits between algorithms, with any number of
 * operands. Operands are combined in the order of ranks, and results have the same bits on all
 * ranks and for every root. */
#include <stdbool.h>

#include "check.h"
#include "maps.h"

#define LONGEST 1500 /* maps of 8 bytes */

static uint32_t seed = 0x3c6ef372u; /* equal on all ranks */

static int draw(int below) {
    return (int)(random_next(&seed) % (uint32_t)below);
}

/* Short lengths, lengths around the limits, and lengths as large as memory allows. */
static int draw_count(void) {
    int steps[] = {4, 16, 64, 24 * size, 64 * size, 256 * size};
    int step = steps[draw(6)], count = step - 2 + draw(5);
    return count < LONGEST ? count : LONGEST - draw(3);
}

static void reduce(void) {
    struct map *mine = malloc(LONGEST * sizeof *mine), *got = malloc(LONGEST * sizeof *got);
    for (int round = 0; round < 8; round++) {
        int count = draw_count(), root = draw(size), in_place = draw(2);
        for (int i = 0; i < count; i++)
            got[i] = mine[i] = map_of(rank, i, round);
        CHECK_EQUAL(MPI_Reduce(rank == root && in_place ? MPI_IN_PLACE : mine, got, count, map_type,
                               chain_op, root, MPI_COMM_WORLD),
                    MPI_SUCCESS);
        if (rank == root)
            check_maps(got, count, size, round);
        for (int i = 0; i < count; i++)
            got[i] = mine[i];
        CHECK_EQUAL(MPI_Allreduce(in_place ? MPI_IN_PLACE : mine, got, count, map_type, chain_op,
                                  MPI_COMM_WORLD),
                    MPI_SUCCESS);
        check_maps(got, count, size, round);
        for (int i = 0; i < count; i++)
            CHECK_EQUAL(mine[i].factor, map_of(rank, i, round).factor);
    }
    free(mine);
    free(got);
}

/* Sums that depend on the order of the terms: the bits are equal on all ranks and for all roots. */
static void same_bits(void) {
    double *mine = malloc(LONGEST * sizeof *mine), *all = malloc(LONGEST * sizeof *all);
    double *other = malloc(LONGEST * sizeof *other);
    for (int round = 0; round < 5; round++) {
        int count = draw_count(), root = draw(size);
        size_t bytes = (size_t)count * sizeof *mine;
        for (int i = 0; i < count; i++)
            mine[i] = 1.0 / (1 + rank * 3 + i) + (rank % 2 ? -1e9 : 1e9);
        MPI_Allreduce(mine, all, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
        memcpy(other, all, bytes);
        MPI_Bcast(other, count, MPI_DOUBLE, root, MPI_COMM_WORLD);
        CHECK(!memcmp(other, all, bytes));
        for (int i = 0; i < count; i += 1 + count / 20) {
            double sum = 0;
            for (int from = 0; from < size; from++)
                sum += 1.0 / (1 + from * 3 + i) + (from % 2 ? -1e9 : 1e9);
            CHECK(all[i] - sum < 1e-4 && sum - all[i] < 1e-4);
        }
        MPI_Reduce(mine, all, count, MPI_DOUBLE, MPI_SUM, root, MPI_COMM_WORLD);
        MPI_Bcast(all, count, MPI_DOUBLE, root, MPI_COMM_WORLD);
        MPI_Reduce(mine, other, count, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
        if (rank == 0)
            CHECK(!memcmp(other, all, bytes));
    }
    free(mine);
    free(all);
    free(other);
}

/* Rank 0 has more elements than the others. It gets an error, no rank waits for ever, and nothing
 * is written behind the results. */
static void other_lengths(void) {
    int mine[80], all[80], count = rank ? 64 : 70;
    MPI_Comm comm;
    if (size == 1)
        return;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int i = 0; i < 80; i++)
        mine[i] = rank + i, all[i] = -1;
    /* From the second time on, a communicator may reduce without messages. */
    for (int round = 0; round < 3; round++) {
        MPI_Allreduce(mine, all, 64, MPI_INT, MPI_SUM, comm);
        for (int i = 0; i < 64; i++)
            CHECK_EQUAL(all[i], size * (size - 1) / 2 + i * size);
    }
    int class = class_of(MPI_Allreduce(mine, all, count, MPI_INT, MPI_SUM, comm));
    if (rank == 0)
        CHECK_EQUAL(class, MPI_ERR_COUNT);
    for (int i = count; i < 80; i++)
        CHECK_EQUAL(all[i], -1);
    MPI_Comm_free(&comm);
}

/* Some ranks have lengths above the limit of the algorithm in which ranks exchange halves of the
 * operands, and the others have shorter lengths. If the number of ranks is a power of two, every
 * rank learns that the lengths differ, and the next reduction works. */
static void lengths_of_two_algorithms(void) {
    int *mine = calloc(5000, sizeof *mine), *all = calloc(5000, sizeof *all);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int round = 0; round < 7 && size > 2 && !(size & (size - 1)); round++) {
        int is_other = rank == size / 2 && round > 2 && round < 6, root = round == 4 ? 1 : 0;
        int count = round > 4 ? 5000 - 1000 * is_other : 4000 + 1000 * is_other;
        for (int i = 0; i < 5000; i++)
            mine[i] = rank + i;
        int class = class_of(round == 4 ? MPI_Reduce(mine, all, count, MPI_INT, MPI_SUM, root, comm)
                                        : MPI_Allreduce(mine, all, count, MPI_INT, MPI_SUM, comm));
        if (round > 2 && round < 6)
            CHECK(class == MPI_ERR_TRUNCATE || class == MPI_ERR_COUNT);
        else
            CHECK_EQUAL(class, MPI_SUCCESS);
        if (round < 3 || round == 6)
            for (int i = 0; i < count; i += 37)
                CHECK_EQUAL(all[i], size * (size - 1) / 2 + i * size);
    }
    MPI_Comm_free(&comm);
    free(mine);
    free(all);
}

/* Operands that are longer than what ranks reduce at a time: in place, to a root, and to shares of
 * several lengths, some of them 0. */
static void in_parts(void) {
    static const int counts[] = {4095, 4097, 6143, 8192, 10000};
    int *data = malloc(10000 * sizeof *data), shares[64];
    for (int round = 0; round < 15; round++) {
        int what = round / 5, count = counts[round % 5], root = draw(size), at = 0, own = count;
        for (int i = 0; i < count; i++)
            data[i] = rank + i * 3;
        if (what == 0) {
            MPI_Allreduce(MPI_IN_PLACE, data, count, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        } else if (what == 1) {
            MPI_Reduce(rank == root ? MPI_IN_PLACE : data, data, count, MPI_INT, MPI_SUM, root,
                       MPI_COMM_WORLD);
            own = rank == root ? count : 0;
        } else {
            for (int i = 0, left = count; i < size; i++) {
                shares[i] = i == size - 1 ? left : draw(3) ? draw(left + 1) : 0;
                left -= shares[i];
                at += i < rank ? shares[i] : 0;
            }
            own = shares[rank];
            MPI_Reduce_scatter(MPI_IN_PLACE, data, shares, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        }
        for (int i = 0; i < own; i++)
            CHECK_EQUAL(data[i], size * (size - 1) / 2 + (at + i) * 3 * size);
    }
    free(data);
}

/* Broadcasts with lengths around those of segments, from every root, of data at any address. The
 * root may be so late that the other ranks sleep. Meanwhile a message is in progress. */
static void bcast(void) {
    static const int lengths[] = {257, 511, 1025, 4099, 8192, 16381, 30001};
    char *data = malloc(30001 + 8), *sent = malloc(3000);
    for (int round = 0; round < 14; round++) {
        int bytes = lengths[round % 7], root = round * 5 % size, shift = draw(2) ? draw(8) : 0;
        int step = 1 + bytes / 600; /* less than a packet */
        MPI_Request request = MPI_REQUEST_NULL;
        if (size > 1 && rank == (root + 1) % size)
            MPI_Irecv(sent, 3000, MPI_BYTE, root, 1, MPI_COMM_WORLD, &request);
        if (size > 1 && rank == root)
            MPI_Isend(sent, 3000, MPI_BYTE, (root + 1) % size, 1, MPI_COMM_WORLD, &request);
        for (volatile int wait = 0; rank == root && wait < round * 500; wait++)
            ;
        memset(data, 0x77, 30001 + 8);
        for (int i = 0; rank == root && i < bytes; i += step)
            data[shift + i] = (char)(i * 7 + i / 256 + round);
        CHECK_EQUAL(MPI_Bcast(data + shift, bytes, MPI_BYTE, root, MPI_COMM_WORLD), MPI_SUCCESS);
        int wrong = 0;
        for (int i = 0; i < bytes; i += step)
            wrong += data[shift + i] != (char)(i * 7 + i / 256 + round);
        CHECK_EQUAL(wrong, 0);
        CHECK_EQUAL(data[shift + bytes], 0x77);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    free(data);
    free(sent);
}

/* A rank whose data are shorter than those of the others gets an error, no rank waits for ever, and
 * the next broadcast is right. */
static void other_bcasts(void) {
    char *data = malloc(40000);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int bytes = 4000; bytes <= 40000 && size > 2; bytes *= 10)
        for (int round = 0; round < 6; round++) {
            int is_other = round == 3 && rank == 1;
            memset(data, rank ? 0 : round + 1, 40000);
            int class = class_of(MPI_Bcast(data, bytes - 100 * is_other, MPI_BYTE, 0, comm));
            if (is_other)
                CHECK_EQUAL(class, MPI_ERR_TRUNCATE);
            if (round != 3)
                CHECK(class == MPI_SUCCESS && data[0] == round + 1 && data[bytes - 1] == round + 1);
        }
    MPI_Comm_free(&comm);
    free(data);
}

/* Blocks of several lengths, in place and not, elements with gaps, and other collectives in
 * between. There is no barrier, and no rank may get a block of another call. */
static void allgather(void) {
    static const int counts[] = {1, 2, 3, 7, 16, 16, 16, 64, 65, 256};
    MPI_Datatype spaced;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &spaced);
    MPI_Type_commit(&spaced);
    int *all = malloc((size_t)(256 * size * 2) * sizeof *all), *mine = malloc(256 * sizeof *mine);
    for (int round = 0; round < 40; round++) {
        int count = counts[draw(10)], kind = draw(4), gap = kind == 3 ? 2 : 1;
        for (int i = 0; i < count * size * gap; i++)
            all[i] = -1;
        for (int i = 0; i < count; i++)
            (kind == 1 ? all + rank * count : mine)[i] = rank * 1000 + i + round;
        CHECK_EQUAL(MPI_Allgather(kind == 1 ? MPI_IN_PLACE : mine, count, MPI_INT, all, count,
                                  kind == 3 ? spaced : MPI_INT, MPI_COMM_WORLD),
                    MPI_SUCCESS);
        for (int i = 0; i < count * size; i++)
            CHECK_EQUAL(all[i * gap], i / count * 1000 + i % count + round);
        int sum = 0, root = draw(size), what = draw(5);
        if (what == 0)
            MPI_Bcast(&count, 1, MPI_INT, root, MPI_COMM_WORLD);
        if (what == 1) {
            MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
            CHECK_EQUAL(sum, size * (size - 1) / 2);
        }
        if (what == 2)
            MPI_Reduce(mine, all, count, MPI_INT, MPI_MIN, root, MPI_COMM_WORLD);
    }
    MPI_Type_free(&spaced);
    free(all);
    free(mine);
}

/* Some blocks are about as long as the longest ones that the library combines in messages; others
 * are longer. */
static void alltoall(void) {
    for (int bytes = 0; bytes < 1000; bytes += bytes < 60 ? 7 : bytes < 69 ? 1 : bytes / 2)
        for (int in_place = 0; in_place < 2; in_place++) {
            size_t all = (size_t)(bytes * size);
            unsigned char *from = malloc(all + 1), *to = malloc(all + 1);
            for (int i = 0; i < bytes * size; i++)
                (in_place ? to : from)[i] = (unsigned char)(rank * 5 + i / (bytes + !bytes) + i);
            to[all] = 0x77;
            CHECK_EQUAL(MPI_Alltoall(in_place ? MPI_IN_PLACE : from, bytes, MPI_BYTE, to, bytes,
                                     MPI_BYTE, MPI_COMM_WORLD),
                        MPI_SUCCESS);
            for (int i = 0; i < bytes * size; i++) {
                int source = i / bytes, at = rank * bytes + i % bytes;
                CHECK_EQUAL(to[i], (unsigned char)(source * 5 + rank + at));
            }
            CHECK_EQUAL(to[all], 0x77);
            free(from);
            free(to);
        }
}

static const struct test tests[] = {
    {"long operands: reduce", reduce},
    {"long operands: same bits", same_bits},
    {"long operands: alltoall", alltoall},
    {"long operands: other lengths", other_lengths},
    {"long operands: lengths of two algorithms", lengths_of_two_algorithms},
    {"long operands: in parts", in_parts},
    {"long operands: allgather", allgather},
    {"long operands: bcast", bcast},
    {"long operands: broadcasts of another length", other_bcasts},
    {0},
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    make_maps();
    int failed = run_tests(tests);
    free_maps();
    MPI_Finalize();
    return failed != 0;
}
