/* The turn is a lock, the mutex with three states of Drepper, "Futexes are tricky" (2011). A thread
 * that makes call after call would often get the lock back before a thread that has been woken for
 * the lock. Threads therefore yield to a thread that has slept more than once. */
#include "hal/linux/turn.h"

#include <linux/futex.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "hal/linux/patience.h"
#include "hal/linux/shared.h"

enum { FREE, TAKEN, AWAITED };

static _Atomic uint32_t lock, hungry, polling;
static _Thread_local int seat; /* keeps hal_further_seat while the thread has the turn */

/* Some waits get no notification that would wake their thread. For instance, MPI_Comm_disconnect
 * waits until other threads have completed their requests. A thread in such a wait checks again
 * after this time. */
#define POLL_AGAIN_NANOSECONDS 100000000

/* The number of times that a thread yields to threads that have waited long. The number is limited,
 * because those threads may not get a processor. */
#define MOST_YIELDS 16

static bool try(void) {
    uint32_t nobody = FREE;
    return atomic_load_explicit(&lock, memory_order_relaxed) == FREE &&
           atomic_compare_exchange_strong(&lock, &nobody, TAKEN);
}

static void lock_after_sleep(void) {
    int sleeps = 0;
    while (atomic_exchange(&lock, AWAITED) != FREE) {
        if (++sleeps == 2)
            atomic_fetch_add(&hungry, 1);
        syscall(SYS_futex, &lock, FUTEX_WAIT_PRIVATE, AWAITED, NULL, NULL, 0);
    }
    if (sleeps >= 2)
        atomic_fetch_sub(&hungry, 1);
}

static __attribute__((noinline)) void lock_slowly(void) {
    struct hal_polls polls = {0};
    for (int i = 0; i < MOST_YIELDS && atomic_load(&hungry); i++)
        sched_yield();
    do
        for (int i = 0; i < HAL_POLLS; i++)
            if (try()) {
                hal_poll_found(&polls);
                return;
            }
    while (hal_poll_again(&polls));
    lock_after_sleep();
}

static void take(void) {
    if (atomic_load_explicit(&hungry, memory_order_relaxed) || !try())
        lock_slowly();
}

static void give(void) {
    if (atomic_exchange(&lock, FREE) == AWAITED)
        syscall(SYS_futex, &lock, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void hal_turn_take(void) {
    if (hal_turn_depth++)
        return;
    take();
    seat = hal_further_seat;
    hal_further_seat = 0;
}

void hal_turn_give(void) {
    if (--hal_turn_depth)
        return;
    hal_further_seat = seat;
    give();
}

/* Only one thread polls at a time; other polling threads would take its processor away. */
struct hal_turn hal_turn_leave_now(void) {
    struct hal_turn turn = {.depth = hal_turn_depth,
                            .polls = !atomic_exchange(&polling, 1),
                            .wake_by = hal_cycles() + POLL_AGAIN_NANOSECONDS};
    hal_turn_depth = 0;
    give();
    return turn;
}

void hal_turn_polled(void) {
    atomic_store(&polling, 0);
}

void hal_turn_return_now(const struct hal_turn *turn) {
    take();
    hal_turn_depth = turn->depth;
}

void hal_turns_begin(void) {
    hal_turns = true;
}

bool hal_may_take_turns(void) {
#ifdef __x86_64__
    return true;
#else
    return false;
#endif
}

#ifdef __x86_64__

__attribute__((used)) static void hal_turn_give_telling(void) {
    hal_notify(hal_self.place);
    hal_turn_give();
}

/* GATE defines the function NAME. It takes the turn, calls the function in r11 with the caller's
 * arguments, and gives the turn back. Six arguments are in registers, and at most eight on the
 * stack. No function of MPI has more than 13 arguments. */
#define GATE(NAME, GIVE)                                                                           \
    __asm__(".text\n"                                                                              \
            ".globl " #NAME "\n"                                                                   \
            ".type " #NAME ", @function\n" #NAME ":\n"                                             \
            "    .cfi_startproc\n"                                                                 \
            "    pushq %rbp\n"                                                                     \
            "    .cfi_def_cfa_offset 16\n"                                                         \
            "    .cfi_offset 6, -16\n"                                                             \
            "    movq %rsp, %rbp\n"                                                                \
            "    .cfi_def_cfa_register 6\n"                                                        \
            "    subq $64, %rsp\n"                                                                 \
            "    movq %rdi, (%rsp)\n"                                                              \
            "    movq %rsi, 8(%rsp)\n"                                                             \
            "    movq %rdx, 16(%rsp)\n"                                                            \
            "    movq %rcx, 24(%rsp)\n"                                                            \
            "    movq %r8, 32(%rsp)\n"                                                             \
            "    movq %r9, 40(%rsp)\n"                                                             \
            "    movq %r11, 48(%rsp)\n"                                                            \
            "    call hal_turn_take\n"                                                             \
            "    movq (%rsp), %rdi\n"                                                              \
            "    movq 8(%rsp), %rsi\n"                                                             \
            "    movq 16(%rsp), %rdx\n"                                                            \
            "    movq 24(%rsp), %rcx\n"                                                            \
            "    movq 32(%rsp), %r8\n"                                                             \
            "    movq 40(%rsp), %r9\n"                                                             \
            "    movq 48(%rsp), %r11\n"                                                            \
            "    movq 8(%rbp), %r10\n"                                                             \
            "    pushq 72(%rbp)\n"                                                                 \
            "    pushq 64(%rbp)\n"                                                                 \
            "    pushq 56(%rbp)\n"                                                                 \
            "    pushq 48(%rbp)\n"                                                                 \
            "    pushq 40(%rbp)\n"                                                                 \
            "    pushq 32(%rbp)\n"                                                                 \
            "    pushq 24(%rbp)\n"                                                                 \
            "    pushq 16(%rbp)\n"                                                                 \
            "    call *%r11\n"                                                                     \
            "    addq $64, %rsp\n"                                                                 \
            "    movq %rax, (%rsp)\n"                                                              \
            "    call " #GIVE "\n"                                                                 \
            "    movq (%rsp), %rax\n"                                                              \
            "    leave\n"                                                                          \
            "    .cfi_def_cfa 7, 8\n"                                                              \
            "    ret\n"                                                                            \
            "    .cfi_endproc\n"                                                                   \
            "    .size " #NAME ", . - " #NAME)

GATE(hal_in_turn, hal_turn_give);
GATE(hal_in_turn_telling, hal_turn_give_telling);

#endif
