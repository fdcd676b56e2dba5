# libwarpmark_cub-X.Y.so: the algorithms of CUB X.Y, out of the .cu files of variants/, built where nvcc works.
# The program opens it at run time and finds it beside itself, or in the package warpmark_cub of the same Python
# environment; nothing of CUDA is linked to the program. There may be libraries of several releases.
option(WARPMARK_CUB "Build the baselines of CUB where nvcc is" ON)
set(WARPMARK_CUB_HEADERS "" CACHE STRING
    "Folders that have cub/version.cuh of a release of CCCL, for one library each; empty: the toolkit's")
set(WARPMARK_CUB_ARCHITECTURES 90 CACHE STRING
    "Compute capabilities with machine code for CUB's kernels, e.g. 80;90;100; PTX of the last is added")

if(WARPMARK_CUB)
  include(CheckLanguage)
  find_program(WARPMARK_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
  if(WARPMARK_NVCC AND NOT DEFINED ENV{CUDACXX})
    set(ENV{CUDACXX} "${WARPMARK_NVCC}")
  endif()
  list(TRANSFORM WARPMARK_CUB_ARCHITECTURES APPEND -real OUTPUT_VARIABLE CMAKE_CUDA_ARCHITECTURES)
  list(GET WARPMARK_CUB_ARCHITECTURES -1 newest)
  list(APPEND CMAKE_CUDA_ARCHITECTURES ${newest}-virtual)
  check_language(CUDA)
endif()

# warpmark_cub_version(FOLDER RESULT): 3.0.1 of a folder of headers, whose CUB_VERSION is 300001.
function(warpmark_cub_version folder result)
  set(header "${folder}/cub/version.cuh")
  if(NOT EXISTS "${header}")
    message(FATAL_ERROR "WARPMARK_CUB_HEADERS: expected a folder that has cub/version.cuh, not ${folder}")
  endif()
  file(STRINGS "${header}" version REGEX "^#define CUB_VERSION [0-9]+")
  string(REGEX REPLACE "^#define CUB_VERSION ([0-9]+).*" "\\1" version "${version}")
  math(EXPR major "${version} / 100000")
  math(EXPR minor "${version} / 100 % 1000")
  math(EXPR patch "${version} % 100")
  set(${result} "${major}.${minor}.${patch}" PARENT_SCOPE)
endfunction()

if(WARPMARK_CUB AND CMAKE_CUDA_COMPILER)
  enable_language(CUDA)
  file(GLOB cub_sources CONFIGURE_DEPENDS */vendor_cub*.cu)
  set(folders ${WARPMARK_CUB_HEADERS})
  if(NOT folders)
    find_path(WARPMARK_CUB_TOOLKIT_HEADERS cub/version.cuh PATHS ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES}
              PATH_SUFFIXES cccl REQUIRED NO_DEFAULT_PATH)
    mark_as_advanced(WARPMARK_CUB_TOOLKIT_HEADERS)
    set(folders "${WARPMARK_CUB_TOOLKIT_HEADERS}")
  endif()

  add_custom_target(warpmark_cub)
  set(cub_library_files "")
  foreach(folder IN LISTS folders)
    warpmark_cub_version("${folder}" cub_version)
    string(REGEX REPLACE "\\.[0-9]+$" "" release "${cub_version}")
    set(library "warpmark_cub_${release}")
    if(TARGET ${library})
      message(FATAL_ERROR "WARPMARK_CUB_HEADERS: expected one folder per release, but ${folder_of_${release}} and "
                          "${folder} both have CUB ${release}")
    endif()
    set(folder_of_${release} "${folder}")
    add_library(${library} SHARED vendor/cub_about.cu ${cub_sources})
    # Before nvcc's own folders, which have the toolkit's CCCL.
    target_include_directories(${library} PRIVATE "${folder}" "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/kernels")
    set_target_properties(${library} PROPERTIES
      CUDA_STANDARD 17 CUDA_STANDARD_REQUIRED ON CUDA_RUNTIME_LIBRARY Static OUTPUT_NAME "warpmark_cub-${release}"
      CUDA_VISIBILITY_PRESET hidden LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")
    add_dependencies(warpmark_cub ${library})
    list(APPEND cub_library_files "$<TARGET_FILE:${library}>")
    warpmark_component(warpmark-cub "cub-${release}" "${cub_version}" "Apache-2.0 AND BSD-3-Clause AND BSL-1.0"
                       pkg:github/NVIDIA/cccl@v)
    install(TARGETS ${library} LIBRARY DESTINATION . COMPONENT warpmark-cub)
  endforeach()
  # Static by CUDA_RUNTIME_LIBRARY; the terms of CUDA's toolkit permit to distribute it within a library.
  warpmark_component(warpmark-cub cudart "${CMAKE_CUDA_COMPILER_VERSION}" LicenseRef-NVIDIA-CUDA-Toolkit-EULA
                     pkg:generic/cudart@)
  warpmark_write_sbom(warpmark-cub library)
  set(WARPMARK_CUB_LIBRARY_FILES ${cub_library_files} CACHE INTERNAL "")
elseif(WARPMARK_CUB)
  message(STATUS "no working nvcc: variants of CUB will be unavailable")
endif()
