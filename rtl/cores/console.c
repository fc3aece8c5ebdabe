/* The console of a core that runs without a chip: a store to its address prints a character. */
#include <stdio.h>

#define CONSOLE ((volatile unsigned char *)0xf0000000u)

static int put(char character, FILE *file) {
    (void)file;
    *CONSOLE = (unsigned char)character;
    return character;
}

static FILE console = FDEV_SETUP_STREAM(put, NULL, NULL, _FDEV_SETUP_WRITE);
FILE *const stdout = &console;
FILE *const stderr = &console;
