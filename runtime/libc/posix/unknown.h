/* Messages for unknown numbers of signals and errors. */
#ifndef LIBC_POSIX_UNKNOWN_H
#define LIBC_POSIX_UNKNOWN_H

#define UNKNOWN_BYTES 32

/* Writes `begin`, which has less than 20 characters, and the number. It does not call printf(),
 * which would take most of the program's code. */
static inline char *format_unknown(char text[UNKNOWN_BYTES], const char *begin, int number) {
    char digits[12], *at = text;
    unsigned left = number < 0 ? -(unsigned)number : (unsigned)number;
    int count = 0;
    while (*begin)
        *at++ = *begin++;
    if (number < 0)
        *at++ = '-';
    do
        digits[count++] = (char)('0' + left % 10);
    while (left /= 10);
    while (count)
        *at++ = digits[--count];
    *at = '\0';
    return text;
}

/* The text that describes an error. That of an unknown number is written to `unknown`. */
char *__oc_error_text(int number, char unknown[UNKNOWN_BYTES]);

#endif
