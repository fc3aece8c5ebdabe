/* Calls that differ only in their names get the same wrong argument: an invalid handle, a null
 * pointer for the result, a number out of range. A table gives the class that each call must
 * return. */
#include "check.h"

static int a, b, c, ints[8];
static char text[MPI_MAX_OBJECT_NAME];
static void *pointer;
static MPI_Aint at;
static MPI_Count large;
static MPI_Comm made;
static MPI_Group group_made;
static MPI_Datatype type_made;
static MPI_Info info;
static MPI_Status status;

/* Calls are made in the order of the table. */
#define EACH_GIVES(CLASS, ...)                                                                     \
    do {                                                                                           \
        const int errors[] = {__VA_ARGS__};                                                        \
        for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)                                \
            if (class_of(errors[i]) != (CLASS) && faults++ < 5)                                    \
                printf("rank %d: %s:%d: call %d: %d\n", rank, __FILE__, __LINE__, (int)i,          \
                       class_of(errors[i]));                                                       \
    } while (0)

static void no_communicator(MPI_Comm bad) {
    EACH_GIVES(MPI_ERR_COMM, MPI_Comm_test_inter(bad, &a), MPI_Comm_group(bad, &group_made),
               MPI_Comm_dup(bad, &made), MPI_Comm_dup_with_info(bad, MPI_INFO_NULL, &made),
               MPI_Comm_split(bad, 0, 0, &made),
               MPI_Comm_split_type(bad, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &made),
               MPI_Comm_create(bad, MPI_GROUP_EMPTY, &made),
               MPI_Comm_create_group(bad, MPI_GROUP_EMPTY, 0, &made),
               MPI_Comm_compare(bad, MPI_COMM_SELF, &a), MPI_Comm_compare(MPI_COMM_SELF, bad, &a),
               MPI_Comm_free(&bad), MPI_Comm_set_name(bad, "name"),
               MPI_Comm_set_info(bad, MPI_INFO_NULL), MPI_Comm_get_info(bad, &info),
               MPI_Comm_remote_size(bad, &a), MPI_Comm_remote_group(bad, &group_made),
               MPI_Comm_set_attr(bad, MPI_TAG_UB, NULL),
               MPI_Comm_get_attr(bad, MPI_TAG_UB, &pointer, &a),
               MPI_Comm_delete_attr(bad, MPI_TAG_UB), MPI_Attr_get(bad, MPI_TAG_UB, &pointer, &a),
               MPI_Attr_put(bad, MPI_TAG_UB, NULL), MPI_Attr_delete(bad, MPI_TAG_UB));
    EACH_GIVES(MPI_ERR_COMM, MPI_Topo_test(bad, &a), MPI_Cartdim_get(bad, &a),
               MPI_Cart_get(bad, 1, &a, &b, &c), MPI_Cart_rank(bad, &a, &b),
               MPI_Cart_coords(bad, 0, 1, &a), MPI_Cart_shift(bad, 0, 1, &a, &b),
               MPI_Cart_sub(bad, &a, &made), MPI_Cart_map(bad, 1, ints, ints, &b),
               MPI_Cart_create(bad, 1, ints, ints, 0, &made), MPI_Graphdims_get(bad, &a, &b),
               MPI_Graph_get(bad, 1, 1, &a, &b), MPI_Graph_neighbors_count(bad, 0, &a),
               MPI_Graph_neighbors(bad, 0, 1, &a), MPI_Graph_map(bad, 1, ints, ints, &a),
               MPI_Graph_create(bad, 1, ints, ints, 0, &made),
               MPI_Dist_graph_neighbors_count(bad, &a, &b, &c),
               MPI_Dist_graph_neighbors(bad, 1, &a, &b, 1, &a, &b));
    EACH_GIVES(MPI_ERR_COMM, MPI_Pack(&a, 1, MPI_INT, &b, 4, &c, bad),
               MPI_Unpack(&a, 4, &c, &b, 1, MPI_INT, bad), MPI_Pack_size(1, MPI_INT, bad, &a),
               MPI_Comm_call_errhandler(bad, MPI_ERR_OTHER), MPI_Probe(0, 0, bad, &status),
               MPI_Sendrecv(&a, 1, MPI_INT, 0, 0, &b, 1, MPI_INT, 0, 0, bad, &status),
               MPI_Sendrecv_replace(&a, 1, MPI_INT, 0, 0, 0, 0, bad, &status),
               MPI_Alltoall(&a, 1, MPI_INT, &b, 1, MPI_INT, bad),
               MPI_Intercomm_create(bad, 0, MPI_COMM_WORLD, 0, 0, &made),
               MPI_Intercomm_merge(bad, 0, &made));
}

/* The wrong handles are a null handle, a freed handle, and handles of other kinds. */
static void communicators(void) {
    MPI_Comm freed;
    MPI_Comm_dup(MPI_COMM_SELF, &freed);
    MPI_Comm copy = freed;
    MPI_Comm_free(&freed);
    const MPI_Comm bad[] = {MPI_COMM_NULL, copy, (MPI_Comm)MPI_INT, (MPI_Comm)MPI_GROUP_EMPTY,
                            (MPI_Comm)&a};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        no_communicator(bad[i]);
}

static void no_group(MPI_Group bad) {
    const MPI_Group good = MPI_GROUP_EMPTY;
    int range[1][3] = {{0, 0, 1}};
    EACH_GIVES(
        MPI_ERR_GROUP, MPI_Group_size(bad, &a), MPI_Group_rank(bad, &a),
        MPI_Group_translate_ranks(bad, 1, ints, good, ints + 1),
        MPI_Group_translate_ranks(good, 0, ints, bad, ints + 1), MPI_Group_compare(bad, good, &a),
        MPI_Group_compare(good, bad, &a), MPI_Group_union(bad, good, &group_made),
        MPI_Group_union(good, bad, &group_made), MPI_Group_intersection(bad, good, &group_made),
        MPI_Group_intersection(good, bad, &group_made),
        MPI_Group_difference(bad, good, &group_made), MPI_Group_difference(good, bad, &group_made),
        MPI_Group_incl(bad, 1, ints, &group_made), MPI_Group_excl(bad, 1, ints, &group_made),
        MPI_Group_range_incl(bad, 1, range, &group_made),
        MPI_Group_range_excl(bad, 1, range, &group_made), MPI_Group_free(&bad),
        MPI_Comm_create(MPI_COMM_SELF, bad, &made),
        MPI_Comm_create_group(MPI_COMM_SELF, bad, 0, &made),
        MPI_Comm_create_from_group(bad, "tag", MPI_INFO_NULL, MPI_ERRORS_RETURN, &made));
}

static void groups(void) {
    no_group(MPI_GROUP_NULL);
    no_group((MPI_Group)MPI_COMM_WORLD);
    no_group((MPI_Group)&a);
}

static void no_datatype(MPI_Datatype bad) {
    EACH_GIVES(MPI_ERR_TYPE, MPI_Type_size(bad, &a), MPI_Type_size_x(bad, &large),
               MPI_Type_get_extent(bad, &at, &at), MPI_Type_get_extent_x(bad, &large, &large),
               MPI_Type_get_true_extent(bad, &at, &at),
               MPI_Type_get_true_extent_x(bad, &large, &large), MPI_Type_commit(&bad),
               MPI_Type_dup(bad, &type_made), MPI_Type_contiguous(1, bad, &type_made),
               MPI_Type_vector(1, 1, 1, bad, &type_made),
               MPI_Type_create_hvector(1, 1, 1, bad, &type_made),
               MPI_Type_indexed(1, ints, ints, bad, &type_made),
               MPI_Type_create_hindexed(1, ints, &at, bad, &type_made),
               MPI_Type_create_indexed_block(1, 1, ints, bad, &type_made),
               MPI_Type_create_hindexed_block(1, 1, &at, bad, &type_made),
               MPI_Type_create_struct(1, ints, &at, &bad, &type_made),
               MPI_Type_create_resized(bad, 0, 4, &type_made), MPI_Type_free(&bad),
               MPI_Type_set_name(bad, "name"), MPI_Type_set_attr(bad, 0, NULL),
               MPI_Type_get_attr(bad, 0, &pointer, &a), MPI_Type_delete_attr(bad, 0),
               MPI_Type_get_envelope(bad, &a, &b, &c, &ints[2]),
               MPI_Type_get_contents(bad, 1, 1, 1, ints, &at, &type_made));
    EACH_GIVES(MPI_ERR_TYPE, MPI_Pack(&a, 1, bad, &b, 4, &c, MPI_COMM_SELF),
               MPI_Unpack(&a, 4, &c, &b, 1, bad, MPI_COMM_SELF),
               MPI_Pack_size(1, bad, MPI_COMM_SELF, &a),
               MPI_Pack_external("external32", &a, 1, bad, &b, 4, &at),
               MPI_Unpack_external("external32", &a, 4, &at, &b, 1, bad),
               MPI_Pack_external_size("external32", 1, bad, &at), MPI_Get_count(&status, bad, &a),
               MPI_Get_elements(&status, bad, &a), MPI_Get_elements_x(&status, bad, &large),
               MPI_Status_set_elements(&status, bad, 1), MPI_Status_set_elements_x(&status, bad, 1),
               MPI_Sendrecv(&a, 1, bad, 0, 0, &b, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &status),
               MPI_Sendrecv(&a, 1, MPI_INT, 0, 0, &b, 1, bad, 0, 0, MPI_COMM_SELF, &status),
               MPI_Sendrecv_replace(&a, 1, bad, 0, 0, 0, 0, MPI_COMM_SELF, &status));
}

static void datatypes(void) {
    MPI_Datatype freed, copy;
    MPI_Type_contiguous(3, MPI_INT, &freed);
    copy = freed;
    MPI_Type_free(&freed);
    memset(&status, 0, sizeof status);
    no_datatype(MPI_DATATYPE_NULL);
    no_datatype(copy);
    no_datatype((MPI_Datatype)MPI_COMM_WORLD);
    no_datatype((MPI_Datatype)&a);
}

/* The pointer for a result or a handle is null. */
static void no_place(void) {
    const MPI_Comm self = MPI_COMM_SELF;
    MPI_Group group;
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    EACH_GIVES(MPI_ERR_ARG, MPI_Comm_test_inter(self, NULL), MPI_Comm_group(self, NULL),
               MPI_Comm_dup(self, NULL), MPI_Comm_split(self, 0, 0, NULL),
               MPI_Comm_create(self, MPI_GROUP_EMPTY, NULL), MPI_Comm_compare(self, self, NULL),
               MPI_Comm_free(NULL), MPI_Comm_get_name(self, NULL, &a),
               MPI_Comm_get_name(self, text, NULL), MPI_Comm_set_name(self, NULL),
               MPI_Comm_get_info(self, NULL), MPI_Comm_get_attr(self, MPI_TAG_UB, NULL, &a),
               MPI_Comm_get_attr(self, MPI_TAG_UB, &pointer, NULL), MPI_Topo_test(self, NULL),
               MPI_Cart_create(self, 1, NULL, ints, 0, &made), MPI_Dims_create(4, 1, NULL),
               MPI_Comm_get_errhandler(self, NULL), MPI_Comm_create_keyval(NULL, NULL, NULL, NULL));
    EACH_GIVES(MPI_ERR_ARG, MPI_Group_size(group, NULL), MPI_Group_rank(group, NULL),
               MPI_Group_compare(group, group, NULL), MPI_Group_union(group, group, NULL),
               MPI_Group_intersection(group, group, NULL), MPI_Group_difference(group, group, NULL),
               MPI_Group_incl(group, 1, ints, NULL), MPI_Group_incl(group, 1, NULL, &group_made),
               MPI_Group_free(NULL), MPI_Group_translate_ranks(group, 1, NULL, group, ints),
               MPI_Group_translate_ranks(group, 1, ints, group, NULL));
    EACH_GIVES(MPI_ERR_ARG, MPI_Type_size(MPI_INT, NULL), MPI_Type_get_extent(MPI_INT, NULL, &at),
               MPI_Type_get_extent(MPI_INT, &at, NULL),
               MPI_Type_get_true_extent(MPI_INT, NULL, &at), MPI_Type_commit(NULL),
               MPI_Type_free(NULL), MPI_Type_dup(MPI_INT, NULL),
               MPI_Type_vector(1, 1, 1, MPI_INT, NULL),
               MPI_Type_indexed(1, NULL, ints, MPI_INT, &type_made),
               MPI_Type_indexed(1, ints, NULL, MPI_INT, &type_made),
               MPI_Type_create_struct(1, ints, &at, NULL, &type_made),
               MPI_Type_create_subarray(1, NULL, ints, ints, MPI_ORDER_C, MPI_INT, &type_made),
               MPI_Type_get_name(MPI_INT, NULL, &a), MPI_Type_set_name(MPI_INT, NULL),
               MPI_Type_get_envelope(MPI_INT, NULL, &a, &b, &c), MPI_Get_address(&a, NULL),
               MPI_Type_create_keyval(NULL, NULL, NULL, NULL));
    EACH_GIVES(MPI_ERR_ARG, MPI_Get_count(NULL, MPI_INT, &a), MPI_Get_count(&status, MPI_INT, NULL),
               MPI_Get_elements(&status, MPI_INT, NULL), MPI_Test_cancelled(NULL, &a),
               MPI_Test_cancelled(&status, NULL), MPI_Iprobe(0, 0, self, NULL, &status),
               MPI_Improbe(0, 0, self, &a, NULL, &status), MPI_Mprobe(0, 0, self, NULL, &status),
               MPI_Pack_size(1, MPI_INT, self, NULL), MPI_Pack(&a, 1, MPI_INT, &b, 4, NULL, self),
               MPI_Error_class(0, NULL), MPI_Error_string(0, NULL, &a),
               MPI_Error_string(0, text, NULL));
    MPI_Group_free(&group);
}

/* Communicators without a topology, or with another kind. */
static void topologies(void) {
    int one[1] = {1}, zero[1] = {0}, edge[1] = {0};
    MPI_Comm cart, graph, bare;
    MPI_Comm_dup(MPI_COMM_SELF, &bare);
    MPI_Cart_create(bare, 1, one, zero, 0, &cart);
    MPI_Graph_create(bare, 1, one, edge, 0, &graph);
    const MPI_Comm no_cart[] = {bare, graph}, no_graph[] = {bare, cart};
    for (int i = 0; i < 2; i++) {
        MPI_Comm comm = no_cart[i];
        EACH_GIVES(MPI_ERR_TOPOLOGY, MPI_Cartdim_get(comm, &a), MPI_Cart_get(comm, 1, &a, &b, &c),
                   MPI_Cart_rank(comm, zero, &a), MPI_Cart_coords(comm, 0, 1, &a),
                   MPI_Cart_shift(comm, 0, 1, &a, &b), MPI_Cart_sub(comm, one, &made));
        comm = no_graph[i];
        EACH_GIVES(MPI_ERR_TOPOLOGY, MPI_Graphdims_get(comm, &a, &b),
                   MPI_Graph_get(comm, 1, 1, &a, &b), MPI_Graph_neighbors_count(comm, 0, &a),
                   MPI_Graph_neighbors(comm, 0, 1, &a),
                   MPI_Dist_graph_neighbors_count(comm, &a, &b, &c),
                   MPI_Dist_graph_neighbors(comm, 1, &a, &b, 1, &a, &b));
    }
    CHECK_CLASS(MPI_Cart_shift(cart, 1, 1, &a, &b), MPI_ERR_DIMS);
    CHECK_CLASS(MPI_Cart_shift(cart, -1, 1, &a, &b), MPI_ERR_DIMS);
    CHECK_CLASS(MPI_Cart_rank(cart, one, &a), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Cart_coords(cart, 1, 1, &a), MPI_ERR_RANK);
    MPI_Comm_free(&graph);
    MPI_Comm_free(&cart);
    MPI_Comm_free(&bare);
}

/* After all these errors, everything still works. */
static void still_works(void) {
    int out = rank, in = -1, left = (rank + size - 1) % size;
    MPI_Sendrecv(&out, 1, MPI_INT, (rank + 1) % size, 0, &in, 1, MPI_INT, left, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK_EQUAL(in, left);
    CHECK_CLASS(MPI_Comm_dup(MPI_COMM_WORLD, &made), MPI_SUCCESS);
    CHECK_CLASS(MPI_Comm_free(&made), MPI_SUCCESS);
}

static const struct test tests[] = {
    {"tables of errors: communicators", communicators},
    {"tables of errors: groups", groups},
    {"tables of errors: datatypes", datatypes},
    {"tables of errors: no place", no_place},
    {"tables of errors: topologies", topologies},
    {"tables of errors: still works", still_works},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_WORLD);
}
