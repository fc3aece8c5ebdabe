#include "hal/linux/turn.h"

bool hal_turns;
_Thread_local unsigned hal_turn_depth;
