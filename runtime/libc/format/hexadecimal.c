#include "libc/format/floating.h"

#define DIGIT_BITS 4
#define DIGITS_MOST (MANTISSA_WORDS * 32 / DIGIT_BITS)

/* The mantissa as hexadecimal digits, beginning with the digit before the point. */
struct digits {
    unsigned char digit[DIGITS_MOST];
    int places; /* digits after the point */
};

static void take_digits(struct digits *digits, const struct number *number) {
    digits->places = number->fraction_bits / DIGIT_BITS;
    for (int i = 0; i <= digits->places; i++) {
        int bit = number->fraction_bits - i * DIGIT_BITS;
        digits->digit[i] = number->mantissa[bit / 32] >> bit % 32 & 0xf;
    }
}

static void drop_zeros(struct digits *digits) {
    while (digits->places && !digits->digit[digits->places])
        digits->places--;
}

/* Rounds to `places` digits. The digit before the point may become 2. In the x87's format this
 * digit may also overflow from f; it then becomes 1, and the exponent grows by the amount
 * returned. */
static int round_to(struct digits *digits, int places, bool negative) {
    int tail = digits->digit[places + 1];
    int compared = tail < 8 ? -1 : tail > 8;
    for (int i = places + 2; i <= digits->places && !compared; i++)
        compared = digits->digit[i] != 0;
    bool exact = tail == 0;
    for (int i = places + 2; i <= digits->places && exact; i++)
        exact = digits->digit[i] == 0;

    bool up = !exact && __oc_rounds_up(negative, digits->digit[places] & 1, compared);
    digits->places = places;
    if (!up)
        return 0;
    int i = places;
    while (i > 0 && digits->digit[i] == 0xf)
        digits->digit[i--] = 0;
    if (++digits->digit[i] <= 0xf)
        return 0;
    digits->digit[0] = 1;
    return DIGIT_BITS;
}

void __oc_hexadecimal_print(struct output *output, const struct specification *specification,
                            const struct number *number, const char *sign) {
    bool upper = specification->conversion == 'A';
    const char *names = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    struct digits digits;
    int exponent = __oc_number_is_zero(number) ? 0 : number->exponent + number->fraction_bits;
    take_digits(&digits, number);
    drop_zeros(&digits);
    if (specification->precision >= 0 && specification->precision < digits.places)
        exponent += round_to(&digits, specification->precision, number->negative);
    size_t zeros = 0;
    if (specification->precision > digits.places)
        zeros = (size_t)(specification->precision - digits.places);

    char prefix[4] = {0};
    char *end = prefix;
    if (*sign)
        *end++ = *sign;
    *end++ = '0';
    *end = upper ? 'X' : 'x';

    char text[DIGITS_MOST + 1];
    size_t length = 0;
    text[length++] = names[digits.digit[0]];
    if (digits.places || zeros || specification->alternate)
        text[length++] = '.';
    for (int i = 1; i <= digits.places; i++)
        text[length++] = names[digits.digit[i]];
    char power[EXPONENT_BYTES];
    size_t power_length = __oc_exponent_text(power, upper ? 'P' : 'p', exponent, 1);

    size_t after =
        __oc_output_open_field(output, specification, prefix, length + zeros + power_length, true);
    __oc_output_write(output, text, length);
    __oc_output_repeat(output, '0', zeros);
    __oc_output_write(output, power, power_length);
    __oc_output_repeat(output, ' ', after);
}
