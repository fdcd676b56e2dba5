include(GoogleTest)

# warpmark_test(NAME SOURCES … LIBRARIES … [LABELS …] [TIMEOUT seconds])
# One GoogleTest program; each of its tests is a ctest test named NAME.Suite.Test.
function(warpmark_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE warpmark_options ${arg_LIBRARIES} GTest::gtest GTest::gtest_main)
  warpmark_cold_code(${name})
  list(LENGTH arg_SOURCES source_count)
  if(source_count GREATER 3)
    target_precompile_headers(${name} PRIVATE <gtest/gtest.h> <string> <vector>)
  endif()
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 60
                       PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
endfunction()
