/* Reads the environment (OpenMP 5.2, chapter 21). Two variables are read elsewhere, because only
 * programs with certain routines need them: OMP_PLACES in routine/places.c, and OMP_AFFINITY_FORMAT
 * in routine/affinity.c. */
#include <stdlib.h>
#include <string.h>

#include "hal/hal.h"
#include "link/variant.h"
#include "omp/settings/affinity.h"
#include "omp/settings/league.h"
#include "omp/settings/parse.h"
#include "omp/settings/settings.h"
#include "omp/team/message.h"
#include "omp/team/team.h"

struct oc_settings oc_settings = {.threads = 1,
                                  .limit = 1,
                                  .most_active_levels = 1,
                                  .schedule = omp_sched_dynamic,
                                  .chunk = 1,
                                  .allocator = omp_default_mem_alloc};

/* oc_league is defined here, so that a program that uses it also links the constructor in this
 * file, which reads the environment. */
struct oc_league oc_league = {.teams = 1};

/* The numbers in OMP_NUM_THREADS for nested regions, ended by a 0. */
static int inner_threads[OC_MOST_ACTIVE];

unsigned char oc_bindings[OC_MOST_ACTIVE] = {[0 ... OC_MOST_ACTIVE - 1] = omp_proc_bind_true};

/* The values of some variables, which are applied only when all variables have been read; -1: not
 * set. */
static int limit = -1, is_nested = -1, levels = -1, display, is_affinity_shown;

struct variable {
    const char *name;
    /* The words that the variable accepts, separated by |, or a description of the values that it
     * accepts. */
    const char *values;
    /* Takes the value of a variable; returns whether it is valid. Text after the value is an
     * error. */
    bool (*take)(const char **text, const struct variable *variable);
    int *to; /* null: the variable is accepted but changes nothing */
};

static bool take_word(const char **text, const struct variable *variable) {
    int which = oc_takes_one(text, variable->values);
    if (which >= 0 && !**text && variable->to)
        *variable->to = which;
    return which >= 0;
}

/* Takes a number of at least 1. */
static bool take_number(const char **text, const struct variable *variable) {
    int number = oc_takes_number(text);
    if (number && !**text)
        *variable->to = number;
    return number;
}

static bool take_number_or_0(const char **text, const struct variable *variable) {
    if (oc_takes_one(text, "0") < 0)
        return take_number(text, variable);
    if (!**text)
        *variable->to = 0;
    return true;
}

static bool take_comma(const char **text) {
    if (**text != ',')
        return false;
    *text = oc_skip_blanks(*text + 1);
    return true;
}

static bool take_threads(const char **text, const struct variable *variable) {
    int count = 0, number, first = 0;
    do {
        number = oc_takes_number(text);
        if (!count)
            first = number;
        else if (count < OC_MOST_ACTIVE)
            inner_threads[count - 1] = number;
        count++;
    } while (number && take_comma(text));
    if (!number || **text) {
        inner_threads[0] = 0;
        return number;
    }
    *variable->to = first;
    if (count > 1)
        oc_settings.rest = inner_threads;
    return true;
}

/* Takes [monotonic:|nonmonotonic:]kind[,chunk]. */
static bool take_schedule(const char **text, const struct variable *variable) {
    int modifier = oc_takes_one(text, "monotonic|nonmonotonic");
    if (modifier >= 0) {
        if (**text != ':')
            return false;
        *text = oc_skip_blanks(*text + 1);
    }
    int which = oc_takes_one(text, "static|dynamic|guided|auto");
    unsigned kind = (unsigned)(omp_sched_static + which);
    int chunk = oc_usual_chunk(kind);
    if (which < 0 || (take_comma(text) && !(chunk = oc_takes_number(text))))
        return false;
    if (**text)
        return true;
    oc_settings.schedule =
        (omp_sched_t)(kind | (modifier == 0 ? (unsigned)omp_sched_monotonic : 0));
    *variable->to = chunk;
    return true;
}

/* Takes OMP_PROC_BIND. Threads stay on their cores, so its value is only reported to the program.
 * If the value is a list, it enables nested regions, as a list in OMP_NUM_THREADS does (OpenMP 5.2,
 * section 2.4), unless OMP_NESTED says otherwise. OMP_NESTED therefore precedes this variable in
 * the table. */
static bool take_binding(const char **text, const struct variable *variable) {
    unsigned char bindings[OC_MOST_ACTIVE], *end = bindings + OC_MOST_ACTIVE, *at = bindings;
    (void)variable;
    do {
        int kind = oc_takes_one(text, "false|true|primary|close|spread|master");
        /* The words false and true must not be part of a list. */
        if (kind < 0 || (at > bindings && kind < omp_proc_bind_primary))
            return false;
        for (unsigned char *rest = at; rest < end; rest++)
            *rest = kind == 5 ? omp_proc_bind_primary : (unsigned char)kind;
        at += at < end;
    } while (bindings[0] >= omp_proc_bind_primary && take_comma(text));
    if (!**text) {
        memcpy(oc_bindings, bindings, sizeof oc_bindings);
        if (at > bindings + 1 && is_nested < 0)
            is_nested = true;
    }
    return true;
}

static bool take_allocator(const char **text, const struct variable *variable) {
    int which = oc_takes_one(text, variable->values);
    if (which >= 0 && !**text)
        oc_settings.allocator = (omp_allocator_handle_t)(omp_default_mem_alloc + which);
    return which >= 0;
}

/* Checks OMP_STACKSIZE, which `onchip run` applies (python/onchip/launch/openmp_environment.py). */
static bool take_stack(const char **text, const struct variable *variable) {
    bool is_number = oc_takes_number(text);
    (void)variable;
    (void)oc_takes_one(text, "b|k|m|g");
    return is_number;
}

#define TRUTH "false|true"
#define SWITCH "disabled|enabled"
#define NUMBER "a number of at least 1"
#define NUMBER_OR_0 "a number of at least 0"

static const struct variable variables[] = {
    {"OMP_NUM_THREADS", "a number of at least 1, or several", take_threads, &oc_settings.threads},
    {"OMP_NESTED", TRUTH, take_word, &is_nested},
    {"OMP_MAX_ACTIVE_LEVELS", NUMBER_OR_0, take_number_or_0, &levels},
    {"OMP_THREAD_LIMIT", NUMBER, take_number, &limit},
    {"OMP_DYNAMIC", TRUTH, take_word, &oc_settings.is_dynamic},
    {"OMP_SCHEDULE", "static, dynamic, guided or auto, perhaps with a chunk", take_schedule,
     &oc_settings.chunk},
    {"OMP_CANCELLATION", TRUTH, take_word, &oc_settings.is_cancellable},
    {"OMP_MAX_TASK_PRIORITY", NUMBER_OR_0, take_number_or_0, &oc_settings.most_priority},
    {"OMP_PROC_BIND", "true, false, or a list of primary, close and spread", take_binding, NULL},
    {"OMP_NUM_TEAMS", NUMBER, take_number, &oc_league.most_teams},
    {"OMP_TEAMS_THREAD_LIMIT", NUMBER, take_number, &oc_league.limit},
    {"OMP_DEFAULT_DEVICE", NUMBER_OR_0, take_number_or_0, &oc_settings.device},
    {"OMP_ALLOCATOR",
     "omp_default_mem_alloc|omp_large_cap_mem_alloc|omp_const_mem_alloc|omp_high_bw_mem_alloc|"
     "omp_low_lat_mem_alloc|omp_cgroup_mem_alloc|omp_pteam_mem_alloc|omp_thread_mem_alloc",
     take_allocator, NULL},
    {"OMP_STACKSIZE", "a size, perhaps with B, K, M or G", take_stack, NULL},
    /* This variable has no effect, because idle threads always sleep. */
    {"OMP_WAIT_POLICY", "active|passive", take_word, NULL},
    /* The next three variables have no effect, because there are neither devices nor tools. */
    {"OMP_TARGET_OFFLOAD", "mandatory|disabled|default", take_word, NULL},
    {"OMP_TOOL", SWITCH, take_word, NULL},
    {"OMP_DEBUG", SWITCH, take_word, NULL},
    {"OMP_DISPLAY_ENV", "false|true|verbose", take_word, &display},
    {"OMP_DISPLAY_AFFINITY", TRUTH, take_word, &is_affinity_shown},
};

/* The number of threads that a team can have. All threads can be in a team if their cores have the
 * counters and queues that a team needs. */
static int available(void) {
    if (hal_thread_counters() >= HAL_THREAD_COUNTERS && hal_thread_queues() >= HAL_THREAD_QUEUES)
        return hal_threads();
    if (hal_threads() > 1)
        oc_message("OpenMP", ": the chip has too few counters or queues; regions have one thread");
    return 1;
}

/* A program on the chip contains these two functions only if it calls them, or if a linker option
 * requests them. */
extern __typeof__(omp_display_env) omp_display_env OC_OPTIONAL;
extern __typeof__(oc_affinity_show) oc_affinity_show OC_OPTIONAL;

oc_affinity_show_function *oc_affinity_shown;

static void show(void) {
    if (is_affinity_shown)
        oc_affinity_shown = oc_affinity_show;
    if ((display && !omp_display_env) || (is_affinity_shown && !oc_affinity_show))
        oc_message("OMP_DISPLAY_", display && !omp_display_env
                                       ? "ENV: to display it, link with -Wl,-u,omp_display_env"
                                       : "AFFINITY: to display it, link with "
                                         "-Wl,-u,oc_affinity_show");
    if (display && omp_display_env)
        omp_display_env(display > 1);
}

__attribute__((constructor)) static void set(void) {
    oc_settings.limit = oc_settings.threads = available();
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        const char *text = getenv(variables[i].name);
        if (!text)
            continue;
        text = oc_skip_blanks(text);
        if (!variables[i].take(&text, &variables[i]) || *text)
            oc_message_not(variables[i].name, variables[i].values);
    }
    if (limit > 0 && limit < oc_settings.limit)
        oc_settings.limit = limit;
    if (levels < 0 && (is_nested > 0 || (is_nested < 0 && oc_settings.rest)))
        levels = OC_MOST_ACTIVE;
    if (levels >= 0)
        oc_settings.most_active_levels = levels < OC_MOST_ACTIVE ? levels : OC_MOST_ACTIVE;
    oc_settings_apply(&oc_settings);
    if (&oc_settings_at_start)
        oc_settings_at_start = oc_settings;
    show();
}
