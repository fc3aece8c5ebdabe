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

const char *oc_digits(char room[OC_DIGITS], int number) {
    char *at = room + OC_DIGITS - 1;
    *at = '\0';
    do {
        *--at = (char)('0' + number % 10);
    } while (number /= 10);
    return at;
}

void oc_message_number(const char *sentence, int number) {
    char room[OC_DIGITS];
    oc_message(sentence, oc_digits(room, number));
}

void oc_message_threads(const char *region, int asked, int given, const char *reason) {
    char room[OC_DIGITS];
    put("onchip: OpenMP: ");
    put(region);
    put(" asks for ");
    put(oc_digits(room, asked));
    put(" threads and gets ");
    put(oc_digits(room, given));
    put(reason);
}

void oc_message_not(const char *name, const char *values) {
    put("onchip: ");
    put(name);
    put(": not ");
    put(values);
    put("; it is not used\n");
}
