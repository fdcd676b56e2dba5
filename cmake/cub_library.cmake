# libwarpmark_cub.so: CUB's algorithms, out of the .cu files of variants/, built where nvcc works. The
# program opens it at run time and finds it beside itself, or in the package warpmark_cub of the same Python
# environment; nothing of CUDA is linked to the program.
option(WARPMARK_CUB "Build the baselines of CUB where nvcc is" ON)
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

if(WARPMARK_CUB AND CMAKE_CUDA_COMPILER)
  enable_language(CUDA)
  file(GLOB cub_sources CONFIGURE_DEPENDS */vendor_cub*.cu)
  add_library(warpmark_cub SHARED vendor/cub_about.cu ${cub_sources})
  target_include_directories(warpmark_cub PRIVATE "${PROJECT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/kernels")
  set_target_properties(warpmark_cub PROPERTIES
    CUDA_STANDARD 17 CUDA_STANDARD_REQUIRED ON CUDA_RUNTIME_LIBRARY Static
    CUDA_VISIBILITY_PRESET hidden LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}")

  # CUB_VERSION is 300001 for 3.0.1.
  find_file(WARPMARK_CUB_VERSION_HEADER version.cuh PATHS ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES}
            PATH_SUFFIXES cccl/cub cub REQUIRED NO_DEFAULT_PATH)
  file(STRINGS "${WARPMARK_CUB_VERSION_HEADER}" cub_version REGEX "^#define CUB_VERSION [0-9]+")
  string(REGEX REPLACE "^#define CUB_VERSION ([0-9]+).*" "\\1" cub_version "${cub_version}")
  math(EXPR cub_major "${cub_version} / 100000")
  math(EXPR cub_minor "${cub_version} / 100 % 1000")
  math(EXPR cub_patch "${cub_version} % 100")
  warpmark_component(warpmark-cub cub "${cub_major}.${cub_minor}.${cub_patch}" "Apache-2.0 AND BSD-3-Clause AND BSL-1.0"
                     pkg:github/NVIDIA/cccl@v)
  # Static by CUDA_RUNTIME_LIBRARY; the terms of CUDA's toolkit permit to distribute it within a library.
  warpmark_component(warpmark-cub cudart "${CMAKE_CUDA_COMPILER_VERSION}" LicenseRef-NVIDIA-CUDA-Toolkit-EULA
                     pkg:generic/cudart@)
  install(TARGETS warpmark_cub LIBRARY DESTINATION . COMPONENT warpmark-cub)
  warpmark_write_sbom(warpmark-cub library)
elseif(WARPMARK_CUB)
  message(STATUS "no working nvcc: variants of CUB will be unavailable")
endif()
