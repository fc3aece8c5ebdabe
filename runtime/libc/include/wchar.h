/* picolibc's <wchar.h> without names that are reserved for programs (oc/left.h). */
#ifndef _WCHAR_H
#define _WCHAR_H

#include <oc/left.h>

#include_next <wchar.h>

#include <oc/taken.h>

#endif
