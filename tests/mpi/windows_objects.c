/* Objects that belong to windows: groups, names, attributes, error handlers, hints. */
#include "check.h"

static MPI_Win win;
static int32_t memory[4];

static void open_window(void) {
    MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
}

static void group(void) {
    MPI_Group world, own;
    int same;
    open_window();
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    CHECK_CLASS(MPI_Win_get_group(win, &own), MPI_SUCCESS);
    MPI_Group_compare(world, own, &same);
    CHECK_EQUAL(same, MPI_IDENT);
    CHECK_CLASS(MPI_Win_get_group(win, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_get_group(MPI_WIN_NULL, &own), MPI_ERR_WIN);
    MPI_Group_free(&world);
    MPI_Group_free(&own);
    MPI_Win_free(&win);
}

static void name(void) {
    char text[MPI_MAX_OBJECT_NAME], longer[2 * MPI_MAX_OBJECT_NAME];
    int length;
    open_window();
    CHECK_CLASS(MPI_Win_get_name(win, text, &length), MPI_SUCCESS);
    CHECK(length == 0 && !*text);
    CHECK_CLASS(MPI_Win_set_name(win, "pane"), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_get_name(win, text, &length), MPI_SUCCESS);
    CHECK(length == 4 && !strcmp(text, "pane"));
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = 0;
    CHECK_CLASS(MPI_Win_set_name(win, longer), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_get_name(win, text, &length), MPI_SUCCESS);
    CHECK_EQUAL(length, MPI_MAX_OBJECT_NAME - 1);
    CHECK_CLASS(MPI_Win_get_name(MPI_WIN_NULL, text, &length), MPI_SUCCESS);
    CHECK(!strcmp(text, "MPI_WIN_NULL"));
    CHECK_CLASS(MPI_Win_set_name(win, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_get_name(win, NULL, &length), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_set_name(MPI_WIN_NULL, "x"), MPI_ERR_WIN);
    MPI_Win_free(&win);
}

static int deleted, refuses;

static int on_delete(MPI_Win window, int key, void *value, void *extra) {
    (void)key;
    CHECK(window == win && value == memory && extra == &deleted);
    deleted++;
    return refuses ? MPI_ERR_OTHER : MPI_SUCCESS;
}

static void predefined(void) {
    void *base;
    MPI_Aint *bytes;
    int *number, flag;
    open_window();
    CHECK_CLASS(MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag), MPI_SUCCESS);
    CHECK(flag && base == memory);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &bytes, &flag);
    CHECK(flag && *bytes == sizeof memory);
    MPI_Win_get_attr(win, MPI_WIN_DISP_UNIT, &number, &flag);
    CHECK(flag && *number == 4);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &number, &flag);
    CHECK(flag && *number == MPI_WIN_FLAVOR_CREATE);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &number, &flag);
    CHECK(flag && *number == MPI_WIN_UNIFIED);
    CHECK_CLASS(MPI_Win_set_attr(win, MPI_WIN_SIZE, memory), MPI_ERR_KEYVAL);
    CHECK_CLASS(MPI_Win_delete_attr(win, MPI_WIN_BASE), MPI_ERR_KEYVAL);
    MPI_Win_free(&win);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &number, &flag);
    CHECK(flag && *number == MPI_WIN_FLAVOR_DYNAMIC);
    MPI_Win_get_attr(win, MPI_WIN_BASE, &base, &flag);
    CHECK(flag && base == MPI_BOTTOM);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &bytes, &flag);
    CHECK(flag && *bytes == 0);
    MPI_Win_free(&win);
    MPI_Win_allocate(24, 8, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &number, &flag);
    CHECK(flag && *number == MPI_WIN_FLAVOR_ALLOCATE);
    MPI_Win_free(&win);
}

static void attributes(void) {
    void *value;
    int key, other, flag;
    open_window();
    CHECK_CLASS(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, on_delete, &key, &deleted),
                MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_create_keyval(MPI_WIN_DUP_FN, MPI_WIN_NULL_DELETE_FN, &other, NULL),
                MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_get_attr(win, key, &value, &flag), MPI_SUCCESS);
    CHECK(!flag);
    CHECK_CLASS(MPI_Win_set_attr(win, key, memory), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_set_attr(win, other, &flag), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_get_attr(win, key, &value, &flag), MPI_SUCCESS);
    CHECK(flag && value == memory);
    CHECK_CLASS(MPI_Win_delete_attr(win, key), MPI_SUCCESS);
    CHECK_EQUAL(deleted, 1);
    CHECK_CLASS(MPI_Win_delete_attr(win, key), MPI_SUCCESS);
    CHECK_EQUAL(deleted, 1);
    CHECK_CLASS(MPI_Win_set_attr(win, key, memory), MPI_SUCCESS);
    refuses = 1;
    CHECK_CLASS(MPI_Win_free(&win), MPI_ERR_OTHER);
    CHECK(win != MPI_WIN_NULL);
    refuses = 0;
    CHECK_CLASS(MPI_Win_free(&win), MPI_SUCCESS);
    CHECK_EQUAL(deleted, 3);
    CHECK_CLASS(MPI_Win_free_keyval(&key), MPI_SUCCESS);
    CHECK_EQUAL(key, MPI_KEYVAL_INVALID);
    CHECK_CLASS(MPI_Win_free_keyval(&other), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_free_keyval(&other), MPI_ERR_KEYVAL);
    CHECK_CLASS(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, on_delete, NULL, NULL), MPI_ERR_ARG);
    deleted = 0;
}

static int handled;

static void on_error(MPI_Win *window, int *code, ...) {
    CHECK(*window == win);
    handled = *code;
}

static void handlers(void) {
    MPI_Errhandler handler, current;
    int32_t value = 0;
    MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    CHECK_CLASS(MPI_Win_get_errhandler(win, &current), MPI_SUCCESS);
    CHECK(current == MPI_ERRORS_ARE_FATAL);
    CHECK_CLASS(MPI_Win_create_errhandler(on_error, &handler), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_set_errhandler(win, handler), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_get_errhandler(win, &current), MPI_SUCCESS);
    CHECK(current == handler);
    MPI_Errhandler_free(&current);
    MPI_Errhandler_free(&handler);
    CHECK_CLASS(MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win), MPI_ERR_RMA_SYNC);
    CHECK_EQUAL(handled, MPI_ERR_RMA_SYNC);
    CHECK_CLASS(MPI_Win_call_errhandler(win, MPI_ERR_OTHER), MPI_SUCCESS);
    CHECK_EQUAL(handled, MPI_ERR_OTHER);
    CHECK_CLASS(MPI_Win_set_errhandler(win, (MPI_Errhandler)&value), MPI_ERR_ERRHANDLER);
    CHECK_CLASS(MPI_Win_set_errhandler(MPI_WIN_NULL, MPI_ERRORS_RETURN), MPI_ERR_WIN);
    CHECK_CLASS(MPI_Win_get_errhandler(win, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_create_errhandler(NULL, &handler), MPI_ERR_ARG);
    MPI_Win_free(&win);
}

static void check_hint(MPI_Info info, const char *key, const char *expected) {
    char value[MPI_MAX_INFO_VAL];
    int room = sizeof value, flag;
    MPI_Info_get_string(info, key, &room, value, &flag);
    CHECK(flag == (expected != NULL));
    CHECK(!flag || !strcmp(value, expected));
}

static void hints(void) {
    MPI_Info info, used;
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
    MPI_Info_set(info, "mpi_accumulate_granularity", "16");
    MPI_Info_set(info, "nonsense", "1");
    MPI_Win_create(memory, sizeof memory, 4, info, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    CHECK_CLASS(MPI_Win_get_info(win, &used), MPI_SUCCESS);
    check_hint(used, "no_locks", "true");
    check_hint(used, "mpi_accumulate_granularity", "16");
    check_hint(used, "accumulate_ops", "same_op_no_op");
    check_hint(used, "accumulate_ordering", "rar,raw,war,waw");
    check_hint(used, "same_size", "false");
    check_hint(used, "nonsense", NULL);
    MPI_Info_free(&used);
    MPI_Info_set(info, "same_size", "true");
    MPI_Info_set(info, "mpi_accumulate_granularity", "4");
    CHECK_CLASS(MPI_Win_set_info(win, info), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_get_info(win, &used), MPI_SUCCESS);
    check_hint(used, "same_size", "true");
    check_hint(used, "mpi_accumulate_granularity", "16"); /* the initial value */
    CHECK_CLASS(MPI_Win_set_info(win, MPI_INFO_NULL), MPI_SUCCESS);
    CHECK_CLASS(MPI_Win_set_info(win, (MPI_Info)memory), MPI_ERR_INFO);
    CHECK_CLASS(MPI_Win_get_info(win, NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Win_get_info(MPI_WIN_NULL, &info), MPI_ERR_WIN);
    MPI_Info_free(&used);
    MPI_Info_free(&info);
    MPI_Win_free(&win);
}

/* Memory of the ranks of a tile that all of them access by loads and stores. */
static void shared(void) {
    MPI_Comm tile;
    int32_t *own, *first, *at;
    MPI_Aint bytes;
    int place, places, unit;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &tile);
    MPI_Comm_rank(tile, &place);
    MPI_Comm_size(tile, &places);
    /* Rank 0 contributes nothing, and each further rank contributes a word more than the previous
     * one. */
    CHECK_CLASS(MPI_Win_allocate_shared(4 * place, 4, MPI_INFO_NULL, tile, &own, &win),
                MPI_SUCCESS);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < place; i++)
        own[i] = 100 * place + i;
    MPI_Win_sync(win);
    MPI_Barrier(tile);
    MPI_Win_sync(win);
    int32_t *next = NULL;
    for (int i = 0; i < places; i++) {
        CHECK_CLASS(MPI_Win_shared_query(win, i, &bytes, &unit, &at), MPI_SUCCESS);
        CHECK_EQUAL(bytes, 4 * i);
        CHECK_EQUAL(unit, 4);
        CHECK(i == 0 || at == next); /* the parts follow each other without gaps */
        next = at + i;
        for (int j = 0; j < i; j++)
            CHECK_EQUAL(at[j], 100 * i + j);
    }
    CHECK_CLASS(MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &first), MPI_SUCCESS);
    CHECK_EQUAL(bytes, places > 1 ? 4 : 0);
    CHECK_CLASS(MPI_Win_shared_query(win, places, &bytes, &unit, &at), MPI_ERR_RANK);
    CHECK_CLASS(MPI_Win_shared_query(win, 0, NULL, &unit, &at), MPI_ERR_ARG);
    MPI_Barrier(tile);
    /* Loads, stores and operations access the same words. */
    if (place + 1 < places) {
        int32_t one = 1;
        MPI_Win_shared_query(win, place + 1, &bytes, &unit, &at);
        at[place] = 7;
        MPI_Accumulate(&one, 1, MPI_INT, place + 1, place, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_flush(place + 1, win);
    }
    MPI_Barrier(tile);
    if (place)
        CHECK_EQUAL(own[place - 1], 8);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    /* Ranks of several tiles share nothing. */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int error = MPI_Win_allocate_shared(4, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
    CHECK_CLASS(error, places == size ? MPI_SUCCESS : MPI_ERR_RMA_SHARED);
    if (!error)
        MPI_Win_free(&win);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_free(&tile);
    /* In a window that is not shared, a rank can query only its own memory. */
    open_window();
    CHECK_CLASS(MPI_Win_shared_query(win, rank, &bytes, &unit, &at), MPI_SUCCESS);
    CHECK(at == memory && bytes == sizeof memory);
    MPI_Win_shared_query(win, (rank + 1) % size, &bytes, &unit, &at);
    CHECK(size == 1 || (!at && !bytes));
    MPI_Win_free(&win);
}

static const struct test tests[] = {
    {"group", group},           {"name", name},         {"predefined", predefined},
    {"attributes", attributes}, {"handlers", handlers}, {"hints", hints},
    {"shared", shared},         {NULL, NULL},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_SELF);
}
