# What all test programs start with.
add_library(warpmark_test_main OBJECT "${WARPMARK_ROOT}/tests/main.cpp")
target_link_libraries(warpmark_test_main PUBLIC warpmark_options GTest::gtest)

# warpmark_test(NAME FOLDERS … LIBRARIES … [SOURCES …] [LABELS …] [TIMEOUT seconds] [LONG file …])
# One GoogleTest program of the *_test.cpp in folders of tests/, and of SOURCES that help them. Each file
# is a test of ctest: tests/core/warnings_test.cpp is core.warnings. Files in LONG, which take minutes, are
# eight tests. The timeout only ends what hangs.
function(warpmark_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "FOLDERS;SOURCES;LIBRARIES;LABELS;LONG" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 1200)
  endif()
  set(root "${WARPMARK_ROOT}/tests")
  list(TRANSFORM arg_FOLDERS PREPEND "${root}/")
  list(TRANSFORM arg_FOLDERS APPEND "/*_test.cpp" OUTPUT_VARIABLE patterns)
  file(GLOB files CONFIGURE_DEPENDS ${patterns})
  set_property(GLOBAL APPEND PROPERTY WARPMARK_TEST_FILES ${files})
  add_executable(${name} ${files} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE warpmark_options warpmark_test_main ${arg_LIBRARIES} GTest::gtest)
  # What tests know of the tree and of the build.
  target_compile_definitions(${name} PRIVATE WARPMARK_SOURCE_DIR="${WARPMARK_ROOT}"
                                             WARPMARK_TEST_CACHE="${CMAKE_BINARY_DIR}/test-kernel-cache")
  warpmark_unity(${name})
  if(NOT WARPMARK_UNITY)
    target_precompile_headers(${name} PRIVATE <gtest/gtest.h> <string> <vector>)
  endif()
  foreach(file IN LISTS files)
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY "${root}")
    string(REGEX REPLACE "_test\\.cpp$" "" test "${file}")
    string(REPLACE "/" "." test "${test}")
    if(file IN_LIST arg_LONG)
      foreach(part RANGE 7)
        add_test(NAME ${test}.part_${part} COMMAND ${name} ${file} --gtest_brief=1)
        set_tests_properties(${test}.part_${part} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT}
          COST 500 ENVIRONMENT "GTEST_TOTAL_SHARDS=8;GTEST_SHARD_INDEX=${part}")
      endforeach()
    else()
      add_test(NAME ${test} COMMAND ${name} ${file} --gtest_brief=1)
      set_tests_properties(${test} PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
    endif()
  endforeach()
endfunction()

# warpmark_helper_programs(NAME helper …)
# Links beside a test program for the processes that its tests start, see tests/helper_program.hpp. Their
# paths are macros: scripted_round is SCRIPTED_ROUND.
function(warpmark_helper_programs name)
  foreach(helper IN LISTS ARGN)
    set(path "$<TARGET_FILE_DIR:${name}>/${helper}")
    add_custom_command(TARGET ${name} POST_BUILD
      COMMAND ${CMAKE_COMMAND} -E create_symlink "$<TARGET_FILE_NAME:${name}>" "${path}" VERBATIM)
    string(TOUPPER ${helper} macro)
    target_compile_definitions(${name} PRIVATE ${macro}="${path}")
  endforeach()
endfunction()
