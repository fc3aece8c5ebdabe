#include "libc/format/floating.h"

#include <limits.h>

#include "libc/format/decimal.h"
#include "libc/format/integer.h"

/* How a number is laid out once its digits are known: digits before the point, digits after it, and
 * perhaps an exponent. */
struct layout {
    int whole;   /* number of the first digit that is shown */
    int point;   /* number of the first digit after the point */
    int places;  /* digits shown after the point */
    char letter; /* e or E; 0: no exponent */
    int exponent;
};

/* Writes digits `from` … `to` − 1. Digits after the limbs are zeros. */
static void print_digits(struct output *output, const struct decimal *decimal, int from, int to) {
    int end = decimal->limbs * LIMB_DIGITS;
    while (from < to && from < end) {
        char text[LIMB_DIGITS];
        char *start = __oc_integer_digits(text + LIMB_DIGITS, decimal->limb[from / LIMB_DIGITS]);
        while (start > text)
            *--start = '0';
        int skip = from % LIMB_DIGITS;
        int length = LIMB_DIGITS - skip < to - from ? LIMB_DIGITS - skip : to - from;
        __oc_output_write(output, text + skip, (size_t)length);
        from += length;
    }
    if (from < to)
        __oc_output_repeat(output, '0', (size_t)(to - from));
}

static void print_layout(struct output *output, const struct specification *specification,
                         const struct decimal *decimal, const struct layout *layout,
                         const char *sign) {
    char exponent[EXPONENT_BYTES];
    size_t exponent_length = 0;
    if (layout->letter)
        exponent_length = __oc_exponent_text(exponent, layout->letter, layout->exponent, 2);
    bool dot = layout->places > 0 || specification->alternate;
    size_t whole = (size_t)(layout->point - layout->whole);
    size_t body = whole + dot + (size_t)layout->places + exponent_length;

    size_t after = __oc_output_open_field(output, specification, sign, body, true);
    print_digits(output, decimal, layout->whole, layout->point);
    if (dot)
        __oc_output_write(output, ".", 1);
    /* Zeros after the stored digits are written separately, because a precision may be as large as
     * an int. */
    int shown = decimal->limbs * LIMB_DIGITS - layout->point;
    shown = shown < 0 ? 0 : shown < layout->places ? shown : layout->places;
    print_digits(output, decimal, layout->point, layout->point + shown);
    __oc_output_repeat(output, '0', (size_t)(layout->places - shown));
    __oc_output_write(output, exponent, exponent_length);
    __oc_output_repeat(output, ' ', after);
}

static int smaller(int a, int b) {
    return a < b ? a : b;
}

static void lay_out_fixed(struct layout *layout, const struct decimal *decimal, int places) {
    layout->point = decimal->point * LIMB_DIGITS;
    layout->whole = smaller(__oc_decimal_first(decimal), layout->point - 1);
    layout->places = places;
}

static void lay_out_exponent(struct layout *layout, const struct decimal *decimal, int places,
                             char letter) {
    layout->whole = __oc_decimal_first(decimal);
    layout->point = layout->whole + 1;
    layout->places = places;
    layout->letter = letter;
    layout->exponent = decimal->point * LIMB_DIGITS - layout->point;
}

/* %g uses the shorter layout, and drops zeros at the end unless # is given. */
static void lay_out_general(struct layout *layout, const struct decimal *decimal,
                            const struct specification *specification, int digits, char letter) {
    int exponent = decimal->point * LIMB_DIGITS - __oc_decimal_first(decimal) - 1;
    if (exponent < digits && exponent >= -4)
        lay_out_fixed(layout, decimal, digits - 1 - exponent);
    else
        lay_out_exponent(layout, decimal, digits - 1, letter);
    if (!specification->alternate) {
        int needed = __oc_decimal_end(decimal) - layout->point;
        layout->places = needed < 0 ? 0 : smaller(needed, layout->places);
    }
}

static void decimal_print(struct output *output, const struct specification *specification,
                          const struct number *number, const char *sign) {
    char letter = specification->conversion;
    char style = (char)(letter | 0x20); /* the lower-case letter */
    int precision = specification->precision < 0 ? 6 : specification->precision;
    /* The precision is limited, so that sums with it fit into an int. The limit is still higher
     * than the number of significant digits of any number. */
    int digits = smaller(precision, INT_MAX / 2);
    digits = style == 'e' ? digits + 1 : digits ? digits : 1;

    struct wanted wanted = {style == 'f' ? precision : digits, style != 'f'};
    uint32_t memory[__oc_decimal_words(number, wanted)];
    struct decimal decimal;
    __oc_decimal_from(&decimal, number, wanted, memory);
    /* Nothing is rounded if the digits end before the last wanted one. */
    int end = decimal.limbs * LIMB_DIGITS;
    int start = style == 'f' ? decimal.point * LIMB_DIGITS : __oc_decimal_first(&decimal);
    int keep = wanted.places < end - start ? start + wanted.places : end;
    __oc_decimal_round(&decimal, keep, number->negative);

    struct layout layout = {.letter = 0};
    if (style == 'f')
        lay_out_fixed(&layout, &decimal, precision);
    else if (style == 'e')
        lay_out_exponent(&layout, &decimal, precision, letter);
    else
        lay_out_general(&layout, &decimal, specification, digits, (char)(letter - 2));
    print_layout(output, specification, &decimal, &layout, sign);
}

static void print_special(struct output *output, const struct specification *specification,
                          const struct number *number, const char *sign) {
    bool upper = specification->conversion < 'a';
    const char *text = number->kind == NUMBER_NAN ? (upper ? "NAN" : "nan") : upper ? "INF" : "inf";
    size_t after = __oc_output_open_field(output, specification, sign, 3, false);
    __oc_output_write(output, text, 3);
    __oc_output_repeat(output, ' ', after);
}

void __oc_floating_print(struct output *output, const struct specification *specification,
                         const struct number *number) {
    const char *sign = number->negative       ? "-"
                       : specification->plus  ? "+"
                       : specification->space ? " "
                                              : "";
    if (number->kind != NUMBER_FINITE)
        print_special(output, specification, number, sign);
    else if ((specification->conversion | 0x20) == 'a')
        __oc_hexadecimal_print(output, specification, number, sign);
    else
        decimal_print(output, specification, number, sign);
}
