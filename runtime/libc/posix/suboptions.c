/* getsubopt() with the value that glibc gives for an unknown option, which is the whole of it.
 * picolibc's gives the part after the equals sign, and skips an empty option. */
#include <stdlib.h>
#include <string.h>

#include "libc/names/weak.h"

WEAK int getsubopt(char **rest, char *const *tokens, char **value) {
    char *option = *rest, *end = strchrnul(option, ',');
    char *equals = memchr(option, '=', (size_t)(end - option));
    size_t length = (size_t)((equals ? equals : end) - option);
    *rest = *end ? end + 1 : end;
    int found = 0;
    if (!*option)
        return -1;
    *end = '\0';
    while (tokens[found] &&
           (strncmp(tokens[found], option, length) != 0 || tokens[found][length] != '\0'))
        found++;
    *value = option;
    if (!tokens[found])
        return -1;
    *value = equals ? equals + 1 : NULL;
    return found;
}
