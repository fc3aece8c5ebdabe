# The archives of OpenMP's mechanisms (docs/openmp-mechanisms.md). python/onchip/build/choices.py
# declares the mechanisms of each construct, and which constructs share sources and so an archive.
# The archive of lock-mutex, for example, contains the sources below, compiled with -DOC_LOCK_MUTEX.
REGION := $(patsubst %,omp/region/%.c,nested parallel tree worker)
$(foreach one,$(filter region-%,$(MECHANISMS)),$(eval SOURCES_$(one) := $(REGION)))

LOCK := omp/lock/atomic.c omp/lock/critical.c omp/lock/lock.c
LOCK_MUTEX := omp/lock/mutex_held.c omp/lock/mutex_pool.c
ATOMIC_LOCK := $(patsubst %,omp/lock/atomic_%.c,held object sync)
SOURCES_lock-queue+atomic-instruction := $(LOCK) omp/lock/pool.c
SOURCES_lock-mutex+atomic-instruction := $(LOCK) $(LOCK_MUTEX)
SOURCES_lock-queue+atomic-lock := $(LOCK) omp/lock/pool.c $(ATOMIC_LOCK)
SOURCES_lock-mutex+atomic-lock := $(LOCK) $(LOCK_MUTEX) $(ATOMIC_LOCK)
# The chip also needs atomics of 8 and 16 bits. With atomic-lock, the sources in ATOMIC_LOCK define
# these atomics, which then take the lock.
CHIP_SOURCES_lock-queue+atomic-instruction := libc/atomic/narrow.c
CHIP_SOURCES_lock-mutex+atomic-instruction := libc/atomic/narrow.c

SOURCES_barrier-counter := omp/region/barrier.c
SOURCES_barrier-mutex := omp/region/mutex_barrier.c

SOURCES_reduction-slots := omp/reduction/position.c omp/reduction/sum.c
SOURCES_reduction-queue := $(SOURCES_reduction-slots)

task = $(patsubst %,omp/task/%.c,deque region run scheduling spawn $(1))
SOURCES_task-stealing := $(call task,stealing)
SOURCES_task-queues := $(call task,handed handed_counter handed_turns handed_queues)
SOURCES_task-central := $(call task,handed handed_counter handed_central)
SOURCES_task-locked := $(call task,handed handed_counter handed_turns handed_locked)

upper = $(shell echo $(1) | tr a-z- A-Z_)
mechanism_macros = $(foreach one,$(subst +, ,$(1)),-DOC_$(call upper,$(one))) \
	$(if $(filter task-queues task-central task-locked,$(1)),-DOC_TASK_HANDED)
