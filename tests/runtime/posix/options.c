/* Prints the results of getopt(), getopt_long() and getopt_long_only() for 3,000 random command
 * lines, each generated from its own number. */
#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>

#define COUNT(array) (unsigned)(sizeof array / sizeof *array)

static int flag;

static const struct option names[] = {
    {"alpha", no_argument, NULL, 'a'},       {"beta", required_argument, NULL, 'b'},
    {"gamma", optional_argument, NULL, 'c'}, {"delta", no_argument, &flag, 7},
    {"alphabet", no_argument, NULL, 'A'},    {NULL, 0, NULL, 0}};

static const char *const letters[] = {
    "abc:", "ab:c::", ":ab:c", "+ab:c", "-ab:c:", ":ab:c::", "+:ab:c::", "-:ab:c", "ab:cW;", ""};

static char *words[] = {
    "-a",        "-b",     "-bx",        "-c",        "-cx",       "-ab",     "-abx",
    "-",         "--",     "file",       "-z",        "-:",        "--alpha", "--beta",
    "--beta=1",  "--gam",  "--gamma",    "--gamma=2", "--delta=3", "--del",   "--al",
    "--alpha=4", "--zeta", "--b",        "--be=5",    "x",         "",        "-ac",
    "-acx",      "-W",     "--alphabet", "-?",        "-alpha",    "-beta=2", "-gam"};

static unsigned state;

static unsigned below(unsigned bound) {
    state = state * 1103515245u + 12345u;
    return (state >> 16) % bound;
}

static int next_option(unsigned kind, int argc, char **argv, const char *text, int *place) {
    switch (kind) {
    case 0:
        return getopt(argc, argv, text);
    case 1:
        return getopt_long(argc, argv, text, names, place);
    case 2:
        return getopt_long_only(argc, argv, text, names, place);
    default:
        return getopt_long_only(argc, argv, text, NULL, NULL);
    }
}

int main(void) {
    for (unsigned line = 0; line < 3000; line++) {
        state = line * 2654435761u + 1;
        int argc = 1 + (int)below(6);
        char *argv[8] = {"prog"};
        for (int i = 1; i < argc; i++)
            argv[i] = words[below(COUNT(words))];
        const char *text = letters[below(COUNT(letters))];
        unsigned kind = below(4);
        printf("%u: kind %u, '%s'\n", line, kind, text);
        optind = 0;
        flag = 0;
        for (int result = 0; result != -1;) {
            int place = -1;
            result = next_option(kind, argc, argv, text, &place);
            printf("  %d, optind %d, flag %d", result, optind, flag);
            if (result == '?' || result == ':')
                printf(", optopt %d", optopt);
            if (result > 0)
                printf(", argument '%s', place %d", optarg ? optarg : "", place);
            printf("\n");
        }
        for (int i = 0; i < argc; i++)
            printf("  %s\n", argv[i]);
    }
    return 0;
}
