/* The settings that the program begins with, in words (OpenMP 5.2, 18.15). */
#include <stdio.h>

#include "hal/hal.h"
#include "omp.h"
#include "omp/team/settings.h"

static const char *truth(bool is_so) {
    return is_so ? "TRUE" : "FALSE";
}

static const char *schedule(void) {
    switch ((unsigned)oc_settings.schedule & ~(unsigned)omp_sched_monotonic) {
    case omp_sched_dynamic:
        return "DYNAMIC";
    case omp_sched_guided:
        return "GUIDED";
    case omp_sched_auto:
        return "AUTO";
    default:
        return "STATIC";
    }
}

static void show(const char *name, const char *value) {
    fprintf(stderr, "  [host] %s = '%s'\n", name, value);
}

static void show_number(const char *name, int value) {
    char digits[12];
    snprintf(digits, sizeof digits, "%d", value);
    show(name, digits);
}

void omp_display_env(int is_verbose) {
    char text[32];
    (void)is_verbose; /* there is nothing else to be shown */
    fprintf(stderr, "\nOPENMP DISPLAY ENVIRONMENT BEGIN\n");
    show("_OPENMP", "201511");
    show("OMP_DYNAMIC", truth(oc_settings.is_dynamic));
    show_number("OMP_NUM_THREADS", oc_settings.threads);
    snprintf(text, sizeof text, oc_settings.chunk ? "%s,%d" : "%s", schedule(), oc_settings.chunk);
    show("OMP_SCHEDULE", text);
    show("OMP_PROC_BIND", truth(oc_settings.binding != omp_proc_bind_false));
    snprintf(text, sizeof text, "{0}:%d", hal_threads());
    show("OMP_PLACES", text);
    show_number("OMP_THREAD_LIMIT", oc_settings.limit);
    show_number("OMP_MAX_ACTIVE_LEVELS", oc_settings.most_active_levels);
    show("OMP_CANCELLATION", truth(oc_settings.is_cancellable));
    omp_get_affinity_format(text, sizeof text);
    show("OMP_AFFINITY_FORMAT", text);
    fprintf(stderr, "OPENMP DISPLAY ENVIRONMENT END\n");
}
