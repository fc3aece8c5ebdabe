# How each source is compiled: the compilers, and the flags of a side and of a source. sources.mk
# says which sources are compiled for size.

CHIP_CC := riscv64-unknown-elf-gcc
CHIP_AR := riscv64-unknown-elf-ar
CHIP_NM := riscv64-unknown-elf-nm
CHIP_OBJCOPY := riscv64-unknown-elf-objcopy
HOST_CC := gcc
HOST_AR := ar

WARNINGS := -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror
COMMON := -O2 -g $(WARNINGS) -I. -Iinclude $(if $(UNCHECKED),-DOC_CHECKS=0)
# The options for an instruction set other than that of link/chip.flags. Only the compiler proper
# and the assembler get the set's name with Zicsr and Zifencei, because GCC has no libraries of that
# name. Without the extension A, the compiler calls functions for atomics.
arch = $(if $(ISA),-march=$(LINKED) -mabi=$(ABI) -specs=$(1)isa.specs)
NO_ATOMICS := $(if $(ISA),$(if $(findstring a,$(ISA)),,yes))
CHIP_FLAGS := -Blink/ @link/chip.flags $(call arch,$(BUILD)/chip$(VARIANT_chip)/) \
	$(if $(NO_ATOMICS),-include hal/chip/atomic_calls.h) -malign-data=natural $(if $(IN_DRAM),-Ihal/chip-dram/include) \
	$(COMMON) -Ihal/chip -Ilibc/include
# This machine's objects are position-independent, because they also go into a shared library.
# Programs pay nothing for this: the linker replaces the accesses through tables. Without
# -fno-tree-slp-vectorize, the compiler would load together fields that have been stored one by one;
# a processor delays such a load until the stores have reached its cache.
HOST_FLAGS := @link/host.flags $(COMMON) -Ihal/linux -fPIC -fno-semantic-interposition \
	-ftls-model=initial-exec -fno-tree-slp-vectorize

# -msave-restore saves registers by calls. The HAL's functions are too short for such calls.
size_flags = $(if $(filter $(1),$(SMALL))$(2),-Os $(if $(filter mpi/%,$(1)),-msave-restore))
# Loops over a few words stay loops: calling memcpy() for them takes longer.
loop_flags = $(if $(filter mpi/%,$(1)),-fno-tree-loop-distribute-patterns)
# A loop repeats a send while the receiver's inbox is full. This loop must not take registers from
# the common case, in which the inbox has room.
FLAGS_mpi/transport/native/send.c := -fno-move-loop-invariants -mno-save-restore
# In functions that wait, loading a constant again is cheaper than keeping it in a register, which
# the function must save.
WAITING := -fno-move-loop-invariants -fno-gcse -fno-tree-loop-im -fno-tree-pre
FLAGS_mpi/transport/native/receive.c := $(WAITING)
FLAGS_mpi/core/request.c := $(WAITING)
FLAGS_mpi/core/await.c := $(WAITING)
FLAGS_mpi/api/waitall.c := -fno-tree-loop-im -fno-move-loop-invariants
FLAGS_mpi/collective/barrier_counters.c := $(WAITING) -fno-reorder-blocks -fno-cse-follow-jumps \
	-fno-rerun-cse-after-loop
# The compiler would otherwise copy the user's arguments to other registers, because several
# functions may get them.
FLAGS_mpi/api/send.c := -fno-cse-follow-jumps -fno-schedule-insns
FLAGS_mpi/api/recv.c := $(FLAGS_mpi/api/send.c)
# In functions for size, saving a register around a call is longer than saving another one once.
FLAGS_mpi/error/check_message.c := -fno-caller-saves
FLAGS_mpi/transport/native/copy.c := -fno-caller-saves
# An exception may pass through pthread_once(), which therefore needs tables for unwinding.
FLAGS_libc/unwind/once.c := -fexceptions
chip_flags = $(CHIP_FLAGS) $(call size_flags,$(1),$(2)) $(call loop_flags,$(1)) $(FLAGS_$(1))
