/* Offset of stack_end in struct hal_process, for assembly; libc/start/process.c checks it. */
#ifndef HAL_CHIP_STACK_H
#define HAL_CHIP_STACK_H

#define PROCESS_STACK_END 20

#endif
