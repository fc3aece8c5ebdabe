/* The tools information interface. The library has no variables, and must report this. */
#include "check.h"

static int n, one;
static char text[8];
static MPI_Datatype type;
static MPI_T_enum enumeration;

static void closed(void) {
    CHECK_EQUAL(MPI_T_cvar_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    CHECK_EQUAL(MPI_T_pvar_get_num(&n), MPI_T_ERR_NOT_INITIALIZED);
    CHECK_EQUAL(MPI_T_finalize(), MPI_T_ERR_NOT_INITIALIZED);
    CHECK_EQUAL(MPI_T_init_thread(-5, &n), MPI_T_ERR_INVALID);
    CHECK_EQUAL(MPI_T_init_thread(MPI_THREAD_SINGLE, NULL), MPI_T_ERR_INVALID);
}

static void numbers(void) {
    static int (*const functions[])(int *) = {MPI_T_cvar_get_num,     MPI_T_pvar_get_num,
                                              MPI_T_category_get_num, MPI_T_event_get_num,
                                              MPI_T_source_get_num,   MPI_T_category_changed};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        n = -1;
        CHECK_EQUAL(functions[i](&n), MPI_SUCCESS);
        CHECK_EQUAL(n, 0);
        CHECK_EQUAL(functions[i](NULL), MPI_T_ERR_INVALID);
    }
}

static void variables(void) {
    MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
    CHECK_EQUAL(MPI_T_cvar_get_info(0, text, &n, &n, &type, &enumeration, text, &n, &n, &n),
                MPI_T_ERR_INVALID_INDEX);
    CHECK_EQUAL(MPI_T_cvar_get_index("none", &n), MPI_T_ERR_INVALID_NAME);
    CHECK_EQUAL(MPI_T_cvar_handle_alloc(0, NULL, &handle, &n), MPI_T_ERR_INVALID_INDEX);
    CHECK_EQUAL(MPI_T_cvar_handle_free(&handle), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_cvar_read(handle, &n), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_cvar_write(handle, &n), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &n, text, &n), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_enum_get_item(MPI_T_ENUM_NULL, 0, &n, text, &n), MPI_T_ERR_INVALID_HANDLE);
}

static void categories(void) {
    CHECK_EQUAL(MPI_T_category_get_info(0, text, &n, text, &n, &n, &n, &n),
                MPI_T_ERR_INVALID_INDEX);
    CHECK_EQUAL(MPI_T_category_get_index("none", &n), MPI_T_ERR_INVALID_NAME);
    CHECK_EQUAL(MPI_T_category_get_cvars(0, 1, &n), MPI_T_ERR_INVALID_INDEX);
    CHECK_EQUAL(MPI_T_category_get_pvars(0, 1, &n), MPI_T_ERR_INVALID_INDEX);
    CHECK_EQUAL(MPI_T_category_get_events(0, 1, &n), MPI_T_ERR_INVALID_INDEX);
    CHECK_EQUAL(MPI_T_category_get_categories(0, 1, &n), MPI_T_ERR_INVALID_INDEX);
    CHECK_EQUAL(MPI_T_category_get_num_events(0, &n), MPI_T_ERR_INVALID_INDEX);
}

static void sessions(void) {
    MPI_T_pvar_session session, other;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL, all = MPI_T_PVAR_ALL_HANDLES;
    CHECK_EQUAL(MPI_T_pvar_session_create(&session), MPI_SUCCESS);
    CHECK_EQUAL(MPI_T_pvar_session_create(&other), MPI_SUCCESS);
    CHECK(session != other);
    CHECK_EQUAL(
        MPI_T_pvar_get_info(0, text, &n, &n, &n, &type, &enumeration, text, &n, &n, &n, &n, &n),
        MPI_T_ERR_INVALID_INDEX);
    CHECK_EQUAL(MPI_T_pvar_get_index("none", MPI_T_PVAR_CLASS_TIMER, &n), MPI_T_ERR_INVALID_NAME);
    CHECK_EQUAL(MPI_T_pvar_handle_alloc(session, 0, NULL, &handle, &n), MPI_T_ERR_INVALID_INDEX);
    CHECK_EQUAL(MPI_T_pvar_handle_free(session, &handle), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_pvar_read(session, handle, &n), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_pvar_readreset(session, handle, &n), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_pvar_write(session, handle, &n), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_pvar_start(session, handle), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_pvar_start(session, all), MPI_SUCCESS);
    CHECK_EQUAL(MPI_T_pvar_stop(session, all), MPI_SUCCESS);
    CHECK_EQUAL(MPI_T_pvar_reset(session, all), MPI_SUCCESS);
    CHECK_EQUAL(MPI_T_pvar_session_free(&session), MPI_SUCCESS);
    CHECK(session == MPI_T_PVAR_SESSION_NULL);
    CHECK_EQUAL(MPI_T_pvar_session_free(&session), MPI_T_ERR_INVALID_SESSION);
    CHECK_EQUAL(MPI_T_pvar_start(session, all), MPI_T_ERR_INVALID_SESSION);
    CHECK_EQUAL(MPI_T_pvar_session_free(&other), MPI_SUCCESS);
    CHECK_EQUAL(MPI_T_pvar_session_create(NULL), MPI_T_ERR_INVALID);
}

static void events(void) {
    MPI_T_event_registration none = NULL;
    MPI_T_event_instance instance = NULL;
    MPI_Info info;
    MPI_Aint place;
    MPI_Count stamp;
    CHECK_EQUAL(MPI_T_event_get_info(0, text, &n, &n, &type, &place, &one, &enumeration, &info,
                                     text, &n, &n),
                MPI_T_ERR_INVALID_INDEX);
    CHECK_EQUAL(MPI_T_event_get_index("none", &n), MPI_T_ERR_INVALID_NAME);
    CHECK_EQUAL(MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &none), MPI_T_ERR_INVALID_INDEX);
    CHECK_EQUAL(MPI_T_event_handle_free(none, NULL, NULL), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_event_handle_get_info(none, &info), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_event_handle_set_info(none, MPI_INFO_NULL), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_event_register_callback(none, 0, MPI_INFO_NULL, NULL, NULL),
                MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_event_callback_get_info(none, 0, &info), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_event_callback_set_info(none, 0, MPI_INFO_NULL), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_event_set_dropped_handler(none, NULL), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_event_read(instance, 0, &n), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_event_copy(instance, &n), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_event_get_timestamp(instance, &stamp), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_event_get_source(instance, &n), MPI_T_ERR_INVALID_HANDLE);
    CHECK_EQUAL(MPI_T_source_get_info(0, text, &n, text, &n, &n, &stamp, &stamp, &info),
                MPI_T_ERR_INVALID_INDEX);
    CHECK_EQUAL(MPI_T_source_get_timestamp(0, &stamp), MPI_T_ERR_INVALID_INDEX);
}

static const struct test tests[] = {
    {"tools: numbers", numbers},       {"tools: variables", variables},
    {"tools: categories", categories}, {"tools: sessions", sessions},
    {"tools: events", events},         {0},
};

/* The tools interface may be opened before MPI_Init and several times, and is closed as often. */
int main(int argc, char **argv) {
    int provided = -1;
    closed();
    CHECK_EQUAL(MPI_T_init_thread(MPI_THREAD_SINGLE, &provided), MPI_SUCCESS);
    CHECK_EQUAL(provided, MPI_THREAD_SINGLE);
    MPI_Init(&argc, &argv);
    CHECK_EQUAL(MPI_T_init_thread(MPI_THREAD_MULTIPLE, &provided), MPI_SUCCESS);
    CHECK(provided >= MPI_THREAD_SINGLE && provided <= MPI_THREAD_MULTIPLE);
    CHECK_EQUAL(MPI_T_finalize(), MPI_SUCCESS);
    int failed = faults + run_tests(tests);
    MPI_Finalize();
    CHECK_EQUAL(MPI_T_finalize(), MPI_SUCCESS);
    closed();
    return failed || faults;
}
