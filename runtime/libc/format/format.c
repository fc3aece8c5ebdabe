#include "libc/format/format.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "libc/format/arguments.h"
#include "libc/format/floating.h"
#include "libc/format/integer.h"
#include "libc/format/output.h"
#include "libc/format/text.h"
#include "libc/posix/unknown.h"

/* %n: stores the number of bytes so far. */
static void store_total(void *to, enum length length, uint64_t total) {
    switch (length) {
    case LENGTH_CHAR:
        *(signed char *)to = (signed char)total;
        break;
    case LENGTH_SHORT:
        *(short *)to = (short)total;
        break;
    case LENGTH_LONG:
        *(long *)to = (long)total;
        break;
    case LENGTH_LONG_LONG:
    case LENGTH_LONG_DOUBLE:
        *(long long *)to = (long long)total;
        break;
    case LENGTH_INTMAX:
        *(intmax_t *)to = (intmax_t)total;
        break;
    case LENGTH_SIZE:
    case LENGTH_PTRDIFF:
        *(ptrdiff_t *)to = (ptrdiff_t)total;
        break;
    default:
        *(int *)to = (int)total;
    }
}

/* Takes the values for asterisks from the arguments. */
static void fill_in(struct specification *specification, struct arguments *arguments) {
    if (specification->width_argument != ARGUMENT_NONE) {
        specification->width = __oc_arguments_int(arguments, specification->width_argument);
        if (specification->width < 0) {
            specification->left = true;
            /* -INT_MIN is not an int. The width becomes INT_MAX, so that the total exceeds an int,
             * as it must. */
            specification->width =
                specification->width == INT_MIN ? INT_MAX : -specification->width;
        }
    }
    if (specification->precision_argument != ARGUMENT_NONE) {
        int precision = __oc_arguments_int(arguments, specification->precision_argument);
        specification->precision = precision < 0 ? -1 : precision;
    }
}

/* A program contains the texts of errors only if another part of it uses them, as strerror() does.
 * In other programs, the function's address is null. */
#pragma weak __oc_error_text

/* For glibc's %m, which prints the text of errno. If the program has no texts, the number is
 * printed. Changes the specification to %s or %d, and returns the value to print. */
static union argument error_to_print(struct specification *specification,
                                     char unknown[UNKNOWN_BYTES]) {
    specification->length = LENGTH_NONE;
    specification->conversion = __oc_error_text ? 's' : 'd';
    if (__oc_error_text)
        return (union argument){.pointer = __oc_error_text(errno, unknown)};
    return (union argument){.integer = (unsigned)errno};
}

static bool print(struct output *output, struct specification *specification,
                  struct arguments *arguments) {
    union argument value;
    char unknown[UNKNOWN_BYTES];
    if (specification->conversion == 'm')
        value = error_to_print(specification, unknown);
    else
        __oc_arguments_value(arguments, specification, &value);
    bool wide = specification->length == LENGTH_LONG;
    switch (specification->conversion) {
    case 'c':
        if (wide)
            return __oc_wide_char_print(output, specification, (wint_t)value.integer);
        __oc_char_print(output, specification, (char)value.integer);
        break;
    case 's':
        if (wide)
            return __oc_wide_text_print(output, specification, value.pointer);
        __oc_text_print(output, specification, value.pointer);
        break;
    case 'p':
        __oc_pointer_print(output, specification, value.pointer);
        break;
    case 'n':
        store_total(value.pointer, specification->length, output->total);
        break;
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G': {
        struct number number;
        if (specification->length == LENGTH_LONG_DOUBLE)
            __oc_number_from_long_double(&number, value.long_real);
        else
            __oc_number_from_double(&number, value.real);
        __oc_floating_print(output, specification, &number);
        break;
    }
    default:
        __oc_integer_print(output, specification, value.integer);
    }
    return true;
}

static bool is_known(char conversion) {
    switch (conversion) {
    case 'd':
    case 'i':
    case 'u':
    case 'o':
    case 'x':
    case 'X':
    case 'b':
    case 'B':
    case 'c':
    case 's':
    case 'p':
    case 'n':
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'm':
        return true;
    default:
        return false;
    }
}

/* Whether a specification gives the number of an argument. %m itself has no argument, and can give
 * the number only for its width. */
static bool is_numbered(const struct specification *specification) {
    return specification->argument > ARGUMENT_NEXT || specification->width_argument > ARGUMENT_NEXT;
}

static int fail(int error) {
    errno = error;
    return -1;
}

int __oc_format_print(struct format_sink *sink, const char *format, va_list list) {
    struct output output = {sink, 0};
    struct arguments arguments = {.numbered = NULL};
    union argument table[ARGUMENTS_NUMBERED];
    bool first = true;
    int result = 0;

    va_copy(arguments.list, list);
    while (*format && !result) {
        const char *text = format;
        while (*format && *format != '%')
            format++;
        __oc_output_write(&output, text, (size_t)(format - text));
        if (!*format)
            break;

        struct specification specification;
        const char *start = format;
        format = __oc_specification_read(&specification, format + 1);
        if (!format) {
            result = fail(EOVERFLOW);
            break;
        }
        if (specification.conversion == '%') {
            __oc_output_write(&output, "%", 1);
        } else if (!is_known(specification.conversion)) {
            /* An unknown conversion is undefined in the standard; glibc prints the specification
             * itself. */
            __oc_output_write(&output, start, (size_t)(format - start));
        } else {
            if (first && is_numbered(&specification) &&
                !__oc_arguments_number(&arguments, start, table)) {
                result = fail(EINVAL);
                break;
            }
            first = first && specification.conversion == 'm' && !arguments.numbered;
            fill_in(&specification, &arguments);
            if (!print(&output, &specification, &arguments))
                result = fail(EILSEQ);
        }
    }
    va_end(arguments.list);
    if (!result && output.total > INT_MAX)
        result = fail(EOVERFLOW);
    return result ? result : (int)output.total;
}
