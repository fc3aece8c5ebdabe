/* The user's error handlers, classes and codes. */
#include "check.h"

static MPI_Comm seen_comm;
static int seen_code, calls;

static void handle(MPI_Comm *comm, int *code, ...) {
    seen_comm = *comm;
    seen_code = *code;
    calls++;
}

static void handle_otherwise(MPI_Comm *comm, int *code, ...) {
    (void)comm;
    seen_code = -*code;
    calls++;
}

static void called(void) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL, found;
    MPI_Comm comm, copy;
    int value = 0;
    CHECK_EQUAL(MPI_Comm_create_errhandler(handle, &handler), MPI_SUCCESS);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    CHECK_EQUAL(MPI_Comm_set_errhandler(comm, handler), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_get_errhandler(comm, &found), MPI_SUCCESS);
    CHECK(found == handler);
    MPI_Errhandler_free(&found);
    calls = 0;
    CHECK_CLASS(MPI_Send(&value, 1, MPI_INT, 1, 0, comm), MPI_ERR_RANK);
    CHECK_EQUAL(calls, 1);
    CHECK(seen_comm == comm);
    CHECK_EQUAL(seen_code, MPI_ERR_RANK);
    /* The duplicate inherits the handler, which exists as long as a communicator uses it. */
    MPI_Comm_dup(comm, &copy);
    CHECK_EQUAL(MPI_Errhandler_free(&handler), MPI_SUCCESS);
    CHECK(handler == MPI_ERRHANDLER_NULL);
    MPI_Comm_free(&comm);
    CHECK_CLASS(MPI_Bcast(&value, -1, MPI_INT, 0, copy), MPI_ERR_COUNT);
    CHECK_EQUAL(calls, 2);
    CHECK(seen_comm == copy);
    /* A handler that was taken from a communicator exists as long as a handle to it exists. */
    CHECK_EQUAL(MPI_Comm_get_errhandler(copy, &handler), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler), MPI_SUCCESS);
    MPI_Comm_free(&copy);
    CHECK_EQUAL(MPI_Errhandler_free(&handler), MPI_SUCCESS);
    CHECK_CLASS(MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD), MPI_ERR_RANK);
    CHECK_EQUAL(calls, 3);
    CHECK_EQUAL(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), MPI_SUCCESS);
}

static void call_it(void) {
    MPI_Errhandler one, other;
    MPI_Comm comm;
    MPI_Comm_create_errhandler(handle, &one);
    MPI_Comm_create_errhandler(handle_otherwise, &other);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    CHECK_EQUAL(MPI_Comm_call_errhandler(comm, MPI_ERR_TAG),
                MPI_SUCCESS); /* the inherited handler returns */
    MPI_Comm_set_errhandler(comm, one);
    CHECK_EQUAL(MPI_Comm_call_errhandler(comm, MPI_ERR_TAG), MPI_SUCCESS);
    CHECK_EQUAL(seen_code, MPI_ERR_TAG);
    MPI_Comm_set_errhandler(comm, other);
    CHECK_EQUAL(MPI_Comm_call_errhandler(comm, MPI_ERR_TAG), MPI_SUCCESS);
    CHECK_EQUAL(seen_code, -MPI_ERR_TAG);
    MPI_Errhandler_free(&one);
    MPI_Errhandler_free(&other);
    MPI_Comm_free(&comm);
}

static const char *text_of(int code) {
    static char text[MPI_MAX_ERROR_STRING];
    int length = -1;
    CHECK_EQUAL(MPI_Error_string(code, text, &length), MPI_SUCCESS);
    CHECK_EQUAL(length, strlen(text));
    return text;
}

static int last_used(void) {
    int *last = NULL, flag = 0;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
    return flag ? *last : -1;
}

static void classes_and_codes(void) {
    int class = -1, code = -1, second = -1, before = last_used();
    CHECK_EQUAL(MPI_Add_error_class(&class), MPI_SUCCESS);
    CHECK(class > MPI_ERR_LASTCODE && class > before);
    CHECK_CLASS(class, class);
    CHECK(!strcmp(text_of(class), ""));
    CHECK_EQUAL(MPI_Add_error_code(class, &code), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Add_error_code(MPI_ERR_RANK, &second), MPI_SUCCESS);
    CHECK_CLASS(code, class);
    CHECK_CLASS(second, MPI_ERR_RANK);
    CHECK_EQUAL(last_used(), second);
    CHECK_EQUAL(MPI_Add_error_string(code, "the solver diverges"), MPI_SUCCESS);
    CHECK(!strcmp(text_of(code), "the solver diverges"));
    CHECK_EQUAL(MPI_Add_error_string(code, "no pivot"), MPI_SUCCESS);
    CHECK(!strcmp(text_of(code), "no pivot"));
    CHECK_EQUAL(MPI_Comm_call_errhandler(MPI_COMM_WORLD, code), MPI_SUCCESS);
    /* A class can be removed only after its codes, and a code only after its text. */
    CHECK_CLASS(MPI_Remove_error_class(class), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Remove_error_code(code), MPI_ERR_ARG);
    CHECK_EQUAL(MPI_Remove_error_string(code), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Remove_error_code(code), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Remove_error_class(class), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Remove_error_code(second), MPI_SUCCESS);
    CHECK_CLASS(MPI_Error_class(code, &class), MPI_ERR_ARG);
}

static void wrong_arguments(void) {
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL, freed;
    int code;
    CHECK_CLASS(MPI_Comm_create_errhandler(NULL, &handler), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Errhandler_free(&handler), MPI_ERR_ERRHANDLER);
    MPI_Comm_create_errhandler(handle, &handler);
    freed = handler;
    MPI_Errhandler_free(&handler);
    CHECK_CLASS(MPI_Comm_set_errhandler(MPI_COMM_SELF, freed), MPI_ERR_ERRHANDLER);
    CHECK_CLASS(MPI_Comm_call_errhandler(MPI_COMM_NULL, MPI_ERR_TAG), MPI_ERR_COMM);
    CHECK_CLASS(MPI_Add_error_code(MPI_ERR_LASTCODE + 1000, &code), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Add_error_string(MPI_ERR_RANK, "mine"), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Remove_error_class(MPI_ERR_RANK), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Remove_error_string(MPI_ERR_RANK), MPI_ERR_ARG);
    MPI_Errhandler predefined = MPI_ERRORS_RETURN;
    CHECK_EQUAL(MPI_Errhandler_free(&predefined), MPI_SUCCESS);
}

static const struct test tests[] = {
    {"error handlers: called", called},
    {"error handlers: call it", call_it},
    {"error handlers: classes and codes", classes_and_codes},
    {"error handlers: wrong arguments", wrong_arguments},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_WORLD);
}
