#include "omp/team/settings.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "omp/team/message.h"
#include "omp/team/team.h"
#include "omp/team/thread.h"

struct oc_settings oc_settings = {.threads = 1,
                                  .team = 1,
                                  .limit = 1,
                                  .most_active_levels = 1,
                                  .schedule = omp_sched_dynamic,
                                  .chunk = 1};

static const char *skip_blanks(const char *text) {
    while (isspace((unsigned char)*text))
        text++;
    return text;
}

/* The number at the beginning of a text, or `otherwise`; says so if there is none. */
static int number(const char *name, const char *text, int otherwise) {
    char *end;
    long value = strtol(text, &end, 10);
    bool is_one = end != text && (*skip_blanks(end) == '\0' || *skip_blanks(end) == ',') &&
                  value >= 1 && value <= INT_MAX;
    if (!is_one)
        oc_message(name, ": not a number of at least 1; it is not used");
    return is_one ? (int)value : otherwise;
}

static void set_number(int *setting, const char *name) {
    const char *text = getenv(name);
    if (text)
        *setting = number(name, text, *setting);
}

/* Skips a word, and says whether it was there. */
static bool takes(const char **text, const char *word) {
    size_t length = strlen(word);
    if (strncasecmp(*text, word, length) != 0 || isalpha((unsigned char)(*text)[length]))
        return false;
    *text = skip_blanks(*text + length);
    return true;
}

/* [monotonic:|nonmonotonic:]kind[,chunk] (OpenMP 5.2, 21.2.1). */
static void set_schedule(void) {
    static const char name[] = "OMP_SCHEDULE";
    const char *text = getenv(name);
    if (!text)
        return;
    text = skip_blanks(text);
    unsigned modifier = 0;
    if (takes(&text, "monotonic"))
        modifier = (unsigned)omp_sched_monotonic;
    else
        takes(&text, "nonmonotonic");
    text = skip_blanks(*text == ':' ? text + 1 : text);
    omp_sched_t kind = takes(&text, "static")    ? omp_sched_static
                       : takes(&text, "dynamic") ? omp_sched_dynamic
                       : takes(&text, "guided")  ? omp_sched_guided
                       : takes(&text, "auto")    ? omp_sched_auto
                                                 : 0;
    if (!kind || (*text && *text != ',')) {
        oc_message(name, ": not static, dynamic, guided or auto; it is not used");
        return;
    }
    bool has_own = kind == omp_sched_static || kind == omp_sched_auto;
    oc_settings.chunk = has_own ? 0 : 1;
    if (*text == ',')
        oc_settings.chunk = number(name, text + 1, oc_settings.chunk);
    oc_settings.schedule = (omp_sched_t)((unsigned)kind | modifier);
}

static bool is_true(const char *name) {
    const char *text = getenv(name);
    return text && takes(&(const char *){skip_blanks(text)}, "true");
}

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
    set_number(&oc_settings.threads, "OMP_NUM_THREADS");
    int limit = oc_settings.limit;
    set_number(&limit, "OMP_THREAD_LIMIT");
    if (limit < oc_settings.limit)
        oc_settings.limit = limit;
    set_number(&oc_settings.most_active_levels, "OMP_MAX_ACTIVE_LEVELS");
    oc_settings.is_dynamic = is_true("OMP_DYNAMIC");
    set_schedule();
    oc_settings_apply(&oc_settings);
}
