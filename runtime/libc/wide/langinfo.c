/* nl_langinfo() and MB_CUR_MAX, which depend on the encoding, as in glibc. <langinfo.h> and
 * <stdlib.h> call them by these names. */
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>

#include "libc/wide/multibyte.h"

/* picolibc's functions. */
char *__oc_nl_langinfo_l(nl_item item, locale_t locale);
locale_t __oc_newlocale(int categories, const char *name, locale_t base);

char *__oc_langinfo(nl_item item) {
    if (item == CODESET)
        return __oc_is_utf8() ? "UTF-8" : "ANSI_X3.4-1968";
    return __oc_nl_langinfo_l(item, __oc_newlocale(LC_ALL_MASK, "C", NULL));
}

size_t __oc_mb_cur_max(void) {
    return __oc_is_utf8() ? 6 : 1;
}
