#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "bench/backends/backend.hpp"
#include "bench/backends/cuda/texture_types.hpp"

// The part of the CUDA driver API that is used, declared here so that the program builds and starts
// without a CUDA toolkit or a card. Names follow the driver's, without the "cu".

namespace warpmark::cuda {

using result = int;
using device_id = int;
using context_handle = struct context_record*;
using module_record_handle = struct module_record*;
using function_handle = struct function_record*;
using stream_handle = struct stream_record*;
using graph_handle = void*;
using graph_node_handle = void*;
using link_handle = struct link_record*;
using event_handle = struct event_record*;
using uuid_bytes = std::array<unsigned char, 16>;

inline constexpr result success = 0;
inline constexpr result out_of_memory = 2;

inline constexpr unsigned stream_default = 0;             // CU_STREAM_DEFAULT
inline constexpr unsigned stream_non_blocking = 1;        // CU_STREAM_NON_BLOCKING
inline constexpr unsigned event_default = 0;              // CU_EVENT_DEFAULT
inline constexpr unsigned host_alloc_device_map = 2;      // CU_MEMHOSTALLOC_DEVICEMAP
inline constexpr unsigned wait_greater_equal = 0;         // CU_STREAM_WAIT_VALUE_GEQ
inline constexpr int function_non_portable_cluster = 14;  // …NON_PORTABLE_CLUSTER_SIZE_ALLOWED
inline constexpr int function_max_dynamic_shared = 8;  // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE…

inline constexpr int link_cubin = 0;    // CU_JIT_INPUT_CUBIN
inline constexpr int link_library = 4;  // CU_JIT_INPUT_LIBRARY

/// The used part of CUlaunchAttribute.
struct launch_attribute {
  enum : unsigned { cooperative = 2, cluster_dimension = 4, programmatic_serialization = 6 };
  alignas(8) unsigned id = 0;
  alignas(8) std::array<unsigned, 16> value{};
};

/// CUstreamAttrValue; all zero is no window.
struct stream_attribute {
  enum : int { access_policy_window = 1 };
  alignas(8) std::array<unsigned, 16> value{};
};

inline constexpr int limit_persisting_l2 = 6;  // CU_LIMIT_PERSISTING_L2_CACHE_SIZE

/// CUlaunchConfig.
struct launch_config {
  unsigned grid_x, grid_y, grid_z, block_x, block_y, block_z, dynamic_shared_bytes;
  stream_handle stream;
  const launch_attribute* attributes;
  unsigned attribute_count;
};

/// Values of CUdevice_attribute.
enum class attribute : int {
  max_threads_per_block = 1,
  max_shared_bytes_per_block = 8,
  warp_threads = 10,
  clock_khz = 13,
  multiprocessors = 16,
  ecc_enabled = 32,
  memory_clock_khz = 36,
  memory_bus_bits = 37,
  l2_bytes = 38,
  max_threads_per_multiprocessor = 39,
  capability_major = 75,
  capability_minor = 76,
  shared_bytes_per_multiprocessor = 81,
  registers_per_multiprocessor = 82,
  max_shared_bytes_per_block_optin = 97,
  max_blocks_per_multiprocessor = 106,
};

/// No driver on this machine. what() is "no CUDA driver: " and the reason.
struct driver_unavailable : device_error {
  using device_error::device_error;
};

/// The driver's entry points. All are set after open_driver() has returned, unless marked optional.
struct driver_api {
  result (*init)(unsigned) = nullptr;
  result (*driver_get_version)(int*) = nullptr;
  result (*get_error_name)(result, const char**) = nullptr;
  result (*get_error_string)(result, const char**) = nullptr;

  result (*device_get_count)(int*) = nullptr;
  result (*device_get)(device_id*, int) = nullptr;
  result (*device_get_name)(char*, int, device_id) = nullptr;
  result (*device_get_uuid)(uuid_bytes*, device_id) = nullptr;
  result (*device_total_mem)(std::size_t*, device_id) = nullptr;
  result (*device_get_attribute)(int*, attribute, device_id) = nullptr;
  result (*device_primary_ctx_retain)(context_handle*, device_id) = nullptr;
  result (*device_primary_ctx_release)(device_id) = nullptr;
  result (*ctx_set_current)(context_handle) = nullptr;
  result (*ctx_get_current)(context_handle*) = nullptr;

  result (*mem_alloc)(device_pointer*, std::size_t) = nullptr;
  result (*mem_free)(device_pointer) = nullptr;
  result (*memcpy_htod)(device_pointer, const void*, std::size_t) = nullptr;
  result (*memcpy_dtoh)(void*, device_pointer, std::size_t) = nullptr;
  result (*memcpy_dtod_async)(device_pointer to, device_pointer from, std::size_t,
                              stream_handle) = nullptr;
  result (*memset_d32_async)(device_pointer, unsigned, std::size_t, stream_handle) = nullptr;
  result (*memset_d2d32_async)(device_pointer, std::size_t pitch_bytes, unsigned, std::size_t width,
                               std::size_t height, stream_handle) = nullptr;
  result (*mem_host_alloc)(void**, std::size_t, unsigned) = nullptr;
  result (*mem_host_get_device_pointer)(device_pointer*, void*, unsigned) = nullptr;
  result (*mem_free_host)(void*) = nullptr;

  // Textures and surfaces; optional, all or none.
  result (*array_create)(array_handle*, const array_descriptor*) = nullptr;
  result (*array_destroy)(array_handle) = nullptr;
  result (*copy_3d_async)(const copy_3d*, stream_handle) = nullptr;
  result (*texture_create)(std::uint64_t* handle, const resource_descriptor*,
                           const texture_descriptor*, const void* view) = nullptr;
  result (*texture_destroy)(std::uint64_t) = nullptr;
  result (*surface_create)(std::uint64_t* handle, const resource_descriptor*) = nullptr;
  result (*surface_destroy)(std::uint64_t) = nullptr;

  result (*module_load_data)(module_record_handle*, const void*) = nullptr;
  result (*module_load_data_ex)(module_record_handle*, const void*, unsigned options,
                                const int* keys, void** values) = nullptr;
  result (*module_unload)(module_record_handle) = nullptr;
  result (*module_get_function)(function_handle*, module_record_handle, const char*) = nullptr;
  result (*func_set_attribute)(function_handle, int, int) = nullptr;
  result (*func_get_attribute)(int*, int, function_handle) = nullptr;
  result (*occupancy_max_active_blocks)(int*, function_handle, int block_threads,
                                        std::size_t dynamic_shared_bytes) = nullptr;
  result (*launch_kernel)(function_handle, unsigned, unsigned, unsigned, unsigned, unsigned,
                          unsigned, unsigned dynamic_shared_bytes, stream_handle, void** arguments,
                          void** extra) = nullptr;
  result (*launch_cooperative_kernel)(function_handle, unsigned, unsigned, unsigned, unsigned,
                                      unsigned, unsigned, unsigned dynamic_shared_bytes,
                                      stream_handle, void** arguments) = nullptr;

  result (*module_get_global)(device_pointer*, std::size_t* size_bytes, module_record_handle,
                              const char* name) = nullptr;
  result (*launch_kernel_ex)(const launch_config*, function_handle, void** arguments,
                             void** extra) = nullptr;  ///< Optional.

  result (*tensor_map_encode_tiled)(void* map, int type, unsigned rank, void* address,
                                    const std::uint64_t* extents, const std::uint64_t* stride_bytes,
                                    const unsigned* box, const unsigned* element_strides,
                                    int interleave, int swizzle, int l2_promotion,
                                    int fill) = nullptr;  ///< Optional.

  // Linking; optional, all or none. Options are not used.
  result (*link_create)(unsigned options, int*, void**, link_handle*) = nullptr;
  result (*link_add_data)(link_handle, int kind, void* data, std::size_t, const char* name,
                          unsigned options, int*, void**) = nullptr;
  result (*link_add_file)(link_handle, int kind, const char* path, unsigned options, int*,
                          void**) = nullptr;
  result (*link_complete)(link_handle, void** cubin, std::size_t* size_bytes) = nullptr;
  result (*link_destroy)(link_handle) = nullptr;

  result (*stream_create)(stream_handle*, unsigned) = nullptr;
  result (*stream_synchronize)(stream_handle) = nullptr;
  result (*stream_destroy)(stream_handle) = nullptr;
  result (*stream_wait_value32)(stream_handle, device_pointer, std::uint32_t,
                                unsigned) = nullptr;  ///< Optional.

  // What kernels may ask of L2; optional, each.
  result (*stream_set_attribute)(stream_handle, int attribute, const stream_attribute*) = nullptr;
  result (*ctx_set_limit)(int limit, std::size_t) = nullptr;
  result (*ctx_reset_persisting_l2)() = nullptr;

  // Stream capture; optional, all or none.
  result (*context_synchronize)() = nullptr;
  result (*stream_begin_capture)(stream_handle, int mode) = nullptr;
  result (*stream_end_capture)(stream_handle, graph_handle*) = nullptr;
  result (*graph_get_nodes)(graph_handle, graph_node_handle*, std::size_t* count) = nullptr;
  result (*graph_node_get_type)(graph_node_handle, int*) = nullptr;
  result (*graph_destroy)(graph_handle) = nullptr;

  result (*event_create)(event_handle*, unsigned) = nullptr;
  result (*event_record)(event_handle, stream_handle) = nullptr;
  result (*event_synchronize)(event_handle) = nullptr;
  result (*event_elapsed_time)(float* milliseconds, event_handle, event_handle) = nullptr;
  result (*event_destroy)(event_handle) = nullptr;

  /// "CUDA_ERROR_X (description)", or the bare number if the driver does not know it.
  std::string describe(result code) const;

  /// Throws device_error "CALL: CUDA_ERROR_X (description)" unless the code is success. The text of
  /// the call is formatted only then.
  template <class... Args>
  void check(result code, fmt::format_string<Args...> call, Args&&... args) const {
    if (code != success) fail(code, fmt::format(call, std::forward<Args>(args)...));
  }

  /// As check(), but throws device_memory_error for lack of memory: the device stays usable.
  template <class... Args>
  void check_room(result code, fmt::format_string<Args...> call, Args&&... args) const {
    if (code == out_of_memory) fail_for_room(code, fmt::format(call, std::forward<Args>(args)...));
    if (code != success) fail(code, fmt::format(call, std::forward<Args>(args)...));
  }

  int get(attribute attribute_id, device_id device) const;  ///< Throws device_error.

 private:
  [[noreturn]] void fail(result code, const std::string& call) const;
  [[noreturn]] void fail_for_room(result code, const std::string& call) const;
};

/// "libcuda.so.1", or what the environment variable WARPMARK_LIBCUDA names.
std::string driver_library_name();

/// Opens and initialises the driver. It stays open until the process ends: unloading a driver that
/// has started its threads is not safe. Throws driver_unavailable, or device_error if cuInit fails.
driver_api open_driver();

}  // namespace warpmark::cuda
