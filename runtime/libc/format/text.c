#include "libc/format/text.h"

#include <string.h>

static const char null_text[] = "(null)";

/* Whether a null pointer is printed as (null). It is printed as nothing if the precision is too
 * small for this text. */
static bool fits_null(const struct specification *specification) {
    return specification->precision < 0 || specification->precision >= (int)sizeof null_text - 1;
}

static void print_null(struct output *output, const struct specification *specification) {
    __oc_output_field(output, specification, null_text,
                      fits_null(specification) ? sizeof null_text - 1 : 0);
}

void __oc_text_print(struct output *output, const struct specification *specification,
                     const char *text) {
    if (!text) {
        print_null(output, specification);
        return;
    }
    size_t length;
    if (specification->precision < 0) {
        length = strlen(text);
    } else {
        length = (size_t)specification->precision;
        const char *end = memchr(text, '\0', length);
        if (end)
            length = (size_t)(end - text);
    }
    __oc_output_field(output, specification, text, length);
}

void __oc_char_print(struct output *output, const struct specification *specification, char c) {
    __oc_output_field(output, specification, &c, 1);
}

static bool is_ascii(wint_t c) {
    return c <= 0x7f;
}

bool __oc_wide_text_print(struct output *output, const struct specification *specification,
                          const wchar_t *text) {
    if (!text) {
        print_null(output, specification);
        return true;
    }
    if (__oc_locale_text_print)
        return __oc_locale_text_print(output, specification, text);
    size_t length = 0;
    while ((specification->precision < 0 || length < (size_t)specification->precision) &&
           text[length]) {
        if (!is_ascii((wint_t)text[length++]))
            return false;
    }
    size_t after = __oc_output_open_field(output, specification, "", length, false);
    for (size_t i = 0; i < length; i++)
        __oc_output_write(output, &(char){(char)text[i]}, 1);
    __oc_output_repeat(output, ' ', after);
    return true;
}

bool __oc_wide_char_print(struct output *output, const struct specification *specification,
                          wint_t c) {
    if (!is_ascii(c)) {
        struct specification whole = *specification;
        whole.precision = -1;
        return __oc_locale_text_print &&
               __oc_locale_text_print(output, &whole, (wchar_t[]){(wchar_t)c, L'\0'});
    }
    __oc_char_print(output, specification, (char)c);
    return true;
}
