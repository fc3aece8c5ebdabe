/* Handles and statuses in other languages, and information about the binary interface. */
#include "check.h"

#define CHECK_BOTH_WAYS(NAME, TYPE, HANDLE)                                                        \
    do {                                                                                           \
        TYPE handle = (HANDLE);                                                                    \
        CHECK(MPI_##NAME##_fromint(MPI_##NAME##_toint(handle)) == handle);                         \
        CHECK(MPI_##NAME##_f2c(MPI_##NAME##_c2f(handle)) == handle);                               \
        CHECK_EQUAL(MPI_##NAME##_toint(handle), MPI_##NAME##_toint(handle));                       \
    } while (0)

static void predefined_handles(void) {
    /* Predefined handles have the integers of the standard's binary interface. */
    CHECK_EQUAL(MPI_Comm_toint(MPI_COMM_WORLD), 0x101);
    CHECK_EQUAL(MPI_Type_toint(MPI_INT), 0x209);
    CHECK_EQUAL(MPI_Op_toint(MPI_SUM), 0x21);
    CHECK(MPI_Group_fromint(0x109) == MPI_GROUP_EMPTY);
    CHECK_BOTH_WAYS(Comm, MPI_Comm, MPI_COMM_NULL);
    CHECK_BOTH_WAYS(Errhandler, MPI_Errhandler, MPI_ERRORS_RETURN);
    CHECK_BOTH_WAYS(File, MPI_File, MPI_FILE_NULL);
    CHECK_BOTH_WAYS(Info, MPI_Info, MPI_INFO_ENV);
    CHECK_BOTH_WAYS(Message, MPI_Message, MPI_MESSAGE_NO_PROC);
    CHECK_BOTH_WAYS(Request, MPI_Request, MPI_REQUEST_NULL);
    CHECK_BOTH_WAYS(Session, MPI_Session, MPI_SESSION_NULL);
    CHECK_BOTH_WAYS(Win, MPI_Win, MPI_WIN_NULL);
}

static void made_handles(void) {
    MPI_Comm comms[20];
    MPI_Group group;
    MPI_Info info;
    MPI_Datatype type;
    for (int i = 0; i < 20; i++) {
        MPI_Comm_dup(MPI_COMM_SELF, &comms[i]);
        CHECK_BOTH_WAYS(Comm, MPI_Comm, comms[i]);
        for (int j = 0; j < i; j++)
            CHECK(MPI_Comm_toint(comms[i]) != MPI_Comm_toint(comms[j]));
    }
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    MPI_Info_create(&info);
    MPI_Type_contiguous(3, MPI_INT, &type);
    CHECK_BOTH_WAYS(Group, MPI_Group, group);
    CHECK_BOTH_WAYS(Info, MPI_Info, info);
    CHECK_BOTH_WAYS(Type, MPI_Datatype, type);
    int value = 0, rank_there = -1;
    MPI_Request request;
    MPI_Irecv(&value, 1, MPI_INT, 0, 1, MPI_COMM_SELF, &request);
    CHECK_BOTH_WAYS(Request, MPI_Request, request);
    request = MPI_Request_f2c(MPI_Request_c2f(request));
    int sent = 5;
    MPI_Send(&sent, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    CHECK_EQUAL(value, 5);
    CHECK_EQUAL(MPI_Comm_rank(MPI_Comm_f2c(MPI_Comm_c2f(comms[7])), &rank_there), MPI_SUCCESS);
    CHECK_EQUAL(rank_there, 0);
    for (int i = 0; i < 20; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Group_free(&group);
    MPI_Info_free(&info);
    MPI_Type_free(&type);
}

static void statuses(void) {
    MPI_Status status = {0}, back;
    MPI_Fint fortran[MPI_F_STATUS_SIZE];
    MPI_F08_status f08;
    int value = rank, number;
    MPI_Sendrecv(&value, 1, MPI_INT, 0, 3, &number, 1, MPI_INT, 0, 3, MPI_COMM_SELF, &status);
    status.MPI_ERROR = MPI_ERR_OTHER;
    CHECK_EQUAL(MPI_Status_c2f(&status, fortran), MPI_SUCCESS);
    CHECK_EQUAL(fortran[MPI_F_SOURCE], 0);
    CHECK_EQUAL(fortran[MPI_F_TAG], 3);
    CHECK_EQUAL(fortran[MPI_F_ERROR], MPI_ERR_OTHER);
    CHECK_EQUAL(MPI_Status_f2f08(fortran, &f08), MPI_SUCCESS);
    CHECK_EQUAL(f08.MPI_TAG, 3);
    memset(fortran, 0, sizeof fortran);
    CHECK_EQUAL(MPI_Status_f082f(&f08, fortran), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Status_f2c(fortran, &back), MPI_SUCCESS);
    MPI_Get_count(&back, MPI_INT, &number);
    CHECK_EQUAL(number, 1);
    CHECK_EQUAL(MPI_Status_c2f08(&status, &f08), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Status_f082c(&f08, &back), MPI_SUCCESS);
    CHECK(!memcmp(&status, &back, sizeof status));
    CHECK_CLASS(MPI_Status_c2f(MPI_STATUS_IGNORE, fortran), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Status_f2c(fortran, NULL), MPI_ERR_ARG);
}

static void members(void) {
    MPI_Status status;
    int value = -1;
    CHECK_EQUAL(MPI_Status_set_source(&status, 7), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Status_set_tag(&status, 8), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Status_set_error(&status, 9), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Status_get_source(&status, &value), MPI_SUCCESS);
    CHECK(value == 7 && status.MPI_SOURCE == 7);
    CHECK_EQUAL(MPI_Status_get_tag(&status, &value), MPI_SUCCESS);
    CHECK(value == 8 && status.MPI_TAG == 8);
    CHECK_EQUAL(MPI_Status_get_error(&status, &value), MPI_SUCCESS);
    CHECK(value == 9 && status.MPI_ERROR == 9);
    CHECK_CLASS(MPI_Status_get_tag(NULL, &value), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Status_get_tag(&status, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Status_set_source(NULL, 1), MPI_ERR_ARG);
}

static int number_in(MPI_Info info, const char *key) {
    char value[16];
    int room = sizeof value, flag = 0;
    MPI_Info_get_string(info, key, &room, value, &flag);
    return flag ? atoi(value) : -1;
}

/* Returns whether the key exists and has the right value: true if the datatype has a size,
 * otherwise false. */
static int says(MPI_Info info, const char *key, MPI_Datatype type) {
    char value[16];
    int room = sizeof value, flag = 0, bytes = 0;
    MPI_Info_get_string(info, key, &room, value, &flag);
    int is_there = MPI_Type_size(type, &bytes) == MPI_SUCCESS && bytes > 0;
    return flag && !strcmp(value, is_there ? "true" : "false");
}

static void interface(void) {
    int major = -1, minor = -1, is_set = 0;
    MPI_Info info;
    CHECK_EQUAL(MPI_Abi_get_version(&major, &minor), MPI_SUCCESS);
    CHECK(major == MPI_ABI_VERSION && minor == MPI_ABI_SUBVERSION);
    CHECK_EQUAL(MPI_Abi_get_info(&info), MPI_SUCCESS);
    CHECK_EQUAL(number_in(info, "mpi_aint_size"), sizeof(MPI_Aint));
    CHECK_EQUAL(number_in(info, "mpi_count_size"), sizeof(MPI_Count));
    CHECK_EQUAL(number_in(info, "mpi_offset_size"), sizeof(MPI_Offset));
    MPI_Info_free(&info);
    CHECK_EQUAL(MPI_Abi_get_fortran_info(&info), MPI_SUCCESS);
    CHECK_EQUAL(number_in(info, "mpi_integer_size"), sizeof(MPI_Fint));
    CHECK(says(info, "mpi_logical2_supported", MPI_LOGICAL2));
    CHECK(says(info, "mpi_integer8_supported", MPI_INTEGER8));
    CHECK(says(info, "mpi_integer16_supported", MPI_INTEGER16));
    CHECK(says(info, "mpi_real2_supported", MPI_REAL2));
    CHECK(says(info, "mpi_real8_supported", MPI_REAL8));
    CHECK(says(info, "mpi_complex16_supported", MPI_COMPLEX16));
    CHECK(says(info, "mpi_complex32_supported", MPI_COMPLEX32));
    CHECK(says(info, "mpi_double_complex_supported", MPI_DOUBLE_COMPLEX));
    CHECK_CLASS(MPI_Abi_set_fortran_info(info), MPI_ERR_ABI);
    MPI_Info_free(&info);
    int yes = -1, no = -1;
    CHECK_EQUAL(MPI_Abi_get_fortran_booleans(sizeof yes, &yes, &no, &is_set), MPI_SUCCESS);
    CHECK(is_set && yes == 1 && no == 0);
    CHECK_CLASS(MPI_Abi_get_fortran_booleans(3, &yes, &no, &is_set), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Abi_set_fortran_booleans(sizeof yes, &yes, &no), MPI_ERR_ABI);
    CHECK_CLASS(MPI_Abi_get_version(NULL, &minor), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Abi_get_info(NULL), MPI_ERR_ARG);
}

/* Fortran's kinds: the smallest one that is large enough (MPI 4.1, section 19.1.5). */
static void kinds(void) {
    static const struct {
        int range, bytes;
    } integers[] = {{1, 1}, {2, 1}, {3, 2}, {4, 2}, {9, 4}, {10, 8}, {18, 8}};
    MPI_Datatype type, again, made_of[1];
    int bytes, n[3], combiner, arguments[2];
    MPI_Aint address[1];
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        CHECK_EQUAL(MPI_Type_create_f90_integer(integers[i].range, &type), MPI_SUCCESS);
        MPI_Type_size(type, &bytes);
        CHECK_EQUAL(bytes, integers[i].bytes);
        MPI_Type_create_f90_integer(integers[i].range, &again);
        CHECK(again == type);
    }
    CHECK_EQUAL(MPI_Type_create_f90_real(6, MPI_UNDEFINED, &type), MPI_SUCCESS);
    MPI_Type_size(type, &bytes);
    CHECK_EQUAL(bytes, 4);
    CHECK_EQUAL(MPI_Type_create_f90_complex(15, 300, &again), MPI_SUCCESS);
    MPI_Type_size(again, &bytes);
    CHECK_EQUAL(bytes, 16);
    CHECK_EQUAL(MPI_Type_get_envelope(again, &n[0], &n[1], &n[2], &combiner), MPI_SUCCESS);
    CHECK_EQUAL(combiner, MPI_COMBINER_F90_COMPLEX);
    CHECK(n[0] == 2 && n[1] == 0 && n[2] == 0);
    CHECK_EQUAL(MPI_Type_get_contents(again, 2, 0, 0, arguments, address, made_of), MPI_SUCCESS);
    CHECK(arguments[0] == 15 && arguments[1] == 300);
    /* Parameterised types are predefined: they are committed, have operations, and must not be
       freed. */
    float mine = 1 + rank, sum = 0;
    CHECK_EQUAL(MPI_Allreduce(&mine, &sum, 1, type, MPI_SUM, MPI_COMM_WORLD), MPI_SUCCESS);
    CHECK(sum == size * (size + 1) / 2);
    CHECK_CLASS(MPI_Type_free(&again), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Type_create_f90_integer(100, &type), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_create_f90_real(MPI_UNDEFINED, MPI_UNDEFINED, &type), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Type_create_f90_real(6, 30, NULL), MPI_ERR_ARG);
}

static void pairs(void) {
    MPI_Datatype pair;
    CHECK_EQUAL(MPI_Type_get_value_index(MPI_FLOAT, MPI_INT, &pair), MPI_SUCCESS);
    CHECK(pair == MPI_FLOAT_INT);
    CHECK_EQUAL(MPI_Type_get_value_index(MPI_INT, MPI_INT, &pair), MPI_SUCCESS);
    CHECK(pair == MPI_2INT);
    CHECK_EQUAL(MPI_Type_get_value_index(MPI_C_BOOL, MPI_INT, &pair), MPI_SUCCESS);
    CHECK(pair == MPI_DATATYPE_NULL);
    CHECK_CLASS(MPI_Type_get_value_index(MPI_FLOAT, MPI_DATATYPE_NULL, &pair), MPI_ERR_TYPE);
    CHECK_CLASS(MPI_Type_get_value_index(MPI_FLOAT, MPI_INT, NULL), MPI_ERR_ARG);
}

static const struct test tests[] = {
    {"language: predefined handles", predefined_handles},
    {"language: handles that were made", made_handles},
    {"language: statuses", statuses},
    {"language: members of a status", members},
    {"language: the binary interface", interface},
    {"language: kinds of Fortran", kinds},
    {"language: pairs", pairs},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_SELF);
}
