/* Derived datatypes, function by function, with right and wrong arguments. datatypes_messages.c
 * sends them, and datatypes_random.c tests random ones. */
#include <limits.h>

#include "check.h"

static MPI_Datatype committed(MPI_Datatype type) {
    MPI_Type_commit(&type);
    return type;
}

static void check_bounds(MPI_Datatype type, int size_, MPI_Aint lb_, MPI_Aint extent_) {
    MPI_Aint lb = -77, extent = -77;
    MPI_Count wide_lb = -77, wide_extent = -77, wide_size = -77;
    int bytes = -77;
    CHECK_EQUAL(MPI_Type_size(type, &bytes), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Type_size_x(type, &wide_size), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Type_get_extent(type, &lb, &extent), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Type_get_extent_x(type, &wide_lb, &wide_extent), MPI_SUCCESS);
    CHECK_EQUAL(bytes, size_);
    CHECK_EQUAL(wide_size, size_);
    CHECK_EQUAL(lb, lb_);
    CHECK_EQUAL(wide_lb, lb_);
    CHECK_EQUAL(extent, extent_);
    CHECK_EQUAL(wide_extent, extent_);
}

static void predefined(void) {
    check_bounds(MPI_INT, sizeof(int), 0, sizeof(int));
    check_bounds(MPI_BYTE, 1, 0, 1);
    struct {
        short value;
        int index;
    } pair;
    check_bounds(MPI_SHORT_INT, sizeof(short) + sizeof(int), 0, sizeof pair);
    check_bounds(MPI_LONG_DOUBLE, sizeof(long double), 0, sizeof(long double));
}

/* The examples of sections 5.1.6 and 5.1.3 of MPI 4.1. */
static void bounds(void) {
    MPI_Datatype type, twice, large;
    MPI_Type_create_resized(MPI_INT, -3, 9, &type);
    check_bounds(type, sizeof(int), -3, 9);
    MPI_Type_contiguous(2, type, &twice);
    check_bounds(twice, 2 * sizeof(int), -3, 18);
    MPI_Aint lb, extent;
    MPI_Type_get_true_extent(twice, &lb, &extent);
    CHECK_EQUAL(lb, 0);
    CHECK_EQUAL(extent, 9 + sizeof(int));
    MPI_Type_free(&type);
    MPI_Type_free(&twice);

    int lengths[] = {1, 1};
    MPI_Aint at[] = {0, 8};
    MPI_Datatype of[] = {MPI_DOUBLE, MPI_CHAR};
    MPI_Type_create_struct(2, lengths, at, of, &type);
    check_bounds(type, 9, 0, 16);
    MPI_Type_free(&type);

    /* The datatype has more bytes than an int can count. */
    int bytes;
    MPI_Count wide;
    MPI_Type_contiguous(1 << 30, MPI_INT, &type);
    MPI_Type_contiguous(1 << 10, type, &large);
    MPI_Type_size(large, &bytes);
    MPI_Type_size_x(large, &wide);
    CHECK_EQUAL(bytes, MPI_UNDEFINED);
    CHECK(wide == (MPI_Count)sizeof(int) << 40);
    MPI_Type_free(&type);
    MPI_Type_free(&large);
}

/* MPI returns a datatype's arguments unchanged, and a datatype that is made from them again is
 * equal. */
static void contents(void) {
    int lengths[] = {2, 1}, ints[3];
    MPI_Aint at[] = {4, 20}, addresses[2];
    MPI_Datatype pair, type, types[2], of[2] = {MPI_SHORT};
    MPI_Type_contiguous(2, MPI_INT, &pair);
    of[1] = pair;
    MPI_Type_create_struct(2, lengths, at, of, &type);
    MPI_Type_free(&pair);
    CHECK(pair == MPI_DATATYPE_NULL);
    int integers = -1, displacements = -1, datatypes = -1, combiner = -1;
    CHECK_EQUAL(MPI_Type_get_envelope(type, &integers, &displacements, &datatypes, &combiner),
                MPI_SUCCESS);
    CHECK_EQUAL(integers, 3);
    CHECK_EQUAL(displacements, 2);
    CHECK_EQUAL(datatypes, 2);
    CHECK_EQUAL(combiner, MPI_COMBINER_STRUCT);
    CHECK_EQUAL(MPI_Type_get_contents(type, 3, 2, 2, ints, addresses, types), MPI_SUCCESS);
    CHECK(ints[0] == 2 && ints[1] == 2 && ints[2] == 1);
    CHECK(addresses[0] == 4 && addresses[1] == 20);
    CHECK(types[0] == MPI_SHORT);
    check_bounds(types[1], 2 * sizeof(int), 0, 2 * sizeof(int));
    CHECK_EQUAL(MPI_Type_free(&types[1]), MPI_SUCCESS);
    CHECK_CLASS(MPI_Type_get_contents(type, 2, 2, 2, ints, addresses, types), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_get_contents(MPI_INT, 3, 2, 2, ints, addresses, types), MPI_ERR_TYPE);
    MPI_Type_get_envelope(MPI_INT, &integers, &displacements, &datatypes, &combiner);
    CHECK(combiner == MPI_COMBINER_NAMED && !integers && !displacements && !datatypes);
    MPI_Type_free(&type);
}

/* For every combiner, the envelope has the right numbers of arguments (MPI 4.1, section 5.1.13). */
static void envelopes(void) {
    int ones[] = {1, 1}, zeros[] = {0, 0}, block[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC},
        dflt[] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
    MPI_Aint at[] = {0, 8};
    MPI_Datatype type[10], ints[] = {MPI_INT, MPI_INT};
    MPI_Type_dup(MPI_INT, &type[0]);
    MPI_Type_contiguous(2, MPI_INT, &type[1]);
    MPI_Type_vector(2, 1, 2, MPI_INT, &type[2]);
    MPI_Type_create_hvector(2, 1, 8, MPI_INT, &type[3]);
    MPI_Type_indexed(2, ones, zeros, MPI_INT, &type[4]);
    MPI_Type_create_hindexed(2, ones, at, MPI_INT, &type[5]);
    MPI_Type_create_indexed_block(2, 1, zeros, MPI_INT, &type[6]);
    MPI_Type_create_hindexed_block(2, 1, at, MPI_INT, &type[7]);
    MPI_Type_create_struct(2, ones, at, ints, &type[8]);
    MPI_Type_create_subarray(2, ones, ones, zeros, MPI_ORDER_C, MPI_INT, &type[9]);
    static const int expected[10][4] = {
        {0, 0, 1, MPI_COMBINER_DUP},           {1, 0, 1, MPI_COMBINER_CONTIGUOUS},
        {3, 0, 1, MPI_COMBINER_VECTOR},        {2, 1, 1, MPI_COMBINER_HVECTOR},
        {5, 0, 1, MPI_COMBINER_INDEXED},       {3, 2, 1, MPI_COMBINER_HINDEXED},
        {4, 0, 1, MPI_COMBINER_INDEXED_BLOCK}, {2, 2, 1, MPI_COMBINER_HINDEXED_BLOCK},
        {3, 2, 2, MPI_COMBINER_STRUCT},        {8, 0, 1, MPI_COMBINER_SUBARRAY},
    };
    int got[4];
    for (int i = 0; i < 10; i++) {
        MPI_Type_get_envelope(type[i], &got[0], &got[1], &got[2], &got[3]);
        CHECK(memcmp(got, expected[i], sizeof got) == 0);
        MPI_Type_free(&type[i]);
    }
    MPI_Type_create_darray(1, 0, 2, ones, block, dflt, ones, MPI_ORDER_C, MPI_INT, &type[0]);
    MPI_Type_get_envelope(type[0], &got[0], &got[1], &got[2], &got[3]);
    CHECK(got[0] == 12 && got[1] == 0 && got[2] == 1 && got[3] == MPI_COMBINER_DARRAY);
    MPI_Type_free(&type[0]);
}

/* Unpacks consecutive numbers into the part of each process. Together, the parts must form the
 * whole array, with each element once, at the positions that the definition of block-cyclic
 * distributions gives. */
static void darray(void) {
    enum { ROWS = 7, COLUMNS = 5, PROCESSES = 6 };
    static const int gsizes[] = {ROWS, COLUMNS}, psizes[] = {3, 2},
                     kinds[] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK},
                     blocks[] = {2, MPI_DISTRIBUTE_DFLT_DARG};
    int owner[ROWS][COLUMNS], mine[ROWS * COLUMNS];
    memset(owner, -1, sizeof owner);
    for (int process = 0; process < PROCESSES; process++) {
        MPI_Datatype type;
        int bytes, position = 0;
        MPI_Type_create_darray(PROCESSES, process, 2, gsizes, kinds, blocks, psizes, MPI_ORDER_C,
                               MPI_INT, &type);
        MPI_Type_commit(&type);
        MPI_Type_size(type, &bytes);
        check_bounds(type, bytes, 0, sizeof owner);
        for (int i = 0; i < ROWS * COLUMNS; i++)
            mine[i] = process;
        MPI_Unpack(mine, sizeof mine, &position, owner, 1, type, MPI_COMM_WORLD);
        CHECK_EQUAL(position, bytes);
        MPI_Type_free(&type);
    }
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            CHECK_EQUAL(owner[i][j], i / 2 % 3 * 2 + j / 3);
}

static void names(void) {
    char name[MPI_MAX_OBJECT_NAME], much[2 * MPI_MAX_OBJECT_NAME];
    int length = -1;
    MPI_Datatype type;
    MPI_Type_get_name(MPI_DOUBLE, name, &length);
    CHECK(strcmp(name, "MPI_DOUBLE") == 0 && length == 10);
    MPI_Type_dup(MPI_INT, &type);
    MPI_Type_get_name(type, name, &length);
    CHECK(name[0] == '\0' && length == 0);
    MPI_Type_set_name(type, "mine");
    MPI_Type_get_name(type, name, &length);
    CHECK(strcmp(name, "mine") == 0 && length == 4);
    memset(much, 'a', sizeof much);
    much[sizeof much - 1] = '\0';
    MPI_Type_set_name(type, much);
    MPI_Type_get_name(type, name, &length);
    CHECK(length == MPI_MAX_OBJECT_NAME - 1 && strlen(name) == MPI_MAX_OBJECT_NAME - 1);
    CHECK_CLASS(MPI_Type_set_name(MPI_DATATYPE_NULL, "none"), MPI_ERR_TYPE);
    CHECK_EQUAL(MPI_Type_get_name(MPI_DATATYPE_NULL, name, &length), MPI_SUCCESS);
    CHECK(strcmp(name, "MPI_DATATYPE_NULL") == 0 && length == 17);
    MPI_Type_free(&type);
}

static void match_size(void) {
    MPI_Datatype type;
    int bytes;
    for (int size_ = 1; size_ <= 8; size_ *= 2) {
        CHECK_EQUAL(MPI_Type_match_size(MPI_TYPECLASS_INTEGER, size_, &type), MPI_SUCCESS);
        MPI_Type_size(type, &bytes);
        CHECK_EQUAL(bytes, size_);
    }
    CHECK_EQUAL(MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &type), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Type_match_size(MPI_TYPECLASS_COMPLEX, 16, &type), MPI_SUCCESS);
    CHECK_CLASS(MPI_Type_match_size(MPI_TYPECLASS_REAL, 3, &type), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_match_size(7, 4, &type), MPI_ERR_ARG);
}

static void addresses(void) {
    int two[2];
    MPI_Aint a, b;
    MPI_Get_address(&two[0], &a);
    MPI_Get_address(&two[1], &b);
    CHECK_EQUAL(MPI_Aint_diff(b, a), sizeof(int));
    CHECK_EQUAL(MPI_Aint_add(a, sizeof(int)), b);
    /* This datatype consists of addresses, and is used with MPI_BOTTOM. */
    int other = 7, one = 1, values[2], position = 0;
    MPI_Aint at[2] = {a, 0};
    MPI_Get_address(&other, &at[1]);
    MPI_Datatype type;
    MPI_Type_create_hindexed_block(2, one, at, MPI_INT, &type);
    MPI_Type_commit(&type);
    two[0] = 5;
    MPI_Pack(MPI_BOTTOM, 1, type, values, sizeof values, &position, MPI_COMM_SELF);
    CHECK(values[0] == 5 && values[1] == 7);
    MPI_Type_free(&type);
}

/* The packed bytes equal those of the standard's table of external32. */
static void external(void) {
    struct {
        short a;
        double b;
        long c;
    } out = {-2, 1.0, -3}, in = {0};
    static const unsigned char expected[] = {0xff, 0xfe, 0x3f, 0xf0, 0,    0,    0,
                                             0,    0,    0,    0xff, 0xff, 0xff, 0xfd};
    int lengths[] = {1, 1, 1};
    MPI_Aint at[] = {0, (char *)&out.b - (char *)&out, (char *)&out.c - (char *)&out}, bytes = -1,
             position = 0;
    MPI_Datatype of[] = {MPI_SHORT, MPI_DOUBLE, MPI_LONG}, type;
    unsigned char packed[16];
    MPI_Type_create_struct(3, lengths, at, of, &type);
    MPI_Type_commit(&type);
    CHECK_EQUAL(MPI_Pack_external_size("external32", 1, type, &bytes), MPI_SUCCESS);
    CHECK_EQUAL(bytes, sizeof expected);
    CHECK_EQUAL(MPI_Pack_external("external32", &out, 1, type, packed, sizeof packed, &position),
                MPI_SUCCESS);
    CHECK_EQUAL(position, sizeof expected);
    CHECK(memcmp(packed, expected, sizeof expected) == 0);
    position = 0;
    MPI_Unpack_external("external32", packed, sizeof packed, &position, &in, 1, type);
    CHECK(in.a == -2 && in.b == 1.0 && in.c == -3);
    position = 0;
    CHECK_CLASS(MPI_Pack_external("native", &out, 1, type, packed, sizeof packed, &position),
                MPI_ERR_UNSUPPORTED_DATAREP);
    CHECK_CLASS(MPI_Pack_external("external32", &out, 1, type, packed, 13, &position),
                MPI_ERR_TRUNCATE);
    MPI_Type_free(&type);

    long double wide = -1.5L, back = 0;
    unsigned char quad[16] = {0};
    static const unsigned char binary128[16] = {0xbf, 0xff, 0x80};
    position = 0;
    MPI_Pack_external("external32", &wide, 1, MPI_LONG_DOUBLE, quad, 16, &position);
    CHECK(memcmp(quad, binary128, 16) == 0);
    position = 0;
    MPI_Unpack_external("external32", quad, 16, &position, &back, 1, MPI_LONG_DOUBLE);
    CHECK(back == wide);
}

/* The displacement of an empty block need not be an address. */
static void empty_blocks(void) {
    int lengths[] = {0, 2}, at[] = {INT_MAX, 1}, size;
    MPI_Aint lb, extent;
    MPI_Datatype type;
    CHECK_EQUAL(MPI_Type_indexed(2, lengths, at, MPI_DOUBLE, &type), MPI_SUCCESS);
    MPI_Type_size(type, &size);
    MPI_Type_get_extent(type, &lb, &extent);
    CHECK_EQUAL(size, 16);
    CHECK_EQUAL(lb, 8);
    CHECK_EQUAL(extent, 16);
    MPI_Type_free(&type);
    CHECK_EQUAL(MPI_Type_create_indexed_block(1, 0, at, MPI_DOUBLE, &type), MPI_SUCCESS);
    MPI_Type_size(type, &size);
    CHECK_EQUAL(size, 0);
    MPI_Type_free(&type);
    /* A stride whose multiples overflow is allowed if the rows are empty, or if there is only one
     * row. */
    for (int one = 0; one < 2; one++) {
        CHECK_EQUAL(MPI_Type_vector(one ? 1 : 3, one, INT_MAX, MPI_DOUBLE, &type), MPI_SUCCESS);
        MPI_Type_get_extent(type, &lb, &extent);
        CHECK(lb == 0 && extent == 8 * one);
        MPI_Type_free(&type);
        CHECK_EQUAL(MPI_Type_vector_c(one ? 1 : 3, one, INT64_MAX, MPI_DOUBLE, &type), MPI_SUCCESS);
        MPI_Type_free(&type);
        CHECK_EQUAL(MPI_Type_create_hvector_c(one ? 1 : 3, one, INT64_MAX, MPI_DOUBLE, &type),
                    MPI_SUCCESS);
        MPI_Type_size(type, &size);
        CHECK_EQUAL(size, 8 * one);
        MPI_Type_free(&type);
    }
    CHECK_EQUAL(MPI_Type_vector(0, 1, INT_MIN, MPI_DOUBLE, &type), MPI_SUCCESS);
    MPI_Type_free(&type);
    MPI_Datatype types[] = {MPI_DOUBLE, MPI_INT};
    MPI_Count counts[] = {0, 1}, far[] = {INT64_MAX, 4};
    CHECK_EQUAL(MPI_Type_create_struct_c(2, counts, far, types, &type), MPI_SUCCESS);
    MPI_Type_get_extent(type, &lb, &extent);
    CHECK(lb == 4 && extent == 4);
    MPI_Type_free(&type);
}

static void wrong_constructors(void) {
    MPI_Datatype type, null = MPI_DATATYPE_NULL;
    int one = 1, minus = -1;
    MPI_Aint at = 0;
    CHECK_CLASS(MPI_Type_contiguous(-1, MPI_INT, &type), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Type_contiguous(1, null, &type), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Type_contiguous(1, MPI_INT, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_contiguous(1, (MPI_Datatype)0x12345678, &type), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Type_vector(-1, 1, 1, MPI_INT, &type), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Type_vector(1, -1, 1, MPI_INT, &type), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_create_hvector(1, -1, 1, MPI_INT, &type), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_indexed(1, &minus, &one, MPI_INT, &type), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_indexed(1, NULL, &one, MPI_INT, &type), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_create_hindexed(1, &one, NULL, MPI_INT, &type), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_create_indexed_block(1, -1, &one, MPI_INT, &type), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_create_hindexed_block(-1, 1, &at, MPI_INT, &type), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Type_create_struct(1, &one, &at, &null, &type), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Type_create_resized(null, 0, 1, &type), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Type_dup(null, &type), MPI_ERR_TYPE);
    int two = 2, zero = 0, three = 3;
    CHECK_CLASS(MPI_Type_create_subarray(0, &two, &one, &zero, MPI_ORDER_C, MPI_INT, &type),
                MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_create_subarray(1, &two, &three, &zero, MPI_ORDER_C, MPI_INT, &type),
                MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_create_subarray(1, &two, &one, &two, MPI_ORDER_C, MPI_INT, &type),
                MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_create_subarray(1, &two, &one, &zero, 5, MPI_INT, &type), MPI_ERR_ARG);
    int kind = MPI_DISTRIBUTE_BLOCK;
    CHECK_CLASS(
        MPI_Type_create_darray(2, 2, 1, &two, &kind, &one, &two, MPI_ORDER_C, MPI_INT, &type),
        MPI_ERR_RANK);
    CHECK_CLASS(
        MPI_Type_create_darray(3, 0, 1, &two, &kind, &one, &two, MPI_ORDER_C, MPI_INT, &type),
        MPI_ERR_ARG);
    CHECK_CLASS(
        MPI_Type_create_darray(1, 0, 1, &two, &kind, &one, &one, MPI_ORDER_C, MPI_INT, &type),
        MPI_ERR_ARG);
}

/* Invalid and freed handles; types that are not committed. */
static void wrong_handles(void) {
    MPI_Datatype type, freed, null = MPI_DATATYPE_NULL, predefined_ = MPI_INT;
    int value = 0, result, position = 0;
    MPI_Status status = {0};
    MPI_Type_vector(1, 1, 1, MPI_INT, &type);
    CHECK_CLASS(MPI_Send(&value, 1, type, rank, 0, MPI_COMM_WORLD), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Bcast(&value, 1, type, 0, MPI_COMM_SELF), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Pack(&value, 1, type, &result, 4, &position, MPI_COMM_SELF), MPI_ERR_TYPE);
    freed = type;
    CHECK_EQUAL(MPI_Type_free(&type), MPI_SUCCESS);
    CHECK_CLASS(MPI_Type_size(freed, &result), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Type_free(&freed), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Type_free(&type), MPI_ERR_TYPE);
    MPI_Type_dup(MPI_INT, &type);
    /* The freed handle is invalid even though its slot is in use again. */
    CHECK_CLASS(MPI_Type_size(freed, &result), MPI_ERR_TYPE);
    MPI_Type_free(&type);
    CHECK_CLASS(MPI_Type_free(&predefined_), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Type_commit(&null), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Get_count(&status, null, &result), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Get_elements(&status, null, &result), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Get_address(&value, NULL), MPI_ERR_ARG);
}

/* A new slot contains none of the memory's previous contents. */
static void new_slots(void) {
    enum { TYPES = 40, BLOCKS = 64 };
    MPI_Datatype types[TYPES];
    void *blocks[BLOCKS];
    int size;
    for (int i = 0; i < BLOCKS; i++)
        if ((blocks[i] = malloc(16 * (size_t)(i + 1))))
            memset(blocks[i], 0xff, 16 * (size_t)(i + 1));
    for (int i = 0; i < BLOCKS; i++)
        free(blocks[i]);
    for (int i = 0; i < TYPES; i++) {
        CHECK_EQUAL(MPI_Type_contiguous(i + 1, MPI_INT, &types[i]), MPI_SUCCESS);
        CHECK(MPI_Type_size(types[i], &size) == MPI_SUCCESS && size == 4 * (i + 1));
    }
    /* The lower half of a handle is the number of a slot. */
    for (uintptr_t number = 0; number < 256; number++)
        CHECK_CLASS(MPI_Type_size((MPI_Datatype)((uintptr_t)0x7fff << 16 | number), &size),
                    MPI_ERR_TYPE);
    for (int i = 0; i < TYPES; i++)
        MPI_Type_free(&types[i]);
}

static void wrong_packing(void) {
    char in[8] = {0}, out[8];
    int position = 5, bytes;
    CHECK_CLASS(MPI_Pack(in, 4, MPI_BYTE, out, 8, &position, MPI_COMM_SELF), MPI_ERR_TRUNCATE);
    CHECK_EQUAL(position, 5);
    CHECK_CLASS(MPI_Unpack(in, 8, &position, out, 1, MPI_INT, MPI_COMM_SELF), MPI_ERR_TRUNCATE);
    position = 9;
    CHECK_CLASS(MPI_Pack(in, 1, MPI_BYTE, out, 8, &position, MPI_COMM_SELF), MPI_ERR_ARG);
    position = 0;
    CHECK_CLASS(MPI_Pack(in, -1, MPI_BYTE, out, 8, &position, MPI_COMM_SELF), MPI_ERR_COUNT);
    CHECK_CLASS(MPI_Pack(NULL, 1, MPI_BYTE, out, 8, &position, MPI_COMM_SELF), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Pack(in, 1, MPI_BYTE, NULL, 8, &position, MPI_COMM_SELF), MPI_ERR_BUFFER);
    CHECK_CLASS(MPI_Pack(in, 1, MPI_BYTE, out, 8, &position, MPI_COMM_NULL), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Pack_size(-1, MPI_BYTE, MPI_COMM_SELF, &bytes), MPI_ERR_COUNT);
}

static int deleted;

static int copy_doubled(MPI_Datatype type, int key, void *extra, void *value, void *copy,
                        int *flag) {
    CHECK(type != MPI_DATATYPE_NULL && key != MPI_KEYVAL_INVALID && extra == &deleted);
    *(intptr_t *)copy = 2 * (intptr_t)value;
    *flag = 1;
    return MPI_SUCCESS;
}

static int delete_one(MPI_Datatype type, int key, void *value, void *extra) {
    CHECK(type != MPI_DATATYPE_NULL && key != MPI_KEYVAL_INVALID);
    *(int *)extra += (int)(intptr_t)value;
    return MPI_SUCCESS;
}

static void attributes(void) {
    MPI_Datatype type, copy;
    int key = MPI_KEYVAL_INVALID, flag = -1;
    intptr_t value = -1;
    deleted = 0;
    MPI_Type_create_keyval(copy_doubled, delete_one, &key, &deleted);
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_get_attr(type, key, &value, &flag);
    CHECK_EQUAL(flag, 0);
    CHECK_CLASS(MPI_Type_delete_attr(type, key), MPI_SUCCESS);
    CHECK_EQUAL(deleted, 0);
    MPI_Type_set_attr(type, key, (void *)5);
    MPI_Type_dup(type, &copy);
    MPI_Type_get_attr(copy, key, &value, &flag);
    CHECK(flag && value == 10);
    MPI_Type_delete_attr(copy, key);
    CHECK_EQUAL(deleted, 10);
    MPI_Type_free(&copy);
    MPI_Type_free(&type);
    CHECK_EQUAL(deleted, 10 + 5);
    MPI_Type_free_keyval(&key);
    CHECK_EQUAL(key, MPI_KEYVAL_INVALID);
    CHECK_CLASS(MPI_Type_set_attr(MPI_INT, key, NULL), MPI_ERR_KEYVAL);
}

/* The datatype consists of rows of another datatype, which is one row of several blocks. The
 * library merges the two levels. */
static void rows_of_moved_blocks(void) {
    MPI_Datatype blocks, moved, rows;
    int length = 1, lengths[2] = {1, 1}, from[30], to[6], position = 0;
    MPI_Aint at = 4, ats[2] = {0, 8};
    MPI_Type_create_hindexed(2, lengths, ats, MPI_INT, &blocks);
    MPI_Type_create_hindexed(1, &length, &at, blocks, &moved);
    MPI_Type_create_hvector(3, 1, 40, moved, &rows);
    MPI_Type_commit(&rows);
    for (int i = 0; i < 30; i++)
        from[i] = i;
    MPI_Pack(from, 1, rows, to, sizeof to, &position, MPI_COMM_WORLD);
    for (int i = 0; i < 6; i++)
        CHECK_EQUAL(to[i], 10 * (i / 2) + 1 + 2 * (i % 2));
    MPI_Type_free(&blocks);
    MPI_Type_free(&moved);
    MPI_Type_free(&rows);
}

static const struct test tests[] = {
    {"datatypes: predefined", predefined},
    {"datatypes: bounds", bounds},
    {"datatypes: contents", contents},
    {"datatypes: envelopes", envelopes},
    {"datatypes: darray", darray},
    {"datatypes: names", names},
    {"datatypes: match size", match_size},
    {"datatypes: addresses", addresses},
    {"datatypes: external32", external},
    {"datatypes: empty blocks", empty_blocks},
    {"datatypes: wrong constructors", wrong_constructors},
    {"datatypes: wrong handles", wrong_handles},
    {"datatypes: new slots", new_slots},
    {"datatypes: wrong packing", wrong_packing},
    {"datatypes: attributes", attributes},
    {"datatypes: rows of moved blocks", rows_of_moved_blocks},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_WORLD);
}
