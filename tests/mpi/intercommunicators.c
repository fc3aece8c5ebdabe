/* Intercommunicators: two groups of the world, each of which sends to the other.
 * Relies on buffering. */
#include "check.h"
#include "sides.h"

static void check_group(MPI_Group group, int members, const int world[]) {
    MPI_Group all;
    int count = -1, ranks[MOST], got[MOST];
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_size(group, &count);
    CHECK_EQUAL(count, members);
    for (int i = 0; i < members; i++)
        ranks[i] = i;
    MPI_Group_translate_ranks(group, members, ranks, all, got);
    for (int i = 0; i < members; i++)
        CHECK_EQUAL(got[i], world[i]);
    MPI_Group_free(&all);
    MPI_Group_free(&group);
}

/* Checks that the communicator connects these groups. Each rank sends to all ranks of the other
 * side. */
static void check_sides(MPI_Comm inter, int own, const int mine[], int other, const int theirs[]) {
    int flag = 0, count = -1, me = -1;
    MPI_Group group;
    CHECK_EQUAL(MPI_Comm_test_inter(inter, &flag), MPI_SUCCESS);
    CHECK(flag);
    CHECK_EQUAL(MPI_Comm_remote_size(inter, &count), MPI_SUCCESS);
    CHECK_EQUAL(count, other);
    MPI_Comm_size(inter, &count);
    CHECK_EQUAL(count, own);
    MPI_Comm_rank(inter, &me);
    CHECK_EQUAL(mine[me], rank);
    MPI_Comm_group(inter, &group);
    check_group(group, own, mine);
    MPI_Comm_remote_group(inter, &group);
    check_group(group, other, theirs);
    for (int i = 0; i < other; i++)
        MPI_Send(&rank, 1, MPI_INT, i, me, inter);
    for (int i = 0; i < other; i++) {
        int in = -1;
        MPI_Status status;
        MPI_Recv(&in, 1, MPI_INT, MPI_ANY_SOURCE, i, inter, &status);
        CHECK_EQUAL(in, theirs[i]);
        CHECK_EQUAL(status.MPI_SOURCE, i);
    }
    CHECK_CLASS(MPI_Send(&me, 1, MPI_INT, other, 0, inter), MPI_ERR_RANK);
}

static void create(void) {
    MPI_Comm inter = make(), copy;
    int result = -1;
    check_sides(inter, own_size, own_world, other_size, other_world);
    CHECK_EQUAL(MPI_Comm_dup(inter, &copy), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_compare(inter, copy, &result), MPI_SUCCESS);
    CHECK_EQUAL(result, MPI_CONGRUENT);
    CHECK_EQUAL(MPI_Comm_compare(inter, MPI_COMM_WORLD, &result), MPI_SUCCESS);
    CHECK_EQUAL(result, MPI_UNEQUAL);
    MPI_Comm_free(&inter);
    check_sides(copy, own_size, own_world, other_size, other_world);
    MPI_Comm_free(&copy);
}

/* If the two groups pass different values of `high`, the group that passes 1 comes second.
 * Otherwise the group whose first process comes first in the world comes first. */
static void merge(void) {
    MPI_Comm inter = make(), all;
    for (int choice = 0; choice < 4; choice++) {
        int high = choice >> side & 1, other_high = choice >> !side & 1, got = -1, inter_flag = 1;
        CHECK_EQUAL(MPI_Intercomm_merge(inter, high, &all), MPI_SUCCESS);
        int me = 0, first = high == other_high ? own_world[0] < other_world[0] : !high;
        while (own_world[me] != rank)
            me++;
        MPI_Comm_rank(all, &got);
        CHECK_EQUAL(got, first ? me : other_size + me);
        MPI_Comm_size(all, &got);
        CHECK_EQUAL(got, size);
        MPI_Comm_test_inter(all, &inter_flag);
        CHECK(!inter_flag);
        int sum = -1;
        MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, all);
        CHECK_EQUAL(sum, size * (size - 1) / 2);
        MPI_Comm_free(&all);
    }
    MPI_Comm_free(&inter);
}

/* Ranks of the world of one colour, in the order of (key, rank). */
static int picked(int count, const int world[], int color, int into[]) {
    int found = 0;
    for (int i = count; i-- > 0;) /* the key reverses the order */
        if (world[i] / 2 % 3 == color)
            into[found++] = world[i];
    return found;
}

static void split(void) {
    MPI_Comm inter = make(), part;
    int me, mine[MOST], theirs[MOST], color = rank / 2 % 3;
    MPI_Comm_rank(inter, &me);
    CHECK_EQUAL(MPI_Comm_split(inter, color == 2 ? MPI_UNDEFINED : color, -me, &part), MPI_SUCCESS);
    int own = picked(own_size, own_world, color, mine);
    int other = picked(other_size, other_world, color, theirs);
    CHECK_EQUAL(part == MPI_COMM_NULL, color == 2 || !other);
    if (part != MPI_COMM_NULL) {
        check_sides(part, own, mine, other, theirs);
        MPI_Comm_free(&part);
    }
    MPI_Comm_free(&inter);
}

/* The tile of a rank of the world, or on Linux the core, from the beginning of its processor
 * name. */
static const char *tile_of(int world, char names[][MPI_MAX_PROCESSOR_NAME]) {
    char *core = strstr(names[world], " core ");
    if (core)
        *core = '\0';
    return names[world];
}

static int of_tile(int count, const int world[], char names[][MPI_MAX_PROCESSOR_NAME], int into[]) {
    int found = 0;
    for (int i = 0; i < count; i++)
        if (!strcmp(tile_of(world[i], names), tile_of(rank, names)))
            into[found++] = world[i];
    return found;
}

static void split_by_tile(void) {
    static char names[MOST][MPI_MAX_PROCESSOR_NAME];
    MPI_Comm inter = make(), part;
    int mine[MOST], theirs[MOST], length;
    MPI_Get_processor_name(names[rank], &length);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_CHAR, names, MPI_MAX_PROCESSOR_NAME, MPI_CHAR,
                  MPI_COMM_WORLD);
    int own = of_tile(own_size, own_world, names, mine);
    int other = of_tile(other_size, other_world, names, theirs);
    CHECK_EQUAL(MPI_Comm_split_type(inter, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part),
                MPI_SUCCESS);
    CHECK_EQUAL(part == MPI_COMM_NULL, !other);
    if (part != MPI_COMM_NULL) {
        check_sides(part, own, mine, other, theirs);
        MPI_Comm_free(&part);
    }
    CHECK_EQUAL(MPI_Comm_split_type(inter, MPI_UNDEFINED, 0, MPI_INFO_NULL, &part), MPI_SUCCESS);
    CHECK(part == MPI_COMM_NULL);
    /* A communicator is split only if the result is smaller. */
    CHECK_EQUAL(MPI_Comm_split_type(inter, MPI_COMM_TYPE_HW_UNGUIDED, 0, MPI_INFO_NULL, &part),
                MPI_SUCCESS);
    CHECK_EQUAL(part == MPI_COMM_NULL, !other || own + other == size);
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);
    MPI_Comm_free(&inter);
}

/* First creates an intercommunicator of the first half of each side, and then one in which one side
 * has no ranks. */
static void create_from_group(void) {
    MPI_Comm inter = make(), part = MPI_COMM_WORLD;
    MPI_Group group, half;
    int me, own = (own_size + 1) / 2, other = (other_size + 1) / 2;
    int range[1][3] = {{0, own - 1, 1}};
    MPI_Comm_rank(inter, &me);
    MPI_Comm_group(inter, &group);
    MPI_Group_range_incl(group, 1, range, &half);
    CHECK_EQUAL(MPI_Comm_create(inter, half, &part), MPI_SUCCESS);
    CHECK_EQUAL(part == MPI_COMM_NULL, me >= own);
    if (part != MPI_COMM_NULL) {
        check_sides(part, own, own_world, other, other_world);
        MPI_Comm_free(&part);
    }
    CHECK_EQUAL(MPI_Comm_create(inter, side ? half : MPI_GROUP_EMPTY, &part), MPI_SUCCESS);
    CHECK(part == MPI_COMM_NULL);
    MPI_Group_free(&group);
    MPI_Group_free(&half);
    MPI_Comm_free(&inter);
}

/* Makes an intercommunicator without a parent communicator, by a string. */
static void create_from_groups(void) {
    MPI_Group all, own, other;
    MPI_Comm inter = MPI_COMM_NULL;
    MPI_Comm_group(MPI_COMM_WORLD, &all);
    MPI_Group_incl(all, own_size, own_world, &own);
    MPI_Group_incl(all, other_size, other_world, &other);
    int is_leader = own_world[own_size - 1] == rank;
    CHECK_EQUAL(MPI_Intercomm_create_from_groups(own, own_size - 1,
                                                 is_leader ? other : MPI_GROUP_NULL, other_size - 1,
                                                 "sides", MPI_INFO_NULL, MPI_ERRORS_RETURN, &inter),
                MPI_SUCCESS);
    check_sides(inter, own_size, own_world, other_size, other_world);
    MPI_Comm_free(&inter);
    CHECK_CLASS(MPI_Intercomm_create_from_groups(own, own_size, other, 0, "sides", MPI_INFO_NULL,
                                                 MPI_ERRORS_RETURN, &inter),
                MPI_ERR_RANK);
    CHECK_CLASS(MPI_Intercomm_create_from_groups(other, 0, own, 0, "sides", MPI_INFO_NULL,
                                                 MPI_ERRORS_RETURN, &inter),
                MPI_ERR_GROUP);
    MPI_Group_free(&all);
    MPI_Group_free(&own);
    MPI_Group_free(&other);
}

static void wrong_arguments(void) {
    MPI_Comm inter = make(), local = make_local(), none;
    int dims[1] = {1};
    CHECK_CLASS(MPI_Intercomm_create(inter, 0, MPI_COMM_WORLD, 0, 1, &none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Intercomm_create(local, own_size, MPI_COMM_WORLD, 0, 1, &none), MPI_ERR_ROOT);
    CHECK_CLASS(MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, 0, -1, &none), MPI_ERR_TAG);
    CHECK_CLASS(MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_NULL, 0, 1, &none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, size, 1, &none),
                MPI_ERR_RANK);
    CHECK_CLASS(MPI_Intercomm_merge(local, 0, &none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Cart_create(inter, 1, dims, dims, 0, &none), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_create_group(inter, MPI_GROUP_EMPTY, 0, &none), MPI_ERR_COMM);
    MPI_Comm_free(&local);
    MPI_Comm_free(&inter);
}

static const struct test tests[] = {
    {"intercommunicators: create", create},
    {"intercommunicators: merge", merge},
    {"intercommunicators: split", split},
    {"intercommunicators: split by tile", split_by_tile},
    {"intercommunicators: create from group", create_from_group},
    {"intercommunicators: create from groups", create_from_groups},
    {"intercommunicators: wrong arguments", wrong_arguments},
    {0},
};

/* A single rank has no other group to connect to. */
static const struct test none[] = {{0}};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    list_sides();
    int failed = run_tests(size > 1 ? tests : none);
    if (rank == 0)
        printf("%d ranks\n", size);
    MPI_Finalize();
    return failed != 0;
}
