/* A tokenizer: splits a piece of C into names, keywords, numbers, strings and operators. */
#include "../kernel.h"

#include <stddef.h>

static const char source[] =
    "static int find(const struct table *t, const char *key) {\n"
    "    unsigned h = 5381, i; /* Bernstein */\n"
    "    for (i = 0; key[i] != '\\0'; i++)\n"
    "        h = h * 33 + (unsigned char)key[i];\n"
    "    while (t->slot[h % t->size].name && !same(t->slot[h % t->size].name, key))\n"
    "        h += 0x1f; // probe\n"
    "    return t->slot[h % t->size].name ? (int)(h % t->size) : -1;\n"
    "}\n"
    "int main(void) { printf(\"%d \\\"found\\\"\\n\", find(&words, \"alpha\")); return 0; }\n";

static const char *const keywords[] = {"static", "int",      "const", "struct", "char",
                                       "for",    "unsigned", "while", "return", "void"};

enum kind { END, NAME, KEYWORD, NUMBER, STRING, OPERATOR, KINDS };

static int is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int is_keyword(const char *text, int length) {
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++) {
        int k = 0;
        while (k < length && keywords[i][k] == text[k])
            k++;
        if (k == length && keywords[i][k] == '\0')
            return 1;
    }
    return 0;
}

static const char *skip(const char *c) {
    for (;;) {
        while (*c == ' ' || *c == '\n' || *c == '\t')
            c++;
        if (c[0] == '/' && c[1] == '*') {
            for (c += 2; c[0] != '*' || c[1] != '/'; c++)
                ;
            c += 2;
        } else if (c[0] == '/' && c[1] == '/') {
            while (*c != '\n')
                c++;
        } else {
            return c;
        }
    }
}

static const char *token(const char *c, enum kind *kind) {
    const char *begin = c;
    if (*c == '\0') {
        *kind = END;
    } else if (is_letter(*c)) {
        while (is_letter(*c) || is_digit(*c))
            c++;
        *kind = is_keyword(begin, (int)(c - begin)) ? KEYWORD : NAME;
    } else if (is_digit(*c)) {
        while (is_letter(*c) || is_digit(*c))
            c++;
        *kind = NUMBER;
    } else if (*c == '"' || *c == '\'') {
        for (c++; *c != *begin; c++)
            c += *c == '\\';
        c++;
        *kind = STRING;
    } else {
        c += (c[0] == '-' && c[1] == '>') || (c[1] == c[0] && (c[0] == '+' || c[0] == '&')) ||
                     (c[1] == '=')
                 ? 2
                 : 1;
        *kind = OPERATOR;
    }
    return c;
}

unsigned kernel(unsigned repetitions) {
    unsigned counts[KINDS] = {0}, sum = 0;
    for (unsigned i = 0; i < repetitions; i++) {
        enum kind kind = NAME;
        for (const char *c = source; kind != END;) {
            c = skip(c);
            const char *end = token(c, &kind);
            counts[kind]++;
            sum = sum * 31 + (unsigned)(end - c);
            c = end;
        }
    }
    for (int k = 0; k < KINDS; k++)
        sum = sum * 31 + counts[k];
    return sum;
}
