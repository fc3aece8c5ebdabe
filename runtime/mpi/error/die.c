/* Written without printf, so that small programs do not pay for it. */
#include <stddef.h>

#include "hal/hal.h"
#include "mpi/core/process.h"
#include "mpi/error/raise.h"

/* A line, written in one piece so that it stays whole. */
struct line {
    size_t length;
    char text[240];
};

__attribute__((noinline)) static void put(struct line *line, char character) {
    if (line->length < sizeof line->text)
        line->text[line->length++] = character;
}

static void put_number(struct line *line, unsigned long value, unsigned base) {
    if (value >= base)
        put_number(line, value / base, base);
    put(line, "0123456789abcdef"[value % base]);
}

/* Beside what stands in sentences, '%' is the next value as another text, with the values that
 * follow. */
static void put_text(struct line *line, const char *text, const long *values) {
    for (; *text; text++) {
        if (*text == '#') {
            long value = *values++;
            if (value < 0)
                put(line, '-');
            put_number(line, (unsigned long)(value < 0 ? -value : value), 10);
        } else if (*text == '$') {
            put_number(line, (unsigned long)*values++, 16);
        } else if (*text == '%') {
            put_text(line, (const char *)*values, values + 1);
            values++;
        } else if (*text == '|') {
            put_text(line, "; right: ", NULL);
        } else {
            put(line, *text);
        }
    }
}

_Noreturn void oc_die(int code, const char *sentence, long a, long b) {
    struct line line;
    line.length = 0;
    const char *who = oc_process.phase == OC_ACTIVE ? "rank" : "process";
    put_text(&line, "% #: %: %\n",
             (long[]){(long)who, hal_place(), (long)oc_process.call, (long)sentence, a, b});
    hal_write(2, line.text, line.length);
    hal_abort(code);
}
