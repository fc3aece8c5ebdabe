/* OpenMP for C: what this library offers of the API (OpenMP 5.2, chapters 18 to 20), and no more.
 */
#ifndef OMP_H
#define OMP_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct omp_lock_t {
    uintptr_t oc_lock;
} omp_lock_t;

typedef struct omp_nest_lock_t {
    uintptr_t oc_lock;
    int oc_owner; /* thread + 1; 0: nobody */
    int oc_depth;
} omp_nest_lock_t;

typedef enum omp_sched_t {
    omp_sched_static = 1,
    omp_sched_dynamic = 2,
    omp_sched_guided = 3,
    omp_sched_auto = 4,
    omp_sched_monotonic = (int)0x80000000
} omp_sched_t;

typedef enum omp_proc_bind_t {
    omp_proc_bind_false = 0,
    omp_proc_bind_true = 1,
    omp_proc_bind_primary = 2,
    omp_proc_bind_master = 2,
    omp_proc_bind_close = 3,
    omp_proc_bind_spread = 4
} omp_proc_bind_t;

/* Where a task is kept that others depend on (depobj). */
typedef struct omp_depend_t {
    void *oc_address;
    uintptr_t oc_kind;
} omp_depend_t;

/* The event that a detached task is complete with; as wide as a pointer. */
__extension__ typedef enum omp_event_handle_t {
    omp_event_handle_last = UINTPTR_MAX
} omp_event_handle_t;

/* For hint clauses, which change nothing here. */
typedef enum omp_sync_hint_t {
    omp_sync_hint_none = 0,
    omp_sync_hint_uncontended = 1,
    omp_sync_hint_contended = 2,
    omp_sync_hint_nonspeculative = 4,
    omp_sync_hint_speculative = 8,
    omp_lock_hint_none = 0,
    omp_lock_hint_uncontended = 1,
    omp_lock_hint_contended = 2,
    omp_lock_hint_nonspeculative = 4,
    omp_lock_hint_speculative = 8
} omp_sync_hint_t;
typedef omp_sync_hint_t omp_lock_hint_t;

typedef enum omp_pause_resource_t { omp_pause_soft = 1, omp_pause_hard = 2 } omp_pause_resource_t;

enum { omp_initial_device = -1, omp_invalid_device = -4 };

/* Threads and regions */
void omp_set_num_threads(int threads);
int omp_get_num_threads(void);
int omp_get_max_threads(void);
int omp_get_thread_num(void);
int omp_get_num_procs(void);
int omp_in_parallel(void);
void omp_set_dynamic(int is_dynamic);
int omp_get_dynamic(void);
void omp_set_nested(int is_nested);
int omp_get_nested(void);
void omp_fulfill_event(omp_event_handle_t event);
void omp_set_schedule(omp_sched_t kind, int chunk);
void omp_get_schedule(omp_sched_t *kind, int *chunk);
int omp_get_thread_limit(void);
int omp_get_supported_active_levels(void);
void omp_set_max_active_levels(int levels);
int omp_get_max_active_levels(void);
int omp_get_level(void);
int omp_get_ancestor_thread_num(int level);
int omp_get_team_size(int level);
int omp_get_active_level(void);
int omp_get_cancellation(void);
omp_proc_bind_t omp_get_proc_bind(void);

void omp_display_env(int is_verbose);

/* Leagues */
int omp_get_num_teams(void);
int omp_get_team_num(void);
int omp_get_max_teams(void);
void omp_set_num_teams(int teams);
int omp_get_teams_thread_limit(void);
void omp_set_teams_thread_limit(int limit);

/* Devices: there is the host */
int omp_get_num_devices(void);
int omp_get_initial_device(void);
int omp_get_device_num(void);
int omp_is_initial_device(void);
int omp_get_default_device(void);
void omp_set_default_device(int device);
int omp_pause_resource(omp_pause_resource_t kind, int device);
int omp_pause_resource_all(omp_pause_resource_t kind);

/* Tasks */
int omp_in_final(void);
int omp_get_max_task_priority(void);

/* Locks */
void omp_init_lock(omp_lock_t *lock);
void omp_destroy_lock(omp_lock_t *lock);
void omp_set_lock(omp_lock_t *lock);
void omp_unset_lock(omp_lock_t *lock);
int omp_test_lock(omp_lock_t *lock);
void omp_init_nest_lock(omp_nest_lock_t *lock);
void omp_destroy_nest_lock(omp_nest_lock_t *lock);
void omp_set_nest_lock(omp_nest_lock_t *lock);
void omp_unset_nest_lock(omp_nest_lock_t *lock);
int omp_test_nest_lock(omp_nest_lock_t *lock);

/* Time */
double omp_get_wtime(void);
double omp_get_wtick(void);

#ifdef __cplusplus
}
#endif

#endif
