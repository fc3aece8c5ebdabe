/* GCC's -fsanitize=undefined makes a program call these functions when it does something that C
 * leaves undefined. Each function writes a line on stderr, once for each place in the source. The
 * program then continues, as it does with GCC's own library, which exists only for hosts. The
 * functions that end in _abort are called with -fno-sanitize-recover, and end the process. `onchip
 * run --check` knows the functions by their names. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* A position in the source. GCC's description of each check begins with one. */
struct position {
    const char *file;
    uint32_t line, column;
};

/* The value of `column` after the position has been reported. */
#define REPORTED UINT32_MAX

static void report(struct position *position, const char *what) {
    uint32_t column = __atomic_exchange_n(&position->column, REPORTED, __ATOMIC_RELAXED);
    if (column != REPORTED)
        fprintf(stderr, "%s:%u:%u: runtime error: %s\n", position->file, (unsigned)position->line,
                (unsigned)column, what);
}

/* Defines the two functions of a check. GCC passes them the description of the check and then the
 * values `...`. */
#define CHECK(NAME, WHAT, ...)                                                                     \
    void __ubsan_handle_##NAME(struct position *position, ##__VA_ARGS__);                          \
    void __ubsan_handle_##NAME(struct position *position, ##__VA_ARGS__) {                         \
        report(position, WHAT);                                                                    \
    }                                                                                              \
    _Noreturn void __ubsan_handle_##NAME##_abort(struct position *position, ##__VA_ARGS__);        \
    _Noreturn void __ubsan_handle_##NAME##_abort(struct position *position, ##__VA_ARGS__) {       \
        report(position, WHAT);                                                                    \
        abort();                                                                                   \
    }

/* The functions ignore the values, which are meant for more detailed messages. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

typedef uintptr_t value;

CHECK(add_overflow, "signed integer overflow of a sum", value a, value b)
CHECK(sub_overflow, "signed integer overflow of a difference", value a, value b)
CHECK(mul_overflow, "signed integer overflow of a product", value a, value b)
CHECK(negate_overflow, "signed integer overflow of a negation", value a)
CHECK(divrem_overflow, "division by zero, or of the least integer by -1", value a, value b)
CHECK(shift_out_of_bounds, "shift by more bits than the type has, or out of its sign", value a,
      value b)
CHECK(out_of_bounds, "index out of bounds", value index)
CHECK(vla_bound_not_positive, "the length of an array is not positive", value bound)
CHECK(float_cast_overflow, "a floating-point value is outside the range of the integer type",
      value a)
CHECK(load_invalid_value, "a value that its type does not have", value a)
CHECK(type_mismatch_v1, "access by a null or misaligned pointer, or to too small an object",
      value a)
CHECK(pointer_overflow, "pointer arithmetic beyond the address space", value a, value b)
CHECK(nonnull_arg, "a null pointer for a parameter that must not be null")
CHECK(invalid_builtin, "0 for a built-in function that is undefined for it")

/* The program cannot continue after these errors, with or without -fno-sanitize-recover. */
#define END(NAME, WHAT)                                                                            \
    _Noreturn void __ubsan_handle_##NAME(struct position *position);                               \
    _Noreturn void __ubsan_handle_##NAME(struct position *position) {                              \
        report(position, WHAT);                                                                    \
        abort();                                                                                   \
    }

END(builtin_unreachable, "code that must not be reached")
END(missing_return, "the end of a function without the value that it must return")

/* GCC passes the position of the `return` separately from the description. */
void __ubsan_handle_nonnull_return_v1(void *description, struct position *position);
void __ubsan_handle_nonnull_return_v1(void *description, struct position *position) {
    report(position, "a null pointer from a function that must not return one");
}

_Noreturn void __ubsan_handle_nonnull_return_v1_abort(void *description, struct position *position);
_Noreturn void __ubsan_handle_nonnull_return_v1_abort(void *description,
                                                      struct position *position) {
    report(position, "a null pointer from a function that must not return one");
    abort();
}
