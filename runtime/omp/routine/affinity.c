/* Text about the affinity of threads (OpenMP 5.2, 18.3.7 to 18.3.10 and 21.2.5). */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "hal/hal.h"
#include "omp.h"
#include "omp/region/parallel.h"
#include "omp/settings/affinity.h"
#include "omp/team/message.h"
#include "omp/team/team.h"

#define LONGEST 64
#define LINE (4 * LONGEST)

static char own_format[LINE] = "level %L thread %i affinity %A";

struct text {
    char *to;
    size_t room;   /* size of the buffer in bytes */
    size_t length; /* length of the whole text, without the null byte */
};

static void put(struct text *text, const char *from, size_t length) {
    for (size_t i = 0; i < length; i++, text->length++)
        if (text->length + 1 < text->room)
            text->to[text->length] = from[i];
}

static void end(struct text *text) {
    if (text->room)
        text->to[text->length < text->room ? text->length : text->room - 1] = '\0';
}

static const struct {
    char letter;
    const char *name;
} fields[] = {{'t', "team_num"},       {'T', "num_teams"},   {'L', "nesting_level"},
              {'n', "thread_num"},     {'N', "num_threads"}, {'a', "ancestor_tnum"},
              {'H', "host"},           {'P', "process_id"},  {'i', "native_thread_id"},
              {'A', "thread_affinity"}};

static int number_of(char letter) {
    switch (letter) {
    case 't':
        return omp_get_team_num();
    case 'T':
        return omp_get_num_teams();
    case 'L':
        return omp_get_level();
    case 'n':
        return omp_get_thread_num();
    case 'N':
        return omp_get_num_threads();
    case 'a':
        return omp_get_ancestor_thread_num(omp_get_level() - 1);
    case 'P':
        return hal_place();
    default:
        return hal_thread();
    }
}

static void put_number(char *to, int number) {
    char room[OC_DIGITS];
    if (number < 0)
        *to++ = '-';
    strcpy(to, oc_digits(room, number < 0 ? -number : number));
}

/* Writes a field of a format, such as %0.8n: `0` pads a number with zeros, `.` right-justifies the
 * text, and the number is the smallest width. A text that is not right-justified is followed by
 * blanks. */
static void put_field(struct text *text, char letter, bool has_zeros, bool is_right, int width) {
    char value[LONGEST];
    if (letter == 'H')
        hal_name(value, sizeof value);
    else
        put_number(value, number_of(letter));
    int length = (int)strlen(value);
    bool are_digits = has_zeros && letter != 'H' && letter != 'A';
    int sign = are_digits && value[0] == '-';
    put(text, value, (size_t)sign);
    for (int i = length; is_right && i < width; i++)
        put(text, are_digits ? "0" : " ", 1);
    put(text, value + sign, (size_t)(length - sign));
    for (int i = length; !is_right && i < width; i++)
        put(text, " ", 1);
}

/* The letter of a field, which may be given by its long name; 0 if there is no such field. */
static char letter_of(const char **at) {
    const char *closing = **at == '{' ? strchr(*at, '}') : NULL;
    size_t length = closing ? (size_t)(closing - *at) - 1 : 1;
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) {
        bool is_it =
            closing ? strlen(fields[i].name) == length && !memcmp(fields[i].name, *at + 1, length)
                    : fields[i].letter == **at;
        if (is_it) {
            *at = closing ? closing + 1 : *at + 1;
            return fields[i].letter;
        }
    }
    return 0;
}

static void put_all(struct text *text, const char *format) {
    if (!format || !*format)
        format = own_format;
    for (const char *at = format; *at;) {
        if (*at != '%' || at[1] == '%') {
            put(text, at, 1);
            at += *at == '%' ? 2 : 1;
            continue;
        }
        const char *start = at++;
        bool has_zeros = *at == '0';
        at += has_zeros;
        bool is_right = *at == '.';
        at += is_right;
        int width = 0;
        for (; *at >= '0' && *at <= '9'; at++)
            width = width < LONGEST ? width * 10 + (*at - '0') : width;
        char letter = letter_of(&at);
        if (letter)
            put_field(text, letter, has_zeros, is_right, width);
        else
            put(text, start, (size_t)(at - start)); /* an unknown field is copied unchanged */
    }
}

void omp_set_affinity_format(const char *format) {
    struct text text = {own_format, sizeof own_format, 0};
    put(&text, format, strlen(format));
    end(&text);
}

size_t omp_get_affinity_format(char *buffer, size_t bytes) {
    struct text text = {buffer, bytes, 0};
    put(&text, own_format, strlen(own_format));
    end(&text);
    return text.length;
}

size_t omp_capture_affinity(char *buffer, size_t bytes, const char *format) {
    struct text text = {buffer, bytes, 0};
    put_all(&text, format);
    end(&text);
    return text.length;
}

void omp_display_affinity(const char *format) {
    char line[LINE + 1];
    struct text text = {line, LINE, 0};
    put_all(&text, format);
    size_t length = text.length < LINE - 1 ? text.length : LINE - 1;
    line[length] = '\n';
    hal_write(2, line, length + 1); /* one call, so that the line stays whole */
}

/* Uses the value of OMP_AFFINITY_FORMAT unchanged, including blanks. */
__attribute__((constructor)) static void set(void) {
    const char *format = getenv("OMP_AFFINITY_FORMAT");
    if (format && strlen(format) < sizeof own_format)
        omp_set_affinity_format(format);
    else if (format)
        oc_message_not("OMP_AFFINITY_FORMAT", "a format of at most 255 characters");
}

/* For each level: the number of the thread and the size of its team when the thread last displayed
 * its affinity. */
static _Thread_local uint32_t said[OC_MOST_ACTIVE];

static void say(void *data) {
    (void)data;
    int level = omp_get_level();
    uint32_t *last = &said[level < OC_MOST_ACTIVE ? level : 0];
    uint32_t now = (uint32_t)omp_get_num_threads() << 16 | (uint32_t)omp_get_thread_num();
    if (*last != now)
        omp_display_affinity(NULL);
    *last = now;
}

void oc_affinity_show(unsigned threads) {
    static _Thread_local bool is_showing;
    if (is_showing)
        return;
    is_showing = true;
    GOMP_parallel(say, NULL, threads, 0);
    is_showing = false;
}
