/* Written without printf, so that small programs do not pay for it. */
#include <stddef.h>

#include "hal/hal.h"
#include "mpi/core/process.h"
#include "mpi/error/raise.h"

/* A line, written in one piece so that it stays whole. */
struct line {
    char text[240];
    size_t length;
};

static void put_number(struct line *line, unsigned long value, unsigned base);

static void put(struct line *line, const char *text, const long *values) {
    for (; *text; text++) {
        if (*text == '$') {
            put(line, "0x", NULL);
            put_number(line, (unsigned long)*values++, 16);
        } else if (*text == '#') {
            unsigned long value = (unsigned long)*values;
            if (*values++ < 0) {
                put(line, "-", NULL);
                value = -value;
            }
            put_number(line, value, 10);
        } else if (line->length < sizeof line->text) {
            line->text[line->length++] = *text;
        }
    }
}

static void put_number(struct line *line, unsigned long value, unsigned base) {
    if (value >= base)
        put_number(line, value / base, base);
    char digit[] = {"0123456789abcdef"[value % base], '\0'};
    put(line, digit, NULL);
}

_Noreturn void oc_die(int code, const char *sentence, long a, long b) {
    struct line line = {.length = 0};
    if (oc_process.phase == OC_ACTIVE)
        put(&line, "rank #: ", (long[]){oc_comm_world.rank});
    else
        put(&line, "process #: ", (long[]){hal_place()});
    put(&line, oc_process.call, NULL);
    put(&line, ": ", NULL);
    put(&line, sentence, (long[]){a, b});
    put(&line, "\n", NULL);
    hal_write(2, line.text, line.length);
    hal_abort(code);
}
