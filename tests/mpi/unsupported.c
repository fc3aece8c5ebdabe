/* Functions that the library does not offer return an error that says so: parallel files, and
 * processes that are added to the job. */
#include "check.h"

#define CHECK_REFUSED(CALL) CHECK_CLASS(CALL, MPI_ERR_UNSUPPORTED_OPERATION)

static MPI_File file = MPI_FILE_NULL;
static char data[4];
static int n;

/* The default error handler of files returns errors. */
static void files(void) {
    MPI_Info info;
    MPI_Group group;
    MPI_Offset offset;
    MPI_Datatype type;
    MPI_Aint extent;
    MPI_Count large;
    CHECK_REFUSED(MPI_File_open(MPI_COMM_WORLD, "x", MPI_MODE_RDONLY, MPI_INFO_NULL, &file));
    CHECK(file == MPI_FILE_NULL);
    CHECK_REFUSED(MPI_File_close(&file));
    CHECK_REFUSED(MPI_File_delete("x", MPI_INFO_NULL));
    CHECK_REFUSED(MPI_File_set_size(file, 1));
    CHECK_REFUSED(MPI_File_preallocate(file, 1));
    CHECK_REFUSED(MPI_File_get_size(file, &offset));
    CHECK_REFUSED(MPI_File_get_group(file, &group));
    CHECK_REFUSED(MPI_File_get_amode(file, &n));
    CHECK_REFUSED(MPI_File_set_info(file, MPI_INFO_NULL));
    CHECK_REFUSED(MPI_File_get_info(file, &info));
    CHECK_REFUSED(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    CHECK_REFUSED(MPI_File_get_view(file, &offset, &type, &type, data));
    CHECK_REFUSED(MPI_File_seek(file, 0, MPI_SEEK_SET));
    CHECK_REFUSED(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    CHECK_REFUSED(MPI_File_get_position(file, &offset));
    CHECK_REFUSED(MPI_File_get_position_shared(file, &offset));
    CHECK_REFUSED(MPI_File_get_byte_offset(file, 0, &offset));
    CHECK_REFUSED(MPI_File_get_type_extent(file, MPI_BYTE, &extent));
    CHECK_REFUSED(MPI_File_get_type_extent_c(file, MPI_BYTE, &large));
    CHECK_REFUSED(MPI_File_set_atomicity(file, 1));
    CHECK_REFUSED(MPI_File_get_atomicity(file, &n));
    CHECK_REFUSED(MPI_File_sync(file));
    CHECK_REFUSED(MPI_Register_datarep("x", NULL, NULL, NULL, NULL));
    CHECK_REFUSED(MPI_Register_datarep_c("x", NULL, NULL, NULL, NULL));
}

#define CHECK_DATA(KIND)                                                                           \
    do {                                                                                           \
        MPI_Status status;                                                                         \
        MPI_Request request;                                                                       \
        CHECK_REFUSED(MPI_File_##KIND(file, data, 4, MPI_BYTE, &status));                          \
        CHECK_REFUSED(MPI_File_##KIND##_c(file, data, 4, MPI_BYTE, &status));                      \
        CHECK_REFUSED(MPI_File_##KIND##_all(file, data, 4, MPI_BYTE, &status));                    \
        CHECK_REFUSED(MPI_File_##KIND##_shared(file, data, 4, MPI_BYTE, &status));                 \
        CHECK_REFUSED(MPI_File_##KIND##_ordered_c(file, data, 4, MPI_BYTE, &status));              \
        CHECK_REFUSED(MPI_File_##KIND##_at(file, 0, data, 4, MPI_BYTE, &status));                  \
        CHECK_REFUSED(MPI_File_##KIND##_at_all_c(file, 0, data, 4, MPI_BYTE, &status));            \
        CHECK_REFUSED(MPI_File_i##KIND(file, data, 4, MPI_BYTE, &request));                        \
        CHECK_REFUSED(MPI_File_i##KIND##_all(file, data, 4, MPI_BYTE, &request));                  \
        CHECK_REFUSED(MPI_File_i##KIND##_at_c(file, 0, data, 4, MPI_BYTE, &request));              \
        CHECK_REFUSED(MPI_File_i##KIND##_shared(file, data, 4, MPI_BYTE, &request));               \
        CHECK_REFUSED(MPI_File_##KIND##_all_begin(file, data, 4, MPI_BYTE));                       \
        CHECK_REFUSED(MPI_File_##KIND##_all_end(file, data, &status));                             \
        CHECK_REFUSED(MPI_File_##KIND##_at_all_begin_c(file, 0, data, 4, MPI_BYTE));               \
        CHECK_REFUSED(MPI_File_##KIND##_at_all_end(file, data, &status));                          \
        CHECK_REFUSED(MPI_File_##KIND##_ordered_begin(file, data, 4, MPI_BYTE));                   \
        CHECK_REFUSED(MPI_File_##KIND##_ordered_end(file, data, &status));                         \
    } while (0)

static void transfers(void) {
    CHECK_DATA(read);
    CHECK_DATA(write);
}

static int handled;

static void note(MPI_File *handle, int *code, ...) {
    handled = *handle == MPI_FILE_NULL ? *code : -1;
}

static void file_handlers(void) {
    MPI_Errhandler mine, got;
    CHECK_EQUAL(MPI_File_get_errhandler(MPI_FILE_NULL, &got), MPI_SUCCESS);
    CHECK(got == MPI_ERRORS_RETURN);
    CHECK_EQUAL(MPI_File_create_errhandler(note, &mine), MPI_SUCCESS);
    CHECK_EQUAL(MPI_File_set_errhandler(MPI_FILE_NULL, mine), MPI_SUCCESS);
    CHECK_REFUSED(MPI_File_sync(file));
    CHECK_EQUAL(handled, MPI_ERR_UNSUPPORTED_OPERATION);
    CHECK_EQUAL(MPI_File_call_errhandler(MPI_FILE_NULL, MPI_ERR_IO), MPI_SUCCESS);
    CHECK_EQUAL(handled, MPI_ERR_IO);
    CHECK_EQUAL(MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN), MPI_SUCCESS);
    CHECK_CLASS(MPI_File_set_errhandler((MPI_File)&n, MPI_ERRORS_RETURN), MPI_ERR_FILE);
    CHECK_CLASS(MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRHANDLER_NULL), MPI_ERR_ERRHANDLER);
    CHECK_CLASS(MPI_File_get_errhandler(MPI_FILE_NULL, NULL), MPI_ERR_ARG);
    MPI_Errhandler_free(&mine);
}

static void processes(void) {
    MPI_Comm made = MPI_COMM_SELF, none = MPI_COMM_NULL;
    char *command[] = {"x"}, **arguments[] = {MPI_ARGV_NULL};
    int one[] = {1}, codes[1];
    MPI_Info infos[] = {MPI_INFO_NULL};
    CHECK_EQUAL(MPI_Comm_get_parent(&made), MPI_SUCCESS);
    CHECK(made == MPI_COMM_NULL);
    CHECK_CLASS(MPI_Comm_get_parent(NULL), MPI_ERR_ARG);
    MPI_Comm self = MPI_COMM_SELF;
    CHECK_REFUSED(MPI_Comm_spawn("x", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, self, &made, codes));
    CHECK_REFUSED(
        MPI_Comm_spawn_multiple(1, command, arguments, one, infos, 0, self, &made, codes));
    CHECK_REFUSED(MPI_Comm_accept("x", MPI_INFO_NULL, 0, self, &made));
    CHECK_REFUSED(MPI_Comm_connect("x", MPI_INFO_NULL, 0, self, &made));
    CHECK_REFUSED(MPI_Comm_join(0, &made));
    CHECK_REFUSED(MPI_Open_port(MPI_INFO_NULL, data));
    CHECK_REFUSED(MPI_Close_port("x"));
    CHECK_REFUSED(MPI_Publish_name("x", MPI_INFO_NULL, "y"));
    CHECK_REFUSED(MPI_Unpublish_name("x", MPI_INFO_NULL, "y"));
    CHECK_REFUSED(MPI_Lookup_name("x", MPI_INFO_NULL, data));
    CHECK_CLASS(MPI_Comm_accept("x", MPI_INFO_NULL, 0, none, &made), MPI_ERR_COMM);
}

static const struct test tests[] = {
    {"unsupported: files", files},
    {"unsupported: transfers", transfers},
    {"unsupported: handlers of files", file_handlers},
    {"unsupported: processes", processes},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_SELF);
}
