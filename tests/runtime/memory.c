/* memcpy and memset at every alignment and many lengths, against a loop of bytes. Prints how many
 * cases there were. */
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

int main(void) {
    int cases = 0, wrong = 0;
    for (int target = 0; target < 8; target++)
        for (int length = 0; length < 70; length++) {
            for (int source = 0; source < 8; source++) {
                fill();
                for (int i = 0; i < length; i++)
                    ((volatile unsigned char *)expected)[target + i] = from[source + i];
                void *result = memcpy(to + target, from + source, (size_t)length);
                wrong += result != to + target || memcmp(to, expected, ROOM) != 0;
                cases++;
            }
            fill();
            for (int i = 0; i < length; i++)
                ((volatile unsigned char *)expected)[target + i] = (unsigned char)(length + 190);
            void *result = memset(to + target, length + 190, (size_t)length);
            wrong += result != to + target || memcmp(to, expected, ROOM) != 0;
            cases++;
        }
    printf("%d cases, %d wrong\n", cases, wrong);
    return wrong != 0;
}
