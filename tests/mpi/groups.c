/* Groups: every operation is checked against a model, a plain list of ranks of the world. */
#include "check.h"

#define MOST 64 /* members of a model */

struct model {
    int size;
    int world[MOST];
};

static MPI_Group world_group;
static uint32_t seed;

static int draw(int below) {
    return (int)(random_next(&seed) % (uint32_t)below);
}

/* Position of a member, or MPI_UNDEFINED. */
static int position(const struct model *model, int world) {
    for (int i = 0; i < model->size; i++)
        if (model->world[i] == world)
            return i;
    return MPI_UNDEFINED;
}

/* Frees the group after checking it against the model. */
static void check_and_free(MPI_Group group, const struct model *model) {
    int members = -1, own = -1, ranks[MOST], world[MOST];
    CHECK_EQUAL(MPI_Group_size(group, &members), MPI_SUCCESS);
    CHECK_EQUAL(members, model->size);
    CHECK_EQUAL(MPI_Group_rank(group, &own), MPI_SUCCESS);
    CHECK_EQUAL(own, position(model, rank));
    CHECK((group == MPI_GROUP_EMPTY) == (model->size == 0));
    for (int i = 0; i < model->size; i++)
        ranks[i] = i;
    CHECK_EQUAL(MPI_Group_translate_ranks(group, model->size, ranks, world_group, world),
                MPI_SUCCESS);
    for (int i = 0; i < model->size; i++)
        CHECK_EQUAL(world[i], model->world[i]);
    for (int i = 0; i < size && i < MOST; i++)
        ranks[i] = i;
    MPI_Group_translate_ranks(world_group, size < MOST ? size : MOST, ranks, group, world);
    for (int i = 0; i < size && i < MOST; i++)
        CHECK_EQUAL(world[i], position(model, i));
    CHECK_EQUAL(MPI_Group_free(&group), MPI_SUCCESS);
    CHECK(group == MPI_GROUP_NULL);
}

/* Some ranks of the world in a random order. */
static struct model draw_model(void) {
    struct model model = {0};
    for (int i = 0; i < size && model.size < MOST; i++) {
        if (draw(2))
            continue;
        int at = draw(model.size + 1);
        model.world[model.size++] = model.world[at];
        model.world[at] = i;
    }
    return model;
}

static MPI_Group group_of(const struct model *model) {
    MPI_Group group = MPI_GROUP_NULL;
    CHECK_EQUAL(MPI_Group_incl(world_group, model->size, model->world, &group), MPI_SUCCESS);
    return group;
}

static void including(void) {
    for (int i = 0; i < 20; i++) {
        struct model model = draw_model();
        check_and_free(group_of(&model), &model);
    }
}

static void excluding(void) {
    for (int i = 0; i < 20; i++) {
        struct model out = draw_model(), in = {0};
        for (int k = 0; k < size && in.size < MOST; k++)
            if (position(&out, k) == MPI_UNDEFINED)
                in.world[in.size++] = k;
        MPI_Group group = MPI_GROUP_NULL;
        CHECK_EQUAL(MPI_Group_excl(world_group, out.size, out.world, &group), MPI_SUCCESS);
        check_and_free(group, &in);
    }
}

static void ranges(void) {
    for (int i = 0; i < 20; i++) {
        int first = draw(size), last = draw(size), stride = 1 + draw(3);
        if (last < first)
            stride = -stride;
        int range[1][3] = {{first, last, stride}};
        struct model in = {0}, out = {0};
        for (int k = first; stride > 0 ? k <= last : k >= last; k += stride)
            in.world[in.size++] = k;
        for (int k = 0; k < size; k++)
            if (position(&in, k) == MPI_UNDEFINED)
                out.world[out.size++] = k;
        MPI_Group group = MPI_GROUP_NULL;
        CHECK_EQUAL(MPI_Group_range_incl(world_group, 1, range, &group), MPI_SUCCESS);
        check_and_free(group, &in);
        CHECK_EQUAL(MPI_Group_range_excl(world_group, 1, range, &group), MPI_SUCCESS);
        check_and_free(group, &out);
    }
}

static void several_ranges(void) {
    /* The last rank, followed by all others. */
    int range[2][3] = {{size - 1, size - 1, 5}, {0, size - 2, 1}};
    struct model model = {size, {size - 1}};
    for (int i = 1; i < size; i++)
        model.world[i] = i - 1;
    MPI_Group group = MPI_GROUP_NULL;
    CHECK_EQUAL(MPI_Group_range_incl(world_group, size > 1 ? 2 : 1, range, &group), MPI_SUCCESS);
    check_and_free(group, &model);
    CHECK_EQUAL(MPI_Group_range_incl(world_group, 0, range, &group), MPI_SUCCESS);
    CHECK(group == MPI_GROUP_EMPTY);
}

static void sets(void) {
    for (int i = 0; i < 20; i++) {
        struct model a = draw_model(), b = draw_model(), both = {0}, either = a, only = {0};
        for (int k = 0; k < a.size; k++) {
            struct model *to = position(&b, a.world[k]) == MPI_UNDEFINED ? &only : &both;
            to->world[to->size++] = a.world[k];
        }
        for (int k = 0; k < b.size; k++)
            if (position(&a, b.world[k]) == MPI_UNDEFINED)
                either.world[either.size++] = b.world[k];
        MPI_Group one = group_of(&a), other = group_of(&b), result = MPI_GROUP_NULL;
        CHECK_EQUAL(MPI_Group_union(one, other, &result), MPI_SUCCESS);
        check_and_free(result, &either);
        CHECK_EQUAL(MPI_Group_intersection(one, other, &result), MPI_SUCCESS);
        check_and_free(result, &both);
        CHECK_EQUAL(MPI_Group_difference(one, other, &result), MPI_SUCCESS);
        check_and_free(result, &only);
        MPI_Group_free(&one);
        MPI_Group_free(&other);
    }
}

static int compare(const struct model *a, const struct model *b) {
    int same = a->size == b->size, ordered = same;
    for (int i = 0; i < a->size && same; i++) {
        same = position(b, a->world[i]) != MPI_UNDEFINED;
        ordered = ordered && b->world[i] == a->world[i];
    }
    return !same ? MPI_UNEQUAL : ordered ? MPI_IDENT : MPI_SIMILAR;
}

static void comparing(void) {
    for (int i = 0; i < 40; i++) {
        struct model a = draw_model(), b = i % 2 ? draw_model() : a;
        if (i % 4 == 0 && a.size > 1) {
            b.world[0] = a.world[a.size - 1];
            b.world[a.size - 1] = a.world[0];
        }
        MPI_Group one = group_of(&a), other = group_of(&b);
        int result = -1;
        CHECK_EQUAL(MPI_Group_compare(one, other, &result), MPI_SUCCESS);
        CHECK_EQUAL(result, compare(&a, &b));
        MPI_Group_free(&one);
        MPI_Group_free(&other);
    }
}

static void of_communicators(void) {
    MPI_Group one, self, empty = MPI_GROUP_EMPTY;
    int result = -1, members = -1;
    CHECK_EQUAL(MPI_Comm_group(MPI_COMM_WORLD, &one), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Group_compare(one, world_group, &result), MPI_SUCCESS);
    CHECK_EQUAL(result, MPI_IDENT);
    CHECK_EQUAL(MPI_Group_free(&one), MPI_SUCCESS);
    /* The other handle of the same group remains valid. */
    CHECK_EQUAL(MPI_Group_size(world_group, &members), MPI_SUCCESS);
    CHECK_EQUAL(members, size);
    CHECK_EQUAL(MPI_Comm_group(MPI_COMM_SELF, &self), MPI_SUCCESS);
    check_and_free(self, &(struct model){1, {rank}});
    CHECK_EQUAL(MPI_Group_size(empty, &members), MPI_SUCCESS);
    CHECK_EQUAL(members, 0);
    int ranks[1] = {MPI_PROC_NULL};
    CHECK_EQUAL(MPI_Group_translate_ranks(world_group, 1, ranks, empty, ranks), MPI_SUCCESS);
    CHECK_EQUAL(ranks[0], MPI_PROC_NULL);
}

static void wrong_arguments(void) {
    MPI_Group group = MPI_GROUP_NULL, freed;
    int value, ranks[2] = {0, 0}, beyond = size, back[1][3] = {{0, -1, 1}},
               still[1][3] = {{0, 0, 0}};
    CHECK_CLASS(MPI_Group_size(group, &value), MPI_ERR_GROUP);
    CHECK_CLASS(MPI_Group_rank(group, &value), MPI_ERR_GROUP);
    CHECK_CLASS(MPI_Group_free(&group), MPI_ERR_GROUP);
    MPI_Comm_group(MPI_COMM_SELF, &group);
    freed = group;
    MPI_Group_free(&group);
    CHECK_CLASS(MPI_Group_size(freed, &value), MPI_ERR_GROUP);
    CHECK_CLASS(MPI_Group_size(world_group, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Group_incl(world_group, 2, ranks, &group), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Group_excl(world_group, 2, ranks, &group), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Group_incl(world_group, 1, &beyond, &group), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Group_excl(world_group, 1, &beyond, &group), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Group_incl(world_group, -1, ranks, &group), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Group_incl(world_group, 1, NULL, &group), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Group_range_incl(world_group, 1, back, &group), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Group_range_excl(world_group, 1, still, &group), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Group_translate_ranks(world_group, 1, &beyond, world_group, &value),
                MPI_ERR_RANK);
    CHECK_CLASS(MPI_Group_union(world_group, MPI_GROUP_NULL, &group), MPI_ERR_GROUP);
    CHECK_CLASS(MPI_Comm_group(MPI_COMM_NULL, &group), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Comm_group(MPI_COMM_WORLD, NULL), MPI_ERR_ARG);
}

static const struct test tests[] = {
    {"groups: including", including},
    {"groups: excluding", excluding},
    {"groups: ranges", ranges},
    {"groups: several ranges", several_ranges},
    {"groups: sets", sets},
    {"groups: comparing", comparing},
    {"groups: of communicators", of_communicators},
    {"groups: wrong arguments", wrong_arguments},
    {0},
};

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    seed = 0x9e3779b9u + (uint32_t)rank;
    if (rank == 0)
        printf("seed 0x%x + rank\n", (unsigned)seed);
    MPI_Comm_group(MPI_COMM_WORLD, &world_group);
    int failed = run_tests(tests);
    MPI_Group_free(&world_group);
    MPI_Finalize();
    return failed != 0;
}
