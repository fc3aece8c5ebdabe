/* Catalogues of messages. The chip has none. */
#include <errno.h>
#include <nl_types.h>

#include "libc/names/weak.h"

WEAK nl_catd catopen(const char *name, int flag) {
    (void)name, (void)flag;
    errno = ENOENT;
    return (nl_catd)-1;
}

WEAK char *catgets(nl_catd catalogue, int set, int number, const char *text) {
    (void)catalogue, (void)set, (void)number;
    return (char *)text;
}

WEAK int catclose(nl_catd catalogue) {
    (void)catalogue;
    errno = EBADF;
    return -1;
}
