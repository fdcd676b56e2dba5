# Flags that every target of the project shares.
get_filename_component(WARPMARK_ROOT "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

add_library(warpmark_options INTERFACE)
target_include_directories(warpmark_options INTERFACE "${WARPMARK_ROOT}" "${CMAKE_BINARY_DIR}/generated")
target_compile_options(warpmark_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow)
# Designated initialisers leave the members they do not name at their defaults on purpose.
target_compile_options(warpmark_options INTERFACE -Wno-missing-field-initializers)
if(WARPMARK_WERROR)
  target_compile_options(warpmark_options INTERFACE -Werror)
endif()
if(WARPMARK_FUZZ)
  # Coverage for libFuzzer; its main() is linked to the fuzzers alone.
  target_compile_options(warpmark_options INTERFACE -fsanitize=fuzzer-no-link)
  target_link_options(warpmark_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(WARPMARK_SANITIZE)
  target_compile_options(warpmark_options INTERFACE -fsanitize=${WARPMARK_SANITIZE} -fno-sanitize-recover=all
                                                   -fno-omit-frame-pointer)
  target_link_options(warpmark_options INTERFACE -fsanitize=${WARPMARK_SANITIZE})
endif()

# Most of the program waits for files, compilers and cards, and compiling it takes longer than running
# it: it is compiled with little optimisation. What walks data or interprets kernels asks for more.
set(CMAKE_CXX_FLAGS_RELEASE "-Og -DNDEBUG")
function(warpmark_hot)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O2>)
  endforeach()
endfunction()

# Whole targets in a few compilations: headers are read once for several files. For builds from
# scratch; after an edit more is compiled than had to be.
option(WARPMARK_UNITY "Compile files of the program's parts together" OFF)
function(warpmark_unity)
  if(WARPMARK_UNITY)
    set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 24)
  endif()
endfunction()

# The same for sources of which those in one folder have constants and functions of equal names, as
# variants of a family do: a compilation takes one file of each of `families`, which are folders, with
# what is below them. Their namespaces keep equal names apart; mutants have their own.
function(warpmark_unity_across families)
  foreach(source IN LISTS ARGN)
    file(RELATIVE_PATH place "${families}" "${source}")
    string(REGEX MATCH "^[^/]+(/mutants)?" family "${place}")
    string(MAKE_C_IDENTIFIER "number_in_${family}" number)
    if(NOT DEFINED ${number})
      set(${number} 0)
    endif()
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${${number}}")
    math(EXPR ${number} "${${number}} + 1")
  endforeach()
endfunction()

# What most files of a target read, read once: half or more of a compilation goes into headers. The
# target's own headers may follow.
function(warpmark_precompile target)
  target_precompile_headers(${target} PRIVATE
    <algorithm> <cstdint> <functional> <map> <optional> <string> <vector> <fmt/format.h> ${ARGN})
endfunction()

# Tests are many programs to link.
include(CheckLinkerFlag)
foreach(linker lld gold)
  check_linker_flag(CXX -fuse-ld=${linker} WARPMARK_HAS_${linker})
  if(WARPMARK_HAS_${linker})
    target_link_options(warpmark_options INTERFACE -fuse-ld=${linker})
    break()
  endif()
endforeach()
