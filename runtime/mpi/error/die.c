/* Prints the message of a fatal error. This code formats the message itself, so that small programs
 * do not link printf(). */
#include <stddef.h>

#include "hal/hal.h"
#include "mpi/core/process.h"
#include "mpi/error/raise.h"

/* The largest length of a message in bytes, which is more than any sentence of the library
 * needs. */
#define LINE_BYTES 512

static char *put_number(char *at, unsigned long value, unsigned base) {
    if (value >= base)
        at = put_number(at, value / base, base);
    unsigned digit = '0' + (unsigned)(value % base);
    if (digit > '9')
        digit += 'a' - '9' - 1;
    *at = (char)digit;
    return at + 1;
}

/* Writes a text, replaces its placeholders by values, and returns the end of the result. In
 * addition to the placeholders of sentences (raise.h), there is '%'. It stands for another text,
 * whose address is the next value. The placeholders of that text stand for the values after this
 * address. */
static char *put_text(char *at, const char *text, const long *values) {
    for (; *text; text++) {
        unsigned what = (unsigned char)*text - (unsigned)'#'; /* '$' and '%' are next to '#' */
        if (what == '|' - '#') {
            at = put_text(at, "; right: ", values);
        } else if (what > '%' - '#') {
            *at++ = *text;
        } else {
            long value = *values++;
            if (what == '%' - '#') {
                at = put_text(at, (const char *)value, values);
                continue;
            }
            if (!what && value < 0) {
                *at++ = '-';
                value = -value;
            }
            at = put_number(at, (unsigned long)value, what ? 16 : 10);
        }
    }
    return at;
}

/* Prints the message and ends the job. `values` are the word "rank" or "process", the place, the
 * name of the call and the sentence, and then the values for the sentence. */
_Noreturn static inline __attribute__((always_inline)) void end_with(int code, const long *values) {
    char line[LINE_BYTES]; /* written by one call, so that no other output comes in between */
    hal_write(2, line, (size_t)(put_text(line, "% #: %: %\n", values) - line));
    hal_abort(code);
}

static inline __attribute__((always_inline)) const char *kind_of_process(void) {
    return oc_process.phase == OC_ACTIVE ? "rank" : "process";
}

_Noreturn void oc_die(int code, const char *sentence, long a, long b) {
    end_with(code, (const long[]){(long)kind_of_process(), hal_place(), (long)oc_process.call,
                                  (long)sentence, a, b});
}

_Noreturn void oc_die_with_three(int code, const char *sentence, long a, long b, long c) {
    end_with(code, (const long[]){(long)kind_of_process(), hal_place(), (long)oc_process.call,
                                  (long)sentence, a, b, c});
}
