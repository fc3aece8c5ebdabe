/* error at(execution) (OpenMP 5.2, 8.5). */
#include <stddef.h>
#include <string.h>

#include "hal/hal.h"
#include "omp/team/message.h"

/* Prints a text of `bytes` bytes; if `bytes` is (size_t)-1, the text up to its null byte. */
static void say(const char *what, const char *text, size_t bytes) {
    if (!text) {
        text = "error directive";
        bytes = strlen(text);
    }
    oc_message_text(what, text, bytes == (size_t)-1 ? strlen(text) : bytes);
}

void GOMP_warning(const char *text, size_t bytes) {
    say("OpenMP warning: ", text, bytes);
}

void GOMP_error(const char *text, size_t bytes) {
    say("OpenMP error: ", text, bytes);
    hal_abort(1);
}
