#include <array>

#include "bench/inspect/host_header_tables.hpp"

namespace warpmark::inspect {
namespace {

// Their types are known to NVRTC, or no device code names them.
constexpr std::array empty_cuda_headers = {
    "builtin_types.h",
    "cudaEGL.h",
    "cudaGL.h",
    "cuda_gl_interop.h",
    "cuda_profiler_api.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "cuda_texture_types.h",
    "cuda_vdpau_interop.h",
    "device_functions.h",
    "device_launch_parameters.h",
    "driver_functions.h",
    "driver_types.h",
    "exception.h",
    "helper_cuda.h",
    "helper_cuda_drvapi.h",
    "helper_functions.h",
    "helper_gl.h",
    "helper_image.h",
    "helper_multiprocess.h",
    "helper_string.h",
    "helper_timer.h",
    "host_defines.h",
    "host_config.h",
    "math_functions.h",
    "nvml.h",
    "nvrtc.h",
    "nvrtc_helper.h",
    "nvToolsExt.h",
    "nvToolsExtCuda.h",
    "nvtx3/nvToolsExt.h",
    "nvtx3/nvToolsExtCuda.h",
    "nvtx3/nvtx3.hpp",
    "omp.h",
    "cutil.h",
    "cutil_inline.h",
    "sm_11_atomic_functions.h",
    "sm_12_atomic_functions.h",
    "sm_13_double_functions.h",
    "sm_20_atomic_functions.h",
    "sm_20_intrinsics.h",
    "sm_30_intrinsics.h",
    "sm_60_atomic_functions.h",
    "texture_fetch_functions.h",
    "texture_types.h",
    "thrust/copy.h",
    "thrust/count.h",
    "thrust/device_malloc.h",
    "thrust/device_free.h",
    "thrust/execution_policy.h",
    "thrust/extrema.h",
    "thrust/fill.h",
    "thrust/gather.h",
    "thrust/generate.h",
    "thrust/inner_product.h",
    "thrust/logical.h",
    "thrust/merge.h",
    "thrust/partition.h",
    "thrust/random.h",
    "thrust/reduce.h",
    "thrust/remove.h",
    "thrust/scan.h",
    "thrust/scatter.h",
    "thrust/sequence.h",
    "thrust/sort.h",
    "thrust/system/cuda/execution_policy.h",
    "thrust/transform.h",
    "thrust/transform_reduce.h",
    "thrust/unique.h",
};

struct stub {
  const char* name;
  const char* text;
};

constexpr const char* blas = R"(#pragma once
#include <cuda_fp16.h>
#include <cuda_bf16.h>
typedef struct cublasContext* cublasHandle_t;
typedef int cublasStatus_t, cublasOperation_t, cublasMath_t, cublasComputeType_t, cublasGemmAlgo_t;
typedef int cublasPointerMode_t, cublasFillMode_t, cublasDiagType_t, cublasSideMode_t;
)";

constexpr const char* blas_lt = R"(#pragma once
#include <cublas_v2.h>
typedef struct cublasLtContext* cublasLtHandle_t;
typedef struct cublasLtMatmulDescOpaque* cublasLtMatmulDesc_t;
typedef struct cublasLtMatrixLayoutOpaque* cublasLtMatrixLayout_t;
typedef struct cublasLtMatmulPreferenceOpaque* cublasLtMatmulPreference_t;
typedef int cublasLtEpilogue_t;
typedef struct { unsigned long long data[8]; } cublasLtMatmulAlgo_t;
)";

// The alignment of a tensor map is that of the driver API's header.
constexpr const char* driver = R"(#pragma once
#include <stdint.h>
typedef int CUdevice, CUresult, CUarray_format;
typedef unsigned long long CUdeviceptr;
typedef struct CUctx_st* CUcontext;
typedef struct CUmod_st* CUmodule;
typedef struct CUfunc_st* CUfunction;
typedef struct CUstream_st* CUstream;
typedef struct CUevent_st* CUevent;
typedef struct CUarray_st* CUarray;
typedef unsigned long long CUtexObject, CUsurfObject;
typedef unsigned int cuuint32_t;
typedef unsigned long long cuuint64_t;
#if __CUDACC_VER_MAJOR__ >= 13
struct alignas(128) CUtensorMap_st { cuuint64_t opaque[16]; };
#else
struct alignas(64) CUtensorMap_st { cuuint64_t opaque[16]; };
#endif
typedef struct CUtensorMap_st CUtensorMap;
enum CUtensorMapDataType {
  CU_TENSOR_MAP_DATA_TYPE_UINT8, CU_TENSOR_MAP_DATA_TYPE_UINT16, CU_TENSOR_MAP_DATA_TYPE_UINT32,
  CU_TENSOR_MAP_DATA_TYPE_INT32, CU_TENSOR_MAP_DATA_TYPE_UINT64, CU_TENSOR_MAP_DATA_TYPE_INT64,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT64, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
  CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
  CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ
};
enum CUtensorMapInterleave {
  CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_INTERLEAVE_16B, CU_TENSOR_MAP_INTERLEAVE_32B
};
enum CUtensorMapSwizzle {
  CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B,
  CU_TENSOR_MAP_SWIZZLE_128B
};
enum CUtensorMapL2promotion {
  CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_64B,
  CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B
};
enum CUtensorMapFloatOOBfill {
  CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
};
)";

// The parts of CUB that run on the device; NVRTC refuses those that launch kernels.
constexpr const char* cub_for_the_device = R"(#pragma once
#include <cub/block/block_adjacent_difference.cuh>
#include <cub/block/block_discontinuity.cuh>
#include <cub/block/block_exchange.cuh>
#include <cub/block/block_histogram.cuh>
#include <cub/block/block_load.cuh>
#include <cub/block/block_merge_sort.cuh>
#include <cub/block/block_radix_sort.cuh>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/block/block_shuffle.cuh>
#include <cub/block/block_store.cuh>
#include <cub/warp/warp_load.cuh>
#include <cub/warp/warp_merge_sort.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <cub/warp/warp_scan.cuh>
#include <cub/warp/warp_store.cuh>
)";

constexpr std::array stubs = {
    stub{"cublas.h", blas},
    stub{"cublas_v2.h", blas},
    stub{"cublasLt.h", blas_lt},
    stub{"cuda.h", driver},
    stub{"cudaTypedefs.h", "#include <cuda.h>\n"},
    stub{"cub/cub.cuh", cub_for_the_device},
    stub{"cub/device/device_radix_sort.cuh", "\n"},
    stub{"cub/device/device_reduce.cuh", "\n"},
    stub{"cub/device/device_scan.cuh", "\n"},
    stub{"cub/device/device_select.cuh", "\n"},
    stub{"cub/device/device_segmented_reduce.cuh", "\n"},
    stub{"cub/device/device_segmented_radix_sort.cuh", "\n"},
    stub{"cudnn.h",
         "#pragma once\ntypedef struct cudnnContext* cudnnHandle_t;\n"
         "typedef struct cudnnTensorStruct* cudnnTensorDescriptor_t;\n"
         "typedef int cudnnStatus_t, cudnnDataType_t;\n"},
    stub{"cufft.h",
         "#pragma once\n#include <cuComplex.h>\ntypedef int cufftHandle, cufftResult;\n"
         "typedef float cufftReal;\ntypedef double cufftDoubleReal;\n"
         "typedef cuComplex cufftComplex;\ntypedef cuDoubleComplex cufftDoubleComplex;\n"},
    stub{"cufftXt.h", "#include <cufft.h>\n"},
    stub{"cusolverDn.h",
         "#pragma once\n#include <cublas_v2.h>\n"
         "typedef struct cusolverDnContext* cusolverDnHandle_t;\ntypedef int cusolverStatus_t;\n"},
    stub{"cusolverSp.h", "#pragma once\ntypedef struct cusolverSpContext* cusolverSpHandle_t;\n"},
    stub{"cusolver_common.h", "#pragma once\ntypedef int cusolverStatus_t;\n"},
    stub{"cusparse.h",
         "#pragma once\n#include <cuda_fp16.h>\n#include <cuComplex.h>\n"
         "typedef struct cusparseContext* cusparseHandle_t;\n"
         "typedef struct cusparseMatDescr* cusparseMatDescr_t;\ntypedef int cusparseStatus_t;\n"},
    stub{"cusparse_v2.h", "#include <cusparse.h>\n"},
    stub{"mpi.h", "#pragma once\ntypedef int MPI_Comm, MPI_Datatype, MPI_Request;\n"},
    stub{"nccl.h",
         "#pragma once\ntypedef struct ncclComm* ncclComm_t;\n"
         "typedef int ncclResult_t, ncclDataType_t, ncclRedOp_t;\n"},
    stub{"nvfunctional", "\n"},
    stub{"thrust/device_ptr.h",
         "#pragma once\nnamespace thrust { template <class T> class device_ptr; }\n"},
    stub{"thrust/device_vector.h",
         "#pragma once\nnamespace thrust { template <class...> class device_vector {}; }\n"},
    stub{"thrust/host_vector.h",
         "#pragma once\nnamespace thrust { template <class...> class host_vector {}; }\n"},
};

}  // namespace

std::vector<compiler::header_text> cuda_headers() {
  std::vector<compiler::header_text> result;
  for (const char* name : empty_cuda_headers) result.push_back({name, "\n"});
  for (const auto& [name, text] : stubs) result.push_back({name, text});
  return result;
}

}  // namespace warpmark::inspect
