/* A circuit for a message. These functions are inline because they are a part of each guaranteed
 * message; each takes a few instructions. */
#ifndef HAL_CHIP_INLINE_LAST_CIRCUIT_H
#define HAL_CHIP_INLINE_LAST_CIRCUIT_H

#include "hal/chip/inline/dma.h"
#include "hal/chip/inline/wait.h"

/* The circuit of the last request. */
struct last_circuit {
    int place;          /* -1 if hal_circuit_again() must not request it */
    uint32_t registers; /* 0 if no circuit was requested */
    uint32_t open;      /* the address of the register that opens it */
    uint32_t target;    /* the endpoint to which it leads */
    /* Copies of hal_self.table[place].queues and hal_self.last_buffer. */
    uint32_t queues, buffer;
    uint32_t command; /* of a transfer at the highest level; a load is shorter than a constant */
    bool requested;   /* hal_circuit_again() has requested it, and it was not open */
};
extern struct last_circuit hal_last_circuit;

static inline volatile uint32_t *circuit_register(uint32_t registers, uint32_t offset) {
    return (volatile uint32_t *)(registers + offset);
}

/* Waits for the result of a command to open or close a circuit. */
static inline uint32_t circuit_result(uint32_t registers) {
    uint32_t result;
    while ((result = *circuit_register(registers, REGISTER_CIRCUIT_RESULT)) == CIRCUIT_PENDING)
        hal_missed_events |= register_read(REGISTER_WAIT);
    return result;
}

/* Requests the circuit of the last request, and returns the result so far. */
static inline uint32_t circuit_open_again(void) {
    uint32_t target = hal_last_circuit.target;
    volatile uint32_t *open = circuit_register(hal_last_circuit.open, 0);
#ifdef __riscv_atomic
    return __atomic_exchange_n(open, target, __ATOMIC_RELAXED);
#else
    *open = target;
    return *circuit_register(hal_last_circuit.registers, REGISTER_CIRCUIT_RESULT);
#endif
}

/* The load is volatile, so that it stays where it is: a comparison directly after it would wait. */
static inline int hal_circuit_last(void) {
    return *(const volatile int *)&hal_last_circuit.place;
}

static inline bool hal_circuit_again(void) {
    hal_fence();
    bool is_open = circuit_open_again() == CIRCUIT_DONE;
    if (__builtin_expect(!is_open, false))
        hal_last_circuit.requested = true;
    return is_open;
}

static inline bool hal_circuit_inbox_put(int queue, const void *message, size_t bytes) {
    uint32_t port =
        hal_last_circuit.queues + (uint32_t)queue * REGISTER_QUEUE_STRIDE + REGISTER_QUEUE_PORT;
    uint32_t buffer = hal_last_circuit.buffer;
    dma_start(buffer, hal_last_circuit.command, message, port, bytes);
    return dma_finish(buffer) == DMA_DONE;
}

static inline bool hal_circuit_is_requested(void) {
    return hal_last_circuit.requested;
}

static inline bool hal_circuit_is_open(void) {
    uint32_t registers = hal_last_circuit.registers;
    return registers && circuit_result(registers) == CIRCUIT_DONE;
}

static inline void hal_circuit_keep(void) {
    *circuit_register(hal_last_circuit.registers, REGISTER_CIRCUIT_KEEP) = hal_last_circuit.target;
}

#endif
