# libwarpmark_cub.so: CUB's algorithms, out of the .cu files of variants/, built where nvcc works. The
# program opens it at run time and finds it beside itself; nothing of CUDA is linked to the program.
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
elseif(WARPMARK_CUB)
  message(STATUS "no working nvcc: variants of CUB will be unavailable")
endif()
