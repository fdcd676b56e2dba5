include(GoogleTest)

# warpmark_test(NAME SOURCES … LIBRARIES … [ALONE …] [LABELS …] [TIMEOUT seconds])
# One GoogleTest program; each of its tests is a ctest test named NAME.Suite.Test. Sources in ALONE
# have names that others have too, and are not compiled with them. The timeout only ends what hangs.
function(warpmark_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;ALONE;LIBRARIES;LABELS" ${ARGN})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 1200)
  endif()
  add_executable(${name} ${arg_SOURCES} ${arg_ALONE})
  target_link_libraries(${name} PRIVATE warpmark_options ${arg_LIBRARIES} GTest::gtest GTest::gtest_main)
  warpmark_unity(${name})
  list(LENGTH arg_SOURCES files)
  if(NOT WARPMARK_UNITY AND files GREATER 3)
    target_precompile_headers(${name} PRIVATE <gtest/gtest.h> <string> <vector>)
  endif()
  if(arg_ALONE)
    set_source_files_properties(${arg_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  endif()
  gtest_discover_tests(${name} TEST_PREFIX "${name}." DISCOVERY_TIMEOUT 600
                       PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT})
endfunction()
