#include "libc/format/integer.h"

#include "libc/format/division.h"

#include <stdbool.h>

char *__oc_integer_digits(char *end, uint32_t value) {
    while (value) {
        uint32_t rest = divide_by_ten(value);
        *--end = (char)('0' + (value - 10 * rest));
        value = rest;
    }
    return end;
}

/* Writes decimal digits before `end`. Divides by 10^9 at a time. */
static char *decimal(char *end, uintmax_t value) {
    uint32_t high = (uint32_t)(value >> 32), low = (uint32_t)value;
    while (high) {
        char *start = end - 9;
        uint32_t remainder = 0;
        high = divide_by_billion(&remainder, high);
        low = divide_by_billion(&remainder, low);
        end = __oc_integer_digits(end, remainder);
        while (end > start)
            *--end = '0';
    }
    return __oc_integer_digits(end, low);
}

static char *binary(char *end, uintmax_t value, unsigned bits, bool upper) {
    const char *digits = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    for (; value; value >>= bits)
        *--end = digits[value & ((1u << bits) - 1)];
    return end;
}

void __oc_integer_print(struct output *output, const struct specification *specification,
                        uintmax_t value) {
    char buffer[sizeof value * 8];
    char *end = buffer + sizeof buffer;
    char *start;
    char conversion = specification->conversion;
    const char *prefix = "";
    bool alternate = specification->alternate && value;

    switch (conversion) {
    case 'd':
    case 'i':
        prefix = (intmax_t)value < 0    ? "-"
                 : specification->plus  ? "+"
                 : specification->space ? " "
                                        : "";
        start = decimal(end, (intmax_t)value < 0 ? -value : value);
        break;
    case 'o':
        start = binary(end, value, 3, false);
        break;
    case 'x':
    case 'X':
        start = binary(end, value, 4, conversion == 'X');
        prefix = !alternate ? "" : conversion == 'X' ? "0X" : "0x";
        break;
    case 'b':
    case 'B':
        start = binary(end, value, 1, false);
        prefix = !alternate ? "" : conversion == 'B' ? "0B" : "0b";
        break;
    default:
        start = decimal(end, value);
    }

    size_t digits = (size_t)(end - start);
    size_t least = specification->precision < 0 ? 1 : (size_t)specification->precision;
    if (conversion == 'o' && specification->alternate && least <= digits)
        least = digits + 1; /* # makes the first digit a zero */
    size_t zeros = least > digits ? least - digits : 0;
    size_t after = __oc_output_open_field(output, specification, prefix, zeros + digits,
                                          specification->precision < 0);
    __oc_output_repeat(output, '0', zeros);
    __oc_output_write(output, start, digits);
    __oc_output_repeat(output, ' ', after);
}

void __oc_pointer_print(struct output *output, const struct specification *specification,
                        const void *pointer) {
    if (!pointer) {
        __oc_output_field(output, specification, "(nil)", 5);
        return;
    }
    struct specification as_hex = *specification;
    as_hex.conversion = 'x';
    as_hex.alternate = true;
    __oc_integer_print(output, &as_hex, (uintptr_t)pointer);
}
