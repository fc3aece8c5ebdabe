/* Lets the program define names that picolibc's headers declare although the standard that the
 * program has selected reserves them for programs. A wrapper of such a header includes this header
 * before it and oc/taken.h after it. Between the two, these names are macros for other names.
 * (../names/ does the same for the library's definitions.) This header has no include guard,
 * because several headers include it. */
#include <sys/features.h>

/* Names of a draft of POSIX. */
#define clock_getenable_attr __oc_picolibc_clock_getenable_attr
#define clock_setenable_attr __oc_picolibc_clock_setenable_attr

/* Names of POSIX. */
#if !__POSIX_VISIBLE
#define asctime_r __oc_picolibc_asctime_r
#define ctime_r __oc_picolibc_ctime_r
#define gmtime_r __oc_picolibc_gmtime_r
#define localtime_r __oc_picolibc_localtime_r
#define psignal __oc_picolibc_psignal
#define sigaction __oc_picolibc_sigaction
#define sigaltstack __oc_picolibc_sigaltstack
#endif

/* Names of BSD and System V. */
#if !__MISC_VISIBLE
#define ecvt __oc_picolibc_ecvt
#define ecvt_r __oc_picolibc_ecvt_r
#define fcvt __oc_picolibc_fcvt
#define fcvt_r __oc_picolibc_fcvt_r
#define finite __oc_picolibc_finite
#define finitef __oc_picolibc_finitef
#define fp_except __oc_picolibc_fp_except
#define fp_rdi __oc_picolibc_fp_rdi
#define fp_rnd __oc_picolibc_fp_rnd
#define fpgetmask __oc_picolibc_fpgetmask
#define fpgetround __oc_picolibc_fpgetround
#define fpgetroundtoi __oc_picolibc_fpgetroundtoi
#define fpgetsticky __oc_picolibc_fpgetsticky
#define fpsetmask __oc_picolibc_fpsetmask
#define fpsetround __oc_picolibc_fpsetround
#define fpsetroundtoi __oc_picolibc_fpsetroundtoi
#define fpsetsticky __oc_picolibc_fpsetsticky
#define gamma __oc_picolibc_gamma
#define gammaf __oc_picolibc_gammaf
#define gammal __oc_picolibc_gammal
#define gcvt __oc_picolibc_gcvt
#define ieee_ext __oc_picolibc_ieee_ext
#define ieee_ext_u __oc_picolibc_ieee_ext_u
#define j0f __oc_picolibc_j0f
#define j0l __oc_picolibc_j0l
#define j1f __oc_picolibc_j1f
#define j1l __oc_picolibc_j1l
#define jnf __oc_picolibc_jnf
#define jnl __oc_picolibc_jnl
#define scalb __oc_picolibc_scalb
#define scalbf __oc_picolibc_scalbf
#define scalbl __oc_picolibc_scalbl
#define setkey __oc_picolibc_setkey
#define significand __oc_picolibc_significand
#define significandf __oc_picolibc_significandf
#define significandl __oc_picolibc_significandl
#define valloc __oc_picolibc_valloc
#define wcslcat __oc_picolibc_wcslcat
#define wcslcpy __oc_picolibc_wcslcpy
#define y0f __oc_picolibc_y0f
#define y0l __oc_picolibc_y0l
#define y1f __oc_picolibc_y1f
#define y1l __oc_picolibc_y1l
#define ynf __oc_picolibc_ynf
#define ynl __oc_picolibc_ynl
#endif

/* Names of GNU. */
#if !__GNU_VISIBLE
#define fedisableexcept __oc_picolibc_fedisableexcept
#define feenableexcept __oc_picolibc_feenableexcept
#define fegetexcept __oc_picolibc_fegetexcept
#define getpayload __oc_picolibc_getpayload
#define getpayloadf __oc_picolibc_getpayloadf
#define getpayloadl __oc_picolibc_getpayloadl
#define qsort_r __oc_picolibc_qsort_r
#define strfromd __oc_picolibc_strfromd
#define strfromf __oc_picolibc_strfromf
#define strfroml __oc_picolibc_strfroml
#endif

/* Names that only picolibc has. */
#define atoff __oc_picolibc_atoff
#define cfree __oc_picolibc_cfree
#define ecvtf __oc_picolibc_ecvtf
#define ecvtf_r __oc_picolibc_ecvtf_r
#define fcvtf __oc_picolibc_fcvtf
#define fcvtf_r __oc_picolibc_fcvtf_r
#define fls __oc_picolibc_fls
#define flsl __oc_picolibc_flsl
#define flsll __oc_picolibc_flsll
#define gcvtf __oc_picolibc_gcvtf
#define infinity __oc_picolibc_infinity
#define infinityf __oc_picolibc_infinityf
#define itoa __oc_picolibc_itoa
#define pow10 __oc_picolibc_pow10
#define pow10f __oc_picolibc_pow10f
#define pow10l __oc_picolibc_pow10l
#define reallocf __oc_picolibc_reallocf
#define strlwr __oc_picolibc_strlwr
#define strnstr __oc_picolibc_strnstr
#define strtodf __oc_picolibc_strtodf
#define strupr __oc_picolibc_strupr
#define suboptarg __oc_picolibc_suboptarg
#define timingsafe_bcmp __oc_picolibc_timingsafe_bcmp
#define timingsafe_memcmp __oc_picolibc_timingsafe_memcmp
#define utoa __oc_picolibc_utoa
