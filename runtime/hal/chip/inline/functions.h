/* Functions of hal.h that take only a few instructions. */
#ifndef HAL_CHIP_INLINE_FUNCTIONS_H
#define HAL_CHIP_INLINE_FUNCTIONS_H

#include "hal/chip/inline/address.h"
#include "hal/chip/inline/load.h"
#include "hal/chip/inline/priority.h"
#include "hal/chip/inline/wait.h"

#endif
