/* Messages and communicators with annotations (priority or guaranteed). All results must equal
 * those without annotations, except where an annotation is wrong. */
#include <onchip_mpi.h>

#include "check.h"

#define LONG 150
#define TAG_UB 0x3ffffff

/* The tags are constant expressions. */
static const int tags[] = {ONCHIP_TAG_PRIORITY(0, 11), ONCHIP_TAG_PRIORITY(3, 11),
                           ONCHIP_TAG_PRIORITY(7, 11), ONCHIP_TAG_GUARANTEED(11), 11};
enum { TAGS = sizeof tags / sizeof *tags };
static const int lengths[] = {0, 1, 14, 15, LONG};
static int data[LONG], got[LONG];

static void fill(int seed) {
    for (int i = 0; i < LONG; i++) {
        data[i] = rank * 10000 + seed * 100 + i;
        got[i] = -1;
    }
}

static int is_from(int from, int seed, int words) {
    for (int i = 0; i < LONG; i++)
        if (got[i] != (i < words ? from * 10000 + seed * 100 + i : -1))
            return 0;
    return 1;
}

static int right(void) {
    return (rank + 1) % size;
}

static int left(void) {
    return (rank + size - 1) % size;
}

/* The status of a receive has the plain tag, even if the receive or the send passes the tag with an
 * annotation. */
static void lengths_and_tags(void) {
    for (int k = 0; k < 5; k++)
        for (int i = 0; i < TAGS; i++) {
            MPI_Status status;
            int count;
            fill(i);
            MPI_Sendrecv(data, lengths[k], MPI_INT, right(), tags[i], got, LONG, MPI_INT, left(),
                         tags[(i + k) % TAGS], MPI_COMM_WORLD, &status);
            MPI_Get_count(&status, MPI_INT, &count);
            CHECK_EQUAL(count, lengths[k]);
            CHECK_EQUAL(status.MPI_TAG, 11);
            CHECK_EQUAL(status.MPI_SOURCE, left());
            CHECK(is_from(left(), i, lengths[k]));
        }
}

static void to_itself(void) {
    for (int i = 0; i < TAGS; i++) {
        MPI_Request request;
        fill(i);
        MPI_Isend(data, LONG, MPI_INT, 0, tags[i], MPI_COMM_SELF, &request);
        MPI_Recv(got, LONG, MPI_INT, 0, 11, MPI_COMM_SELF, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        CHECK(is_from(rank, i, LONG));
        MPI_Sendrecv(data, 7, MPI_INT, rank, tags[i], got, 7, MPI_INT, rank, MPI_ANY_TAG,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK(is_from(rank, i, LONG));
    }
}

static void all_modes(void) {
    static char buffer[LONG * 4 + MPI_BSEND_OVERHEAD];
    MPI_Buffer_attach(buffer, sizeof buffer);
    for (int i = 0; i < TAGS; i++)
        for (int mode = 0; mode < 6; mode++) {
            MPI_Request send = MPI_REQUEST_NULL, receive;
            int tag = tags[i], words = mode % 2 ? LONG : 5;
            fill(mode);
            MPI_Irecv(got, LONG, MPI_INT, left(), 11, MPI_COMM_WORLD, &receive);
            MPI_Barrier(MPI_COMM_WORLD);
            if (mode == 0)
                MPI_Ssend_init(data, words, MPI_INT, right(), tag, MPI_COMM_WORLD, &send);
            else if (mode == 1)
                MPI_Send_init(data, words, MPI_INT, right(), tag, MPI_COMM_WORLD, &send);
            else if (mode == 2)
                MPI_Bsend(data, words, MPI_INT, right(), tag, MPI_COMM_WORLD);
            else if (mode == 3)
                MPI_Irsend(data, words, MPI_INT, right(), tag, MPI_COMM_WORLD, &send);
            else if (mode == 4)
                MPI_Issend(data, words, MPI_INT, right(), tag, MPI_COMM_WORLD, &send);
            else
                MPI_Psend_init(data, 2, LONG / 2, MPI_INT, right(), tag, MPI_COMM_WORLD,
                               MPI_INFO_NULL, &send);
            if (mode == 5) {
                /* Partitioned messages match only each other. */
                MPI_Request partitioned;
                MPI_Precv_init(got, 2, LONG / 2, MPI_INT, left(), 11, MPI_COMM_WORLD, MPI_INFO_NULL,
                               &partitioned);
                MPI_Start(&partitioned);
                MPI_Start(&send);
                MPI_Pready_range(0, 1, send);
                MPI_Wait(&partitioned, MPI_STATUS_IGNORE);
                MPI_Request_free(&partitioned);
                MPI_Cancel(&receive);
            } else if (mode < 2) {
                MPI_Start(&send);
            }
            MPI_Wait(&receive, MPI_STATUS_IGNORE);
            MPI_Wait(&send, MPI_STATUS_IGNORE);
            if (send != MPI_REQUEST_NULL)
                MPI_Request_free(&send);
            CHECK(is_from(left(), mode, words));
        }
    void *detached;
    int bytes;
    MPI_Buffer_detach(&detached, &bytes);
}

static void probed(void) {
    for (int i = 0; i < TAGS; i++) {
        MPI_Request send;
        MPI_Status status;
        MPI_Message message;
        int count;
        fill(i);
        MPI_Isend(data, LONG, MPI_INT, right(), tags[i], MPI_COMM_WORLD, &send);
        MPI_Probe(left(), tags[(i + 1) % TAGS], MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        CHECK_EQUAL(count, LONG);
        CHECK_EQUAL(status.MPI_TAG, 11);
        MPI_Mprobe(left(), MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
        CHECK_EQUAL(status.MPI_TAG, 11);
        MPI_Mrecv(got, LONG, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Wait(&send, MPI_STATUS_IGNORE);
        CHECK(is_from(left(), i, LONG));
    }
}

/* Messages between two ranks with the same tag keep their order (MPI 4.1, section 3.5), however
 * urgent they are. */
static void order(void) {
    MPI_Request requests[4 * TAGS];
    static int rows[2 * TAGS][LONG];
    for (int i = 0; i < 2 * TAGS; i++) {
        rows[i][0] = i;
        MPI_Isend(rows[i], i % 2 ? 1 : LONG, MPI_INT, right(), tags[i % TAGS], MPI_COMM_WORLD,
                  &requests[i]);
    }
    for (int i = 0; i < 2 * TAGS; i++) {
        MPI_Recv(got, LONG, MPI_INT, left(), 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        CHECK_EQUAL(got[0], i);
    }
    MPI_Waitall(2 * TAGS, requests, MPI_STATUSES_IGNORE);
}

static void wrong_tags(void) {
    static const int wrong[] = {
        ONCHIP_TAG_PRIORITY(8, 1),          ONCHIP_TAG_PRIORITY(-1, 1),
        ONCHIP_TAG_PRIORITY(0, -1),         ONCHIP_TAG_PRIORITY(7, TAG_UB + 1),
        ONCHIP_TAG_GUARANTEED(TAG_UB + 1),  ONCHIP_TAG_GUARANTEED(-1),
        ONCHIP_TAG_PRIORITY(0x7fffffff, 1), 10 << 26};
    MPI_Comm comm;
    MPI_Group group;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        MPI_Request request = MPI_REQUEST_NULL;
        CHECK_CLASS(MPI_Send(data, 1, MPI_INT, right(), wrong[i], comm), MPI_ERR_TAG);
        CHECK_CLASS(MPI_Recv(data, 1, MPI_INT, left(), wrong[i], comm, MPI_STATUS_IGNORE),
                    MPI_ERR_TAG);
        CHECK_CLASS(MPI_Isend(data, 1, MPI_INT, right(), wrong[i], comm, &request), MPI_ERR_TAG);
        CHECK(request == MPI_REQUEST_NULL);
    }
    /* Right tags together with other wrong arguments. */
    CHECK_CLASS(MPI_Send(data, 1, MPI_INT, size, tags[0], comm), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Send(data, -1, MPI_INT, 0, tags[3], comm), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Send(NULL, 1, MPI_INT, 0, tags[3], comm), MPI_ERR_BUFFER);
    CHECK_EQUAL(MPI_Send(data, 1, MPI_INT, MPI_PROC_NULL, tags[3], comm), MPI_SUCCESS);
    MPI_Comm_group(comm, &group);
    MPI_Comm made;
    CHECK_CLASS(MPI_Comm_create_group(comm, group, tags[0], &made), MPI_ERR_TAG);
    MPI_Group_free(&group);
    /* The largest tag. */
    MPI_Status status;
    MPI_Sendrecv(data, 1, MPI_INT, right(), ONCHIP_TAG_PRIORITY(7, TAG_UB), got, 1, MPI_INT, left(),
                 TAG_UB, comm, &status);
    CHECK_EQUAL(status.MPI_TAG, TAG_UB);
    MPI_Comm_free(&comm);
}

/* ---- Communicators ---- */

static MPI_Info info_of(const char *key, const char *value) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, key, value);
    return info;
}

static int annotate(MPI_Comm comm, const char *key, const char *value) {
    MPI_Info info = info_of(key, value);
    int error = MPI_Comm_set_info(comm, info);
    MPI_Info_free(&info);
    return error;
}

static int shows(MPI_Comm comm, const char *key, const char *expected) {
    MPI_Info info;
    char value[MPI_MAX_INFO_VAL];
    int length = sizeof value, flag;
    MPI_Comm_get_info(comm, &info);
    MPI_Info_get_string(info, key, &length, value, &flag);
    MPI_Info_free(&info);
    return expected ? flag && !strcmp(value, expected) : !flag;
}

/* The test uses small and large messages, collectives that usually use counters and cells (words
 * of the shared blocks), and other collectives. */
static void collectives_on(MPI_Comm comm) {
    int sum, all = size * (size - 1) / 2, everybody[64];
    for (int i = 0; i < 3; i++) {
        MPI_Barrier(comm);
        sum = -1;
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
        CHECK_EQUAL(sum, all);
        MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_MAX, size - 1, comm);
        CHECK_EQUAL(sum, rank == size - 1 ? size - 1 : all);
        sum = rank == 0 ? 77 : 0;
        MPI_Bcast(&sum, 1, MPI_INT, 0, comm);
        CHECK_EQUAL(sum, 77);
    }
    fill(3);
    memcpy(got, data, sizeof got);
    MPI_Bcast(got, LONG, MPI_INT, size - 1, comm);
    CHECK(is_from(size - 1, 3, LONG));
    MPI_Allgather(&rank, 1, MPI_INT, everybody, 1, MPI_INT, comm);
    for (int i = 0; i < size; i++)
        CHECK_EQUAL(everybody[i], i);
}

static void hints(void) {
    static const struct {
        const char *key, *right, *wrong;
    } known[] = {{"onchip_priority", "7", "8"},        {"onchip_priority", "0", "-1"},
                 {"onchip_priority", "3", "3 "},       {"onchip_priority", "none", ""},
                 {"onchip_guaranteed", "true", "yes"}, {"onchip_guaranteed", "false", "TRUE"}};
    MPI_Comm comm, other, third;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    CHECK(shows(comm, "onchip_priority", NULL));
    for (int i = 0; i < 6; i++) {
        CHECK_EQUAL(annotate(comm, known[i].key, known[i].right), MPI_SUCCESS);
        CHECK(shows(comm, known[i].key, known[i].right));
        if (known[i].wrong[0])
            CHECK_CLASS(annotate(comm, known[i].key, known[i].wrong), MPI_ERR_INFO_VALUE);
        CHECK(shows(comm, known[i].key, known[i].right));
        collectives_on(comm);
    }
    /* Each rank has its own level. */
    annotate(comm, "onchip_priority", rank % 2 ? "0" : "7");
    collectives_on(comm);
    annotate(comm, "onchip_guaranteed", rank % 3 ? "true" : "false");
    collectives_on(comm);
    MPI_Info info = info_of("onchip_priority", "2"), bad = info_of("onchip_guaranteed", "1");
    CHECK_CLASS(MPI_Comm_dup_with_info(comm, bad, &other), MPI_ERR_INFO_VALUE);
    CHECK_CLASS(MPI_Comm_idup_with_info(comm, bad, &other, &request), MPI_ERR_INFO_VALUE);
    CHECK_EQUAL(MPI_Comm_dup_with_info(comm, info, &other), MPI_SUCCESS);
    CHECK(shows(other, "onchip_priority", "2"));
    CHECK(shows(other, "onchip_guaranteed", NULL));
    collectives_on(other);
    /* A duplicate has no hints (MPI 4.1, section 7.4.2). */
    MPI_Comm_dup(other, &third);
    CHECK(shows(third, "onchip_priority", NULL));
    MPI_Comm_free(&third);
    CHECK_EQUAL(MPI_Comm_idup_with_info(other, info, &third, &request), MPI_SUCCESS);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK(shows(third, "onchip_priority", "2"));
    collectives_on(third);
    MPI_Comm_free(&third);
    MPI_Comm_free(&other);
    MPI_Comm_free(&comm);
    MPI_Info_free(&info);
    MPI_Info_free(&bad);
}

/* Ranks may choose different levels, or none. But either all ranks or no rank must guarantee a
 * communicator; otherwise all ranks get an error. */
static void some_ranks(void) {
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    int expected = size > 1 ? MPI_ERR_INFO_VALUE : MPI_SUCCESS;
    int last = rank == size - 1;
    CHECK_EQUAL(annotate(comm, "onchip_priority", rank ? "none" : "4"), MPI_SUCCESS);
    collectives_on(comm);
    CHECK_CLASS(annotate(comm, "onchip_guaranteed", last ? "true" : "false"), expected);
    CHECK_CLASS(MPI_Comm_set_info(comm, MPI_INFO_NULL), expected);
    CHECK_EQUAL(annotate(comm, "onchip_guaranteed", "true"), MPI_SUCCESS);
    collectives_on(comm);
    CHECK_EQUAL(annotate(comm, "onchip_guaranteed", "false"), MPI_SUCCESS);
    CHECK_EQUAL(annotate(comm, "onchip_priority", last ? "none" : "2"), MPI_SUCCESS);
    collectives_on(comm);
    MPI_Comm_free(&comm);
}

/* Annotates a communicator and removes the annotation again. */
static void world(void) {
    collectives_on(MPI_COMM_WORLD);
    for (int i = 0; i < 2; i++) {
        annotate(MPI_COMM_WORLD, i ? "onchip_guaranteed" : "onchip_priority", i ? "true" : "6");
        collectives_on(MPI_COMM_WORLD);
        to_itself();
        probed();
        order();
    }
    annotate(MPI_COMM_WORLD, "onchip_priority", "none");
    annotate(MPI_COMM_WORLD, "onchip_guaranteed", "false");
    collectives_on(MPI_COMM_WORLD);
    order();
}

static void between_groups(void) {
    MPI_Comm half, inter;
    int sum, other = 0;
    if (size < 2)
        return;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 3, &inter);
    for (int i = 0; i < size; i++)
        other += i % 2 == rank % 2 ? 0 : i;
    annotate(inter, "onchip_priority", "5");
    for (int i = 0; i < 2; i++) {
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, inter);
        CHECK_EQUAL(sum, other);
        MPI_Barrier(inter);
        annotate(inter, "onchip_guaranteed", "true");
    }
    for (int i = 0; i < TAGS; i++) {
        int to = rank / 2;
        if (size % 2 == 0) {
            MPI_Sendrecv(&rank, 1, MPI_INT, to, tags[i], &sum, 1, MPI_INT, to, 11, inter,
                         MPI_STATUS_IGNORE);
            CHECK_EQUAL(sum, rank ^ 1);
        }
    }
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
}

static const struct test tests_of_annotations[] = {{"lengths and tags", lengths_and_tags},
                                                   {"to itself", to_itself},
                                                   {"all modes", all_modes},
                                                   {"probed", probed},
                                                   {"order", order},
                                                   {"wrong tags", wrong_tags},
                                                   {"hints", hints},
                                                   {"some ranks", some_ranks},
                                                   {"world", world},
                                                   {"between groups", between_groups},
                                                   {NULL, NULL}};

int main(int argc, char **argv) {
    return run_all(argc, argv, tests_of_annotations);
}
