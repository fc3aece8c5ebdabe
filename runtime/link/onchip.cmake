# Builds a project for the chip:
#
#   cmake -DCMAKE_TOOLCHAIN_FILE=ONCHIP/build/chip/onchip.cmake SOURCES
#
# FindMPI and FindOpenMP find what `onchip cc` links; tests that CMake adds run on the chip.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR riscv32)
set(UNIX TRUE) # folders to install into, headers and calls are those of POSIX
find_program(ONCHIP onchip HINTS "${CMAKE_CURRENT_LIST_DIR}/../../.venv/bin" REQUIRED)
set(CMAKE_C_COMPILER "${ONCHIP}" cc)
set(CMAKE_CXX_COMPILER "${ONCHIP}" c++)
set(CMAKE_ASM_COMPILER "${ONCHIP}" cc)
foreach(tool AR RANLIB NM STRIP OBJCOPY OBJDUMP)
    string(TOLOWER ${tool} name)
    find_program(CMAKE_${tool} riscv64-unknown-elf-${name})
endforeach()
set(CMAKE_CROSSCOMPILING_EMULATOR "${ONCHIP}" run -n 1 -- CACHE STRING "Runs programs of tests")
set(MPIEXEC_EXECUTABLE "${ONCHIP}" CACHE FILEPATH "Runs programs of MPI")
set(MPIEXEC_NUMPROC_FLAG run -n CACHE STRING "What stands before the number of ranks")
# Headers and libraries of this machine are for another processor.
set(CMAKE_FIND_ROOT_PATH "${CMAKE_CURRENT_LIST_DIR}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
