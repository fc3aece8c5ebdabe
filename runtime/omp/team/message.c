#include "omp/team/message.h"

#include <string.h>

#include "hal/hal.h"

static void put(const char *text) {
    hal_write(2, text, strlen(text));
}

void oc_message_text(const char *what, const char *text, size_t bytes) {
    put("onchip: ");
    put(what);
    hal_write(2, text, bytes);
    put("\n");
}

void oc_message(const char *what, const char *sentence) {
    oc_message_text(what, sentence, strlen(sentence));
}

void oc_message_number(const char *sentence, int number) {
    char digits[12], *at = digits + sizeof digits - 1;
    *at = '\0';
    do {
        *--at = (char)('0' + number % 10);
    } while (number /= 10);
    oc_message(sentence, at);
}

void oc_message_not(const char *name, const char *values) {
    put("onchip: ");
    put(name);
    put(": not ");
    put(values);
    put("; it is not used\n");
}
