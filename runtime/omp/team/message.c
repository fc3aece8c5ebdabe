#include "omp/team/message.h"

#include <string.h>

#include "hal/hal.h"

/* The largest number of bytes in a message. */
#define MOST_BYTES 256

/* Writes texts, up to a null pointer, in one call, because other threads may write at the same
 * time. */
static void put(const char *const *texts) {
    char all[MOST_BYTES];
    size_t bytes = 0;
    for (; *texts; texts++) {
        size_t more = strlen(*texts);
        if (more > sizeof all - bytes)
            more = sizeof all - bytes;
        memcpy(all + bytes, *texts, more);
        bytes += more;
    }
    hal_write(2, all, bytes);
}

#define PUT(...) put((const char *const[]){__VA_ARGS__, NULL})

void oc_message_text(const char *what, const char *text, size_t bytes) {
    PUT("onchip: ", what);
    hal_write(2, text, bytes);
    PUT("\n");
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
    char of_asked[OC_DIGITS], of_given[OC_DIGITS];
    PUT("onchip: OpenMP: ", region, " asks for ", oc_digits(of_asked, asked), " threads and gets ",
        oc_digits(of_given, given), reason);
}

void oc_message_not(const char *name, const char *values) {
    PUT("onchip: ", name, ": not ", values, "; it is not used\n");
}
