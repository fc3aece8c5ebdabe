/* Counters: atomic adds, and the notifications that they send at 0.
 *
 * Memory order: all accesses are sequentially consistent, and every add is a compare-and-swap of
 * the counter's word. A process that sees the value, or the notification that the last adder sends,
 * therefore sees what was stored before each add that led to it. */
#include "hal/linux/far.h"
#include "hal/linux/shared.h"
#include "hal/store.h"

/* The largest number of counters that have reached 0 and whose notifications are still to be sent.
 * A tree of counters has at most three such counters per level. */
#define PENDING 1024
/* The largest number of counters that one add may bring to 0, one after the other. This exceeds the
 * number of counters in a job of 32,768 processes. */
#define FIRINGS (1 << 20)

static uint64_t state_of(int32_t value, int32_t reload) {
    return (uint64_t)(uint32_t)reload << 32 | (uint32_t)value;
}

static struct counter *counter_at(const char *call, hal_address address) {
    uint32_t number = device_number(address);
    if (!is_device(address, IN_COUNTERS) || place_of(address) >= hal_self.seats ||
        number >= COUNTERS)
        hal_misuse("%s: %#llx is not a counter; hal_counter_of() gives their addresses", call,
                   (unsigned long long)address);
    return &hal_self.devices[place_of(address)].counters[number];
}

static struct counter *own_counter(const char *call, int counter) {
    return counter_at(call, device_address(own_seat(), IN_COUNTERS, (uint32_t)counter));
}

/* In programs with threads, hal_counters_left() (thread.c) replaces this function. */
int hal_counters_all(void) {
    return COUNTERS;
}

hal_address hal_counter_of(int place, int counter) {
    if (place < 0 || place >= hal_self.places || counter < 0 || counter >= COUNTERS)
        hal_misuse("hal_counter_of: there is no counter %d of process %d; there are 0 to %d of "
                   "processes 0 to %d",
                   counter, place, COUNTERS - 1, hal_self.places - 1);
    return device_address(place, IN_COUNTERS, (uint32_t)counter);
}

void hal_counter_set(int counter, int32_t value, int32_t reload) {
    atomic_store(&own_counter("hal_counter_set", counter)->state, state_of(value, reload));
}

void hal_counter_notify(int counter, int which, hal_address to, uint32_t word) {
    struct counter *own = own_counter("hal_counter_notify", counter);
    if (which < 0 || which >= HAL_NOTIFICATIONS)
        hal_misuse("hal_counter_notify: there is no notification %d; notifications are 0 to %d",
                   which, HAL_NOTIFICATIONS - 1);
    if (to && is_device(to, IN_COUNTERS))
        counter_at("hal_counter_notify", to);
    else if (to && !is_shared_word(to))
        hal_misuse("hal_counter_notify: %#llx is neither an aligned word of a shared block nor a "
                   "counter",
                   (unsigned long long)to);
    atomic_store(&own->notifications[which].to, to);
    atomic_store(&own->notifications[which].word, word);
}

/* Adds to a counter. Returns whether the counter has reached 0 and taken its reload value. */
static bool add(struct counter *counter, uint32_t amount) {
    uint64_t before = atomic_load(&counter->state), after;
    uint32_t sum;
    do {
        sum = (uint32_t)before + amount;
        after = sum ? (before >> 32) << 32 | sum : (before >> 32) << 32 | before >> 32;
    } while (!atomic_compare_exchange_weak(&counter->state, &before, after));
    return sum == 0;
}

/* Sends a notification. Returns the counter that the notification has brought to 0, or null. */
static struct counter *send(struct notification *notification) {
    hal_address to = atomic_load(&notification->to);
    uint32_t word = atomic_load(&notification->word);
    if (!to)
        return NULL;
    if (!is_device(to, IN_COUNTERS)) {
        hal_store(to, word);
        return NULL;
    }
    if (is_far(to)) {
        hal_far_word(FAR_COUNTER_ADD, to, word, 0);
        return NULL;
    }
    struct counter *target = counter_at("hal_counter_add", to);
    return add(target, word) ? target : NULL;
}

/* Sends the notifications of a counter that has reached 0, and those of all counters that these
 * notifications bring to 0. */
static void fire(struct counter *counter) {
    struct counter *pending[PENDING + HAL_NOTIFICATIONS];
    size_t count = 0;
    pending[count++] = counter;
    for (int firings = 0; count; firings++) {
        if (firings == FIRINGS || count > PENDING)
            hal_misuse("hal_counter_add: counters notify each other without end");
        struct counter *next = pending[--count];
        for (int which = 0; which < HAL_NOTIFICATIONS; which++) {
            struct counter *target = send(&next->notifications[which]);
            if (target)
                pending[count++] = target;
        }
    }
}

void hal_counter_start(int counter, int32_t value) {
    struct counter *own = own_counter("hal_counter_start", counter);
    /* The reload value is 0 before this call, so an addition to the upper half can set it. */
    atomic_fetch_add(&own->state, state_of(0, value));
    if (add(own, (uint32_t)value))
        fire(own);
}

void hal_counter_add(hal_address address, int32_t amount) {
    struct counter *counter = counter_at("hal_counter_add", address);
    if (is_far(address))
        hal_far_word(FAR_COUNTER_ADD, address, (uint32_t)amount, 0);
    else if (add(counter, (uint32_t)amount))
        fire(counter);
}

int32_t hal_counter_value(hal_address counter) {
    const struct counter *at = counter_at("hal_counter_value", counter);
    if (is_far(counter))
        return (int32_t)(uint32_t)hal_far_word(FAR_COUNTER_VALUE, counter, 0, 0);
    return (int32_t)(uint32_t)atomic_load(&at->state);
}
