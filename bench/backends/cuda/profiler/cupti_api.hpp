#pragma once

#include <cstdint>
#include <filesystem>
#include <stdexcept>
#include <string>

#include "bench/backends/cuda/profiler/cupti_types.hpp"

namespace warpmark::cuda::cupti {

/// A call of CUPTI failed. what() names the call and the reason.
struct error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The entry points of CUPTI that count executions. All are set after open_cupti().
struct api {
  result (*get_version)(std::uint32_t*) = nullptr;
  result (*get_result_string)(result, const char**) = nullptr;
  result (*initialize)(initialize_params*) = nullptr;
  result (*deinitialize)(initialize_params*) = nullptr;
  result (*get_chip_name)(chip_name_params*) = nullptr;
  result (*get_availability)(availability_params*) = nullptr;

  result (*host_initialize)(host_initialize_params*) = nullptr;
  result (*host_deinitialize)(host_deinitialize_params*) = nullptr;
  result (*get_base_metrics)(base_metrics_params*) = nullptr;
  result (*add_metrics)(add_metrics_params*) = nullptr;
  result (*get_config_size)(config_size_params*) = nullptr;
  result (*get_config_image)(config_image_params*) = nullptr;
  result (*get_passes)(passes_params*) = nullptr;
  result (*evaluate)(evaluate_params*) = nullptr;

  result (*enable)(enable_params*) = nullptr;
  result (*disable)(range_params*) = nullptr;
  result (*get_counters_size)(counters_size_params*) = nullptr;
  result (*initialize_counters)(counters_initialize_params*) = nullptr;
  result (*get_counters_info)(counters_info_params*) = nullptr;
  result (*set_config)(set_config_params*) = nullptr;
  result (*start)(range_params*) = nullptr;
  result (*push_range)(push_params*) = nullptr;
  result (*pop_range)(range_params*) = nullptr;
  result (*stop)(stop_params*) = nullptr;
  result (*decode)(decode_params*) = nullptr;

  std::uint32_t version = 0;   ///< CUPTI_API_VERSION: 130001.
  std::filesystem::path path;  ///< The library.

  /// Calls with the structure's size set. Throws error; for a lack of permission it says how to get
  /// it.
  template <class Params>
  void call(result (*function)(Params*), const char* name, Params& params) const {
    check(try_call(function, params), name);
  }

  /// The same, with the call's result.
  template <class Params>
  static result try_call(result (*function)(Params*), Params& params) {
    params.start.struct_bytes = bytes_of<Params>();
    return function(&params);
  }

  void check(result code, const char* call) const;
};

/// Opens CUPTI: $WARPMARK_CUPTI if that is set, else the first in the places of toolkit_search.hpp
/// that has a range profiler. It stays open. Throws usage_error if there is none.
api open_cupti();

}  // namespace warpmark::cuda::cupti
