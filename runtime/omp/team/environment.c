/* The environment (OpenMP 5.2, chapter 21). */
#include <stdlib.h>

#include "hal/hal.h"
#include "omp/region/league.h"
#include "omp/team/message.h"
#include "omp/team/settings.h"
#include "omp/team/team.h"
#include "omp/team/words.h"

struct oc_settings oc_settings = {.threads = 1,
                                  .limit = 1,
                                  .most_active_levels = 1,
                                  .schedule = omp_sched_dynamic,
                                  .chunk = 1,
                                  .allocator = omp_default_mem_alloc,
                                  .binding = omp_proc_bind_true};

/* What OMP_NUM_THREADS says of regions inside others, and a 0. */
static int inner_threads[OC_MOST_ACTIVE];

/* Each of the following takes the value of a variable, and says whether it makes sense; what comes
 * after it makes none. */

static bool take_bool(const char **text, bool *setting) {
    int which = oc_takes_one(text, "false|true");
    *setting = which > 0;
    return which >= 0;
}

static bool take_comma(const char **text) {
    if (**text != ',')
        return false;
    *text = oc_skip_blanks(*text + 1);
    return true;
}

static bool take_threads(const char **text) {
    oc_settings.threads = oc_takes_number(text);
    int inner = 0;
    while (take_comma(text)) {
        int number = oc_takes_number(text);
        if (!number)
            return false;
        if (inner < OC_MOST_ACTIVE - 1)
            inner_threads[inner++] = number;
    }
    if (inner) {
        oc_settings.rest = inner_threads;
        oc_settings.most_active_levels = OC_MOST_ACTIVE;
    }
    return oc_settings.threads;
}

static bool take_nested(const char **text) {
    bool is_nested;
    if (!take_bool(text, &is_nested))
        return false;
    oc_settings.most_active_levels = is_nested ? OC_MOST_ACTIVE : 1;
    return true;
}

static bool take_levels(const char **text) {
    int levels = oc_takes_number(text);
    if (!levels && !oc_takes(text, "0"))
        return false;
    oc_settings.most_active_levels = levels < OC_MOST_ACTIVE ? levels : OC_MOST_ACTIVE;
    return true;
}

static bool take_limit(const char **text) {
    int limit = oc_takes_number(text);
    if (limit < oc_settings.limit)
        oc_settings.limit = limit;
    return limit;
}

static bool take_dynamic(const char **text) {
    return take_bool(text, &oc_settings.is_dynamic);
}

static bool take_priority(const char **text) {
    oc_settings.most_priority = oc_takes_number(text);
    return oc_settings.most_priority || oc_takes(text, "0");
}

static bool take_cancellation(const char **text) {
    return take_bool(text, &oc_settings.is_cancellable);
}

/* [monotonic:|nonmonotonic:]kind[,chunk] */
static bool take_schedule(const char **text) {
    unsigned modifier = oc_takes(text, "monotonic") ? (unsigned)omp_sched_monotonic : 0;
    if (modifier || oc_takes(text, "nonmonotonic")) {
        if (**text != ':')
            return false;
        *text = oc_skip_blanks(*text + 1);
    }
    int kind = omp_sched_static + oc_takes_one(text, "static|dynamic|guided|auto");
    oc_settings.schedule = (omp_sched_t)((unsigned)kind | modifier);
    oc_settings.chunk = kind == omp_sched_dynamic || kind == omp_sched_guided;
    if (take_comma(text)) {
        oc_settings.chunk = oc_takes_number(text);
        if (!oc_settings.chunk)
            return false;
    }
    return kind >= omp_sched_static;
}

/* Threads stay on their cores; what is said here is what the program is told. */
static bool take_binding(const char **text) {
    static const char kinds[] = "false|true|primary|close|spread|master";
    int kind = oc_takes_one(text, kinds), next = kind;
    oc_settings.binding = kind == 5 ? omp_proc_bind_master : (omp_proc_bind_t)kind;
    while (next >= 0 && take_comma(text))
        next = oc_takes_one(text, kinds);
    return next >= 0;
}

static bool take_league_number(const char **text, int *setting) {
    int number = oc_takes_number(text);
    if (!**text)
        *setting = number;
    return number;
}

static bool take_teams(const char **text) {
    return take_league_number(text, &oc_league.most_teams);
}

static bool take_teams_limit(const char **text) {
    return take_league_number(text, &oc_league.limit);
}

/* `onchip run --stack` says how large stacks are. */
static bool take_stack(const char **text) {
    bool is_number = oc_takes_number(text);
    (void)oc_takes_one(text, "b|k|m|g");
    return is_number;
}

/* Threads that have nothing to do sleep. */
static bool take_policy(const char **text) {
    return oc_takes_one(text, "active|passive") >= 0;
}

/* 0: no; 1: yes; 2: with what this library has of its own, which is nothing. */
static int display;

static bool take_display(const char **text) {
    int which = oc_takes_one(text, "false|true|verbose");
    display = **text ? 0 : which;
    return which >= 0;
}

/* In this order: later ones overrule what earlier ones say of levels. */
static const struct {
    const char *name, *values;
    bool (*take)(const char **text);
} variables[] = {
    {"OMP_NUM_THREADS", "a number of at least 1, or several", take_threads},
    {"OMP_NESTED", "true or false", take_nested},
    {"OMP_MAX_ACTIVE_LEVELS", "a number of at least 0", take_levels},
    {"OMP_THREAD_LIMIT", "a number of at least 1", take_limit},
    {"OMP_DYNAMIC", "true or false", take_dynamic},
    {"OMP_SCHEDULE", "static, dynamic, guided or auto, perhaps with a chunk", take_schedule},
    {"OMP_CANCELLATION", "true or false", take_cancellation},
    {"OMP_MAX_TASK_PRIORITY", "a number of at least 0", take_priority},
    {"OMP_PROC_BIND", "true, false, primary, close or spread", take_binding},
    {"OMP_NUM_TEAMS", "a number of at least 1", take_teams},
    {"OMP_TEAMS_THREAD_LIMIT", "a number of at least 1", take_teams_limit},
    {"OMP_STACKSIZE", "a size, perhaps with B, K, M or G", take_stack},
    {"OMP_WAIT_POLICY", "active or passive", take_policy},
    {"OMP_DISPLAY_ENV", "true, false or verbose", take_display},
};

/* Threads that teams can have: all, if their cores have what a team is made of. */
static int available(void) {
    if (hal_thread_counters() >= HAL_THREAD_COUNTERS && hal_thread_queues() >= HAL_THREAD_QUEUES)
        return hal_threads();
    if (hal_threads() > 1)
        oc_message("OpenMP", ": the chip has too few counters or queues; regions have one thread");
    return 1;
}

__attribute__((constructor)) static void set(void) {
    oc_settings.limit = oc_settings.threads = available();
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *text = getenv(variables[i].name);
        if (!text)
            continue;
        struct oc_settings before = oc_settings;
        text = oc_skip_blanks(text);
        if (!variables[i].take(&text) || *text) {
            oc_settings = before;
            oc_message_not(variables[i].name, variables[i].values);
        }
    }
    oc_settings_apply(&oc_settings);
    if (display > 0)
        omp_display_env(display > 1);
}
