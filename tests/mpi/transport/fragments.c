/* Messages around a ring, with lengths around one, two and more fragments of the rendezvous
 * transport, through the memories of the clustered chip, from and to any alignment. */
#include "../check.h"

#define LONGEST (3 * 8192 + 1)

static unsigned char out[LONGEST + 4], in[LONGEST + 8];

static unsigned char byte(int owner, int length, int i) {
    return (unsigned char)(owner * 31 + length * 7 + i * 13 + (i >> 8));
}

static void around(int length) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size, wrong = 0;
    unsigned char *from = out + length % 4, *to = in + 1 + length % 3;
    MPI_Status status;
    int count;
    memset(in, 0xee, sizeof in);
    for (int i = 0; i < length; i++)
        from[i] = byte(rank, length, i);
    MPI_Sendrecv(from, length, MPI_BYTE, right, 5, to, length, MPI_BYTE, left, 5, MPI_COMM_WORLD,
                 &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK_EQUAL(count, length);
    for (int i = 0; i < length; i++)
        wrong += to[i] != byte(left, length, i);
    CHECK_EQUAL(wrong, 0);
    CHECK(to[-1] == 0xee && to[length] == 0xee);
}

/* Fragments have 1,728 bytes in the scratchpads and 8,192 in the external memory. */
static void about_fragments(void) {
    static const int fragments[] = {1728, 8192};
    for (int i = 0; i < 2; i++)
        for (int many = 1; many <= 3; many++)
            for (int more = -1; more <= 1; more++)
                around(many * fragments[i] + more);
}

static void few_bytes(void) {
    for (int length = 0; length <= 36; length++)
        around(length);
}

/* A message is too long for a receive buffer with gaps. The part that fits must arrive, and the
 * gaps must not change. */
static void too_long_for_gaps(void) {
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    int words[500], parts[4] = {-1, -1, -1, -1};
    MPI_Datatype every_other;
    MPI_Type_vector(2, 1, 2, MPI_INT, &every_other);
    MPI_Type_commit(&every_other);
    for (int i = 0; i < 500; i++)
        words[i] = rank * 1000 + i;
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    CHECK_CLASS(MPI_Sendrecv(words, 500, MPI_INT, right, 5, parts, 1, every_other, left, 5,
                             MPI_COMM_WORLD, MPI_STATUS_IGNORE),
                MPI_ERR_TRUNCATE);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    for (int i = 0; i < 4; i++)
        CHECK_EQUAL(parts[i], i % 2 ? -1 : left * 1000 + i / 2);
    MPI_Type_free(&every_other);
}

int main(int argc, char **argv) {
    static const struct test tests[] = {{"about fragments", about_fragments},
                                        {"few bytes", few_bytes},
                                        {"too long for gaps", too_long_for_gaps},
                                        {NULL, NULL}};
    return run_all(argc, argv, tests);
}
