/* Messages are not translated. */
#ifndef _LIBINTL_H
#define _LIBINTL_H

#ifdef __cplusplus
extern "C" {
#endif

static inline char *gettext(const char *text) {
    return (char *)text;
}
static inline char *dgettext(const char *domain, const char *text) {
    (void)domain;
    return (char *)text;
}
static inline char *dcgettext(const char *domain, const char *text, int category) {
    (void)domain, (void)category;
    return (char *)text;
}
static inline char *ngettext(const char *one, const char *many, unsigned long count) {
    return (char *)(count == 1 ? one : many);
}
static inline char *dngettext(const char *domain, const char *one, const char *many,
                              unsigned long count) {
    (void)domain;
    return (char *)(count == 1 ? one : many);
}
static inline char *textdomain(const char *domain) {
    return (char *)(domain ? domain : "messages");
}
static inline char *bindtextdomain(const char *domain, const char *folder) {
    (void)domain;
    return (char *)folder;
}
static inline char *bind_textdomain_codeset(const char *domain, const char *codeset) {
    (void)domain;
    return (char *)codeset;
}

#ifdef __cplusplus
}
#endif

#endif
