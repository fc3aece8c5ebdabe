/* picolibc's <stdlib.h> with the macros of <sys/wait.h>, as POSIX requires. */
#ifndef _STDLIB_H
#define _STDLIB_H

#include <oc/left.h>

#include_next <stdlib.h>

#include <oc/taken.h>

#undef MB_CUR_MAX
#define MB_CUR_MAX __oc_mb_cur_max()
#ifdef __cplusplus
extern "C"
#endif
    size_t
    __oc_mb_cur_max(void);

#if __MISC_VISIBLE || __XSI_VISIBLE || __POSIX_VISIBLE >= 200809
#include <sys/wait.h>
#endif

#if __MISC_VISIBLE
/* Random numbers from a state that the program passes, as in glibc. */
struct drand48_data {
    unsigned short __x[3];
    unsigned short __old_x[3];
    unsigned short __c;
    unsigned short __init;
    unsigned long long __a;
};

struct random_data {
    __INT32_TYPE__ *fptr;
    __INT32_TYPE__ *rptr;
    __INT32_TYPE__ *state;
    int rand_type;
    int rand_deg;
    int rand_sep;
    __INT32_TYPE__ *end_ptr;
};

#ifdef __cplusplus
extern "C" {
#endif
int clearenv(void);
int drand48_r(struct drand48_data *state, double *result);
int erand48_r(unsigned short words[3], struct drand48_data *state, double *result);
int lrand48_r(struct drand48_data *state, long *result);
int nrand48_r(unsigned short words[3], struct drand48_data *state, long *result);
int mrand48_r(struct drand48_data *state, long *result);
int jrand48_r(unsigned short words[3], struct drand48_data *state, long *result);
int srand48_r(long seed, struct drand48_data *state);
int seed48_r(unsigned short words[3], struct drand48_data *state);
int lcong48_r(unsigned short words[7], struct drand48_data *state);
int random_r(struct random_data *data, __INT32_TYPE__ *result);
int srandom_r(unsigned seed, struct random_data *data);
int initstate_r(unsigned seed, char *state, size_t bytes, struct random_data *data);
int setstate_r(char *state, struct random_data *data);
#ifdef __cplusplus
}
#endif
#endif

#if __GNU_VISIBLE
#ifdef __cplusplus
extern "C"
#endif
    char *
    canonicalize_file_name(const char *path);
#endif

#if __GNU_VISIBLE
#ifdef __cplusplus
extern "C" {
#endif
int getloadavg(double *averages, int count);
long long strtoq(const char *__restrict text, char **__restrict end, int base);
unsigned long long strtouq(const char *__restrict text, char **__restrict end, int base);
#ifdef __cplusplus
}
#endif
#endif

#endif
