/* Options on the command line (POSIX, getopt(); glibc's long options, order of operands and
 * messages).
 *
 * Operands between options are passed over. They are moved behind the options only when the next
 * argument is examined. `optind` is therefore always the index of the next argument to be examined,
 * as in glibc. */
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "libc/names/weak.h"

WEAK char *optarg;
WEAK int optind = 1, opterr = 1, optopt = '?';

/* The next character of an argument with several short options; null or the terminating byte if
 * there is none. */
static char *next_letter;

/* The operands that were passed over: `passed` of them, from argument `first` on. */
static int first, passed;

/* The arguments of one call of a getopt function. */
struct call {
    int argc;
    char **argv;
    const char *letters;        /* the short options, without the first '+' or '-' */
    const struct option *names; /* the long options, or NULL */
    int *place;                 /* where the index of a long option is stored, or NULL */
    bool takes_one_dash;        /* a long option may begin with a single dash */
    bool is_quiet;
};

static int letter_missing_argument(const struct call *call, int letter) {
    if (!call->is_quiet)
        fprintf(stderr, "%s: option requires an argument -- '%c'\n", call->argv[0], letter);
    optopt = letter;
    return *call->letters == ':' ? ':' : '?';
}

static void reverse(char **from, char **to) {
    for (; from < --to; from++) {
        char *other = *from;
        *from = *to;
        *to = other;
    }
}

/* Moves the operands that were passed over behind the options that followed them. */
static void move_operands(char **argv) {
    if (first + passed > optind)
        passed = 0;
    if (!passed)
        first = optind;
    reverse(argv + first, argv + first + passed);
    reverse(argv + first + passed, argv + optind);
    reverse(argv + first, argv + optind);
    first = optind - passed;
}

static bool is_operand(const char *argument) {
    return argument[0] != '-' || !argument[1];
}

/* Whether two options that begin in the same way have different meanings. */
static bool differ(const struct call *call, const struct option *one, const struct option *other) {
    return call->takes_one_dash || one->has_arg != other->has_arg || one->flag != other->flag ||
           one->val != other->val;
}

/* Lists the options that begin with an ambiguous text. */
static int ambiguous(const struct call *call, const char *dashes, const char *text, size_t length) {
    if (!call->is_quiet) {
        fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", call->argv[0], dashes,
                text);
        const struct option *chosen = NULL;
        for (const struct option *option = call->names; option->name; option++) {
            if (strncmp(option->name, text, length))
                continue;
            if (!chosen || differ(call, chosen, option))
                fprintf(stderr, " '%s%s'", dashes, option->name);
            chosen = chosen ? chosen : option;
        }
        fputc('\n', stderr);
    }
    optind++;
    optopt = 0;
    return '?';
}

/* Takes the long option that `text` names, by its whole name or by an unambiguous prefix. If there
 * is no such option and `may_be_letter` is set, returns -1. `optind` is the index of the argument
 * that contains the option. */
static int take_name(const struct call *call, char *text, const char *dashes, bool may_be_letter) {
    size_t length = strcspn(text, "=");
    const struct option *chosen = NULL;
    bool is_whole = false, is_ambiguous = false;
    for (const struct option *option = call->names; option->name && !is_whole; option++) {
        if (strncmp(option->name, text, length))
            continue;
        is_whole = !option->name[length];
        if (!chosen || is_whole)
            chosen = option;
        else if (differ(call, chosen, option))
            is_ambiguous = true;
    }
    if (!chosen && may_be_letter)
        return -1;
    next_letter = NULL;
    if (is_ambiguous && !is_whole)
        return ambiguous(call, dashes, text, length);
    optind++;
    if (!chosen) {
        if (!call->is_quiet)
            fprintf(stderr, "%s: unrecognized option '%s%s'\n", call->argv[0], dashes, text);
        optopt = 0;
        return '?';
    }
    const char *fault = NULL;
    int result = '?';
    if (text[length]) {
        if (chosen->has_arg == no_argument)
            fault = "doesn't allow";
        else
            optarg = text + length + 1;
    } else if (chosen->has_arg == required_argument) {
        if (optind < call->argc)
            optarg = call->argv[optind++];
        else {
            fault = "requires";
            result = *call->letters == ':' ? ':' : '?';
        }
    }
    if (fault) {
        if (!call->is_quiet)
            fprintf(stderr, "%s: option '%s%s' %s an argument\n", call->argv[0], dashes,
                    chosen->name, fault);
        optopt = chosen->val;
        return result;
    }
    if (call->place)
        *call->place = (int)(chosen - call->names);
    if (!chosen->flag)
        return chosen->val;
    *chosen->flag = chosen->val;
    return 0;
}

/* Takes the short option at `next_letter`. */
static int take_letter(const struct call *call) {
    char letter = *next_letter++, *rest = next_letter;
    const char *found = strchr(call->letters, letter);
    if (!*rest)
        optind++;
    if (!found || letter == ':' || letter == ';') {
        if (!call->is_quiet)
            fprintf(stderr, "%s: invalid option -- '%c'\n", call->argv[0], letter);
        optopt = letter;
        return '?';
    }
    bool is_name = letter == 'W' && found[1] == ';' && call->names;
    if (found[1] != ':' && !is_name)
        return letter;
    next_letter = NULL;
    if (is_name) {
        if (!*rest && optind == call->argc)
            return letter_missing_argument(call, letter);
        return take_name(call, *rest ? rest : call->argv[optind], "-W ", false);
    }
    if (*rest) {
        optarg = rest;
        optind++;
    } else if (found[2] != ':') {
        if (optind == call->argc)
            return letter_missing_argument(call, letter);
        optarg = call->argv[optind++];
    }
    return letter;
}

static int next_option(struct call call) {
    if (call.argc < 1)
        return -1;
    optarg = NULL;
    if (!optind) {
        optind = 1;
        next_letter = NULL;
        passed = 0;
    }
    char order = *call.letters;
    if (order == '+' || order == '-')
        call.letters++;
    else if (getenv("POSIXLY_CORRECT"))
        order = '+';
    call.is_quiet = !opterr || *call.letters == ':';
    if (next_letter && *next_letter)
        return take_letter(&call);
    if (order != '-' && order != '+') {
        move_operands(call.argv);
        for (; optind < call.argc && is_operand(call.argv[optind]); passed++)
            optind++;
    }
    bool is_end = optind >= call.argc;
    if (!is_end && !strcmp(call.argv[optind], "--")) {
        optind++;
        move_operands(call.argv);
        is_end = true;
        if (!passed)
            return -1;
    }
    if (is_end) {
        optind = passed ? first : call.argc;
        passed = 0;
        return -1;
    }
    char *argument = call.argv[optind];
    if (is_operand(argument)) {
        if (order == '+')
            return -1;
        optarg = argument;
        optind++;
        return 1;
    }
    if (call.names && argument[1] == '-')
        return take_name(&call, argument + 2, "--", false);
    if (call.names && call.takes_one_dash && (argument[2] || !strchr(call.letters, argument[1]))) {
        int result = take_name(&call, argument + 1, "-", strchr(call.letters, argument[1]));
        if (result != -1)
            return result;
    }
    next_letter = argument + 1;
    return take_letter(&call);
}

WEAK int getopt(int argc, char *const argv[], const char *letters) {
    return next_option((struct call){argc, (char **)argv, letters, NULL, NULL, false, false});
}

WEAK int getopt_long(int argc, char *const argv[], const char *letters, const struct option *names,
                     int *place) {
    return next_option((struct call){argc, (char **)argv, letters, names, place, false, false});
}

WEAK int getopt_long_only(int argc, char *const argv[], const char *letters,
                          const struct option *names, int *place) {
    return next_option((struct call){argc, (char **)argv, letters, names, place, true, false});
}
