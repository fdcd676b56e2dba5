# What the distribution has is used; the network is asked only for what is missing.
include(FetchContent)
include(sbom)
find_package(Threads REQUIRED)

# For installations on other machines: what ships links nothing but libc and the compiler's own
# libgcc_s, and is one program, not three that share most of their code.
option(WARPMARK_PORTABLE "One program, with all libraries but libc's linked statically" OFF)
if(WARPMARK_PORTABLE)
  set(ZLIB_USE_STATIC_LIBS ON)
  set(OPENSSL_USE_STATIC_LIBS ON)
  add_link_options(-static-libstdc++ LINKER:--gc-sections LINKER:--exclude-libs,ALL)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-ffunction-sections> $<$<COMPILE_LANGUAGE:CXX>:-fdata-sections>)
endif()

# find_package first, else the given release, whose version its URL has.
macro(warpmark_dependency package minimum url)
  find_package(${package} ${minimum} QUIET)
  if(NOT ${package}_FOUND)
    message(STATUS "${package} >= ${minimum} is not installed; fetching ${url}")
    FetchContent_Declare(${package} URL ${url} SYSTEM)
    FetchContent_MakeAvailable(${package})
    string(REGEX MATCH "[0-9]+\\.[0-9.]*[0-9]" ${package}_VERSION ${url})
  endif()
endmacro()

set(JSON_BuildTests OFF)
set(CLI11_BUILD_TESTS OFF)
set(CLI11_BUILD_EXAMPLES OFF)
set(INSTALL_GTEST OFF)

warpmark_dependency(fmt 9.1 https://github.com/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz)
warpmark_component(warpmark fmt "${fmt_VERSION}" MIT pkg:github/fmtlib/fmt@)
warpmark_dependency(nlohmann_json 3.11 https://github.com/nlohmann/json/releases/download/v3.11.2/json.tar.xz)
warpmark_component(warpmark nlohmann_json "${nlohmann_json_VERSION}" MIT pkg:github/nlohmann/json@v)
warpmark_dependency(CLI11 2.1 https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.1.2.tar.gz)
warpmark_component(warpmark CLI11 "${CLI11_VERSION}" BSD-3-Clause pkg:github/CLIUtils/CLI11@v)
warpmark_dependency(tomlplusplus 3.3 https://github.com/marzer/tomlplusplus/archive/refs/tags/v3.3.0.tar.gz)
warpmark_component(warpmark tomlplusplus "${tomlplusplus_VERSION}" MIT pkg:github/marzer/tomlplusplus@v)
warpmark_dependency(pugixml 1.13 https://github.com/zeux/pugixml/releases/download/v1.13/pugixml-1.13.tar.gz)
warpmark_component(warpmark pugixml "${pugixml_VERSION}" MIT pkg:github/zeux/pugixml@v)

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
  set(boost_version "${Boost_VERSION_STRING}")
  target_link_libraries(warpmark_boost_math INTERFACE Boost::headers)
else()
  message(STATUS "Boost >= 1.74 is not installed; fetching Boost.Math")
  set(boost_version 1.83.0)
  FetchContent_Declare(boost_math SOURCE_SUBDIR none
                       URL https://github.com/boostorg/math/archive/refs/tags/boost-${boost_version}.tar.gz)
  FetchContent_MakeAvailable(boost_math)
  target_include_directories(warpmark_boost_math SYSTEM INTERFACE "${boost_math_SOURCE_DIR}/include")
  target_compile_definitions(warpmark_boost_math INTERFACE BOOST_MATH_STANDALONE)
endif()
warpmark_component(warpmark boost_math "${boost_version}" BSL-1.0 pkg:github/boostorg/math@boost-)

find_package(OpenSSL 3.0 REQUIRED COMPONENTS Crypto)
warpmark_component(warpmark openssl "${OPENSSL_VERSION}" Apache-2.0 pkg:github/openssl/openssl@openssl-)
# GCC's own, of which templates are compiled into programs even where the library is not linked into them.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  foreach(product warpmark warpmark-cub)
    warpmark_component(${product} libstdc++ "${CMAKE_CXX_COMPILER_VERSION}"
                       "GPL-3.0-or-later WITH GCC-exception-3.1" pkg:generic/libstdc%2B%2B@)
  endforeach()
endif()
if(WARPMARK_TESTS)
  warpmark_dependency(GTest 1.12 https://github.com/google/googletest/archive/refs/tags/release-1.12.1.tar.gz)
endif()
