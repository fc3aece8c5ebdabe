#include "mpi/window/hints.h"

#include <stdlib.h>
#include <string.h>

static const char granularity[] = "mpi_accumulate_granularity";

static const struct {
    const char *key, *value; /* `value` is the default */
} known[] = {
    {"no_locks", "false"},
    {"accumulate_ordering", "rar,raw,war,waw"},
    {"accumulate_ops", "same_op_no_op"},
    {granularity, "0"},
    {"same_size", "false"},
    {"same_disp_unit", "false"},
    {"alloc_shared_noncontig", "false"},
};

static bool is_hint(const char *key) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(key, known[i].key))
            return true;
    return false;
}

static bool is_changeable(const char *key) {
    return is_hint(key) && strcmp(key, granularity) != 0;
}

static bool add(struct oc_window *window, const struct oc_info *hints,
                bool (*wanted)(const char *key)) {
    struct oc_communicator *comm = window->comm;
    if (!comm->hints && !(comm->hints = oc_info_new()))
        return false;
    return oc_info_copy(comm->hints, hints, wanted);
}

bool oc_window_hints_begin(struct oc_window *window, const struct oc_info *hints) {
    return add(window, hints, is_hint);
}

bool oc_window_hints_set(struct oc_window *window, const struct oc_info *hints) {
    return add(window, hints, is_changeable);
}

bool oc_window_hints_get(const struct oc_window *window, struct oc_info *info) {
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!oc_info_set(info, known[i].key, known[i].value))
            return false;
    return !window->comm->hints || oc_info_copy(info, window->comm->hints, NULL);
}

long oc_window_granularity(const struct oc_info *hints) {
    const struct oc_pair *pair = hints ? oc_info_pair(hints, granularity) : NULL;
    return pair ? strtol(pair->value, NULL, 10) : 0;
}
