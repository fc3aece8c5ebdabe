/* memcpy, memset, memmove, memcmp and strlen at every alignment and many lengths, checked against a
 * loop over bytes. Prints the number of cases. */
#include <stdio.h>
#include <string.h>

#define ROOM 128

static unsigned char from[ROOM], to[ROOM], expected[ROOM];

static void fill(void) {
    for (int i = 0; i < ROOM; i++) {
        from[i] = (unsigned char)(i * 37 + 11);
        to[i] = expected[i] = (unsigned char)(i * 5 + 1);
    }
}

static int cases, wrong;

static void count(int good) {
    cases++;
    wrong += !good;
}

static int same(const unsigned char *a, const unsigned char *b, int length) {
    for (int i = 0; i < length; i++) {
        if (((const volatile unsigned char *)a)[i] != b[i])
            return 0;
    }
    return 1;
}

static void copy(int target, int source, int length) {
    fill();
    for (int i = 0; i < length; i++)
        ((volatile unsigned char *)expected)[target + i] = from[source + i];
    void *result = memcpy(to + target, from + source, (size_t)length);
    count(result == to + target && same(to, expected, ROOM));
}

static void set(int target, int length) {
    fill();
    for (int i = 0; i < length; i++)
        ((volatile unsigned char *)expected)[target + i] = (unsigned char)(length + 190);
    void *result = memset(to + target, length + 190, (size_t)length);
    count(result == to + target && same(to, expected, ROOM));
}

/* Source and target are in one array, so that they overlap. */
static void move(int target, int source, int length) {
    fill();
    for (int i = 0; i < length; i++)
        ((volatile unsigned char *)expected)[target + i] = to[source + i];
    void *result = memmove(to + target, to + source, (size_t)length);
    count(result == to + target && same(to, expected, ROOM));
}

/* Compares equal texts, and texts that differ in one byte, which counts as unsigned. */
static void compare(int first, int second, int length) {
    fill();
    for (int i = 0; i < length; i++)
        to[first + i] = from[second + i];
    count(memcmp(to + first, from + second, (size_t)length) == 0);
    int place = length / 2;
    if (!length)
        return;
    to[first + place] = 0x80;
    from[second + place] = 0x7f;
    if (place + 1 < length)
        to[first + place + 1]--; /* later differences do not matter */
    count(memcmp(to + first, from + second, (size_t)length) > 0);
    count(memcmp(from + second, to + first, (size_t)length) < 0);
}

static void measure(int start, int length) {
    memset(to, 0x80 + length, ROOM);
    to[start + length] = '\0';
    volatile size_t result = strlen((char *)to + start);
    count(result == (size_t)length);
}

int main(void) {
    for (int target = 0; target < 8; target++) {
        for (int length = 0; length < 50; length++) {
            for (int source = 0; source < 8; source++) {
                copy(target, source, length);
                move(target, source, length);
                compare(target, source, length);
            }
            set(target, length);
            measure(target, length);
        }
    }
    printf("%d cases, %d wrong\n", cases, wrong);
    return wrong != 0;
}
