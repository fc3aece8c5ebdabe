/* Attributes and key values: when functions are called, and with which arguments; predefined
 * attributes. Relies on buffering. */
#include "check.h"

static int copies, deletions, last_deleted;
static MPI_Comm last_owner;
static int extra;  /* `&extra` is the extra state */
static int refuse; /* what the functions return */

static int copy(MPI_Comm comm, int keyval, void *state, void *in, void *out, int *flag) {
    (void)comm;
    (void)keyval;
    CHECK(state == &extra);
    copies++;
    *(void **)out = (void *)((intptr_t)in + 1);
    *flag = (intptr_t)in % 2 == 0; /* odd values are not copied */
    return refuse;
}

static int forget(MPI_Comm comm, int keyval, void *value, void *state) {
    (void)keyval;
    CHECK(state == &extra);
    deletions++;
    last_deleted = (int)(intptr_t)value;
    last_owner = comm;
    return refuse;
}

/* The value under a key, or -1. */
static int value_of(MPI_Comm comm, int key) {
    void *value = NULL;
    int flag = -1;
    CHECK_EQUAL(MPI_Comm_get_attr(comm, key, &value, &flag), MPI_SUCCESS);
    return flag ? (int)(intptr_t)value : -1;
}

static void set(MPI_Comm comm, int key, int value) {
    CHECK_EQUAL(MPI_Comm_set_attr(comm, key, (void *)(intptr_t)value), MPI_SUCCESS);
}

static int new_key(void) {
    int key = MPI_KEYVAL_INVALID;
    CHECK_EQUAL(MPI_Comm_create_keyval(copy, forget, &key, &extra), MPI_SUCCESS);
    CHECK(key != MPI_KEYVAL_INVALID);
    copies = deletions = 0;
    return key;
}

static void set_and_get(void) {
    int key = new_key(), other = new_key();
    MPI_Comm comm;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    CHECK_EQUAL(value_of(comm, key), -1);
    set(comm, key, 10);
    set(comm, other, 20);
    CHECK_EQUAL(value_of(comm, key), 10);
    CHECK_EQUAL(value_of(comm, other), 20);
    CHECK_EQUAL(value_of(MPI_COMM_SELF, key), -1);
    CHECK_EQUAL(deletions, 0);
    set(comm, key, 30); /* deletes the value before */
    CHECK_EQUAL(deletions, 1);
    CHECK_EQUAL(last_deleted, 10);
    CHECK(last_owner == comm);
    CHECK_EQUAL(MPI_Comm_delete_attr(comm, key), MPI_SUCCESS);
    CHECK_EQUAL(last_deleted, 30);
    CHECK_EQUAL(value_of(comm, key), -1);
    CHECK_EQUAL(MPI_Comm_free(&comm), MPI_SUCCESS);
    CHECK_EQUAL(deletions, 3);
    CHECK_EQUAL(last_deleted, 20);
    MPI_Comm_free_keyval(&key);
    CHECK_EQUAL(key, MPI_KEYVAL_INVALID);
    MPI_Comm_free_keyval(&other);
}

static void copied_by_dup(void) {
    int even = new_key(), odd = new_key(), as_is, never;
    MPI_Comm comm, second;
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &as_is, NULL);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &never, NULL);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    set(comm, even, 4);
    set(comm, odd, 5);
    set(comm, as_is, 6);
    set(comm, never, 7);
    CHECK_EQUAL(MPI_Comm_dup(comm, &second), MPI_SUCCESS);
    CHECK_EQUAL(copies, 2);
    CHECK_EQUAL(value_of(second, even), 5);
    CHECK_EQUAL(value_of(second, odd), -1);
    CHECK_EQUAL(value_of(second, as_is), 6);
    CHECK_EQUAL(value_of(second, never), -1);
    CHECK_EQUAL(deletions, 0);
    MPI_Comm_free_keyval(&even); /* the key exists until its last attribute is gone */
    MPI_Comm_free(&comm);
    CHECK_EQUAL(deletions, 2);
    MPI_Comm_free(&second);
    CHECK_EQUAL(deletions, 3);
    CHECK_EQUAL(last_deleted, 5);
    MPI_Comm_free_keyval(&odd);
    MPI_Comm_free_keyval(&as_is);
    MPI_Comm_free_keyval(&never);
}

/* A freed key stays valid, with its number, until its last attribute has been deleted (MPI 4.1,
 * 7.7.2). */
static void freed_key(void) {
    int key = new_key(), freed = key, again = key;
    MPI_Comm comm, second;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_dup(MPI_COMM_SELF, &second);
    set(comm, key, 5);
    MPI_Comm_free_keyval(&key);
    CHECK_CLASS(MPI_Comm_free_keyval(&again), MPI_ERR_KEYVAL);
    CHECK_EQUAL(value_of(comm, freed), 5);
    CHECK_EQUAL(value_of(second, freed), -1);
    set(comm, freed, 7);
    CHECK_EQUAL(last_deleted, 5);
    CHECK_EQUAL(MPI_Comm_delete_attr(comm, freed), MPI_SUCCESS);
    CHECK_EQUAL(last_deleted, 7);
    CHECK_CLASS(MPI_Comm_set_attr(comm, freed, NULL), MPI_ERR_KEYVAL);
    MPI_Comm_free(&comm);
    MPI_Comm_free(&second);
    CHECK_EQUAL(deletions, 2);
}

/* A call returns the error that the user's function returns. */
static void refusals(void) {
    int key = new_key();
    MPI_Comm comm, second = MPI_COMM_SELF;
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    set(comm, key, 2);
    refuse = MPI_ERR_OTHER;
    CHECK_CLASS(MPI_Comm_dup(comm, &second), MPI_ERR_OTHER);
    CHECK(second == MPI_COMM_NULL);
    CHECK_CLASS(MPI_Comm_set_attr(comm, key, NULL), MPI_ERR_OTHER);
    CHECK_CLASS(MPI_Comm_delete_attr(comm, key), MPI_ERR_OTHER);
    CHECK_CLASS(MPI_Comm_free(&comm), MPI_ERR_OTHER);
    CHECK_EQUAL(value_of(comm, key), 2);
    refuse = MPI_SUCCESS;
    CHECK_EQUAL(MPI_Comm_free(&comm), MPI_SUCCESS);
    MPI_Comm_free_keyval(&key);
}

static int predefined(int key) {
    int *value = NULL, flag = 0;
    CHECK_EQUAL(MPI_Comm_get_attr(MPI_COMM_WORLD, key, &value, &flag), MPI_SUCCESS);
    CHECK(flag && value);
    return value ? *value : -1;
}

static void predefined_ones(void) {
    int in = -1, out = rank, upper = predefined(MPI_TAG_UB);
    CHECK(upper >= 32767);
    MPI_Sendrecv(&out, 1, MPI_INT, rank, upper, &in, 1, MPI_INT, rank, upper, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    CHECK_EQUAL(in, rank);
    CHECK_CLASS(MPI_Send(&out, 1, MPI_INT, rank, upper + 1, MPI_COMM_WORLD), MPI_ERR_TAG);
    CHECK_EQUAL(predefined(MPI_HOST), MPI_PROC_NULL);
    CHECK_EQUAL(predefined(MPI_IO), MPI_ANY_SOURCE);
    CHECK_EQUAL(predefined(MPI_WTIME_IS_GLOBAL), 1);
    CHECK_EQUAL(predefined(MPI_APPNUM), 0);
    CHECK_EQUAL(predefined(MPI_UNIVERSE_SIZE), size);
    CHECK(predefined(MPI_LASTUSEDCODE) >= MPI_ERR_LASTCODE);
    CHECK_CLASS(MPI_Comm_set_attr(MPI_COMM_WORLD, MPI_TAG_UB, &in), MPI_ERR_KEYVAL);
    CHECK_CLASS(MPI_Comm_delete_attr(MPI_COMM_WORLD, MPI_TAG_UB), MPI_ERR_KEYVAL);
}

/* Time is global: if a rank receives a time from another rank, its own clock never shows an earlier
 * time afterwards. */
static void time_is_global(void) {
    double then = 0;
    if (rank == 0)
        then = MPI_Wtime();
    MPI_Bcast(&then, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    CHECK(MPI_Wtime() >= then);
}

static void first_names(void) {
    int key;
    void *value = NULL;
    int flag = -1;
    CHECK_EQUAL(MPI_Keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, &key, NULL), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Attr_put(MPI_COMM_SELF, key, &extra), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Attr_get(MPI_COMM_SELF, key, &value, &flag), MPI_SUCCESS);
    CHECK(flag && value == &extra);
    CHECK_EQUAL(MPI_Attr_delete(MPI_COMM_SELF, key), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Keyval_free(&key), MPI_SUCCESS);
}

static void wrong_arguments(void) {
    int key = MPI_KEYVAL_INVALID, flag, value;
    CHECK_CLASS(MPI_Comm_free_keyval(&key), MPI_ERR_KEYVAL);
    CHECK_CLASS(MPI_Comm_create_keyval(copy, forget, NULL, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL), MPI_ERR_KEYVAL);
    CHECK_CLASS(MPI_Comm_get_attr(MPI_COMM_SELF, key, &value, &flag), MPI_ERR_KEYVAL);
    CHECK_CLASS(MPI_Comm_get_attr(MPI_COMM_NULL, MPI_TAG_UB, &value, &flag), MPI_ERR_COMM);
    key = new_key();
    /* Deleting an attribute that is not set is not an error, and neither is reading one by
     * MPI_Comm_get_attr (MPI 4.1, section 7.7.2). */
    CHECK_CLASS(MPI_Comm_delete_attr(MPI_COMM_SELF, key), MPI_SUCCESS);
    CHECK_CLASS(MPI_Comm_delete_attr(MPI_COMM_SELF, MPI_KEYVAL_INVALID), MPI_ERR_KEYVAL);
    CHECK_CLASS(MPI_Comm_get_attr(MPI_COMM_SELF, key, NULL, &flag), MPI_ERR_ARG);
    MPI_Comm_free_keyval(&key);
}

static const struct test tests[] = {
    {"attributes: set and get", set_and_get},
    {"attributes: copied by dup", copied_by_dup},
    {"attributes: freed key", freed_key},
    {"attributes: refusals", refusals},
    {"attributes: predefined ones", predefined_ones},
    {"attributes: time is global", time_is_global},
    {"attributes: first names", first_names},
    {"attributes: wrong arguments", wrong_arguments},
    {0},
};

/* MPI_Finalize first deletes the attributes of MPI_COMM_SELF, the latest first, while MPI still
 * works. */
static int order;
static int at_the_end(MPI_Comm comm, int keyval, void *value, void *state) {
    int finalized = -1, own = -1;
    (void)keyval;
    MPI_Finalized(&finalized);
    MPI_Comm_rank(comm, &own);
    if (finalized || own != 0 || (intptr_t)value != 2 - order++)
        *(int *)state = 1;
    return MPI_SUCCESS;
}

int main(int argc, char **argv) {
    int wrong = 0, keys[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int failed = run_tests(tests);
    for (int i = 0; i < 2; i++) {
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_the_end, &keys[i], &wrong);
        MPI_Comm_set_attr(MPI_COMM_SELF, keys[i], (void *)(intptr_t)(i + 1));
    }
    MPI_Finalize();
    return failed || wrong || order != 2;
}
