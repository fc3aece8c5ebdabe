/* Functions of hal.h that take only a few instructions. */
#ifndef HAL_CHIP_INLINE_FUNCTIONS_H
#define HAL_CHIP_INLINE_FUNCTIONS_H

#include "hal/chip/inline/address.h"
#include "hal/chip/inline/counter.h"
#include "hal/chip/inline/element.h"
#include "hal/chip/inline/inbox.h"
#include "hal/chip/inline/mutex.h"
#include "hal/chip/inline/remote.h"
#include "hal/chip/inline/thread_transfer.h"
#include "hal/chip/inline/transfer.h"
#include "hal/chip/inline/wait.h"

#endif
