/* target (OpenMP 5.2, chapter 13) is not offered. The linker warns with file and line if a program
 * uses it, and the program ends when it reaches the construct. */
#include "hal/hal.h"
#include "omp/team/message.h"

#define SENTENCE                                                                                   \
    "the directive `target` is not offered: there is no device but the cores of the chip"

/* The linker prints the contents of a section with this name when the function is called. */
#define NOT_OFFERED(name)                                                                          \
    static const char name##_warning[] __attribute__((used, section(".gnu.warning." #name))) =     \
        SENTENCE;                                                                                  \
    void name(void);                                                                               \
    void name(void) {                                                                              \
        oc_message("OpenMP: ", SENTENCE);                                                          \
        hal_abort(1);                                                                              \
    }

NOT_OFFERED(GOMP_target)
NOT_OFFERED(GOMP_target_ext)
NOT_OFFERED(GOMP_target_data)
NOT_OFFERED(GOMP_target_data_ext)
NOT_OFFERED(GOMP_target_update)
NOT_OFFERED(GOMP_target_update_ext)
NOT_OFFERED(GOMP_target_enter_exit_data)

/* The compiler calls these only after one of the functions above. */
void GOMP_target_end_data(void) {}

void GOMP_teams(unsigned teams, unsigned limit) {
    (void)teams, (void)limit;
}

bool GOMP_teams4(unsigned least, unsigned most, unsigned limit, bool is_first) {
    (void)least, (void)most, (void)limit;
    return is_first;
}
