/* Circuits. On one machine, circuits exclude each other as on the chip, but guarantee no bandwidth.
 * Each target has a lock, and each place notes the circuit that it has opened. A job on several
 * machines has no circuits. */
#include "hal/linux/lock.h"
#include "hal/linux/memory.h"
#include "hal/linux/shared.h"
#include "hal/store.h"

static struct circuit *circuit_of(int place) {
    return &hal_self.devices[place].circuit;
}

bool hal_has_circuits(void) {
    return !hal_self.host_of;
}

enum hal_circuit_result hal_circuit_open(uint32_t address, bool duplex) {
    struct circuit *own = circuit_of(hal_self.place);
    int target = hal_memory_of(address);
    if (!hal_has_circuits())
        return HAL_CIRCUIT_NONE;
    if (target < 0)
        return HAL_CIRCUIT_NOWHERE;
    if (own->state != HAL_CIRCUIT_CLOSED)
        return HAL_CIRCUIT_HAS_ONE;
    own->state = HAL_CIRCUIT_OPENING;
    hal_lock_take(&circuit_of(target)->taken);
    own->target = target;
    own->duplex = duplex;
    own->state = HAL_CIRCUIT_OPEN;
    return HAL_CIRCUIT_DONE;
}

enum hal_circuit_result hal_circuit_close(uint32_t address, bool duplex) {
    struct circuit *own = circuit_of(hal_self.place);
    int target = hal_memory_of(address);
    if (target < 0)
        return HAL_CIRCUIT_NOWHERE;
    if (own->state != HAL_CIRCUIT_OPEN || own->target != target || own->duplex != duplex)
        return HAL_CIRCUIT_NOT_OPEN;
    /* What was sent over the circuit must arrive before the circuit closes. */
    hal_fence();
    hal_lock_release(&circuit_of(target)->taken);
    own->state = HAL_CIRCUIT_CLOSED;
    return HAL_CIRCUIT_DONE;
}

/* The place to which the last requested circuit leads; -1 if it could not be opened. */
static int last = -1;

void hal_circuit_request(int place) {
    bool opens = place != hal_self.place &&
                 hal_circuit_open(hal_memory_address(place), false) == HAL_CIRCUIT_DONE;
    last = opens ? place : -1;
}

int hal_circuit_last(void) {
    return -1;
}

bool hal_circuit_again(void) {
    return false;
}

bool hal_circuit_is_requested(void) {
    return false;
}

bool hal_circuit_inbox_put(int queue, const void *message, size_t bytes) {
    return hal_inbox_put_at(HAL_PRIORITIES - 1, last, queue, message, bytes);
}

bool hal_circuit_is_open(void) {
    return last >= 0;
}

void hal_circuit_keep(void) {
    hal_circuit_close(hal_memory_address(last), false);
}

enum hal_circuit_state hal_circuit_state(int place) {
    if (place < 0 || place >= hal_self.places)
        hal_misuse("hal_circuit_state: there is no process %d; processes are 0 to %d", place,
                   hal_self.places - 1);
    return (enum hal_circuit_state)circuit_of(place)->state;
}
