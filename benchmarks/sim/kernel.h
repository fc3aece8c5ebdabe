/* The kernels that measure the simulator, one function per file; the same object code runs on the
 * chip and under QEMU. */
#ifndef ONCHIP_KERNEL_H
#define ONCHIP_KERNEL_H

/* Does the work `repetitions` times. The result depends on all of the work. */
unsigned kernel(unsigned repetitions);

#endif
