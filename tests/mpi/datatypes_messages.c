/* Messages and collectives of derived datatypes. */
#include "check.h"

static MPI_Datatype committed(MPI_Datatype type) {
    MPI_Type_commit(&type);
    return type;
}

/* A column of a matrix of `rows` by `columns` doubles. */
static MPI_Datatype column(int rows, int columns) {
    MPI_Datatype type;
    MPI_Type_vector(rows, 1, columns, MPI_DOUBLE, &type);
    return committed(type);
}

/* Each rank sends a column, which its right neighbour receives as a row, and a row, which it
 * receives as a column. Lengths are small and large. */
static void transpose(void) {
    enum { LONGEST = 60 };
    static const int lengths[] = {2, 12, LONGEST};
    static double out[LONGEST][LONGEST], in[LONGEST][LONGEST];
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int k = 0; k < 3; k++) {
        int n = lengths[k];
        MPI_Datatype type = column(n, LONGEST);
        MPI_Status status;
        int count = -1, elements = -1;
        for (int i = 0; i < n; i++)
            out[i][1] = out[1][i] = rank * 1000 + i;
        memset(in, 0, sizeof in);
        MPI_Sendrecv(&out[0][1], 1, type, right, 0, &in[2], n, MPI_DOUBLE, left, 0, MPI_COMM_WORLD,
                     &status);
        MPI_Get_count(&status, type, &count);
        MPI_Get_elements(&status, type, &elements);
        CHECK_EQUAL(count, 1);
        CHECK_EQUAL(elements, n);
        MPI_Sendrecv(&out[1], n, MPI_DOUBLE, right, 1, &in[0][1], 1, type, left, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        for (int i = 0; i < n; i++) {
            CHECK(in[i][1] == left * 1000 + i || i == 2);
            CHECK(in[2][i] == left * 1000 + i || i == 1);
        }
        CHECK(in[0][0] == 0 && in[0][2] == 0);
        MPI_Type_free(&type);
    }
}

/* Blocks with lengths around the limit from which each block is fetched separately, in messages
 * that may end inside a block. */
static void block_lengths(void) {
    enum { BLOCKS = 7, LONGEST = 600 };
    static const int lengths[] = {1, 4, 12, 47, 48, 49, 64, 300, LONGEST};
    static char out[BLOCKS * LONGEST], in[2 * BLOCKS * LONGEST], expected[sizeof in];
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int i = 0; i < (int)sizeof out; i++)
        out[i] = (char)(i * 7 + i / 256);
    for (int k = 0; k < (int)(sizeof lengths / sizeof *lengths); k++) {
        int length = lengths[k];
        MPI_Datatype type;
        MPI_Type_create_hvector(BLOCKS, length, 2 * length, MPI_BYTE, &type);
        MPI_Type_commit(&type);
        for (int sent = 1; sent <= BLOCKS * length; sent += 1 + length * 2 / 3) {
            memset(in, -1, sizeof in);
            memset(expected, -1, sizeof expected);
            for (int i = 0; i < sent; i++)
                expected[i / length * 2 * length + i % length] = out[i];
            MPI_Sendrecv(out, sent, MPI_BYTE, right, k, in, 1, type, left, k, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
            CHECK(memcmp(in, expected, sizeof in) == 0);
        }
        MPI_Type_free(&type);
    }
}

/* A message has more elements than the receive. The elements that fit are received, and the
 * receive returns an error. */
static void truncation(void) {
    int out[40], in[40];
    MPI_Datatype type;
    MPI_Type_vector(3, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    for (int n = 4; n <= 40; n += 36) {
        for (int i = 0; i < 40; i++) {
            out[i] = i + 1;
            in[i] = 0;
        }
        CHECK_CLASS(MPI_Sendrecv(out, n, MPI_INT, rank, 0, in, 1, type, rank, 0, MPI_COMM_WORLD,
                                 MPI_STATUS_IGNORE),
                    MPI_ERR_TRUNCATE);
        CHECK(in[0] == 1 && in[1] == 0 && in[2] == 2 && in[3] == 0 && in[4] == 3 && in[5] == 0);
    }
    MPI_Type_free(&type);
}

/* A pair with a gap is received as a structure of its two members. */
static void pairs(void) {
    struct {
        short value;
        int index;
    } out[9], in[9];
    int lengths[] = {1, 1};
    MPI_Aint at[] = {0, (char *)&out[0].index - (char *)&out[0]};
    MPI_Datatype of[] = {MPI_SHORT, MPI_INT}, type;
    MPI_Type_create_struct(2, lengths, at, of, &type);
    MPI_Type_commit(&type);
    memset(in, 0, sizeof in);
    for (int i = 0; i < 9; i++) {
        out[i].value = (short)(i + rank);
        out[i].index = i;
    }
    MPI_Status status;
    int count = -1;
    MPI_Sendrecv(out, 9, MPI_SHORT_INT, rank, 0, in, 9, type, rank, 0, MPI_COMM_WORLD, &status);
    MPI_Get_elements(&status, type, &count);
    CHECK_EQUAL(count, 18);
    MPI_Get_count(&status, MPI_SHORT_INT, &count);
    CHECK_EQUAL(count, 9);
    for (int i = 0; i < 9; i++)
        CHECK(in[i].value == i + rank && in[i].index == i);
    MPI_Type_free(&type);
}

/* Columns are sent through collectives, from and to every root. */
static void collectives(void) {
    enum { ROWS = 6 };
    MPI_Datatype narrow, type;
    double *all = malloc((size_t)(ROWS * size) * sizeof *all), mine[ROWS][2];
    MPI_Type_vector(ROWS, 1, size, MPI_DOUBLE, &narrow);
    MPI_Type_create_resized(narrow, 0, sizeof(double), &type);
    MPI_Type_free(&narrow);
    MPI_Type_commit(&type);
    MPI_Datatype other = column(ROWS, 2);
    for (int root = 0; root < size; root++) {
        for (int i = 0; i < ROWS; i++)
            mine[i][0] = root == rank ? i + root : -1;
        MPI_Bcast(mine, 1, other, root, MPI_COMM_WORLD);
        for (int i = 0; i < ROWS; i++)
            CHECK(mine[i][0] == i + root);
        for (int i = 0; i < ROWS; i++) {
            mine[i][0] = 100 * rank + i;
            mine[i][1] = -1;
        }
        memset(all, 0, (size_t)(ROWS * size) * sizeof *all);
        MPI_Gather(mine, 1, other, all, 1, type, root, MPI_COMM_WORLD);
        if (rank == root)
            for (int i = 0; i < ROWS * size; i++)
                CHECK(all[i] == 100 * (i % size) + i / size);
        memset(mine, 0, sizeof mine);
        MPI_Scatter(all, 1, type, mine, 1, other, root, MPI_COMM_WORLD);
        for (int i = 0; i < ROWS; i++)
            CHECK(mine[i][0] == 100 * rank + i && mine[i][1] == 0);
    }
    MPI_Type_free(&type);
    MPI_Type_free(&other);
    free(all);
}

static void cancelled(void) {
    MPI_Status status = {0};
    int flag = -1, count = -1;
    MPI_Status_set_elements(&status, MPI_INT, 3);
    MPI_Test_cancelled(&status, &flag);
    CHECK_EQUAL(flag, 0);
    MPI_Status_set_cancelled(&status, 1);
    MPI_Test_cancelled(&status, &flag);
    CHECK(flag);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK_EQUAL(count, 3);
    CHECK_CLASS(MPI_Status_set_cancelled(NULL, 1), MPI_ERR_ARG);
}

/* A status can report more elements than the memory can hold. */
static void beyond_memory(void) {
    const MPI_Count many = ((MPI_Count)5 << 40) + 3, most = INT64_MAX;
    MPI_Status status = {0};
    MPI_Count elements = -1;
    int count = -1, flag = -1;
    CHECK_CLASS(MPI_Status_set_elements_c(&status, MPI_DOUBLE, many), MPI_SUCCESS);
    MPI_Get_elements_c(&status, MPI_DOUBLE, &elements);
    CHECK(elements == many);
    MPI_Get_count_c(&status, MPI_FLOAT, &elements);
    CHECK(elements == 2 * many);
    MPI_Get_elements(&status, MPI_DOUBLE, &count);
    CHECK_EQUAL(count, MPI_UNDEFINED);
    CHECK_CLASS(MPI_Status_set_elements_c(&status, MPI_BYTE, most), MPI_SUCCESS);
    MPI_Get_elements_c(&status, MPI_BYTE, &elements);
    CHECK(elements == most);
    MPI_Test_cancelled(&status, &flag);
    CHECK_EQUAL(flag, 0);
    CHECK_CLASS(MPI_Status_set_elements_c(&status, MPI_SHORT, most), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Status_set_elements_c(&status, MPI_SHORT, -1), MPI_ERR_COUNT);
}

static const struct test tests[] = {
    {"datatypes in messages: transpose", transpose},
    {"datatypes in messages: block lengths", block_lengths},
    {"datatypes in messages: truncation", truncation},
    {"datatypes in messages: pairs", pairs},
    {"datatypes in messages: collectives", collectives},
    {"datatypes in messages: cancelled", cancelled},
    {"datatypes in messages: beyond memory", beyond_memory},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_WORLD);
}
