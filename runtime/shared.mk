# Shared libraries: two for programs on this machine that were linked with another MPI or OpenMP
# library, and one that jobs on several machines load.

# The library for programs of the standard's binary interface (MPI 5.0, chapter 20). It contains the
# code of a program that calls every function of MPI, and exports only these functions. The entries
# of both MPI_X and PMPI_X let threads take turns, so the functions behind these entries have
# another name, oc_PMPI_X.
MPI_NAMES = $(patsubst OC_P%,%,$(subst $(open),_,$(shell grep -v define include/mpi.h | grep -o 'OC_PMPI.\w*')))
open := (
$(HOST)/libmpi_abi.so: $(patsubst %,$(HOST)/%,libonchip.a libonchip-$(firstword $(TRANSPORTS)).a \
		libonchip-kernel.a variants.ld) mpi/profiling/entries.py hal/linux/interpose.inc
	mkdir -p $(HOST)/objects/abi
	printf 'P%s oc_P%s\n' $(foreach one,$(MPI_NAMES),$(one) $(one)) >$(HOST)/objects/abi/names
	for one in $(filter %.a,$^); do objcopy --redefine-syms=$(HOST)/objects/abi/names $$one \
		$(HOST)/objects/abi/$${one##*/} || exit; done
	$(PYTHON) mpi/profiling/entries.py --shared $(ENTRIES_host) $(MPI_NAMES) >$(HOST)/objects/abi/entries.s
	echo '{ global: MPI_*; PMPI_*; local: *; };' >$(@:so=map)
	$(HOST_CC) -shared -pthread -Wl,-soname,$(@F).1 -Wl,--version-script=$(@:so=map) -Wl,-z,defs -Wl,-S \
		-Wl,-u,hal_place -Wl,-u,oc_arguments_hold_copies -Ihal/linux -x assembler $(HOST)/objects/abi/entries.s \
		-x none -Wl,--start-group $(patsubst $(HOST)/%.a,$(HOST)/objects/abi/%.a,$(filter %.a,$^)) \
		$(filter-out %.a %.inc %.py,$^) -Wl,--end-group -lm -o $(new) && $(keep)
	ln -sf $(@F) $@.1

# The library for programs that were linked with GCC's libgomp. It has a folder of its own, so that
# the loader finds it only if it is told to look there.
$(HOST)/gomp/libgomp.so.1: $(patsubst %,$(HOST)/%,libonchip.a libonchip-$(firstword $(TRANSPORTS)).a \
		libonchip-kernel.a $(DEFAULTS_host:%=libonchip-omp-%.a) variants.ld) link/gomp.awk
	mkdir -p $(@D)
	{ nm --defined-only $(filter %.a,$^); \
		nm -D --defined-only $$($(HOST_CC) -print-file-name=libgomp.so); } | awk -f link/gomp.awk >$(@D)/map
	$(HOST_CC) -shared -pthread -Wl,-soname,$(@F) -Wl,--version-script=$(@D)/map -Wl,-z,defs -Wl,-S \
		$$(sed -n 's/^ *\([Go].*\);$$/-Wl,-u,\1/p' $(@D)/map) -Wl,-u,hal_place -Wl,-u,hal_thread_run \
		-Wl,-u,oc_team_size_of_guest -Wl,--start-group $(filter-out %.awk,$^) -Wl,--end-group -lm \
		-Wl,--as-needed -latomic -o $(new) && $(keep)

# The sources that send messages between machines become a shared library. The bridge is a program
# that serves the requests of other machines.
$(HOST)/libonchip-fabric.so: hal/linux/fabric/fabric.c hal/linux/fabric/fabric.h
	$(HOST_CC) $(HOST_FLAGS) -shared $< -lfabric -o $(new) && $(keep)
$(HOST)/onchip-bridge: $(FABRIC) $(patsubst %,$(HOST)/%,libonchip.a libonchip-$(firstword $(TRANSPORTS)).a \
		libonchip-kernel.a variants.ld profiling.ld)
	$(HOST_CC) $(HOST_FLAGS) $(FABRIC) -Wl,-u,hal_place -Wl,--start-group $(filter $(HOST)/%,$^) -Wl,--end-group \
		-lfabric -lm -o $(new) && $(keep)
