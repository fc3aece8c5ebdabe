# The objects and the archives of each side: which sources are compiled, and how often.

# The path of an object contains its side, its kind and its source, as in
# build/chip/objects/large/mpi/api/send.o. The kinds are: library; large (functions with counts of
# the type MPI_Count) and persistent (functions MPI_X_init), which may be combined; tasks (for
# OpenMP programs with tasks); words (the transport rendezvous-words); and each mechanism of OpenMP,
# without and with tasks.
KINDS := library large persistent large.persistent tasks words $(MECHANISMS) $(MECHANISMS:%=%.tasks)
MACROS_large := -DOC_LARGE
MACROS_persistent := -DOC_PERSISTENT
MACROS_large.persistent := $(MACROS_large) $(MACROS_persistent)
MACROS_tasks := -DOC_WITH_TASKS=1
MACROS_words := -DOC_WORDS=1
KIND_rendezvous-words := words
$(foreach one,$(MECHANISMS),$(eval MACROS_$(one) := $(call mechanism_macros,$(one))) \
	$(eval MACROS_$(one).tasks := $(MACROS_$(one)) $(MACROS_tasks)))

# The objects of a side (1) and a kind (2) for the sources (3). A variant of the library uses the
# standard library's object of a source if none of the headers that the source includes differs in
# the variant.
DIFFERENT := $(if $(UNCHECKED),mpi/error/(pure|raise)\.h) \
	$(if $(IN_DRAM),(hal/chip/inline/heap_place|stdlib)\.h)
ifneq ($(if $(ISA),,$(strip $(DIFFERENT))),)
$(foreach file,$(shell find $(SIDES:%=$(BUILD)/%/objects) -name '*.d' 2>/dev/null | \
	xargs -r grep -LE $(foreach one,$(DIFFERENT),-e '$(one)')), \
	$(eval SAME_$(file:.d=.o) := $(file:.d=.o)))
endif
in_objects = $(patsubst %,$(BUILD)/$(1)/objects/$(2)/%.o,$(basename $(3)))
objects = $(foreach source,$(3),$(or $(SAME_$(call in_objects,$(1),$(2),$(source))), \
	$(call in_objects,$(1)$(VARIANT_$(1)),$(2),$(source))))

flavoured = $(filter $(FLAVOURED),$(1))
library = $(call objects,$(1),library,$(2)) $(call objects,$(1),large.persistent,$(PERSISTENT)) \
	$(call objects,$(1),persistent,$(PERSISTENT)) $(call objects,$(1),large,$(LARGE)) \
	$(call objects,$(1),tasks,$(call flavoured,$(2)))
mechanism = $(call objects,$(1),$(2),$(SOURCES_$(2)) $(if $(filter chip,$(1)),$(CHIP_SOURCES_$(2)))) \
	$(call objects,$(1),$(2).tasks,$(call flavoured,$(SOURCES_$(2))))

# Declares that the archive (2) of a side (1) has the members (3).
define members
$(BUILD)/$(1)$(VARIANT_$(1))/libonchip$(2).a: $(3)
OBJECTS += $(3)
endef
OBJECTS :=
$(foreach side,$(SIDES),$(eval $(call members,$(side),,$(call library,$(side),$(SOURCES_$(side))))) \
	$(eval $(call members,$(side),-kernel,$(call objects,$(side),library,$(KERNEL)))) \
	$(foreach one,$(TRANSPORTS),$(eval $(call members,$(side),-$(one), \
		$(call objects,$(side),$(or $(KIND_$(one)),library),$(SOURCES_$(one)))))) \
	$(foreach one,$(MECHANISMS),$(eval $(call members,$(side),-omp-$(one), \
		$(call mechanism,$(side),$(one))))))
$(eval $(call members,chip,-c,$(call objects,chip,library,$(C_SOURCES))))
$(eval $(call members,chip,-c++,$(call objects,chip,library,$(CXX_SOURCES))))

compile = -MMD -MP -MF $(@:o=d.new) -MT $@ -c $< -o $(new) && mv $(@:o=d.new) $(@:o=d) && $(keep)

define kind_rules
$(CHIP)/objects/$(1)/%.o: %.c link/chip.flags $(MADE_BY) $(ISA:%=$(CHIP)/isa.specs)
	$$(CHIP_CC) $$(call chip_flags,$$<,$(filter large% persistent,$(1))) $(MACROS_$(1)) $$(compile)
$(HOST)/objects/$(1)/%.o: %.c link/host.flags $(MADE_BY)
	$$(HOST_CC) $$(HOST_FLAGS) $(MACROS_$(1)) $$(compile)
endef
$(foreach kind,$(KINDS),$(eval $(call kind_rules,$(kind))))
$(CHIP)/objects/library/%.o: %.S link/chip.flags $(MADE_BY) $(ISA:%=$(CHIP)/isa.specs)
	$(CHIP_CC) $(CHIP_FLAGS) $(compile)

# Archives are made anew, so that they do not keep the object of a source that has been removed.
archive = rm -f $(new) && $(1) rcs $(new) $(^:%/profiling.ld=%/objects/entries/*.o) && $(keep)
$(CHIP)/%.a: ; $(call archive,$(CHIP_AR))
$(HOST)/%.a: ; $(call archive,$(HOST_AR))
$(CHIP)/libonchip.a: $(CHIP)/profiling.ld
$(HOST)/libonchip.a: $(HOST)/profiling.ld
