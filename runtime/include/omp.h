/* OpenMP for C: the part of the API (OpenMP 5.2, chapters 18 to 20) that this library has. */
#ifndef OMP_H
#define OMP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct omp_lock_t {
    uint32_t oc_lock;
} omp_lock_t;

typedef struct omp_nest_lock_t {
    uint32_t oc_lock;
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

/* An object of the depobj construct: a storage location on which tasks depend. */
typedef struct omp_depend_t {
    void *oc_address;
    uintptr_t oc_kind;
} omp_depend_t;

/* An event that the program must fulfil before a detached task is complete. The type is as wide as
 * a pointer. */
__extension__ typedef enum omp_event_handle_t {
    omp_event_handle_last = UINTPTR_MAX
} omp_event_handle_t;

/* Values for hint clauses. They have no effect in this library. */
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

/* Memory. Every memory space is the heap. */
typedef uintptr_t omp_uintptr_t;

#if __cplusplus >= 201103L
#define OMP_HANDLE : omp_uintptr_t
#else
#define OMP_HANDLE
#endif

/* Handles are enums as wide as a pointer. */
typedef enum omp_memspace_handle_t OMP_HANDLE {
    omp_default_mem_space = 0,
    omp_large_cap_mem_space = 1,
    omp_const_mem_space = 2,
    omp_high_bw_mem_space = 3,
    omp_low_lat_mem_space = 4,
    omp_memspace_last_ = __UINTPTR_MAX__
} omp_memspace_handle_t;

typedef enum omp_allocator_handle_t OMP_HANDLE {
    omp_null_allocator = 0,
    omp_default_mem_alloc = 1,
    omp_large_cap_mem_alloc = 2,
    omp_const_mem_alloc = 3,
    omp_high_bw_mem_alloc = 4,
    omp_low_lat_mem_alloc = 5,
    omp_cgroup_mem_alloc = 6,
    omp_pteam_mem_alloc = 7,
    omp_thread_mem_alloc = 8,
    omp_allocator_last_ = __UINTPTR_MAX__
} omp_allocator_handle_t;

typedef enum omp_alloctrait_key_t {
    omp_atk_sync_hint = 1,
    omp_atk_alignment = 2,
    omp_atk_access = 3,
    omp_atk_pool_size = 4,
    omp_atk_fallback = 5,
    omp_atk_fb_data = 6,
    omp_atk_pinned = 7,
    omp_atk_partition = 8
} omp_alloctrait_key_t;

typedef enum omp_alloctrait_value_t {
    omp_atv_default = (omp_uintptr_t)-1,
    omp_atv_false = 0,
    omp_atv_true = 1,
    omp_atv_contended = 3,
    omp_atv_uncontended = 4,
    omp_atv_serialized = 5,
    omp_atv_sequential = 5,
    omp_atv_private = 6,
    omp_atv_all = 7,
    omp_atv_thread = 8,
    omp_atv_pteam = 9,
    omp_atv_cgroup = 10,
    omp_atv_default_mem_fb = 11,
    omp_atv_null_fb = 12,
    omp_atv_abort_fb = 13,
    omp_atv_allocator_fb = 14,
    omp_atv_environment = 15,
    omp_atv_nearest = 16,
    omp_atv_blocked = 17,
    omp_atv_interleaved = 18
} omp_alloctrait_value_t;

typedef struct omp_alloctrait_t {
    omp_alloctrait_key_t key;
    omp_uintptr_t value;
} omp_alloctrait_t;

#ifdef __cplusplus
#define OMP_NO_ALLOCATOR = omp_null_allocator
#else
#define OMP_NO_ALLOCATOR
#endif

omp_allocator_handle_t omp_init_allocator(omp_memspace_handle_t space, int count,
                                          const omp_alloctrait_t traits[]);
void omp_destroy_allocator(omp_allocator_handle_t allocator);
void omp_set_default_allocator(omp_allocator_handle_t allocator);
omp_allocator_handle_t omp_get_default_allocator(void);
void omp_free(void *memory, omp_allocator_handle_t allocator OMP_NO_ALLOCATOR);
void *omp_alloc(size_t bytes, omp_allocator_handle_t allocator OMP_NO_ALLOCATOR);
void *omp_aligned_alloc(size_t alignment, size_t bytes,
                        omp_allocator_handle_t allocator OMP_NO_ALLOCATOR);
void *omp_calloc(size_t count, size_t bytes, omp_allocator_handle_t allocator OMP_NO_ALLOCATOR);
void *omp_aligned_calloc(size_t alignment, size_t count, size_t bytes,
                         omp_allocator_handle_t allocator OMP_NO_ALLOCATOR);
void *omp_realloc(void *memory, size_t bytes, omp_allocator_handle_t allocator OMP_NO_ALLOCATOR,
                  omp_allocator_handle_t old OMP_NO_ALLOCATOR);

/* Memory of devices */
void *omp_target_alloc(size_t bytes, int device);
void omp_target_free(void *memory, int device);
int omp_target_is_present(const void *memory, int device);
int omp_target_memcpy(void *to, const void *from, size_t bytes, size_t to_offset,
                      size_t from_offset, int to_device, int from_device);
int omp_target_memcpy_rect(void *to, const void *from, size_t bytes, int dimensions,
                           const size_t *volume, const size_t *to_offsets,
                           const size_t *from_offsets, const size_t *to_sizes,
                           const size_t *from_sizes, int to_device, int from_device);
int omp_target_associate_ptr(const void *host, const void *other, size_t bytes, size_t offset,
                             int device);
int omp_target_disassociate_ptr(const void *memory, int device);
int omp_target_is_accessible(const void *memory, size_t bytes, int device);
void *omp_get_mapped_ptr(const void *memory, int device);
int omp_target_memcpy_async(void *to, const void *from, size_t bytes, size_t to_offset,
                            size_t from_offset, int to_device, int from_device, int count,
                            omp_depend_t *objects);
int omp_target_memcpy_rect_async(void *to, const void *from, size_t bytes, int dimensions,
                                 const size_t *volume, const size_t *to_offsets,
                                 const size_t *from_offsets, const size_t *to_sizes,
                                 const size_t *from_sizes, int to_device, int from_device,
                                 int count, omp_depend_t *objects);

/* Places: each core of the process is a place */
int omp_get_num_places(void);
int omp_get_place_num_procs(int place);
void omp_get_place_proc_ids(int place, int *cores);
int omp_get_place_num(void);
int omp_get_partition_num_places(void);
void omp_get_partition_place_nums(int *places);
void omp_set_affinity_format(const char *format);
size_t omp_get_affinity_format(char *buffer, size_t bytes);
void omp_display_affinity(const char *format);
size_t omp_capture_affinity(char *buffer, size_t bytes, const char *format);

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

/* Devices: the only one is the host */
int omp_get_num_devices(void);
int omp_get_initial_device(void);
int omp_get_device_num(void);
int omp_is_initial_device(void);
int omp_get_default_device(void);
void omp_set_default_device(int device);
int omp_pause_resource(omp_pause_resource_t kind, int device);
int omp_pause_resource_all(omp_pause_resource_t kind);

/* Foreign runtimes: there are none */
typedef intptr_t omp_intptr_t;
__extension__ typedef enum omp_interop_t {
    omp_interop_none = 0,
    omp_interop_last_ = UINTPTR_MAX
} omp_interop_t;
typedef enum omp_interop_property_t {
    omp_ipr_fr_id = -1,
    omp_ipr_fr_name = -2,
    omp_ipr_vendor = -3,
    omp_ipr_vendor_name = -4,
    omp_ipr_device_num = -5,
    omp_ipr_platform = -6,
    omp_ipr_device = -7,
    omp_ipr_device_context = -8,
    omp_ipr_targetsync = -9,
    omp_ipr_first = -9
} omp_interop_property_t;
typedef enum omp_interop_rc_t {
    omp_irc_no_value = 1,
    omp_irc_success = 0,
    omp_irc_empty = -1,
    omp_irc_out_of_range = -2,
    omp_irc_type_int = -3,
    omp_irc_type_ptr = -4,
    omp_irc_type_str = -5,
    omp_irc_other = -6
} omp_interop_rc_t;
int omp_get_num_interop_properties(omp_interop_t interop);
omp_intptr_t omp_get_interop_int(omp_interop_t interop, omp_interop_property_t property,
                                 omp_interop_rc_t *reason);
void *omp_get_interop_ptr(omp_interop_t interop, omp_interop_property_t property,
                          omp_interop_rc_t *reason);
const char *omp_get_interop_str(omp_interop_t interop, omp_interop_property_t property,
                                omp_interop_rc_t *reason);
const char *omp_get_interop_name(omp_interop_t interop, omp_interop_property_t property);
const char *omp_get_interop_type_desc(omp_interop_t interop, omp_interop_property_t property);
const char *omp_get_interop_rc_desc(omp_interop_t interop, omp_interop_rc_t reason);

/* Tools: there are none */
typedef enum omp_control_tool_t {
    omp_control_tool_start = 1,
    omp_control_tool_pause = 2,
    omp_control_tool_flush = 3,
    omp_control_tool_end = 4
} omp_control_tool_t;
typedef enum omp_control_tool_result_t {
    omp_control_tool_notool = -2,
    omp_control_tool_nocallback = -1,
    omp_control_tool_success = 0,
    omp_control_tool_ignored = 1
} omp_control_tool_result_t;
int omp_control_tool(int command, int modifier, void *argument);

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

static inline void omp_init_lock_with_hint(omp_lock_t *lock, omp_sync_hint_t hint) {
    (void)hint;
    omp_init_lock(lock);
}

static inline void omp_init_nest_lock_with_hint(omp_nest_lock_t *lock, omp_sync_hint_t hint) {
    (void)hint;
    omp_init_nest_lock(lock);
}

/* Time */
double omp_get_wtime(void);
double omp_get_wtick(void);

#ifdef __cplusplus
}
#endif

#endif
