/* The command line and the environment.
 * Run: -n 3 one two three-with-dashes */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    printf("%d arguments\n", argc - 1);
    for (int i = 1; i < argc; i++)
        printf("%d: %s\n", i, argv[i]);
    printf("%s\n", argv[argc] ? "FAILED" : "and no more");
    printf("%s\n", argv[0] && *argv[0] ? "the program has a name" : "FAILED");
    strcpy(argv[1], "eno"); /* a program may change its arguments */
    printf("%s\n", argv[1]);
    printf("%s\n", getenv("ONCHIP_TEST_NOT_SET") ? "FAILED" : "not set");
    setenv("ONCHIP_TEST", "set here", 1);
    printf("%s\n", getenv("ONCHIP_TEST"));
    return 0;
}
