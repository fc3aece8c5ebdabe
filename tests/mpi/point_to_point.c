/* Send, Recv, Sendrecv and Get_count with right arguments.
 * Relies on buffering. */
#include "check.h"

/* Lengths around the eager threshold, and multiples of packets and pages. */
static const int lengths[] = {0,  1,  2,  3,  4,  5,  7,   8,   12,  13,   31,   32,   48,   51,
                              52, 53, 56, 63, 64, 65, 127, 128, 255, 1023, 1024, 1025, 4096, 10007};
#define LENGTHS ((int)(sizeof lengths / sizeof *lengths))
#define LONGEST 10007

static void fill(unsigned char *data, int length, int seed) {
    for (int i = 0; i < length; i++)
        data[i] = (unsigned char)(i * 7 + seed);
}

static int is_filled(const unsigned char *data, int length, int seed) {
    for (int i = 0; i < length; i++)
        if (data[i] != (unsigned char)(i * 7 + seed))
            return 0;
    return 1;
}

/* Ranks form pairs. If the number of ranks is odd, the last rank has no partner. */
static int partner(void) {
    int other = rank ^ 1;
    return other < size ? other : MPI_PROC_NULL;
}

static void every_length(void) {
    static unsigned char out[LONGEST + 8], in[LONGEST + 8];
    int other = partner();
    if (other == MPI_PROC_NULL)
        return;
    for (int i = 0; i < LENGTHS; i++) {
        /* Buffers have any alignment. */
        unsigned char *from = out + i % 5, *to = in + i % 3;
        int length = lengths[i], count = -1;
        MPI_Status status;
        fill(from, length, rank + i);
        memset(in, 0xee, sizeof in);
        if (rank % 2 == 0)
            MPI_Send(from, length, MPI_BYTE, other, i, MPI_COMM_WORLD);
        MPI_Recv(to, length + 3, MPI_BYTE, other, i, MPI_COMM_WORLD, &status);
        if (rank % 2 == 1)
            MPI_Send(from, length, MPI_BYTE, other, i, MPI_COMM_WORLD);
        MPI_Get_count(&status, MPI_BYTE, &count);
        CHECK_EQUAL(count, length);
        CHECK_EQUAL(status.MPI_SOURCE, other);
        CHECK_EQUAL(status.MPI_TAG, i);
        CHECK(is_filled(to, length, other + i));
        CHECK_EQUAL(to[length], 0xee);
    }
}

/* Changes of the buffer after the send has returned do not affect the message. */
static void buffer_is_free_again(void) {
    static unsigned char data[LONGEST];
    int other = partner();
    for (int i = 0; i < LENGTHS && other != MPI_PROC_NULL; i++) {
        int length = lengths[i];
        if (rank % 2 == 0) {
            fill(data, length, i);
            MPI_Send(data, length, MPI_BYTE, other, i, MPI_COMM_WORLD);
            for (volatile unsigned char *at = data + length; at != data;)
                *--at = 0;
        } else {
            MPI_Recv(data, length, MPI_BYTE, other, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            CHECK(is_filled(data, length, i));
        }
    }
}

/* Sends from constants, globals, the stack and the heap. */
static void every_kind_of_memory(void) {
    static const char constant[] = "a constant that is longer than what goes into a single line, "
                                   "so that it has to be fetched from where it is: or copied";
    static char global[sizeof constant];
    char stack[sizeof constant];
    char *heap = malloc(sizeof constant);
    int other = partner();
    if (other != MPI_PROC_NULL) {
        memcpy(stack, constant, sizeof constant);
        memcpy(heap, constant, sizeof constant);
        const void *from[] = {constant, stack, heap, constant};
        char *to[] = {global, heap, stack, global};
        for (int i = 0; i < 4; i++) {
            if (rank % 2 == 0) {
                MPI_Send(from[i], sizeof constant, MPI_CHAR, other, i, MPI_COMM_WORLD);
            } else {
                memset(to[i], 0, sizeof constant);
                MPI_Recv(to[i], sizeof constant, MPI_CHAR, other, i, MPI_COMM_WORLD,
                         MPI_STATUS_IGNORE);
                CHECK(memcmp(to[i], constant, sizeof constant) == 0);
            }
        }
    }
    free(heap);
}

/* Tags select among messages that have arrived; messages with equal tags keep their order. */
static void tags_choose(void) {
    int other = partner();
    if (other == MPI_PROC_NULL)
        return;
    if (rank % 2 == 0) {
        for (int i = 0; i < 30; i++)
            MPI_Send(&i, 1, MPI_INT, other, i % 3, MPI_COMM_WORLD);
    } else {
        for (int tag = 2; tag >= 0; tag--)
            for (int i = tag; i < 30; i += 3) {
                int value = -1;
                MPI_Recv(&value, 1, MPI_INT, other, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                CHECK_EQUAL(value, i);
            }
    }
}

/* MPI_ANY_TAG receives messages of one sender in order, short and long. */
static void any_tag_keeps_order(void) {
    static int data[400];
    int other = partner();
    if (other == MPI_PROC_NULL)
        return;
    for (int i = 0; i < 40; i++) {
        int count = i % 3 == 2 ? 400 : 1, received = -1;
        MPI_Status status;
        if (rank % 2 == 0) {
            data[0] = i;
            MPI_Send(data, count, MPI_INT, other, 100 - i, MPI_COMM_WORLD);
        } else {
            MPI_Recv(data, 400, MPI_INT, other, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_INT, &received);
            CHECK_EQUAL(status.MPI_TAG, 100 - i);
            CHECK_EQUAL(data[0], i);
            CHECK_EQUAL(received, count);
        }
    }
}

/* All ranks send to rank 0, which receives from any rank; each sender's messages keep their
 * order. */
static void any_source(void) {
    enum { MESSAGES = 20 };
    if (rank != 0) {
        for (int i = 0; i < MESSAGES; i++)
            MPI_Send(&i, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
        return;
    }
    int *next = calloc((size_t)size, sizeof *next);
    for (int i = 0; i < MESSAGES * (size - 1); i++) {
        int value = -1;
        MPI_Status status;
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &status);
        CHECK(status.MPI_SOURCE > 0 && status.MPI_SOURCE < size);
        CHECK_EQUAL(value, next[status.MPI_SOURCE]);
        next[status.MPI_SOURCE]++;
    }
    free(next);
}

static void nobody(void) {
    int value = 17, count = -1;
    MPI_Status status;
    CHECK_EQUAL(MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status),
                MPI_SUCCESS);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK_EQUAL(value, 17);
    CHECK_EQUAL(count, 0);
    CHECK_EQUAL(status.MPI_SOURCE, MPI_PROC_NULL);
    CHECK_EQUAL(status.MPI_TAG, MPI_ANY_TAG);
}

static void to_oneself(void) {
    int out = 100 + rank, in = -1;
    MPI_Status status;
    MPI_Send(&out, 1, MPI_INT, rank, 3, MPI_COMM_WORLD);
    MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &status);
    CHECK_EQUAL(in, out);
    CHECK_EQUAL(status.MPI_SOURCE, rank);
    out++;
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 4, &in, 1, MPI_INT, 0, 4, MPI_COMM_SELF, &status);
    CHECK_EQUAL(in, out);
    CHECK_EQUAL(status.MPI_SOURCE, 0);
}

/* The receive is posted first, so the message may have any length. */
static void much_to_oneself(void) {
    static unsigned char out[LONGEST], in[LONGEST];
    fill(out, LONGEST, rank);
    MPI_Sendrecv(out, LONGEST, MPI_BYTE, rank, 1, in, LONGEST, MPI_BYTE, rank, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK(is_filled(in, LONGEST, rank));
}

/* MPI_COMM_SELF and MPI_COMM_WORLD are separate: if a message waits in one of them, a receive
 * from any source in the other one does not match it. */
static void communicators_are_apart(void) {
    int world = rank, self = -2, in = -1, right = (rank + 1) % size,
        left = (rank + size - 1) % size;
    if (size == 1)
        return;
    MPI_Send(&world, 1, MPI_INT, right, 9, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Sendrecv(&self, 1, MPI_INT, 0, 9, &in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG,
                 MPI_COMM_SELF, MPI_STATUS_IGNORE);
    CHECK_EQUAL(in, self);
    MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK_EQUAL(in, left);
}

/* All ranks send to the right at once: short messages, then long ones. */
static void shift(void) {
    static unsigned char out[LONGEST], in[LONGEST];
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int i = 0; i < LENGTHS; i += 3) {
        int count = -1;
        MPI_Status status;
        fill(out, lengths[i], rank);
        MPI_Sendrecv(out, lengths[i], MPI_BYTE, right, i, in, LONGEST, MPI_BYTE, left, i,
                     MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_BYTE, &count);
        CHECK_EQUAL(count, lengths[i]);
        CHECK_EQUAL(status.MPI_SOURCE, left);
        CHECK(is_filled(in, lengths[i], left));
    }
}

/* Ranks form a line, whose ends send to and receive from MPI_PROC_NULL. */
static void shift_off_the_end(void) {
    int out = rank, in = -5;
    int right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;
    int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    MPI_Sendrecv(&out, 1, MPI_INT, right, 0, &in, 1, MPI_INT, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK_EQUAL(in, rank > 0 ? rank - 1 : -5);
}

static void get_count(void) {
    char out[12] = {0}, in[12];
    int count = -1;
    MPI_Status status;
    MPI_Sendrecv(out, 12, MPI_BYTE, 0, 0, in, 12, MPI_BYTE, 0, 0, MPI_COMM_SELF, &status);
    MPI_Get_count(&status, MPI_INT, &count);
    CHECK_EQUAL(count, 3);
    MPI_Get_count(&status, MPI_SHORT, &count);
    CHECK_EQUAL(count, 6);
    MPI_Get_count(&status, MPI_DOUBLE, &count);
    CHECK_EQUAL(count, MPI_UNDEFINED);
    MPI_Get_count(&status, MPI_BYTE, &count);
    CHECK_EQUAL(count, 12);
}

static const struct test tests[] = {
    {"point to point: every length", every_length},
    {"point to point: every kind of memory", every_kind_of_memory},
    {"point to point: buffer is free again", buffer_is_free_again},
    {"point to point: tags choose", tags_choose},
    {"point to point: any tag keeps the order", any_tag_keeps_order},
    {"point to point: any source", any_source},
    {"point to point: nobody", nobody},
    {"point to point: to oneself", to_oneself},
    {"point to point: much to oneself", much_to_oneself},
    {"point to point: communicators are apart", communicators_are_apart},
    {"point to point: shift", shift},
    {"point to point: shift off the end", shift_off_the_end},
    {"point to point: get count", get_count},
    {0},
};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests);
}
