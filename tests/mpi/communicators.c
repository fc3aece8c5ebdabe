/* Communicators, made in every way, with traffic on many of them at once, freed and made again.
 * Relies on buffering. */
#include "check.h"

/* Passes words round a ring on a communicator, and sums over it. No word may come from another
 * communicator. `mark` differs between communicators. */
static void check_traffic(MPI_Comm comm, int mark) {
    int own, members, in = -1, sum = -1;
    MPI_Status status;
    MPI_Comm_rank(comm, &own);
    MPI_Comm_size(comm, &members);
    int out = mark * 1000 + own, right = (own + 1) % members, left = (own + members - 1) % members;
    CHECK_EQUAL(MPI_Sendrecv(&out, 1, MPI_INT, right, 3, &in, 1, MPI_INT, MPI_ANY_SOURCE,
                             MPI_ANY_TAG, comm, &status),
                MPI_SUCCESS);
    CHECK_EQUAL(in, mark * 1000 + left);
    CHECK_EQUAL(status.MPI_SOURCE, left);
    CHECK_EQUAL(MPI_Allreduce(&own, &sum, 1, MPI_INT, MPI_SUM, comm), MPI_SUCCESS);
    CHECK_EQUAL(sum, members * (members - 1) / 2);
}

static void free_comm(MPI_Comm *comm) {
    CHECK_EQUAL(MPI_Comm_free(comm), MPI_SUCCESS);
    CHECK(*comm == MPI_COMM_NULL);
}

static int compared(MPI_Comm one, MPI_Comm other) {
    int result = -1;
    CHECK_EQUAL(MPI_Comm_compare(one, other, &result), MPI_SUCCESS);
    return result;
}

static void dup(void) {
    MPI_Comm copy = MPI_COMM_NULL, of_copy, of_self;
    int inter = -1;
    CHECK_EQUAL(MPI_Comm_dup(MPI_COMM_WORLD, &copy), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_dup(copy, &of_copy), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_dup(MPI_COMM_SELF, &of_self), MPI_SUCCESS);
    CHECK_EQUAL(compared(copy, copy), MPI_IDENT);
    CHECK_EQUAL(compared(copy, MPI_COMM_WORLD), MPI_CONGRUENT);
    CHECK_EQUAL(compared(of_copy, copy), MPI_CONGRUENT);
    CHECK_EQUAL(compared(of_self, copy), size == 1 ? MPI_CONGRUENT : MPI_UNEQUAL);
    CHECK_EQUAL(MPI_Comm_test_inter(copy, &inter), MPI_SUCCESS);
    CHECK_EQUAL(inter, 0);
    check_traffic(copy, 1);
    free_comm(&copy);
    check_traffic(of_copy, 2);
    check_traffic(of_self, 3);
    free_comm(&of_copy);
    free_comm(&of_self);
}

/* A message sent on one communicator is not received on another, in any order of sends and
 * receives. */
static void apart(void) {
    enum { COPIES = 5 };
    MPI_Comm copies[COPIES];
    int right = (rank + 1) % size, left = (rank + size - 1) % size;
    for (int i = 0; i < COPIES; i++)
        MPI_Comm_dup(i ? copies[i - 1] : MPI_COMM_WORLD, &copies[i]);
    for (int i = 0; i < COPIES; i++)
        MPI_Send(&i, 1, MPI_INT, right, 0, copies[i]);
    for (int i = COPIES; i-- > 0;) {
        int in = -1;
        MPI_Recv(&in, 1, MPI_INT, left, MPI_ANY_TAG, copies[i], MPI_STATUS_IGNORE);
        CHECK_EQUAL(in, i);
    }
    for (int i = 0; i < COPIES; i++)
        free_comm(&copies[i]);
}

/* The rank of process `who` in its part of a split, by the definition: the number of processes
 * in this part that come before it in the order of keys. */
static int place_in_split(const int colors[], const int keys[], int who) {
    int before = 0;
    for (int i = 0; i < size; i++)
        before +=
            colors[i] == colors[who] && (keys[i] < keys[who] || (keys[i] == keys[who] && i < who));
    return before;
}

#define MOST 64 /* ranks */
#define SPLITS 12

static void random_splits(void) {
    uint32_t seed = 0x51ed270bu; /* equal on all ranks */
    MPI_Comm parts[SPLITS];
    int colors[MOST], keys[MOST];
    if (rank == 0)
        printf("seed 0x%x\n", (unsigned)seed);
    for (int i = 0; i < SPLITS; i++) {
        for (int k = 0; k < size; k++) {
            colors[k] = (int)(random_next(&seed) % 4);
            keys[k] = (int)(random_next(&seed) % 5) - 2;
            if (colors[k] == 3)
                colors[k] = MPI_UNDEFINED;
        }
        CHECK_EQUAL(MPI_Comm_split(MPI_COMM_WORLD, colors[rank], keys[rank], &parts[i]),
                    MPI_SUCCESS);
        CHECK((parts[i] == MPI_COMM_NULL) == (colors[rank] == MPI_UNDEFINED));
        if (parts[i] == MPI_COMM_NULL)
            continue;
        int own = -1, members = -1, expected = 0;
        MPI_Comm_rank(parts[i], &own);
        MPI_Comm_size(parts[i], &members);
        for (int k = 0; k < size; k++)
            expected += colors[k] == colors[rank];
        CHECK_EQUAL(own, place_in_split(colors, keys, rank));
        CHECK_EQUAL(members, expected);
        check_traffic(parts[i], i);
    }
    for (int i = SPLITS; i-- > 0;)
        if (parts[i] != MPI_COMM_NULL) {
            check_traffic(parts[i], i);
            free_comm(&parts[i]);
        }
}

static void split_of_a_split(void) {
    MPI_Comm half, quarter;
    int own;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_rank(half, &own);
    MPI_Comm_split(half, own % 2, 0, &quarter);
    check_traffic(quarter, 1);
    check_traffic(half, 2);
    free_comm(&half);
    check_traffic(quarter, 3);
    free_comm(&quarter);
}

/* The ranks of a tile have a common processor name; on Linux each rank has its own. */
static void split_type(void) {
    MPI_Comm tile = MPI_COMM_NULL, none;
    CHECK_EQUAL(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &tile),
                MPI_SUCCESS);
    check_traffic(tile, 1);
    char name[MPI_MAX_PROCESSOR_NAME] = "", others[MPI_MAX_PROCESSOR_NAME];
    int length, members;
    MPI_Get_processor_name(name, &length);
    char *core = strstr(name, " core ");
    if (core)
        *core = '\0';
    memcpy(others, name, sizeof name);
    MPI_Bcast(others, sizeof others, MPI_CHAR, 0, tile);
    MPI_Comm_size(tile, &members);
    CHECK(!strcmp(name, others));
    CHECK(core || members == 1);
    free_comm(&tile);
    CHECK_EQUAL(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, 0, MPI_INFO_NULL, &none),
                MPI_SUCCESS);
    CHECK(none == MPI_COMM_NULL);
    CHECK_EQUAL(
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_HW_GUIDED, 0, MPI_INFO_NULL, &none),
        MPI_SUCCESS);
    CHECK(none == MPI_COMM_NULL);
}

/* All ranks but the last, in reverse order. */
static MPI_Group backwards(void) {
    MPI_Group all, some;
    int range[1][3] = {{size > 1 ? size - 2 : 0, 0, -1}};
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_range_incl(all, 1, range, &some);
    MPI_Group_free(&all);
    return some;
}

static void create(void) {
    MPI_Group group = backwards();
    MPI_Comm comm;
    CHECK_EQUAL(MPI_Comm_create(MPI_COMM_WORLD, group, &comm), MPI_SUCCESS);
    CHECK((comm == MPI_COMM_NULL) == (size > 1 && rank == size - 1));
    if (comm != MPI_COMM_NULL) {
        int own = -1;
        MPI_Comm_rank(comm, &own);
        CHECK_EQUAL(own, size > 1 ? size - 2 - rank : 0);
        CHECK_EQUAL(compared(comm, MPI_COMM_WORLD), size > 1 ? MPI_UNEQUAL : MPI_CONGRUENT);
        check_traffic(comm, 1);
        free_comm(&comm);
    }
    CHECK_EQUAL(MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, &comm), MPI_SUCCESS);
    CHECK(comm == MPI_COMM_NULL);
    MPI_Group_free(&group);
}

/* Only members of the group call MPI_Comm_create_group(). */
static void create_group(void) {
    MPI_Group group = backwards();
    MPI_Comm comm;
    if (size == 1 || rank < size - 1) {
        CHECK_EQUAL(MPI_Comm_create_group(MPI_COMM_WORLD, group, 7, &comm), MPI_SUCCESS);
        check_traffic(comm, 1);
        free_comm(&comm);
    }
    MPI_Group_free(&group);
}

/* The members find each other by a string. The error handler must be the one that was passed to
 * the call. */
static void create_from_group(void) {
    MPI_Group group = backwards();
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Errhandler handler;
    if (size == 1 || rank < size - 1) {
        CHECK_EQUAL(MPI_Comm_create_from_group(group, "org.example.half", MPI_INFO_NULL,
                                               MPI_ERRORS_RETURN, &comm),
                    MPI_SUCCESS);
        MPI_Comm_get_errhandler(comm, &handler);
        CHECK(handler == MPI_ERRORS_RETURN);
        check_traffic(comm, 1);
        free_comm(&comm);
    }
    CHECK_EQUAL(MPI_Comm_create_from_group(MPI_GROUP_EMPTY, "none", MPI_INFO_NULL,
                                           MPI_ERRORS_RETURN, &comm),
                MPI_SUCCESS);
    CHECK(comm == MPI_COMM_NULL);
    CHECK_CLASS(MPI_Comm_create_from_group(group, NULL, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm),
                MPI_ERR_ARG);
    CHECK_CLASS(MPI_Comm_create_from_group(group, "x", MPI_INFO_NULL, MPI_ERRHANDLER_NULL, &comm),
                MPI_ERR_ERRHANDLER);
    MPI_Group_free(&group);
}

static int raised;

static void on_error(MPI_Comm *comm, int *code, ...) {
    CHECK(*comm == MPI_COMM_NULL); /* the communicator does not exist yet */
    MPI_Error_class(*code, &raised);
}

/* An error during construction goes to the error handler that was passed to the call, whatever
 * the handler of MPI_COMM_SELF is (MPI 4.1, 7.4.2). */
static void create_from_group_errors(void) {
    MPI_Group group = backwards();
    MPI_Comm comm;
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(on_error, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_ARE_FATAL);
    CHECK_CLASS(MPI_Comm_create_from_group(MPI_GROUP_NULL, "x", MPI_INFO_NULL, handler, &comm),
                MPI_ERR_GROUP);
    CHECK_EQUAL(raised, MPI_ERR_GROUP);
    CHECK_CLASS(MPI_Comm_create_from_group(group, NULL, MPI_INFO_NULL, handler, &comm),
                MPI_ERR_ARG);
    CHECK_EQUAL(raised, MPI_ERR_ARG);
    raised = 0;
    CHECK_CLASS(MPI_Comm_create_from_group(group, "x", MPI_INFO_NULL, MPI_ERRORS_RETURN, NULL),
                MPI_ERR_ARG);
    CHECK_EQUAL(raised, 0);
    CHECK_CLASS(
        MPI_Intercomm_create_from_groups(group, -1, group, 0, "x", MPI_INFO_NULL, handler, &comm),
        MPI_ERR_RANK);
    CHECK_EQUAL(raised, MPI_ERR_RANK);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&handler);
    MPI_Group_free(&group);
}

/* Each rank forms a pair with each of its neighbours. It is first in the pair with the next rank,
 * and second in the other. The tag distinguishes two constructions on one communicator. */
static void overlapping_groups(void) {
    MPI_Group all, pair;
    MPI_Comm pairs[2];
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    for (int step = 0; step < 2; step++) {
        int low = rank % 2 == step ? rank : rank - 1;
        int members[2] = {low, low + 1};
        pairs[step] = MPI_COMM_NULL;
        if (low < 0 || low + 1 >= size)
            continue;
        MPI_Group_incl(all, 2, members, &pair);
        CHECK_EQUAL(MPI_Comm_create_group(MPI_COMM_WORLD, pair, low, &pairs[step]), MPI_SUCCESS);
        MPI_Group_free(&pair);
    }
    for (int step = 0; step < 2; step++)
        if (pairs[step] != MPI_COMM_NULL) {
            check_traffic(pairs[step], step);
            free_comm(&pairs[step]);
        }
    MPI_Group_free(&all);
}

/* Some ranks have more communicators than others, and still agree on contexts. */
static void uneven_contexts(void) {
    MPI_Comm own[8], all;
    int more = rank % 4 * 2;
    for (int i = 0; i < more; i++)
        MPI_Comm_dup(MPI_COMM_SELF, &own[i]);
    MPI_Comm_dup(MPI_COMM_WORLD, &all);
    for (int i = 0; i < more; i++)
        check_traffic(own[i], i);
    check_traffic(all, 9);
    for (int i = 0; i < more; i++)
        free_comm(&own[i]);
    free_comm(&all);
}

/* Rank 0 frees a communicator on which it still receives, and makes another communicator with
 * rank 1. A message on the new communicator does not match the old receive. A message of rank 2
 * completes the old receive. */
static void freed_while_receiving(void) {
    enum { OLD = 111, NEW = 222 };
    int old = -1, new = NEW, late = OLD, members[2] = {0, 1};
    MPI_Comm copy, pair;
    MPI_Request request;
    MPI_Group all, two;
    if (size < 3)
        return;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, 2, members, &two);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    if (rank == 0)
        MPI_Irecv(&old, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, &request);
    if (rank == 2) {
        MPI_Recv(&new, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&late, 1, MPI_INT, 0, 0, copy);
    }
    free_comm(&copy);
    if (rank < 2) {
        MPI_Comm_create_group(MPI_COMM_WORLD, two, 0, &pair);
        if (rank == 1) {
            MPI_Send(&new, 1, MPI_INT, 0, 0, pair);
        } else {
            new = -1;
            MPI_Recv(&new, 1, MPI_INT, 1, 0, pair, MPI_STATUS_IGNORE);
            CHECK_EQUAL(new, NEW);
            CHECK_EQUAL(old, -1);
            MPI_Send(&new, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            CHECK_EQUAL(old, OLD);
        }
        free_comm(&pair);
    }
    MPI_Group_free(&two);
    MPI_Group_free(&all);
}

static void names(void) {
    char name[MPI_MAX_OBJECT_NAME], longer[2 * MPI_MAX_OBJECT_NAME];
    int length = -1;
    MPI_Comm comm;
    CHECK_EQUAL(MPI_Comm_get_name(MPI_COMM_WORLD, name, &length), MPI_SUCCESS);
    CHECK(!strcmp(name, "MPI_COMM_WORLD"));
    CHECK_EQUAL(length, strlen("MPI_COMM_WORLD"));
    CHECK_EQUAL(MPI_Comm_get_name(MPI_COMM_NULL, name, &length), MPI_SUCCESS);
    CHECK(!strcmp(name, "MPI_COMM_NULL"));
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    CHECK_EQUAL(MPI_Comm_get_name(comm, name, &length), MPI_SUCCESS);
    CHECK_EQUAL(length, 0);
    CHECK_EQUAL(MPI_Comm_set_name(comm, "rows"), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_set_name(comm, "columns"), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_get_name(comm, name, &length), MPI_SUCCESS);
    CHECK(!strcmp(name, "columns"));
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    CHECK_EQUAL(MPI_Comm_set_name(comm, longer), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_get_name(comm, name, &length), MPI_SUCCESS);
    CHECK_EQUAL(length, MPI_MAX_OBJECT_NAME - 1);
    CHECK(!memcmp(name, longer, MPI_MAX_OBJECT_NAME - 1));
    free_comm(&comm);
}

static void hints(void) {
    MPI_Info info, found;
    MPI_Comm comm, copy;
    char value[8];
    int flag = -1, length = sizeof value, keys = -1;
    MPI_Info_create(&info);
    MPI_Info_set(info, "mpi_assert_no_any_tag", "true");
    MPI_Info_set(info, "nobody_knows_this", "1");
    CHECK_EQUAL(MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_get_info(comm, &found), MPI_SUCCESS);
    MPI_Info_get_string(found, "mpi_assert_no_any_tag", &length, value, &flag);
    CHECK(flag && !strcmp(value, "true"));
    MPI_Info_free(&found);
    /* A duplicate has no hints. */
    MPI_Comm_dup(comm, &copy);
    MPI_Comm_get_info(copy, &found);
    MPI_Info_get_nkeys(found, &keys);
    CHECK_EQUAL(keys, 0);
    MPI_Info_free(&found);
    CHECK_EQUAL(MPI_Comm_set_info(copy, info), MPI_SUCCESS);
    MPI_Comm_get_info(copy, &found);
    MPI_Info_get_nkeys(found, &keys);
    CHECK_EQUAL(keys, 1);
    MPI_Info_free(&found);
    MPI_Info_free(&info);
    check_traffic(comm, 1);
    free_comm(&comm);
    free_comm(&copy);
}

static void wrong_arguments(void) {
    MPI_Comm world = MPI_COMM_WORLD, comm, freed;
    MPI_Group all;
    int value, length;
    char name[MPI_MAX_OBJECT_NAME];
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    freed = comm;
    MPI_Comm_free(&comm);
    CHECK_CLASS(MPI_Comm_rank(freed, &value), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_free(&freed), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_free(&comm), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_free(&world), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_dup(MPI_COMM_NULL, &comm), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_dup(MPI_COMM_SELF, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Comm_dup_with_info(MPI_COMM_SELF, (MPI_Info)name, &comm), MPI_ERR_INFO);
    CHECK_CLASS(MPI_Comm_split(MPI_COMM_SELF, -2, 0, &comm), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Comm_split_type(MPI_COMM_SELF, 17, 0, MPI_INFO_NULL, &comm), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Comm_create(MPI_COMM_SELF, MPI_GROUP_NULL, &comm), MPI_ERR_GROUP);
    MPI_Comm_group(world, &all);
    if (size > 1) {
        CHECK_CLASS(MPI_Comm_create(MPI_COMM_SELF, all, &comm), MPI_ERR_GROUP);
        CHECK_CLASS(MPI_Comm_create_group(MPI_COMM_SELF, all, 0, &comm), MPI_ERR_GROUP);
    }
    CHECK_CLASS(MPI_Comm_create_group(world, all, -1, &comm), MPI_ERR_TAG);
    MPI_Group_free(&all);
    CHECK_CLASS(MPI_Comm_compare(world, MPI_COMM_NULL, &value), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_remote_size(world, &value), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_remote_group(world, &all), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_get_name(freed, name, &length), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_set_name(world, NULL), MPI_ERR_ARG);
}

/* Duplicates MPI_COMM_SELF until no further communicator is possible. Returns the error. */
static int fill(MPI_Comm comms[], int *made, int most) {
    int error = MPI_SUCCESS;
    while (*made < most && !(error = MPI_Comm_dup(MPI_COMM_SELF, &comms[*made])))
        ++*made;
    return class_of(error);
}

/* Makes as many communicators as memory allows; then as many contexts as were freed must be
 * available again. */
static void too_many(void) {
    static MPI_Comm comms[600];
    int made = 0, class = fill(comms, &made, 600), most = made;
    CHECK(made > 250);
    CHECK(made == 600 ? class == MPI_SUCCESS : class == MPI_ERR_NO_MEM);
    for (int i = 0; i < 100; i++) {
        MPI_Comm *freed = &comms[i * 7 % made], last = comms[made - 1];
        MPI_Comm_free(freed);
        *freed = last;
        made--;
    }
    CHECK_EQUAL(fill(comms, &made, 600), class);
    CHECK_EQUAL(made, most);
    while (made--)
        MPI_Comm_free(&comms[made]);
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    check_traffic(comm, 1);
    free_comm(&comm);
}

static const struct test tests[] = {
    {"communicators: dup", dup},
    {"communicators: apart", apart},
    {"communicators: random splits", random_splits},
    {"communicators: split of a split", split_of_a_split},
    {"communicators: split type", split_type},
    {"communicators: create", create},
    {"communicators: create group", create_group},
    {"communicators: create from group", create_from_group},
    {"communicators: errors of create from group", create_from_group_errors},
    {"communicators: overlapping groups", overlapping_groups},
    {"communicators: uneven contexts", uneven_contexts},
    {"communicators: freed while receiving", freed_while_receiving},
    {"communicators: names", names},
    {"communicators: hints", hints},
    {"communicators: wrong arguments", wrong_arguments},
    {"communicators: too many", too_many},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_WORLD);
}
