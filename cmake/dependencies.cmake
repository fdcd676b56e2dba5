# What the distribution has is used; the network is asked only for what is missing.
include(FetchContent)
find_package(Threads REQUIRED)

# For installations on other machines: what ships links nothing but libc and the compiler's own
# libgcc_s, and is one program, not three that share most of their code.
option(WARPMARK_PORTABLE "One program, with all libraries but libc's linked statically" OFF)
if(WARPMARK_PORTABLE)
  set(ZLIB_USE_STATIC_LIBS ON)
  set(OPENSSL_USE_STATIC_LIBS ON)
  add_link_options(-static-libstdc++ LINKER:--gc-sections LINKER:--exclude-libs,ALL)
  add_compile_options(-ffunction-sections -fdata-sections)
endif()

# find_package first, else the given release.
macro(warpmark_dependency package minimum url)
  find_package(${package} ${minimum} QUIET)
  if(NOT ${package}_FOUND)
    message(STATUS "${package} >= ${minimum} is not installed; fetching ${url}")
    FetchContent_Declare(${package} URL ${url} SYSTEM)
    FetchContent_MakeAvailable(${package})
  endif()
endmacro()

set(JSON_BuildTests OFF)
set(CLI11_BUILD_TESTS OFF)
set(CLI11_BUILD_EXAMPLES OFF)
set(INSTALL_GTEST OFF)

warpmark_dependency(fmt 9.1 https://github.com/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz)
warpmark_dependency(nlohmann_json 3.11 https://github.com/nlohmann/json/releases/download/v3.11.2/json.tar.xz)
warpmark_dependency(CLI11 2.1 https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.1.2.tar.gz)
warpmark_dependency(tomlplusplus 3.3 https://github.com/marzer/tomlplusplus/archive/refs/tags/v3.3.0.tar.gz)
warpmark_dependency(pugixml 1.13 https://github.com/zeux/pugixml/releases/download/v1.13/pugixml-1.13.tar.gz)

# Distributions have shared libraries of these; where no other can be linked, their code is read from
# headers, or from a static library that stands beside.
add_library(warpmark_fmt INTERFACE)
add_library(warpmark_toml INTERFACE)
add_library(warpmark_pugixml INTERFACE)
if(WARPMARK_PORTABLE)
  target_link_libraries(warpmark_fmt INTERFACE fmt::fmt-header-only)
  get_target_property(toml_headers tomlplusplus::tomlplusplus INTERFACE_INCLUDE_DIRECTORIES)
  target_include_directories(warpmark_toml SYSTEM INTERFACE ${toml_headers})
  target_compile_definitions(warpmark_toml INTERFACE TOML_HEADER_ONLY=1)
  if(TARGET pugixml::static)
    target_link_libraries(warpmark_pugixml INTERFACE pugixml::static)
  else()
    target_link_libraries(warpmark_pugixml INTERFACE pugixml::pugixml)
  endif()
else()
  target_link_libraries(warpmark_fmt INTERFACE fmt::fmt)
  target_link_libraries(warpmark_toml INTERFACE tomlplusplus::tomlplusplus)
  target_link_libraries(warpmark_pugixml INTERFACE pugixml::pugixml)
endif()

# Boost.Math alone, without the rest of Boost, where the distribution has none. Its own CMakeLists is
# left aside (SOURCE_SUBDIR names a folder that is not there): the headers are all that is needed.
add_library(warpmark_boost_math INTERFACE)
find_package(Boost 1.74 QUIET)
if(Boost_FOUND)
  target_link_libraries(warpmark_boost_math INTERFACE Boost::headers)
else()
  message(STATUS "Boost >= 1.74 is not installed; fetching Boost.Math")
  FetchContent_Declare(boost_math SOURCE_SUBDIR none
                       URL https://github.com/boostorg/math/archive/refs/tags/boost-1.83.0.tar.gz)
  FetchContent_MakeAvailable(boost_math)
  target_include_directories(warpmark_boost_math SYSTEM INTERFACE "${boost_math_SOURCE_DIR}/include")
  target_compile_definitions(warpmark_boost_math INTERFACE BOOST_MATH_STANDALONE)
endif()

find_package(OpenSSL 3.0 REQUIRED COMPONENTS Crypto)
if(WARPMARK_TESTS)
  warpmark_dependency(GTest 1.12 https://github.com/google/googletest/archive/refs/tags/release-1.12.1.tar.gz)
endif()
