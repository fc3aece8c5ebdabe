#ifndef LIBC_FORMAT_TEXT_H
#define LIBC_FORMAT_TEXT_H

#include <stdbool.h>
#include <wchar.h>

#include "libc/format/output.h"
#include "link/variant.h"

/* Prints %s and %c. */
void __oc_text_print(struct output *output, const struct specification *specification,
                     const char *text);
void __oc_char_print(struct output *output, const struct specification *specification, char c);

/* Prints %ls in a program that calls setlocale() (locale.c); its address is null in other
 * programs. */
bool __oc_locale_text_print(struct output *output, const struct specification *specification,
                            const wchar_t *text) OC_OPTIONAL;

/* Prints %ls and %lc. Returns false if the locale's encoding lacks a character. */
bool __oc_wide_text_print(struct output *output, const struct specification *specification,
                          const wchar_t *text);
bool __oc_wide_char_print(struct output *output, const struct specification *specification,
                          wint_t c);

#endif
