# The program's version and commit: a target by itself, since every commit changes it. It stands before all others,
# because ninja starts what is ready in the order of the targets, and most of the program waits for it.
set(build_info "${CMAKE_BINARY_DIR}/generated/build_info.cpp")
add_custom_target(warpmark_build_info
  COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DPROJECT_VERSION=${PROJECT_VERSION}
          -DINPUT=${PROJECT_SOURCE_DIR}/bench/core/build_info.cpp.in -DOUTPUT=${build_info}
          -P ${PROJECT_SOURCE_DIR}/cmake/write_build_info.cmake
  BYPRODUCTS "${build_info}"
  VERBATIM)
add_library(warpmark_build_info_text STATIC "${build_info}")
target_link_libraries(warpmark_build_info_text PRIVATE warpmark_options)
add_dependencies(warpmark_build_info_text warpmark_build_info)
# The session's shared library has it, too.
set_target_properties(warpmark_build_info_text PROPERTIES POSITION_INDEPENDENT_CODE ON)
