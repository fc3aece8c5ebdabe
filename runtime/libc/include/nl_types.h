/* Catalogues of messages. The chip has none, so catopen() fails and programs show the texts that
 * they pass to catgets(). */
#ifndef _NL_TYPES_H
#define _NL_TYPES_H

#ifdef __cplusplus
extern "C" {
#endif

typedef void *nl_catd;
typedef int nl_item;

#define NL_SETD 1
#define NL_CAT_LOCALE 1

nl_catd catopen(const char *name, int flag);
char *catgets(nl_catd catalogue, int set, int number, const char *text);
int catclose(nl_catd catalogue);

#ifdef __cplusplus
}
#endif

#endif
