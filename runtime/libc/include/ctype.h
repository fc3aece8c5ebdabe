/* picolibc's <ctype.h>. The macros in that header use a table whose layout differs between
 * versions, so the macros of this file replace them. */
#include_next <ctype.h>

#ifndef _CTYPE_H
#define _CTYPE_H

/* picolibc's own table has no entries for negative characters. The C++ library reads that table,
 * but with no negative index. */
#ifdef ALLOW_NEGATIVE_CTYPE_INDEX
#undef ALLOW_NEGATIVE_CTYPE_INDEX
#undef _ctype_
extern const char _ctype_[];
#endif

#undef isalnum
#undef isalpha
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
#undef tolower
#undef toupper
#undef isalnum_l
#undef isalpha_l
#undef isblank_l
#undef iscntrl_l
#undef isdigit_l
#undef isgraph_l
#undef islower_l
#undef isprint_l
#undef ispunct_l
#undef isspace_l
#undef isupper_l
#undef isxdigit_l

#ifndef __cplusplus

#define __oc_upper 1
#define __oc_lower 2
#define __oc_digit 4
#define __oc_space 8
#define __oc_punct 16
#define __oc_control 32
#define __oc_hex 64
#define __oc_blank 128 /* set for the space only, as there is no bit left for the tab */

/* The classes of the characters -128 to 255. */
extern const char __oc_ctype[];
static __inline char __oc_ctype_of(int c) {
    return (__oc_ctype + 128)[c];
}

#define isalnum(c) (__oc_ctype_of(c) & (__oc_upper | __oc_lower | __oc_digit))
#define isalpha(c) (__oc_ctype_of(c) & (__oc_upper | __oc_lower))
#define iscntrl(c) (__oc_ctype_of(c) & __oc_control)
#define isdigit(c) (__oc_ctype_of(c) & __oc_digit)
#define isgraph(c) (__oc_ctype_of(c) & (__oc_punct | __oc_upper | __oc_lower | __oc_digit))
#define islower(c) ((__oc_ctype_of(c) & (__oc_upper | __oc_lower)) == __oc_lower)
#define isprint(c)                                                                                 \
    (__oc_ctype_of(c) & (__oc_punct | __oc_upper | __oc_lower | __oc_digit | __oc_blank))
#define ispunct(c) (__oc_ctype_of(c) & __oc_punct)
#define isspace(c) (__oc_ctype_of(c) & __oc_space)
#define isupper(c) ((__oc_ctype_of(c) & (__oc_upper | __oc_lower)) == __oc_upper)
#define isxdigit(c) (__oc_ctype_of(c) & (__oc_hex | __oc_digit))
#define tolower(c)                                                                                 \
    __extension__({                                                                                \
        __typeof__(c) __oc_c = (c);                                                                \
        isupper(__oc_c) ? (int)__oc_c - 'A' + 'a' : (int)__oc_c;                                   \
    })
#define toupper(c)                                                                                 \
    __extension__({                                                                                \
        __typeof__(c) __oc_c = (c);                                                                \
        islower(__oc_c) ? (int)__oc_c - 'a' + 'A' : (int)__oc_c;                                   \
    })

#endif
#endif
