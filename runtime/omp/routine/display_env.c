/* Displays the internal control variables that the environment has set (OpenMP 5.2, 18.15 and
 * 21.7). */
#include <stdlib.h>
#include <string.h>

#include "hal/hal.h"
#include "omp/settings/affinity.h"
#include "omp/settings/league.h"
#include "omp/settings/settings.h"
#include "omp/team/message.h"

#define LINE_BYTES 320

/* Each line is written in one call, so that lines of several ranks are not mixed. */
struct line {
    char text[LINE_BYTES];
    size_t length;
};

static void put(struct line *line, const char *text) {
    size_t bytes = strlen(text), room = LINE_BYTES - 2 - line->length;
    if (bytes > room)
        bytes = room;
    memcpy(line->text + line->length, text, bytes);
    line->length += bytes;
}

static void put_number(struct line *line, int value) {
    char room[OC_DIGITS];
    put(line, oc_digits(room, value));
}

static void begin(struct line *line, const char *name) {
    line->length = 0;
    put(line, "  [host] OMP_");
    put(line, name);
    put(line, " = '");
}

static void end(struct line *line) {
    memcpy(line->text + line->length, "'\n", 2);
    hal_write(2, line->text, line->length + 2);
}

static void word(const char *name, const char *value) {
    struct line line;
    begin(&line, name);
    put(&line, value);
    end(&line);
}

static void number(const char *name, int value) {
    char room[OC_DIGITS];
    word(name, oc_digits(room, value));
}

static void truth(const char *name, bool value) {
    word(name, value ? "TRUE" : "FALSE");
}

static void threads(void) {
    struct line line;
    begin(&line, "NUM_THREADS");
    put_number(&line, oc_settings.threads);
    for (const int *inner = oc_settings.rest; inner && *inner; inner++) {
        put(&line, ",");
        put_number(&line, *inner);
    }
    end(&line);
}

static void schedule(void) {
    static const char *const kinds[] = {"STATIC", "DYNAMIC", "GUIDED", "AUTO"};
    unsigned kind = (unsigned)oc_settings.schedule, plain = kind & ~(unsigned)omp_sched_monotonic;
    struct line line;
    begin(&line, "SCHEDULE");
    put(&line, kind == plain ? "" : "MONOTONIC:");
    put(&line, kinds[plain - omp_sched_static]);
    if (oc_settings.chunk > oc_usual_chunk(plain)) {
        put(&line, ",");
        put_number(&line, oc_settings.chunk);
    }
    end(&line);
}

/* Prints the binding of each nesting level. Leaves out the last levels if they repeat the level
 * before them. */
static void bindings(void) {
    static const char *const names[] = {"FALSE", "TRUE", "PRIMARY", "CLOSE", "SPREAD"};
    int count = OC_MOST_ACTIVE;
    while (count > 1 && oc_bindings[count - 1] == oc_bindings[count - 2])
        count--;
    struct line line;
    begin(&line, "PROC_BIND");
    for (int i = 0; i < count; i++) {
        put(&line, i ? "," : "");
        put(&line, names[oc_bindings[i]]);
    }
    end(&line);
}

static void allocator(void) {
    static const char *const names[] = {"default", "large_cap", "const", "high_bw",
                                        "low_lat", "cgroup",    "pteam", "thread"};
    struct line line;
    begin(&line, "ALLOCATOR");
    put(&line, "omp_");
    put(&line, names[oc_settings.allocator - omp_default_mem_alloc]);
    put(&line, "_mem_alloc");
    end(&line);
}

static const char *said(const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value ? value : otherwise;
}

void omp_display_env(int is_verbose) {
    static const char first[] = "OPENMP DISPLAY ENVIRONMENT BEGIN\n  _OPENMP = '201511'\n";
    static const char last[] = "OPENMP DISPLAY ENVIRONMENT END\n";
    (void)is_verbose;
    hal_write(2, first, sizeof first - 1);
    word("AFFINITY_FORMAT", said("OMP_AFFINITY_FORMAT", "level %L thread %i affinity %A"));
    allocator();
    truth("CANCELLATION", oc_settings.is_cancellable);
    number("DEFAULT_DEVICE", oc_settings.device);
    truth("DISPLAY_AFFINITY", oc_affinity_shown != NULL);
    truth("DYNAMIC", oc_settings.is_dynamic);
    number("MAX_ACTIVE_LEVELS", oc_settings.most_active_levels);
    number("MAX_TASK_PRIORITY", oc_settings.most_priority);
    number("NUM_TEAMS", oc_league.most_teams);
    threads();
    word("PLACES", said("OMP_PLACES", "cores"));
    bindings();
    schedule();
    word("STACKSIZE", said("OMP_STACKSIZE", "0"));
    word("TARGET_OFFLOAD", "DEFAULT");
    number("TEAMS_THREAD_LIMIT", oc_league.limit);
    number("THREAD_LIMIT", oc_settings.limit);
    word("TOOL", "DISABLED");
    word("WAIT_POLICY", "PASSIVE");
    hal_write(2, last, sizeof last - 1);
}
