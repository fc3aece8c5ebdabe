# The sources of each archive, and how each source is compiled. Naming a source that does not exist
# is an error.

files = $(patsubst %,$(1)/%.c,$(2))
found = $(foreach one,$(1),$(or $(wildcard $(one)),$(error sources.mk: there is no $(one))))
find = $(sort $(foreach folder,$(call found,$(1)),$(shell find $(folder) -name '*.c' -o -name '*.S')))
# The sources in (2) that are one of the files in (1) or lie in one of the folders in (1).
among = $(filter $(1) $(addsuffix /%,$(call found,$(1))),$(2))

# ---- Transports ------------------------------------------------------------------------------

# TRANSPORTS without the first one are the published transports. They share the collectives over
# messages. The transports over the kernel, whose names begin with ipc, share nearly all their
# sources.
RENDEZVOUS := $(call find,mpi/transport/rendezvous mpi/transport/messages)
IPC := $(call find,mpi/transport/ipc mpi/transport/messages)
IPC_CHOICES := $(call find,mpi/transport/ipc/choice)
SOURCES_native := $(call find,mpi/transport/native)
SOURCES_rendezvous := $(filter-out $(call found, \
	$(call files,mpi/transport/rendezvous,poll words)),$(RENDEZVOUS))
SOURCES_rendezvous-words := $(filter-out $(call found,mpi/transport/rendezvous/dma.c),$(RENDEZVOUS))
$(foreach one,ipc ipc-local ipc-size,$(eval SOURCES_$(one) := \
	$(filter-out $(IPC_CHOICES),$(IPC)) $(call found,mpi/transport/ipc/choice/$(one).c)))

# Stops if choices.py names an archive whose sources are not described in this file, because this
# archive would be empty.
described = $(if $(SOURCES_$(1)),, \
	$(error sources.mk: there are no sources of $(1), a choice in choices.py))
$(foreach one,$(TRANSPORTS) $(MECHANISMS),$(call described,$(one)))

# ---- The rest --------------------------------------------------------------------------------

TRANSPORT_SOURCES := $(sort $(foreach one,$(TRANSPORTS),$(SOURCES_$(one))))
MECHANISM_SOURCES := $(foreach one,$(MECHANISMS),$(SOURCES_$(one)) $(CHIP_SOURCES_$(one)))
# Sources that are left out of a library without checks. mpi/error/pure.h and
# mpi/collective/blocks.h then define what takes the place of these sources.
CHECKS_ALONE := $(call found,mpi/collective/check_blocks.c \
	$(call files,mpi/error,check_distinct check_inter_root check_result check_root check_tag))
MODELS := $(filter-out $(TRANSPORT_SOURCES) $(MECHANISM_SOURCES) $(if $(UNCHECKED),$(CHECKS_ALONE)), \
	$(call find,interrupt jobs mpi omp qos trace trickbox))
KERNEL := $(call find,kernel)
# A file of hal/chip-dram/ replaces the file with the same name in these two folders.
IN_DRAM_SOURCES := $(if $(IN_DRAM),$(call find,hal/chip-dram))
instead = $(patsubst $(1)/%,hal/chip-dram/%,$(filter $(IN_DRAM_SOURCES:hal/chip-dram/%=$(1)/%),$(2)))
replace = $(call instead,$(1),$(2)) $(filter-out $(IN_DRAM_SOURCES:hal/chip-dram/%=$(1)/%),$(2))
C_SOURCES := $(call replace,libc/memory, \
	$(call find,$(filter-out libc/atomic libc/include libc/names libc/unwind,$(wildcard libc/*))))
CXX_SOURCES := $(call find,libc/unwind)
HAL_SOURCES := $(filter-out $(C_SOURCES),$(IN_DRAM_SOURCES)) \
	$(filter-out hal/chip-dram/%,$(call replace,hal/chip,$(call find,hal/chip)))
SOURCES_chip := $(MODELS) $(filter-out $(MECHANISM_SOURCES),$(HAL_SOURCES) $(call find,libc/atomic))
# The library is linked without libfabric, because only jobs on several machines load these sources.
FABRIC := $(call find,hal/linux/bridge hal/linux/fabric)
SOURCES_host := $(MODELS) $(filter-out $(FABRIC),$(call find,hal/linux))
ALL := $(SOURCES_chip) $(C_SOURCES) $(CXX_SOURCES) $(TRANSPORT_SOURCES) $(MECHANISM_SOURCES)

# ---- Compiled twice --------------------------------------------------------------------------

# The sources of MPI's functions that use a macro OC_X, for any of the names X in (1), which |
# separates.
using = $(sort $(shell grep -lwE 'OC_($(1))' mpi/api/*.c mpi/watch/*.c))
# Sources of nonblocking operations. A second compilation, for size, makes them define MPI_X_init
# (mpi/core/forms.h).
PERSISTENT := $(call using,FORM)
# Sources of functions with counts. They are compiled once more, with counts of the type MPI_Count
# (mpi/core/sized.h).
LARGE := $(call using,FORM|SIZED|WATCH)
# Sources whose functions wait for other threads. They are compiled a second time, for programs with
# tasks (omp/team/flavour.h).
FLAVOURED := $(call found, \
	$(call files,omp/region,alone barrier mutex_barrier nested parallel worker))

# ---- Size or speed, on the chip --------------------------------------------------------------

# Files and folders that are compiled for size, because most of their code seldom runs.
SIZE := hal/chip hal/chip-dram libc/lock libc/memory libc/picolibc libc/start mpi
# The sources in SIZE that are nevertheless compiled for speed: those that run for every message, or
# for every byte of a message. The function that returns the name of a core is here, too, because
# its time is compared with a published time.
SPEED := $(addprefix mpi/,annotation collective op partitioned request \
	type transport/ipc transport/messages transport/rendezvous transport/native/collective) \
	$(call files,hal/chip, \
		address blocking_transfer circuit circuit_request copy copy_shifted counter dma finish_all host lend \
		memory name priority record remote sync thread_copy thread_dma) \
	$(call files,hal/chip-dram,bounce copy) \
	$(call files,mpi/api, \
		accumulate allgather allreduce alltoall barrier barrier_init bcast comm_rank compare_and_swap fetch_and_op \
		get irecv isend isendrecv isendrecv_replace put recv reduce send sendrecv wait waitall \
		waitany waitsome win_fence win_lock win_unlock) \
	$(call files,mpi/core,await await_until match request) \
	$(call files,mpi/transport/native, \
		annotated annotated_fetch arrive deliver eager fetch lend lent_fetch receive \
		send_queue staged_fetch) \
	$(call files,mpi/window, \
		access accumulate accumulate_plain atomics combine exposure flush lock operand operands \
		operands_copy operands_lock transfer)
# Parts of SPEED that are compiled for size, because they only set things up.
SET_UP := mpi/collective/inter $(call files,mpi/collective,agree_run check_alltoall check_blocks tree) mpi/type/slot.c \
	$(call files,mpi/transport/native/collective, \
		barrier_build barrier_first bcast_direct cells_build chain cost pipeline shape)
SMALL := $(filter-out $(call among,$(SPEED),$(ALL)),$(call among,$(SIZE),$(ALL))) \
	$(call among,$(SET_UP),$(ALL))
