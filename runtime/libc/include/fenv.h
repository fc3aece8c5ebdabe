/* picolibc's <fenv.h> without names of programs. */
#ifndef ONCHIP_FENV_H
#define ONCHIP_FENV_H

#include <oc/left.h>

#include_next <fenv.h>

#include <oc/taken.h>

#endif
