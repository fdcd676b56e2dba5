#pragma once

#include <cstddef>
#include <cstdint>

#include "bench/backends/cuda/driver_api.hpp"

// The parameters of CUPTI's range profiler that are used, laid out as in cupti_target.h,
// cupti_profiler_target.h, cupti_profiler_host.h and cupti_range_profiler.h of CUDA 13, declared
// here so that the program builds and starts without a toolkit. `last` is the member up to which
// CUPTI counts the size of a structure.

namespace warpmark::cuda::cupti {

using result = int;

inline constexpr result success = 0;
inline constexpr result insufficient_privileges = 35;  // CUPTI_ERROR_INSUFFICIENT_…
inline constexpr result virtual_device_insufficient_privileges = 40;

inline constexpr int range_profiler = 0;  // CUPTI_PROFILER_TYPE_RANGE_PROFILER
inline constexpr int user_range = 2;      // CUPTI_UserRange
inline constexpr int user_replay = 3;     // CUPTI_UserReplay
inline constexpr int metric_types = 3;    // Counters, ratios, throughputs.

using host_object = struct host_record*;
using range_object = struct range_record*;

/// The first two members of every structure.
struct head {
  std::size_t struct_bytes;
  void* reserved;
};

/// Of cuptiProfilerInitialize and cuptiProfilerDeInitialize.
struct initialize_params {
  head start;
  static constexpr auto last = &initialize_params::start;
};

struct chip_name_params {
  head start;
  std::size_t device_index;
  const char* chip;  ///< Out.
  static constexpr auto last = &chip_name_params::chip;
};

struct availability_params {
  head start;
  context_handle context;
  std::size_t image_bytes;  ///< In and out.
  std::uint8_t* image;      ///< Null: asks for the size.
  static constexpr auto last = &availability_params::image;
};

struct host_initialize_params {
  head start;
  int profiler_type;
  const char* chip;
  const std::uint8_t* availability;
  host_object host;  ///< Out.
  static constexpr auto last = &host_initialize_params::host;
};

struct host_deinitialize_params {
  head start;
  host_object host;
  static constexpr auto last = &host_deinitialize_params::host;
};

struct base_metrics_params {
  head start;
  host_object host;
  int metric_type;
  const char** names;  ///< Out.
  std::size_t count;   ///< Out.
  static constexpr auto last = &base_metrics_params::count;
};

struct add_metrics_params {
  head start;
  host_object host;
  const char** names;
  std::size_t count;
  static constexpr auto last = &add_metrics_params::count;
};

struct config_size_params {
  head start;
  host_object host;
  std::size_t bytes;  ///< Out.
  static constexpr auto last = &config_size_params::bytes;
};

struct config_image_params {
  head start;
  host_object host;
  std::size_t bytes;
  std::uint8_t* image;
  static constexpr auto last = &config_image_params::image;
};

struct passes_params {
  head start;
  std::size_t config_bytes;
  std::uint8_t* config;
  std::size_t passes;  ///< Out.
  static constexpr auto last = &passes_params::passes;
};

struct evaluate_params {
  head start;
  host_object host;
  const std::uint8_t* counters;
  std::size_t counters_bytes;
  std::size_t range;
  const char** names;
  std::size_t count;
  double* values;  ///< Out.
  static constexpr auto last = &evaluate_params::values;
};

struct enable_params {
  head start;
  context_handle context;
  range_object profiler;  ///< Out.
  static constexpr auto last = &enable_params::profiler;
};

/// Of Disable, Start and PopRange.
struct range_params {
  head start;
  range_object profiler;
  static constexpr auto last = &range_params::profiler;
};

struct push_params {
  head start;
  range_object profiler;
  const char* name;
  static constexpr auto last = &push_params::name;
};

struct stop_params {
  head start;
  range_object profiler;
  std::size_t pass;                  ///< Out.
  std::size_t nesting_level;         ///< Out.
  std::uint8_t all_passes_are_done;  ///< Out.
  static constexpr auto last = &stop_params::all_passes_are_done;
};

struct decode_params {
  head start;
  range_object profiler;
  std::size_t dropped_ranges;  ///< Out.
  static constexpr auto last = &decode_params::dropped_ranges;
};

struct counters_size_params {
  head start;
  range_object profiler;
  const char** names;
  std::size_t count;
  std::size_t max_ranges;
  std::uint32_t max_nodes;
  std::size_t bytes;  ///< Out.
  static constexpr auto last = &counters_size_params::bytes;
};

struct counters_initialize_params {
  head start;
  range_object profiler;
  std::size_t bytes;
  std::uint8_t* counters;
  static constexpr auto last = &counters_initialize_params::counters;
};

struct counters_info_params {
  head start;
  const std::uint8_t* counters;
  std::size_t bytes;
  std::size_t ranges;  ///< Out.
  static constexpr auto last = &counters_info_params::ranges;
};

struct set_config_params {
  head start;
  range_object profiler;
  std::size_t config_bytes;
  const std::uint8_t* config;
  std::size_t counters_bytes;
  std::uint8_t* counters;
  int range_mode;
  int replay_mode;
  std::size_t max_ranges_per_pass;
  std::uint16_t nesting_levels;
  std::uint16_t min_nesting_level;
  std::size_t pass;
  std::uint16_t target_nesting_level;
  static constexpr auto last = &set_config_params::target_nesting_level;
};

/// The size that CUPTI expects of a structure: up to the end of its last member, without padding.
template <class Params>
std::size_t bytes_of() {
  const Params params{};
  const auto* begin = reinterpret_cast<const std::byte*>(&params);
  const auto& last = params.*Params::last;
  return static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&last) - begin) + sizeof last;
}

}  // namespace warpmark::cuda::cupti
