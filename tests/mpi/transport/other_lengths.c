/* Collectives of operands and blocks whose lengths differ between ranks. Such programs are wrong,
 * but where ranks access each other's memory, all ranks learn it, and the data of all other pairs
 * arrive. (Where ranks pass on each other's data in messages, only some ranks learn it.) */
#include <stdbool.h>

#include "../check.h"

/* Each rank in turn has more elements than the others, or fewer. Every rank learns this, and the
 * next reduction is right. */
static void other_length_of_each_rank(void) {
    int mine[65], all[65];
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int i = 0; i < 65; i++)
        mine[i] = rank + i;
    /* The first two reductions use messages, and only some ranks learn of the other length. */
    for (int round = 0; round < 4 * (size + 1) && size > 2; round++) {
        int other = round % 2 ? round / 4 - 1 : -1, length = round & 2 ? 65 : 63;
        int count = rank == other ? length : 64, root = round / 4 % size;
        int class = class_of(round & 4 ? MPI_Reduce(mine, all, count, MPI_INT, MPI_SUM, root, comm)
                                       : MPI_Allreduce(mine, all, count, MPI_INT, MPI_SUM, comm));
        if (other >= 0)
            CHECK(class == MPI_ERR_TRUNCATE || class == MPI_ERR_COUNT);
        else
            CHECK_EQUAL(class, MPI_SUCCESS);
        for (int i = 0; i < 64 && other < 0 && (!(round & 4) || rank == root); i++)
            CHECK_EQUAL(all[i], size * (size - 1) / 2 + i * size);
    }
    MPI_Comm_free(&comm);
}

/* Rank 0 has a longer block than the others, or a shorter one. Every rank learns this, and the
 * next allgather is right. (If the blocks travel in messages, only some ranks learn it.) */
static void other_blocks(void) {
    int *all = malloc((size_t)(6 * size + 1) * sizeof *all), mine[6];
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    bool is_direct = size > 2 && !(size & (size - 1));
    for (int round = 0; round < 9; round++) {
        int other = round < 3 || round == 5 ? 4 : round & 1 ? 3 : 6;
        int count = rank == 0 && is_direct ? other : 4;
        for (int i = 0; i < 6; i++)
            mine[i] = rank * 10 + i + round;
        for (int i = 0; i <= 6 * size; i++)
            all[i] = -1;
        int class = class_of(MPI_Allgather(mine, count, MPI_INT, all, count, MPI_INT, comm));
        bool is_longer = rank == 0 ? other < 4 : other > 4;
        if (count == 4 && (other == 4 || !is_direct)) {
            CHECK_EQUAL(class, MPI_SUCCESS);
            for (int i = 0; i < 4 * size; i++)
                CHECK_EQUAL(all[i], i / 4 * 10 + i % 4 + round);
        } else {
            CHECK_EQUAL(class, is_longer ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
        }
        for (int i = count * size; i <= 6 * size; i++)
            CHECK_EQUAL(all[i], -1);
    }
    MPI_Comm_free(&comm);
    free(all);
}

/* One rank in turn sends and receives longer or shorter blocks than the others. This rank gets an
 * error. So does each other rank, although only one rank of each pair moves the data of both. */
static void other_blocks_of_all(void) {
    int *from = malloc((size_t)(5 * size) * sizeof *from), *to = malloc((size_t)(5 * size) * 4);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (int round = 0; round < 2 * size + 3 && size > 2; round++) {
        int other = round / 2 - 1, length = round & 1 ? 5 : 3, count = rank == other ? length : 4;
        bool is_longer = rank == other ? length < 4 : length > 4;
        for (int i = 0; i < 5 * size; i++)
            from[i] = rank * 100 + i;
        int class = class_of(MPI_Alltoall(from, count, MPI_INT, to, count, MPI_INT, comm));
        if (other >= 0 && other < size)
            CHECK_EQUAL(class, is_longer ? MPI_ERR_TRUNCATE : MPI_ERR_COUNT);
        else
            CHECK_EQUAL(class, MPI_SUCCESS);
        if (other < 0 || other >= size)
            for (int i = 0; i < 4 * size; i++)
                CHECK_EQUAL(to[i], i / 4 * 100 + rank * 4 + i % 4);
    }
    MPI_Comm_free(&comm);
    free(from);
    free(to);
}

/* One rank in turn receives or sends longer or shorter blocks than the other ranks, or sends
 * none. A rank that gets blocks of a wrong length gets an error. All other data arrive, and no
 * rank's memory behind its buffer is changed. */
static void other_blocks_on_one_side(void) {
    int room = 6 * size, *from = malloc((size_t)room * 4), *to = malloc((size_t)(room + 64) * 4);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    MPI_Alltoall(from, 4, MPI_INT, to, 4, MPI_INT, comm); /* the next calls use no messages */
    for (int round = 0; round < 5 * size && size > 2; round++) {
        static const int sent[] = {4, 4, 3, 5, 0}, received[] = {3, 5, 4, 4, 4};
        int what = round % 5, other = round / 5;
        int out = rank == other ? sent[what] : 4, in = rank == other ? received[what] : 4;
        for (int i = 0; i < room; i++)
            from[i] = rank * 100 + i;
        for (int i = 0; i < room + 64; i++)
            to[i] = -1;
        int class = class_of(MPI_Alltoall(out ? from : NULL, out, MPI_INT, to, in, MPI_INT, comm));
        /* The other ranks send four elements, which is right for a rank that receives four. */
        bool is_right = rank == other ? in == 4 : sent[what] == 4;
        if (!is_right)
            CHECK(class == MPI_ERR_TRUNCATE || class == MPI_ERR_COUNT);
        for (int i = 0; i < 4 * size && rank != other; i++)
            if (i / 4 != other || sent[what] == 4)
                CHECK_EQUAL(to[i], i / 4 * 100 + rank * 4 + i % 4);
        for (int i = (in < 4 ? 4 : in) * size; i < room + 64; i++)
            CHECK_EQUAL(to[i], -1);
    }
    MPI_Comm_free(&comm);
    free(from);
    free(to);
}

static const struct test tests[] = {
    {"another length of each rank", other_length_of_each_rank},
    {"blocks of another length", other_blocks},
    {"blocks of another length to all", other_blocks_of_all},
    {"blocks of another length on one side", other_blocks_on_one_side},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
