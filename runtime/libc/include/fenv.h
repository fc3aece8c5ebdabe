/* picolibc's <fenv.h> without names that are reserved for programs (oc/left.h). */
#ifndef ONCHIP_FENV_H
#define ONCHIP_FENV_H

#include <oc/left.h>

#include_next <fenv.h>

#include <oc/taken.h>

#endif
