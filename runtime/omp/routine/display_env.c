/* What the environment has set (OpenMP 5.2, 18.15 and 21.7). */
#include <string.h>

#include "hal/hal.h"
#include "omp/region/league.h"
#include "omp/team/message.h"
#include "omp/team/settings.h"

/* A line at a time, so that those of several ranks are not mixed. */
static void line(const char *name, const char *value) {
    const char *pieces[] = {"  [host] ", name, " = '", value, "'\n"};
    char text[80];
    size_t length = 0;
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        size_t bytes = strlen(pieces[i]);
        if (bytes > sizeof text - length)
            bytes = sizeof text - length;
        memcpy(text + length, pieces[i], bytes);
        length += bytes;
    }
    hal_write(2, text, length);
}

static void number(const char *name, int value) {
    char room[OC_DIGITS];
    line(name, oc_digits(room, value));
}

static void truth(const char *name, bool value) {
    line(name, value ? "TRUE" : "FALSE");
}

void omp_display_env(int is_verbose) {
    static const char begin[] = "OPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP = '201511'\n";
    static const char end[] = "OPENMP DISPLAY ENVIRONMENT END\n";
    static const char *const kinds[] = {"STATIC", "DYNAMIC", "GUIDED", "AUTO"};
    static const char *const bindings[] = {"FALSE", "TRUE", "PRIMARY", "CLOSE", "SPREAD"};
    (void)is_verbose;
    unsigned kind = (unsigned)oc_settings.schedule & ~(unsigned)omp_sched_monotonic;
    hal_write(2, begin, sizeof begin - 1);
    truth("OMP_CANCELLATION", oc_settings.is_cancellable);
    truth("OMP_DYNAMIC", oc_settings.is_dynamic);
    number("OMP_MAX_ACTIVE_LEVELS", oc_settings.most_active_levels);
    number("OMP_MAX_TASK_PRIORITY", oc_settings.most_priority);
    number("OMP_NUM_TEAMS", oc_league.most_teams);
    number("OMP_NUM_THREADS", oc_settings.threads);
    line("OMP_PROC_BIND", bindings[oc_settings.binding]);
    line("OMP_SCHEDULE", kinds[kind - omp_sched_static]);
    number("OMP_TEAMS_THREAD_LIMIT", oc_league.limit);
    number("OMP_THREAD_LIMIT", oc_settings.limit);
    line("OMP_WAIT_POLICY", "PASSIVE");
    hal_write(2, end, sizeof end - 1);
}
