/* Text: numbers written in decimal, words reversed, and a search for a word (Horspool). */
#include "../kernel.h"

#include <string.h>

#define LENGTH 2048

static char text[LENGTH + 16];

static char *write_number(char *to, unsigned value) {
    char digits[10];
    int count = 0;
    do
        digits[count++] = (char)('0' + value % 10);
    while (value /= 10);
    while (count)
        *to++ = digits[--count];
    return to;
}

static void reverse_words(char *from, const char *end) {
    while (from < end) {
        char *last = from;
        while (last < end && *last != ' ')
            last++;
        for (char *a = from, *b = last - 1; a < b; a++, b--) {
            char kept = *a;
            *a = *b;
            *b = kept;
        }
        from = last + 1;
    }
}

static int search(const char *in, int length, const char *word, int count) {
    unsigned char skip[256];
    int found = 0;
    memset(skip, count, sizeof skip);
    for (int i = 0; i < count - 1; i++)
        skip[(unsigned char)word[i]] = (unsigned char)(count - 1 - i);
    for (int i = 0; i + count <= length; i += skip[(unsigned char)in[i + count - 1]]) {
        int k = count - 1;
        while (k >= 0 && in[i + k] == word[k])
            k--;
        found += k < 0;
    }
    return found;
}

unsigned kernel(unsigned repetitions) {
    unsigned sum = 0, random = 1;
    for (unsigned i = 0; i < repetitions; i++) {
        char *to = text;
        while (to < text + LENGTH) {
            random = random * 1664525 + 1013904223;
            to = write_number(to, random >> (random >> 27 & 15));
            *to++ = ' ';
        }
        reverse_words(text, to);
        sum = sum * 31 + (unsigned)search(text, (int)(to - text), "123", 3);
        sum = sum * 31 + (unsigned)search(text, (int)(to - text), "1234", 2);
    }
    return sum;
}
