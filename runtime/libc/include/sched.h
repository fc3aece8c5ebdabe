/* picolibc's <sched.h>, with functions that return a thread's core. A core runs one thread of one
 * process, and a thread never moves. */
#ifndef _SCHED_H
#define _SCHED_H

#include_next <sched.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

int sched_yield(void);
#define SCHED_BATCH 3
#define SCHED_IDLE 5
/* The only policy is SCHED_OTHER, with the priority 0. */
int sched_get_priority_max(int policy);
int sched_get_priority_min(int policy);
int sched_getscheduler(pid_t process);
int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameter);
int sched_getparam(pid_t process, struct sched_param *parameter);
int sched_setparam(pid_t process, const struct sched_param *parameter);
int sched_rr_get_interval(pid_t process, struct timespec *interval);

#if __GNU_VISIBLE
#define CPU_SETSIZE 4096
typedef struct {
    unsigned __bits[CPU_SETSIZE / 32];
} cpu_set_t;

/* Cores are numbered as on the chip. sched_getaffinity() stores a set that contains only the
 * thread's core. sched_setaffinity() refuses a set without this core. */
int sched_getcpu(void);
int sched_getaffinity(pid_t process, size_t bytes, cpu_set_t *set);
int sched_setaffinity(pid_t process, size_t bytes, const cpu_set_t *set);

int __oc_cpu_count(size_t bytes, const cpu_set_t *set);
cpu_set_t *__oc_cpu_alloc(size_t bytes);
void __oc_cpu_free(cpu_set_t *set);

#define __oc_cpu_word(cpu, bytes, set)                                                             \
    (*((size_t)(cpu) / 8 < (bytes) ? &(set)->__bits[(size_t)(cpu) / 32] : &(unsigned){0}))
#define __oc_cpu_bit(cpu) (1u << (size_t)(cpu) % 32)
#define __oc_cpu_each(bytes, to, one, operator, other)                                             \
    do {                                                                                           \
        for (size_t __oc_i = 0; __oc_i < (bytes) / 4; __oc_i++)                                    \
            (to)->__bits[__oc_i] = (one)->__bits[__oc_i] operator(other)->__bits[__oc_i];          \
    } while (0)

#define CPU_ZERO_S(bytes, set) ((void)__builtin_memset((set), 0, (bytes)))
#define CPU_SET_S(cpu, bytes, set) ((void)(__oc_cpu_word(cpu, bytes, set) |= __oc_cpu_bit(cpu)))
#define CPU_CLR_S(cpu, bytes, set) ((void)(__oc_cpu_word(cpu, bytes, set) &= ~__oc_cpu_bit(cpu)))
#define CPU_ISSET_S(cpu, bytes, set) ((__oc_cpu_word(cpu, bytes, set) & __oc_cpu_bit(cpu)) != 0)
#define CPU_COUNT_S(bytes, set) __oc_cpu_count(bytes, set)
#define CPU_EQUAL_S(bytes, one, other) (__builtin_memcmp((one), (other), (bytes)) == 0)
#define CPU_AND_S(bytes, to, one, other) __oc_cpu_each(bytes, to, one, &, other)
#define CPU_OR_S(bytes, to, one, other) __oc_cpu_each(bytes, to, one, |, other)
#define CPU_XOR_S(bytes, to, one, other) __oc_cpu_each(bytes, to, one, ^, other)
#define CPU_ALLOC_SIZE(count) (((size_t)(count) + 31) / 32 * 4)
#define CPU_ALLOC(count) __oc_cpu_alloc(CPU_ALLOC_SIZE(count))
#define CPU_FREE(set) __oc_cpu_free(set)
#define CPU_ZERO(set) CPU_ZERO_S(sizeof(cpu_set_t), set)
#define CPU_SET(cpu, set) CPU_SET_S(cpu, sizeof(cpu_set_t), set)
#define CPU_CLR(cpu, set) CPU_CLR_S(cpu, sizeof(cpu_set_t), set)
#define CPU_ISSET(cpu, set) CPU_ISSET_S(cpu, sizeof(cpu_set_t), set)
#define CPU_COUNT(set) CPU_COUNT_S(sizeof(cpu_set_t), set)
#define CPU_EQUAL(one, other) CPU_EQUAL_S(sizeof(cpu_set_t), one, other)
#define CPU_AND(to, one, other) CPU_AND_S(sizeof(cpu_set_t), to, one, other)
#define CPU_OR(to, one, other) CPU_OR_S(sizeof(cpu_set_t), to, one, other)
#define CPU_XOR(to, one, other) CPU_XOR_S(sizeof(cpu_set_t), to, one, other)
#endif

#ifdef __cplusplus
}
#endif

#endif
