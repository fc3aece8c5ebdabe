/* localeconv(). CHAR_MAX stands for "not available" (C11, 7.11.2.1). picolibc is compiled with
 * unsigned characters, so its CHAR_MAX differs from that of programs. */
#include <limits.h>
#include <locale.h>

struct lconv *__oc_localeconv(void);
struct lconv *__oc_localeconv(void) {
    static char empty[1], point[] = ".";
    static struct lconv all;
    all = (struct lconv){
        .decimal_point = point,
        .thousands_sep = empty,
        .grouping = empty,
        .int_curr_symbol = empty,
        .currency_symbol = empty,
        .mon_decimal_point = empty,
        .mon_thousands_sep = empty,
        .mon_grouping = empty,
        .positive_sign = empty,
        .negative_sign = empty,
        .int_frac_digits = SCHAR_MAX,
        .frac_digits = SCHAR_MAX,
        .p_cs_precedes = SCHAR_MAX,
        .p_sep_by_space = SCHAR_MAX,
        .n_cs_precedes = SCHAR_MAX,
        .n_sep_by_space = SCHAR_MAX,
        .p_sign_posn = SCHAR_MAX,
        .n_sign_posn = SCHAR_MAX,
        .int_n_cs_precedes = SCHAR_MAX,
        .int_n_sep_by_space = SCHAR_MAX,
        .int_n_sign_posn = SCHAR_MAX,
        .int_p_cs_precedes = SCHAR_MAX,
        .int_p_sep_by_space = SCHAR_MAX,
        .int_p_sign_posn = SCHAR_MAX,
    };
    return &all;
}
