/* 2,000 communicators at once, by MPI_Comm_dup, MPI_Comm_split and MPI_Comm_idup; each is used. */
#include "../check.h"

enum { COMMUNICATORS = 2000 };

static MPI_Comm comms[COMMUNICATORS];

static void make(int i) {
    MPI_Request request;
    if (i % 10 == 3) {
        MPI_Comm_idup(MPI_COMM_WORLD, &comms[i], &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (i % 10 == 7) {
        MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &comms[i]);
    } else {
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    }
}

/* Messages with one tag on all communicators are received in reverse order. */
static void many(void) {
    static MPI_Request requests[COMMUNICATORS];
    for (int i = 0; i < COMMUNICATORS; i++)
        make(i);
    for (int i = 0; i < COMMUNICATORS; i++) {
        int own, comm_size, sum, value = rank + i;
        MPI_Comm_rank(comms[i], &own);
        MPI_Comm_size(comms[i], &comm_size);
        CHECK_EQUAL(comm_size, size);
        CHECK_EQUAL(own, i % 10 == 7 ? size - 1 - rank : rank);
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comms[i]);
        CHECK_EQUAL(sum, size * (size - 1) / 2 + size * i);
    }
    static int sent[COMMUNICATORS];
    for (int i = 0; i < COMMUNICATORS; i += 97) {
        int own;
        MPI_Comm_rank(comms[i], &own);
        sent[i] = 10 * i + own;
        MPI_Isend(&sent[i], 1, MPI_INT, (own + 1) % size, 1, comms[i], &requests[i]);
    }
    for (int i = (COMMUNICATORS - 1) / 97 * 97; i >= 0; i -= 97) {
        int own, got = -1;
        MPI_Comm_rank(comms[i], &own);
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comms[i], MPI_STATUS_IGNORE);
        CHECK_EQUAL(got, 10 * i + (own + size - 1) % size);
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
    }
    for (int i = 0; i < COMMUNICATORS; i++)
        MPI_Comm_free(&comms[i * 7 % COMMUNICATORS]);
}

/* The context numbers are free again. */
static void again(void) {
    for (int i = 0; i < 600; i++)
        make(i);
    for (int i = 0; i < 600; i++)
        MPI_Comm_free(&comms[i]);
}

/* Makes as many communicators as are possible, and one more. Contexts are numbers of 14 bits, of
 * which two belong to the initial communicators and the last one is not used. */
static void all(void) {
#ifndef __riscv
    enum { ALL = (1 << 14) - 3 };
    static MPI_Comm own[ALL + 1];
    int made = 0, error = MPI_SUCCESS, class;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    while (made <= ALL && !(error = MPI_Comm_dup(MPI_COMM_SELF, &own[made])))
        made++;
    MPI_Error_class(error, &class);
    CHECK_EQUAL(made, ALL);
    CHECK_EQUAL(class, MPI_ERR_OTHER);
    while (made--)
        MPI_Comm_free(&own[made]);
    CHECK_EQUAL(MPI_Comm_dup(MPI_COMM_SELF, &own[0]), MPI_SUCCESS);
    MPI_Comm_free(&own[0]);
#endif
}

static const struct test tests[] = {
    {"many communicators", many}, {"and again", again}, {"all communicators", all}, {0}};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
