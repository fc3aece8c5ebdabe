/* Functions that have different implementations in different programs, and parts that only some
 * programs have.
 *
 * A program contains only the code that it uses; without nonblocking collectives, for instance, it
 * has no code that checks for them. Some functions therefore have several implementations, each
 * under a name of its own, and variants.ld chooses which of them a program calls by the function's
 * plain name. Every symbol has one definition, and the order of files and archives never
 * matters. */
#ifndef LINK_VARIANT_H
#define LINK_VARIANT_H

/* Declares the implementations of `name`, of which variants.ld chooses one. */
#define OC_VARIANTS(name, ...) extern __typeof__(name) __VA_ARGS__

/* Marks a declaration whose address is null in a program that does not link the definition. */
#define OC_OPTIONAL __attribute__((weak))

#endif
