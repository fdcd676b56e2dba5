# warpmark_openmp: OpenMP where the compiler has it, nothing elsewhere (the sources ask _OPENMP).
add_library(warpmark_openmp INTERFACE)
find_package(OpenMP 4.5 QUIET COMPONENTS CXX)
if(OpenMP_CXX_FOUND)
  target_compile_options(warpmark_openmp INTERFACE ${OpenMP_CXX_FLAGS})
  # The static runtime where there is one: the program shall also start where no compiler is installed.
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libgomp.a
                  OUTPUT_VARIABLE static_runtime OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND EXISTS "${static_runtime}")
    target_link_libraries(warpmark_openmp INTERFACE "${static_runtime}" Threads::Threads ${CMAKE_DL_LIBS})
    warpmark_component(warpmark libgomp "${CMAKE_CXX_COMPILER_VERSION}"
                       "GPL-3.0-or-later WITH GCC-exception-3.1" pkg:generic/libgomp@)
  else()
    target_link_libraries(warpmark_openmp INTERFACE OpenMP::OpenMP_CXX)
  endif()
else()
  message(STATUS "no OpenMP: host_openmp variants will be unavailable")
endif()
