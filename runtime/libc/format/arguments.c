#include "libc/format/arguments.h"

#include <stddef.h>

static bool is_signed(char conversion) {
    return conversion == 'd' || conversion == 'i';
}

/* Reads the next integer argument. `length` says which type it was passed with. */
static uintmax_t next_integer(struct arguments *arguments, enum length length, bool is_signed) {
    switch (length) {
    case LENGTH_CHAR: {
        int value = va_arg(arguments->list, int);
        return is_signed ? (uintmax_t)(signed char)value : (unsigned char)value;
    }
    case LENGTH_SHORT: {
        int value = va_arg(arguments->list, int);
        return is_signed ? (uintmax_t)(short)value : (unsigned short)value;
    }
    case LENGTH_LONG: {
        long value = va_arg(arguments->list, long);
        return is_signed ? (uintmax_t)value : (unsigned long)value;
    }
    case LENGTH_LONG_LONG:
    case LENGTH_LONG_DOUBLE: /* glibc accepts %Ld, too */
        return (uintmax_t)va_arg(arguments->list, long long);
    case LENGTH_INTMAX:
        return va_arg(arguments->list, uintmax_t);
    case LENGTH_SIZE:
    case LENGTH_PTRDIFF: {
        ptrdiff_t value = va_arg(arguments->list, ptrdiff_t);
        return is_signed ? (uintmax_t)value : (size_t)value;
    }
    default: {
        int value = va_arg(arguments->list, int);
        return is_signed ? (uintmax_t)value : (unsigned)value;
    }
    }
}

static void next_value(struct arguments *arguments, const struct specification *specification,
                       union argument *value) {
    switch (specification->conversion) {
    case 'a':
    case 'A':
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
        if (specification->length == LENGTH_LONG_DOUBLE)
            value->long_real = va_arg(arguments->list, long double);
        else
            value->real = va_arg(arguments->list, double);
        break;
    case 's':
    case 'p':
    case 'n':
        value->pointer = va_arg(arguments->list, void *);
        break;
    default:
        value->integer =
            next_integer(arguments, specification->length, is_signed(specification->conversion));
        break;
    }
}

int __oc_arguments_int(struct arguments *arguments, int number) {
    if (arguments->numbered)
        return (int)arguments->numbered[number - 1].integer;
    return va_arg(arguments->list, int);
}

void __oc_arguments_value(struct arguments *arguments, const struct specification *specification,
                          union argument *value) {
    if (arguments->numbered)
        *value = arguments->numbered[specification->argument - 1];
    else
        next_value(arguments, specification, value);
}

/* Notes in `types` that argument `number` has the type that specification `user` reads. Returns
 * false if the argument has no number, or if the number is too high. */
static bool note(struct specification *types, int number, const struct specification *user) {
    if (number == ARGUMENT_NONE)
        return true;
    if (number == ARGUMENT_NEXT || number > ARGUMENTS_NUMBERED)
        return false;
    types[number - 1] = *user;
    return true;
}

bool __oc_arguments_number(struct arguments *arguments, const char *format,
                           union argument table[ARGUMENTS_NUMBERED]) {
    static const struct specification as_int = {.conversion = 'd'};
    struct specification types[ARGUMENTS_NUMBERED];
    for (int i = 0; i < ARGUMENTS_NUMBERED; i++)
        types[i] = (struct specification){0};

    while (*format) {
        struct specification specification;
        if (*format++ != '%')
            continue;
        format = __oc_specification_read(&specification, format);
        if (!format)
            return false;
        if (specification.conversion == '%')
            continue;
        if ((specification.conversion != 'm' &&
             !note(types, specification.argument, &specification)) ||
            !note(types, specification.width_argument, &as_int) ||
            !note(types, specification.precision_argument, &as_int))
            return false;
    }
    /* If the format does not use a number, the arguments after that one cannot be read, because the
     * type of the unused argument is not known. */
    for (int i = 0; i < ARGUMENTS_NUMBERED && types[i].conversion; i++)
        next_value(arguments, &types[i], &table[i]);
    arguments->numbered = table;
    return true;
}
