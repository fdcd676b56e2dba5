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
target_compile_options(warpmark_options INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion)
# Designated initialisers leave the members they do not name at their defaults on purpose.
target_compile_options(warpmark_options INTERFACE -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # The lengths of the embedded sources are constants, counted letter by letter.
  target_compile_options(warpmark_options INTERFACE -fconstexpr-steps=100000000)
endif()
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
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # What sanitizers add makes GCC 12 believe so of <regex>.
    target_compile_options(warpmark_options INTERFACE -Wno-maybe-uninitialized)
  endif()
endif()

# Most of the program waits for files, compilers and cards, and compiling it takes longer than running
# it: it is compiled with little optimisation. What walks data or interprets kernels asks for more: parts
# in areas whose names end in _hot, and targets that call warpmark_hot.
set(CMAKE_CXX_FLAGS_RELEASE "-Og -DNDEBUG")
# For sanitizers, whose reports name lines.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1 -DNDEBUG")
function(warpmark_hot)
  if(WARPMARK_SANITIZE)
    return()  # What they add takes the optimiser minutes.
  endif()
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release,RelWithDebInfo>:-O2>)
  endforeach()
endfunction()

# Reading headers and instantiating templates is most of a compilation, and the same for all files of an
# area. For builds from scratch its files are compiled as one; after an edit more is compiled than had to
# be, so an ordinary build does not do this.
option(WARPMARK_UNITY "Compile the files of an area together: for builds from scratch" OFF)
# Where files are compiled together, a name of one may hide another file's without harm.
if(NOT WARPMARK_UNITY)
  target_compile_options(warpmark_options INTERFACE -Wshadow)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The compiler's garbage collector takes a tenth of the time of such compilations if it may not keep
  # some hundred megabytes.
  target_compile_options(warpmark_options INTERFACE -Wshadow=local "SHELL:--param ggc-min-heapsize=524288")
endif()

# warpmark_area(NAME…): areas, whose parts follow.
function(warpmark_area)
  if(NOT WARPMARK_UNITY)
    return()
  endif()
  foreach(area IN LISTS ARGN)
    add_library(warpmark_area_${area} STATIC)
    target_link_libraries(warpmark_area_${area} PUBLIC warpmark_options)
    set_target_properties(warpmark_area_${area} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    if(area MATCHES "_hot$")
      warpmark_hot(warpmark_area_${area})
    endif()
  endforeach()
endfunction()

# warpmark_part(NAME AREA area SOURCES … [USES …] [USES_PRIVATELY …])
# A library of the tree. Together with the other parts of its area it is one compilation where
# WARPMARK_UNITY asks for that: then NAME stands for the area's library.
function(warpmark_part name)
  cmake_parse_arguments(arg "" "AREA" "SOURCES;USES;USES_PRIVATELY" ${ARGN})
  if(NOT WARPMARK_UNITY)
    add_library(${name} STATIC ${arg_SOURCES})
    target_link_libraries(${name} PUBLIC warpmark_options ${arg_USES} PRIVATE ${arg_USES_PRIVATELY})
    if(arg_AREA MATCHES "_hot$")
      warpmark_hot(${name})
    endif()
    return()
  endif()
  set(area warpmark_area_${arg_AREA})
  foreach(source IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH source)
    target_sources(${area} PRIVATE "${source}")
  endforeach()
  add_library(${name} INTERFACE)
  target_link_libraries(${name} INTERFACE ${area} ${arg_USES})
  set_target_properties(${name} PROPERTIES WARPMARK_AREA ${area})
  foreach(used IN LISTS arg_USES arg_USES_PRIVATELY)
    set(area_of_used "")
    if(TARGET ${used})
      get_target_property(area_of_used ${used} WARPMARK_AREA)
    endif()
    if(NOT area_of_used STREQUAL area)
      target_link_libraries(${area} PUBLIC ${used})
    endif()
  endforeach()
endfunction()

# Programs of several files, and libraries that are an area by themselves.
function(warpmark_unity)
  if(WARPMARK_UNITY)
    set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
  endif()
endfunction()

# What most files of a target read, read once, where files are compiled one by one. The target's own
# headers may follow.
function(warpmark_precompile target)
  if(NOT WARPMARK_UNITY)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <cstdint> <functional> <map> <optional> <string> <vector> <fmt/format.h> ${ARGN})
  endif()
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
