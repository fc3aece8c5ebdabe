/* Sessions without MPI_Init, together with it, and after MPI_Finalize. */
#include "check.h"

static MPI_Session session;
static int handled;

static void note(MPI_Session *handle, int *code, ...) {
    handled = handle && *handle == session ? *code : -1;
}

/* The sum of all ranks' values on a communicator of a session. */
static void use(const char *tag) {
    MPI_Group group;
    MPI_Comm comm;
    CHECK_EQUAL(MPI_Group_from_session_pset(session, "MPI://world", &group), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm),
                MPI_SUCCESS);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    int sum = -1, value = rank + 1, got = -1;
    CHECK_EQUAL(MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, comm), MPI_SUCCESS);
    CHECK_EQUAL(sum, size * (size + 1) / 2);
    int to = (rank + 1) % size, from = (rank + size - 1) % size;
    CHECK_EQUAL(
        MPI_Sendrecv(&rank, 1, MPI_INT, to, 1, &got, 1, MPI_INT, from, 1, comm, MPI_STATUS_IGNORE),
        MPI_SUCCESS);
    CHECK_EQUAL(got, from);
    CHECK_CLASS(MPI_Send(&rank, 1, MPI_INT, size, 1, comm), MPI_ERR_RANK);
    int all = 0;
    MPI_Reduce(&faults, &all, 1, MPI_INT, MPI_SUM, 0, comm);
    if (rank == 0)
        printf("%s %s\n", all ? "FAILED" : "ok", tag);
    CHECK_EQUAL(MPI_Comm_disconnect(&comm), MPI_SUCCESS);
    CHECK(comm == MPI_COMM_NULL);
}

static void psets(void) {
    int number = -1, length = 0;
    char name[MPI_MAX_PSET_NAME_LEN], value[16];
    CHECK_EQUAL(MPI_Session_get_num_psets(session, MPI_INFO_NULL, &number), MPI_SUCCESS);
    CHECK(number >= 2);
    int found = 0;
    for (int i = 0; i < number; i++) {
        length = 0;
        CHECK_EQUAL(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, NULL),
                    MPI_SUCCESS);
        int needed = length;
        CHECK_EQUAL(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name),
                    MPI_SUCCESS);
        CHECK_EQUAL(strlen(name) + 1, needed);
        found += !strcmp(name, "mpi://WORLD") || !strcmp(name, "mpi://SELF");
        MPI_Info info;
        MPI_Group group;
        int flag, members, room = sizeof value;
        CHECK_EQUAL(MPI_Session_get_pset_info(session, name, &info), MPI_SUCCESS);
        MPI_Info_get_string(info, "mpi_size", &room, value, &flag);
        CHECK(flag);
        CHECK_EQUAL(MPI_Group_from_session_pset(session, name, &group), MPI_SUCCESS);
        MPI_Group_size(group, &members);
        CHECK_EQUAL(atoi(value), members);
        CHECK_EQUAL(members, strcmp(name, "mpi://SELF") ? size : 1);
        MPI_Info_free(&info);
        MPI_Group_free(&group);
    }
    CHECK_EQUAL(found, 2);
    length = 4;
    CHECK_EQUAL(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, 0, &length, name), MPI_SUCCESS);
    CHECK_EQUAL(strlen(name), 3); /* cut; three characters and the null byte */
}

static void infos(void) {
    MPI_Info info, used;
    MPI_Session single;
    char value[32];
    int flag, room = sizeof value;
    MPI_Info_create(&info);
    MPI_Info_set(info, "thread_level", "MPI_THREAD_FUNNELED");
    CHECK_EQUAL(MPI_Session_init(info, MPI_ERRORS_RETURN, &single), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Session_get_info(single, &used), MPI_SUCCESS);
    MPI_Info_get_string(used, "thread_level", &room, value, &flag);
    CHECK(flag && !strcmp(value, "MPI_THREAD_FUNNELED"));
    MPI_Info_free(&info);
    MPI_Info_free(&used);
    CHECK_EQUAL(MPI_Session_finalize(&single), MPI_SUCCESS);
    CHECK(single == MPI_SESSION_NULL);
}

static void handlers(void) {
    MPI_Errhandler mine, got;
    CHECK_EQUAL(MPI_Session_create_errhandler(note, &mine), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Session_set_errhandler(session, mine), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Session_get_errhandler(session, &got), MPI_SUCCESS);
    CHECK(got == mine);
    CHECK_EQUAL(MPI_Session_call_errhandler(session, MPI_ERR_IO), MPI_SUCCESS);
    CHECK_EQUAL(handled, MPI_ERR_IO);
    MPI_Group group;
    CHECK_CLASS(MPI_Group_from_session_pset(session, "mpi://NOBODY", &group), MPI_ERR_ARG);
    CHECK_EQUAL(handled, MPI_ERR_ARG);
    CHECK_EQUAL(MPI_Session_set_errhandler(session, MPI_ERRORS_RETURN), MPI_SUCCESS);
    MPI_Errhandler_free(&mine);
    MPI_Errhandler_free(&got);
}

static void wrong(void) {
    MPI_Session none = MPI_SESSION_NULL;
    MPI_Info info;
    int n = 0;
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    CHECK_CLASS(MPI_Session_finalize(&none), MPI_ERR_SESSION);
    CHECK_CLASS(MPI_Session_finalize(NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Session_get_num_psets(none, MPI_INFO_NULL, &n), MPI_ERR_SESSION);
    CHECK_CLASS(MPI_Session_get_num_psets(session, MPI_INFO_NULL, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Session_get_nth_pset(session, MPI_INFO_NULL, -1, &n, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Session_get_info(session, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Session_get_pset_info(session, "", &info), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Session_init(MPI_INFO_NULL, MPI_ERRHANDLER_NULL, &none), MPI_ERR_ERRHANDLER);
    CHECK_CLASS(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Session_set_errhandler(session, MPI_ERRHANDLER_NULL), MPI_ERR_ERRHANDLER);
    CHECK_CLASS(MPI_Session_create_errhandler(NULL, NULL), MPI_ERR_ARG);
    /* A string tag has fewer than MPI_MAX_STRINGTAG_LEN characters. */
    char tag[MPI_MAX_STRINGTAG_LEN + 1];
    MPI_Group group;
    MPI_Comm comm;
    memset(tag, 't', sizeof tag);
    tag[MPI_MAX_STRINGTAG_LEN] = '\0';
    CHECK_EQUAL(MPI_Group_from_session_pset(session, "mpi://SELF", &group), MPI_SUCCESS);
    CHECK_CLASS(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm),
                MPI_ERR_ARG);
    tag[MPI_MAX_STRINGTAG_LEN - 1] = '\0';
    CHECK_CLASS(MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm),
                MPI_SUCCESS);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
}

static const struct test tests[] = {
    {"sessions: process sets", psets},
    {"sessions: infos", infos},
    {"sessions: handlers", handlers},
    {"sessions: wrong arguments", wrong},
    {0},
};

int main(int argc, char **argv) {
    int flag = -1;
    CHECK_EQUAL(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session), MPI_SUCCESS);
    MPI_Initialized(&flag);
    CHECK_EQUAL(flag, 0);
    use("sessions: no MPI_Init");
    CHECK_EQUAL(MPI_Session_finalize(&session), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session), MPI_SUCCESS);
    use("sessions: a second one");
    MPI_Init(&argc, &argv);
    int failed = faults + run_tests(tests);
    MPI_Finalize();
    use("sessions: after MPI_Finalize");
    CHECK_EQUAL(MPI_Session_finalize(&session), MPI_SUCCESS);
    return failed || faults;
}
