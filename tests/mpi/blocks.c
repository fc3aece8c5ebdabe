/* Collectives of blocks: Allgather, Allgatherv, Gatherv, Scatterv, Alltoall and its v and w forms,
 * with random lengths and displacements, with and without MPI_IN_PLACE. Every rank can compute the
 * expected results. */
#include "check.h"

#define LONGEST 600

/* The element that rank `from` sends to rank `to` at `index`. */
static int element(int from, int to, int index) {
    return from * 1000003 + to * 1009 + index * 7 + 1;
}

/* The number of elements that `from` has for `to`: random, equal on every rank, and often 0. */
static uint32_t seed;

static int length(int from, int to) {
    uint32_t state = seed * 7919u + (uint32_t)from * 131u + (uint32_t)to * 17u + 1u;
    for (int i = 0; i < 5; i++)
        random_next(&state);
    int most = LONGEST / size + 2;
    return random_next(&state) % 4 ? (int)(random_next(&state) % (unsigned)most) : 0;
}

/* Chooses positions for blocks with these lengths, in a different order than that of the ranks,
 * with gaps between the blocks. */
static int place_blocks(const int *counts, int *places) {
    int end = 1;
    for (int i = 0; i < size; i++) {
        int block = (i * 5 + 3) % size;
        if (size % 5 == 0)
            block = size - 1 - i;
        places[block] = end;
        end += counts[block] + (int)(seed + (uint32_t)i) % 3;
    }
    return end;
}

/* Allocates memory for blocks and fills it with a value, which must remain between the blocks. */
static int *memory_for(int elements) {
    int *memory = malloc((size_t)(elements + 1) * sizeof *memory);
    memset(memory, 0x5a, (size_t)(elements + 1) * sizeof *memory);
    return memory;
}

static void fill(int *block, int from, int to, int count) {
    for (int i = 0; i < count; i++)
        block[i] = element(from, to, i);
}

static void check_block(const int *block, int from, int to, int count) {
    for (int i = 0; i < count; i++)
        CHECK_EQUAL(block[i], element(from, to, i));
}

/* Checks that only the blocks were written. */
static void check_gaps(const int *memory, int elements, const int *counts, const int *places) {
    for (int at = 0; at <= elements; at++) {
        int inside = 0;
        for (int i = 0; i < size; i++)
            inside |= at >= places[i] && at < places[i] + counts[i];
        if (!inside)
            CHECK_EQUAL(memory[at], 0x5a5a5a5a);
    }
}

struct lengths {
    int counts[1024], places[1024], elements;
};

/* Computes the lengths of the blocks that a rank receives. Rank i sends a block with the length of
 * its data for rank `to`, or, if `own` is set, for itself. */
static void lengths_from_all(struct lengths *lengths, int to, int own) {
    for (int i = 0; i < size; i++)
        lengths->counts[i] = length(i, own ? i : to);
    lengths->elements = place_blocks(lengths->counts, lengths->places);
}

static void lengths_to_all(struct lengths *lengths, int from) {
    for (int i = 0; i < size; i++)
        lengths->counts[i] = length(from, i);
    lengths->elements = place_blocks(lengths->counts, lengths->places);
}

static struct lengths out, in;

static void allgather(void) {
    static const int counts[] = {0, 1, 7, 100, 700};
    for (int c = 0; c < 5 && counts[c] * size <= 4000; c++)
        for (int in_place = 0; in_place < 2; in_place++) {
            int n = counts[c];
            int *all = memory_for(n * size), *own = memory_for(n);
            fill(in_place ? all + rank * n : own, rank, 0, n);
            CHECK_EQUAL(MPI_Allgather(in_place ? MPI_IN_PLACE : own, n, MPI_INT, all, n, MPI_INT,
                                      MPI_COMM_WORLD),
                        MPI_SUCCESS);
            for (int i = 0; i < size; i++)
                check_block(all + i * n, i, 0, n);
            CHECK_EQUAL(all[n * size], 0x5a5a5a5a);
            free(all);
            free(own);
        }
}

static void allgatherv(void) {
    for (seed = 1; seed <= 4; seed++)
        for (int in_place = 0; in_place < 2; in_place++) {
            lengths_from_all(&in, 0, 1);
            int n = in.counts[rank], *all = memory_for(in.elements), *own = memory_for(n);
            fill(in_place ? all + in.places[rank] : own, rank, rank, n);
            CHECK_EQUAL(MPI_Allgatherv(in_place ? MPI_IN_PLACE : own, n, MPI_INT, all, in.counts,
                                       in.places, MPI_INT, MPI_COMM_WORLD),
                        MPI_SUCCESS);
            for (int i = 0; i < size; i++)
                check_block(all + in.places[i], i, i, in.counts[i]);
            check_gaps(all, in.elements, in.counts, in.places);
            free(all);
            free(own);
        }
}

static void gatherv(void) {
    for (seed = 1; seed <= 4; seed++)
        for (int in_place = 0; in_place < 2; in_place++) {
            int root = (int)seed % size, is_root = rank == root;
            lengths_from_all(&in, root, 0);
            int n = in.counts[rank], *own = memory_for(n);
            int *all = is_root ? memory_for(in.elements) : NULL;
            fill(is_root && in_place ? all + in.places[rank] : own, rank, root, n);
            CHECK_EQUAL(MPI_Gatherv(is_root && in_place ? MPI_IN_PLACE : own, n, MPI_INT, all,
                                    is_root ? in.counts : NULL, is_root ? in.places : NULL, MPI_INT,
                                    root, MPI_COMM_WORLD),
                        MPI_SUCCESS);
            for (int i = 0; i < size && is_root; i++)
                check_block(all + in.places[i], i, root, in.counts[i]);
            if (is_root)
                check_gaps(all, in.elements, in.counts, in.places);
            free(all);
            free(own);
        }
}

static void scatterv(void) {
    for (seed = 1; seed <= 4; seed++)
        for (int in_place = 0; in_place < 2; in_place++) {
            int root = (int)seed % size, is_root = rank == root;
            lengths_to_all(&out, root);
            int n = out.counts[rank], *own = memory_for(n);
            int *all = is_root ? memory_for(out.elements) : NULL;
            for (int i = 0; i < size && is_root; i++)
                fill(all + out.places[i], root, i, out.counts[i]);
            CHECK_EQUAL(MPI_Scatterv(all, is_root ? out.counts : NULL, is_root ? out.places : NULL,
                                     MPI_INT, is_root && in_place ? MPI_IN_PLACE : own, n, MPI_INT,
                                     root, MPI_COMM_WORLD),
                        MPI_SUCCESS);
            check_block(is_root && in_place ? all + out.places[rank] : own, root, rank, n);
            CHECK_EQUAL(own[n], 0x5a5a5a5a);
            free(all);
            free(own);
        }
}

static void alltoall(void) {
    static const int counts[] = {0, 1, 9, 130};
    for (int c = 0; c < 4 && counts[c] * size <= 4000; c++)
        for (int in_place = 0; in_place < 2; in_place++) {
            int n = counts[c], *to = memory_for(n * size), *from = memory_for(n * size);
            for (int i = 0; i < size; i++)
                fill((in_place ? to : from) + i * n, rank, i, n);
            CHECK_EQUAL(MPI_Alltoall(in_place ? MPI_IN_PLACE : from, n, MPI_INT, to, n, MPI_INT,
                                     MPI_COMM_WORLD),
                        MPI_SUCCESS);
            for (int i = 0; i < size; i++)
                check_block(to + i * n, i, rank, n);
            CHECK_EQUAL(to[n * size], 0x5a5a5a5a);
            free(to);
            free(from);
        }
}

static void alltoallv(void) {
    for (seed = 1; seed <= 4; seed++) {
        lengths_to_all(&out, rank);
        lengths_from_all(&in, rank, 0);
        int *from = memory_for(out.elements), *to = memory_for(in.elements);
        for (int i = 0; i < size; i++)
            fill(from + out.places[i], rank, i, out.counts[i]);
        CHECK_EQUAL(MPI_Alltoallv(from, out.counts, out.places, MPI_INT, to, in.counts, in.places,
                                  MPI_INT, MPI_COMM_WORLD),
                    MPI_SUCCESS);
        for (int i = 0; i < size; i++)
            check_block(to + in.places[i], i, rank, in.counts[i]);
        check_gaps(to, in.elements, in.counts, in.places);
        free(from);
        free(to);
    }
}

/* In place, both ranks of a pair have equal lengths, namely the length that the lower rank has
 * for the higher one. */
static void alltoallv_in_place(void) {
    for (seed = 1; seed <= 4; seed++) {
        for (int i = 0; i < size; i++)
            in.counts[i] = rank < i ? length(rank, i) : length(i, rank);
        in.elements = place_blocks(in.counts, in.places);
        int *to = memory_for(in.elements);
        for (int i = 0; i < size; i++)
            fill(to + in.places[i], rank, i, in.counts[i]);
        CHECK_EQUAL(MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, to, in.counts,
                                  in.places, MPI_INT, MPI_COMM_WORLD),
                    MPI_SUCCESS);
        for (int i = 0; i < size; i++)
            check_block(to + in.places[i], i, rank, in.counts[i]);
        check_gaps(to, in.elements, in.counts, in.places);
        free(to);
    }
}

/* Positions in bytes, and different datatypes for different peers. */
static void alltoallw(void) {
    static MPI_Datatype types_out[1024], types_in[1024];
    static int bytes_out[1024], bytes_in[1024], counts_out[1024], counts_in[1024];
    for (seed = 1; seed <= 4; seed++) {
        lengths_to_all(&out, rank);
        lengths_from_all(&in, rank, 0);
        int *from = memory_for(out.elements), *to = memory_for(in.elements);
        for (int i = 0; i < size; i++) {
            int as_bytes = (rank + i) % 2;
            types_out[i] = types_in[i] = as_bytes ? MPI_BYTE : MPI_INT;
            counts_out[i] = out.counts[i] * (as_bytes ? 4 : 1);
            counts_in[i] = in.counts[i] * (as_bytes ? 4 : 1);
            bytes_out[i] = out.places[i] * 4;
            bytes_in[i] = in.places[i] * 4;
            fill(from + out.places[i], rank, i, out.counts[i]);
        }
        CHECK_EQUAL(MPI_Alltoallw(from, counts_out, bytes_out, types_out, to, counts_in, bytes_in,
                                  types_in, MPI_COMM_WORLD),
                    MPI_SUCCESS);
        for (int i = 0; i < size; i++)
            check_block(to + in.places[i], i, rank, in.counts[i]);
        check_gaps(to, in.elements, in.counts, in.places);
        free(from);
        free(to);
    }
}

/* Datatypes of absolute addresses. */
static void alltoallw_bottom(void) {
    static MPI_Datatype types_out[1024], types_in[1024];
    static int ones[1024], zeros[1024];
    int *from = memory_for(size), *to = memory_for(size);
    for (int i = 0; i < size; i++) {
        MPI_Aint at;
        int one = 1;
        fill(from + i, rank, i, 1);
        ones[i] = 1;
        MPI_Get_address(from + i, &at);
        MPI_Type_create_hindexed(1, &one, &at, MPI_INT, &types_out[i]);
        MPI_Get_address(to + i, &at);
        MPI_Type_create_hindexed(1, &one, &at, MPI_INT, &types_in[i]);
        MPI_Type_commit(&types_out[i]);
        MPI_Type_commit(&types_in[i]);
    }
    CHECK_EQUAL(MPI_Alltoallw(MPI_BOTTOM, ones, zeros, types_out, MPI_BOTTOM, ones, zeros, types_in,
                              MPI_COMM_WORLD),
                MPI_SUCCESS);
    for (int i = 0; i < size; i++) {
        check_block(to + i, i, rank, 1);
        MPI_Type_free(&types_out[i]);
        MPI_Type_free(&types_in[i]);
    }
    free(from);
    free(to);
}

/* Columns of a matrix: every rank gets one column from each other rank. */
static void columns(void) {
    MPI_Datatype column, spaced;
    int *from = memory_for(3 * size), *to = memory_for(3 * size);
    MPI_Type_vector(3, 1, size, MPI_INT, &column);
    MPI_Type_create_resized(column, 0, sizeof(int), &spaced);
    MPI_Type_commit(&spaced);
    for (int i = 0; i < 3 * size; i++)
        from[i] = element(rank, i % size, i / size);
    CHECK_EQUAL(MPI_Alltoall(from, 1, spaced, to, 3, MPI_INT, MPI_COMM_WORLD), MPI_SUCCESS);
    for (int i = 0; i < size; i++)
        check_block(to + 3 * i, i, rank, 3);
    CHECK_EQUAL(MPI_Allgather(to + 3 * rank, 3, MPI_INT, from, 1, spaced, MPI_COMM_WORLD),
                MPI_SUCCESS);
    for (int i = 0; i < 3 * size; i++)
        CHECK_EQUAL(from[i], element(i % size, i % size, i / size));
    MPI_Type_free(&column);
    MPI_Type_free(&spaced);
    free(from);
    free(to);
}

/* At some ranks, a gap follows each element. Other ranks cannot fetch such data directly. */
static void gaps_at_some_ranks(void) {
    MPI_Datatype spaced;
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &spaced);
    MPI_Type_commit(&spaced);
    for (seed = 1; seed <= 9; seed++) {
        int what = (int)seed % 3, root = (int)seed / 3 % size, step = rank % 3 == what ? 2 : 1;
        MPI_Datatype type = step == 2 ? spaced : MPI_INT;
        int mine = 40 + rank, *one = memory_for(2 * mine),
            *all = memory_for(2 * size * (48 + size));
        for (int i = 0; i < size; i++) {
            out.counts[i] = what == 2 ? 40 + (rank + i) % 7 : 40 + i;
            out.places[i] = i * (48 + size);
        }
        int *block = all + out.places[rank] * step;
        if (what == 0) {
            for (int i = 0; i < mine; i++)
                one[i * step] = element(rank, root, i);
            CHECK_EQUAL(MPI_Gatherv(one, mine, type, all, out.counts, out.places, type, root,
                                    MPI_COMM_WORLD),
                        MPI_SUCCESS);
            for (int from = 0; from < size && rank == root; from++)
                for (int i = 0; i < out.counts[from]; i++)
                    CHECK_EQUAL(all[(out.places[from] + i) * step], element(from, root, i));
        } else if (what == 1) {
            for (int to = 0; to < size; to++)
                for (int i = 0; i < out.counts[to]; i++)
                    all[(out.places[to] + i) * step] = element(root, to, i);
            CHECK_EQUAL(MPI_Scatterv(all, out.counts, out.places, type, one, mine, type, root,
                                     MPI_COMM_WORLD),
                        MPI_SUCCESS);
            for (int i = 0; i < mine; i++)
                CHECK_EQUAL(one[i * step], element(root, rank, i));
            for (int i = 1; i < mine && step == 2; i++)
                CHECK_EQUAL(one[i * 2 - 1], 0x5a5a5a5a);
        } else {
            int *got = memory_for(size * (48 + size));
            for (int to = 0; to < size; to++)
                for (int i = 0; i < out.counts[to]; i++)
                    all[(out.places[to] + i) * step] = element(rank, to, i);
            CHECK_EQUAL(MPI_Alltoallv(all, out.counts, out.places, type, got, out.counts,
                                      out.places, MPI_INT, MPI_COMM_WORLD),
                        MPI_SUCCESS);
            for (int from = 0; from < size; from++)
                check_block(got + out.places[from], from, rank, out.counts[from]);
            check_gaps(got, size * (48 + size), out.counts, out.places);
            free(got);
        }
        for (int i = 0; i < size; i++)
            out.counts[i] = 40 + i;
        for (int i = 0; i < mine; i++)
            block[i * step] = element(rank, rank, i);
        CHECK_EQUAL(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, all, out.counts, out.places, type,
                                   MPI_COMM_WORLD),
                    MPI_SUCCESS);
        for (int from = 0; from < size; from++)
            for (int i = 0; i < out.counts[from]; i++)
                CHECK_EQUAL(all[(out.places[from] + i) * step], element(from, from, i));
        free(one);
        free(all);
    }
    MPI_Type_free(&spaced);
}

/* The last rank sends a block that is longer or shorter than the root expects, or expects a block
 * that is longer or shorter than the one that the root sends. Only the rank that receives this
 * block gets an error. Nothing is written after the blocks, and the next call works. */
static void other_lengths(void) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int round = 0; round < 18 && size > 1; round++) {
        int what = round % 3, n = round / 3 % 2 ? 3 : 400, other = round / 6 - 1;
        int is_last = rank == size - 1, own = n + is_last * other;
        int *one = memory_for(n + 1), *all = memory_for(size * (n + 2)), class;
        for (int i = 0; i < size; i++) {
            out.counts[i] = n;
            out.places[i] = i * (n + 1);
            fill(all + out.places[i], rank, i, n);
        }
        if (what == 0) {
            fill(one, rank, 0, own);
            class = class_of(
                MPI_Gatherv(one, own, MPI_INT, all, out.counts, out.places, MPI_INT, 0, comm));
            CHECK_EQUAL(class, rank || !other ? MPI_SUCCESS
                               : other > 0    ? MPI_ERR_TRUNCATE
                                              : MPI_ERR_COUNT);
            for (int i = 0; i < size - !!other && !rank; i++)
                check_block(all + out.places[i], i, 0, n);
            if (!rank)
                check_gaps(all, size * (n + 1), out.counts, out.places);
        } else {
            if (what == 1)
                class = class_of(
                    MPI_Scatterv(all, out.counts, out.places, MPI_INT, one, own, MPI_INT, 0, comm));
            else
                class = class_of(MPI_Scatter(all, n, MPI_INT, one, own, MPI_INT, 0, comm));
            CHECK_EQUAL(class, !is_last || !other ? MPI_SUCCESS
                               : other < 0        ? MPI_ERR_TRUNCATE
                                                  : MPI_ERR_COUNT);
            for (int i = 0; i < n && what == 1 && (!is_last || !other); i++)
                CHECK_EQUAL(one[i], element(0, rank, i));
            CHECK_EQUAL(one[n + 1], 0x5a5a5a5a);
        }
        free(one);
        free(all);
    }
    MPI_Comm_free(&comm);
}

static const struct test tests[] = {
    {"blocks: gaps at some ranks", gaps_at_some_ranks},
    {"blocks: other lengths", other_lengths},
    {"blocks: allgather", allgather},
    {"blocks: allgatherv", allgatherv},
    {"blocks: gatherv", gatherv},
    {"blocks: scatterv", scatterv},
    {"blocks: alltoall", alltoall},
    {"blocks: alltoallv", alltoallv},
    {"blocks: alltoallv in place", alltoallv_in_place},
    {"blocks: alltoallw", alltoallw},
    {"blocks: alltoallw, bottom", alltoallw_bottom},
    {"blocks: columns", columns},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
