/* picolibc's <sys/cdefs.h>, which defines a name that is left to programs. */
#pragma push_macro("FALLTHROUGH")
#undef FALLTHROUGH
#include_next <sys/cdefs.h>
#pragma pop_macro("FALLTHROUGH")
