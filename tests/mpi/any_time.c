/* Functions that may be called at any time, even before MPI_Init and after MPI_Finalize (MPI 4.1,
 * section 11.4.1). The program begins with a session, to which it passes an info. */
#include "check.h"

static void infos(void) {
    MPI_Info info, copy, environment;
    char text[MPI_MAX_INFO_KEY];
    int length = sizeof text, flag = -1, keys = -1;
    CHECK_EQUAL(MPI_Info_create(&info), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Info_set(info, "first", "1"), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Info_set(info, "second", "two"), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Info_dup(info, &copy), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Info_delete(info, "first"), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Info_get_nkeys(info, &keys), MPI_SUCCESS);
    CHECK_EQUAL(keys, 1);
    CHECK_EQUAL(MPI_Info_get_nkeys(copy, &keys), MPI_SUCCESS);
    CHECK_EQUAL(keys, 2);
    CHECK_EQUAL(MPI_Info_get_nthkey(copy, 1, text), MPI_SUCCESS);
    CHECK(!strcmp(text, "second"));
    CHECK_EQUAL(MPI_Info_get_string(copy, "second", &length, text, &flag), MPI_SUCCESS);
    CHECK(flag && length == 4 && !strcmp(text, "two"));
    CHECK_EQUAL(MPI_Info_get_valuelen(copy, "second", &length, &flag), MPI_SUCCESS);
    CHECK(flag && length == 3);
    CHECK_EQUAL(MPI_Info_get(copy, "third", 9, text, &flag), MPI_SUCCESS);
    CHECK(!flag);
    CHECK_EQUAL(MPI_Info_free(&info), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Info_free(&copy), MPI_SUCCESS);
    CHECK(info == MPI_INFO_NULL);
    CHECK_EQUAL(MPI_Info_create_env(0, NULL, &environment), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Info_free(&environment), MPI_SUCCESS);
}

static void ignore(MPI_Session *session, int *error, ...) {
    (void)session;
    (void)error;
}

static void errors(void) {
    MPI_Errhandler handler;
    char text[MPI_MAX_ERROR_STRING];
    int class = -1, length = -1;
    CHECK_EQUAL(MPI_Session_create_errhandler(ignore, &handler), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Errhandler_free(&handler), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Error_class(MPI_ERR_TAG, &class), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Error_string(MPI_ERR_TAG, text, &length), MPI_SUCCESS);
    CHECK_EQUAL(length, strlen(text));
}

static void session(void) {
    MPI_Info info;
    MPI_Session session;
    MPI_Group group;
    int members = -1;
    MPI_Info_create(&info);
    MPI_Info_set(info, "thread_level", "MPI_THREAD_SINGLE");
    CHECK_EQUAL(MPI_Session_init(info, MPI_ERRORS_RETURN, &session), MPI_SUCCESS);
    MPI_Info_free(&info);
    MPI_Group_from_session_pset(session, "mpi://SELF", &group);
    MPI_Group_size(group, &members);
    CHECK_EQUAL(members, 1);
    MPI_Group_free(&group);
    CHECK_EQUAL(MPI_Session_finalize(&session), MPI_SUCCESS);
}

/* The info is made before MPI_Init, used between, and freed after MPI_Finalize. */
static MPI_Info kept;

static void keep(void) {
    char text[8];
    int length = sizeof text, flag = 0;
    CHECK_EQUAL(MPI_Info_get_string(kept, "key", &length, text, &flag), MPI_SUCCESS);
    CHECK(flag && !strcmp(text, "value"));
}

static const struct test tests[] = {
    {"between Init and Finalize: infos", infos},
    {"between Init and Finalize: errors", errors},
    {"an info that was made before", keep},
    {0},
};

int main(int argc, char **argv) {
    infos();
    errors();
    session();
    MPI_Info_create(&kept);
    MPI_Info_set(kept, "key", "value");
    MPI_Init(&argc, &argv);
    int before = faults, failed = run_tests(tests);
    MPI_Finalize();
    faults = 0;
    infos();
    errors();
    session();
    keep();
    MPI_Info_free(&kept);
    return failed || before || faults;
}
