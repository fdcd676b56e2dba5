# find_package(warpmark): the target warpmark::bench with the headers of plugins, and
#
#   warpmark_add_benchmark(NAME source...)
#
# which builds the plugin libNAME.so from C++ or CUDA sources: `warpmark run --plugin libNAME.so`. It is a
# target like others, so that libraries are added by target_link_libraries.
get_filename_component(_warpmark_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
if(NOT TARGET warpmark::bench)
  add_library(warpmark::bench INTERFACE IMPORTED)
  set_target_properties(warpmark::bench PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${_warpmark_prefix}/include")
  target_compile_features(warpmark::bench INTERFACE cxx_std_17)
endif()
unset(_warpmark_prefix)

function(warpmark_add_benchmark name)
  add_library(${name} MODULE ${ARGN})
  target_link_libraries(${name} PRIVATE warpmark::bench)
  set_target_properties(${name} PROPERTIES
    PREFIX lib POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)
  # The gate loads two versions into one process: they must not share inline variables, as GNU's unique
  # symbols do.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-gnu-unique>)
  endif()
  if(CMAKE_CUDA_COMPILER_ID STREQUAL "NVIDIA" AND CMAKE_CUDA_HOST_COMPILER_ID MATCHES "^(GNU)?$")
    target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-fno-gnu-unique>)
  endif()
endfunction()
