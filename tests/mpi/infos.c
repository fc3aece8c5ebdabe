/* Info objects. */
#include "check.h"

/* The value of a key in an info, or "(none)". */
static const char *get(MPI_Info info, const char *key) {
    static char value[MPI_MAX_INFO_VAL];
    int flag = -1, length = sizeof value;
    CHECK_EQUAL(MPI_Info_get_string(info, key, &length, value, &flag), MPI_SUCCESS);
    if (!flag)
        return "(none)";
    CHECK_EQUAL(length, strlen(value) + 1);
    return value;
}

static int count(MPI_Info info) {
    int keys = -1;
    CHECK_EQUAL(MPI_Info_get_nkeys(info, &keys), MPI_SUCCESS);
    return keys;
}

static void set_and_get(void) {
    MPI_Info info = MPI_INFO_NULL;
    char key[MPI_MAX_INFO_KEY];
    CHECK_EQUAL(MPI_Info_create(&info), MPI_SUCCESS);
    CHECK_EQUAL(count(info), 0);
    CHECK_EQUAL(MPI_Info_set(info, "one", "1"), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Info_set(info, "two", "2"), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Info_set(info, "three", ""), MPI_SUCCESS);
    CHECK_EQUAL(MPI_Info_set(info, "two", "zwei"), MPI_SUCCESS);
    CHECK_EQUAL(count(info), 3);
    CHECK(!strcmp(get(info, "one"), "1"));
    CHECK(!strcmp(get(info, "two"), "zwei"));
    CHECK(!strcmp(get(info, "three"), ""));
    CHECK(!strcmp(get(info, "four"), "(none)"));
    static const char *const keys[] = {"one", "two", "three"};
    for (int i = 0; i < 3; i++) {
        CHECK_EQUAL(MPI_Info_get_nthkey(info, i, key), MPI_SUCCESS);
        CHECK(!strcmp(key, keys[i]));
    }
    CHECK_EQUAL(MPI_Info_delete(info, "one"), MPI_SUCCESS);
    CHECK_EQUAL(count(info), 2);
    CHECK(!strcmp(get(info, "one"), "(none)"));
    CHECK_EQUAL(MPI_Info_free(&info), MPI_SUCCESS);
    CHECK(info == MPI_INFO_NULL);
}

static void copies_are_apart(void) {
    MPI_Info info, copy;
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "before");
    CHECK_EQUAL(MPI_Info_dup(info, &copy), MPI_SUCCESS);
    MPI_Info_set(info, "key", "after");
    CHECK(!strcmp(get(copy, "key"), "before"));
    MPI_Info_free(&info);
    CHECK(!strcmp(get(copy, "key"), "before"));
    MPI_Info_free(&copy);
}

/* The returned length includes the null byte, whether or not the value fits. */
static void room(void) {
    MPI_Info info;
    char value[8] = "#######";
    int flag, length = 4;
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "abcdef");
    CHECK_EQUAL(MPI_Info_get_string(info, "key", &length, value, &flag), MPI_SUCCESS);
    CHECK(!strcmp(value, "abc") && value[4] == '#');
    CHECK_EQUAL(length, 7);
    length = 0;
    CHECK_EQUAL(MPI_Info_get_string(info, "key", &length, NULL, &flag), MPI_SUCCESS);
    CHECK_EQUAL(length, 7);
    CHECK_EQUAL(MPI_Info_get_valuelen(info, "key", &length, &flag), MPI_SUCCESS);
    CHECK(flag && length == 6);
    CHECK_EQUAL(MPI_Info_get_valuelen(info, "no", &length, &flag), MPI_SUCCESS);
    CHECK(!flag);
    CHECK_EQUAL(MPI_Info_get(info, "key", 4, value, &flag), MPI_SUCCESS);
    CHECK(flag && !strcmp(value, "abcd"));
    MPI_Info_free(&info);
}

static void longest(void) {
    static char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];
    MPI_Info info;
    MPI_Info_create(&info);
    memset(key, 'k', MPI_MAX_INFO_KEY - 1);
    memset(value, 'v', MPI_MAX_INFO_VAL - 1);
    CHECK_EQUAL(MPI_Info_set(info, key, value), MPI_SUCCESS);
    CHECK(!strcmp(get(info, key), value));
    value[MPI_MAX_INFO_VAL - 1] = 'v';
    CHECK_CLASS(MPI_Info_set(info, key, value), MPI_ERR_INFO_VALUE);
    key[MPI_MAX_INFO_KEY - 1] = 'k';
    CHECK_CLASS(MPI_Info_set(info, key, ""), MPI_ERR_INFO_KEY);
    MPI_Info_free(&info);
}

static void environment(void) {
    MPI_Info info;
    CHECK_EQUAL(atoi(get(MPI_INFO_ENV, "maxprocs")), size);
    CHECK_CLASS(MPI_Info_set(MPI_INFO_ENV, "key", "value"), MPI_ERR_INFO);
    CHECK_EQUAL(MPI_Info_create_env(0, NULL, &info), MPI_SUCCESS);
    CHECK_EQUAL(count(info), count(MPI_INFO_ENV));
    CHECK_EQUAL(atoi(get(info, "maxprocs")), size);
    MPI_Info_free(&info);
}

static void wrong_arguments(void) {
    MPI_Info info = MPI_INFO_NULL, freed;
    int value, flag;
    char text[MPI_MAX_INFO_KEY];
    CHECK_CLASS(MPI_Info_create(NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Info_free(&info), MPI_ERR_INFO);
    CHECK_CLASS(MPI_Info_get_nkeys(info, &value), MPI_ERR_INFO);
    MPI_Info_create(&info);
    CHECK_CLASS(MPI_Info_set(info, "", "value"), MPI_ERR_INFO_KEY);
    CHECK_CLASS(MPI_Info_set(info, NULL, "value"), MPI_ERR_INFO_KEY);
    CHECK_CLASS(MPI_Info_set(info, "key", NULL), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Info_delete(info, "key"), MPI_ERR_INFO_NOKEY);
    CHECK_CLASS(MPI_Info_get_nthkey(info, 0, text), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Info_get_nthkey(info, -1, text), MPI_ERR_ARG);
    CHECK_CLASS(MPI_Info_get(info, "key", -1, text, &flag), MPI_ERR_INFO_VALUE);
    freed = info;
    MPI_Info_free(&info);
    CHECK_CLASS(MPI_Info_dup(freed, &info), MPI_ERR_INFO);
}

static const struct test tests[] = {
    {"infos: set and get", set_and_get},
    {"infos: copies are apart", copies_are_apart},
    {"infos: room", room},
    {"infos: longest", longest},
    {"infos: environment", environment},
    {"infos: wrong arguments", wrong_arguments},
    {0},
};

int main(int argc, char **argv) {
    return run_all_returning(argc, argv, tests, MPI_COMM_SELF);
}
