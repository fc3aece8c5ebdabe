/* Routines of OpenMP 5.2 that GCC's own library has only in later versions. */
#include <omp.h>
#include <string.h>

#include "check.h"

static void memory(void) {
    int host = omp_get_initial_device();
    char from[8] = "abcdefg", to[8] = {0};
    CHECK(omp_target_is_accessible(from, sizeof from, host));
    CHECK(!omp_target_is_accessible(from, sizeof from, 3));
    CHECK(omp_get_mapped_ptr(from, host) == from);
    CHECK(omp_get_mapped_ptr(from, 3) == NULL);
    CHECK(omp_target_memcpy_async(to, from, 3, 1, 2, host, host, 0, NULL) == 0);
    CHECK(strcmp(to + 1, "cde") == 0);
    CHECK(omp_target_memcpy_async(to, from, 3, 1, 2, host, 3, 0, NULL) != 0);
    const size_t volume[] = {2}, to_at[] = {0}, from_at[] = {5}, size[] = {8};
    CHECK(omp_target_memcpy_rect_async(to, from, 1, 1, volume, to_at, from_at, size, size, host,
                                       host, 0, NULL) == 0);
    CHECK(to[0] == 'f' && to[1] == 'g' && to[2] == 'd');
}

/* An asynchronous copy waits for the tasks to which its depend objects refer. */
static void order(void) {
    int host = omp_get_initial_device(), wrong_copies = 0;
    int value = 0, copy = 0;
    omp_depend_t object = {0};
#pragma omp depobj(object) depend(inout : value)
#pragma omp parallel
#pragma omp single
    for (int i = 1; i < 20; i++) {
#pragma omp task depend(out : value) shared(value) firstprivate(i)
        value = i;
#ifdef _OPENMP
        wrong_copies +=
            omp_target_memcpy_async(&copy, &value, sizeof copy, 0, 0, host, host, 1, &object) != 0;
#else
        copy = value + host * (object.oc_kind != 0);
#endif
        wrong_copies += copy != i;
    }
#pragma omp depobj(object) destroy
    CHECK(wrong_copies == 0);
}

static void nothing(void) {
    omp_interop_rc_t reason = omp_irc_success;
    CHECK(omp_get_num_interop_properties(omp_interop_none) == 0);
    omp_get_interop_int(omp_interop_none, omp_ipr_vendor, &reason);
    CHECK(reason == omp_irc_empty);
    CHECK(omp_get_interop_ptr(omp_interop_none, omp_ipr_platform, NULL) == NULL);
    CHECK(omp_get_interop_str(omp_interop_none, omp_ipr_first - 1, &reason) == NULL);
    CHECK(reason == omp_irc_out_of_range);
    CHECK(!strcmp(omp_get_interop_name(omp_interop_none, omp_ipr_targetsync), "targetsync"));
    CHECK(omp_get_interop_name(omp_interop_none, 0) == NULL);
    CHECK(omp_get_interop_type_desc(omp_interop_none, omp_ipr_fr_id) == NULL);
    CHECK(strstr(omp_get_interop_rc_desc(omp_interop_none, omp_irc_type_str), "string") != NULL);
    CHECK(omp_control_tool(omp_control_tool_start, 0, NULL) == omp_control_tool_notool);
}

int main(void) {
    memory();
    order();
    nothing();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
