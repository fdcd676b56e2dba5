// The part of CUPTI that counts executions: what a range launches is the value of each metric.

#include <algorithm>
#include <array>

#include "bench/backends/cuda/profiler/cupti_types.hpp"
#include "tests/cuda/fake_cuda_internal.hpp"

using namespace warpmark::fake_cuda;
using namespace warpmark::cuda::cupti;

namespace {

constexpr int invalid_parameter = 1, invalid_operation = 7;
constexpr std::size_t image_bytes = 24;

struct profiler_state {
  bool initialised = false, enabled = false, configured = false, started = false, pushed = false;
  std::size_t schedules = 0;         // Of the last host: metrics share passes within one call only.
  std::size_t passes = 0;            // Since it was configured.
  std::size_t launches_before = 0;   // A range.
  std::size_t launches_of_pass = 0;  // Of the last range.
  std::vector<std::size_t> decoded;
};
profiler_state state;

void note(const char* what) { fake_cuda_control()->trace.emplace_back(what); }

// What a call returns instead of working: its planned failure, or for a wrong size or order.
template <class Params>
int refused(const char* call, const Params* params, bool in_order) {
  if (const int planned = entered(call)) return planned;
  if (params->start.struct_bytes != bytes_of<Params>() || params->start.reserved != nullptr)
    return invalid_parameter;
  return in_order ? 0 : invalid_operation;
}

int handle = 0;

}  // namespace

namespace warpmark::fake_cuda {

void reset_profiler() { state = {}; }

}  // namespace warpmark::fake_cuda

FAKE_EXPORT int cuptiGetVersion(std::uint32_t* version) {
  *version = 130001;
  return 0;
}
FAKE_EXPORT int cuptiGetResultString(int code, const char** text) {
  *text = code == 35 ? "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES" : "CUPTI_ERROR_HARDWARE_BUSY";
  return 0;
}
FAKE_EXPORT int cuptiProfilerInitialize(initialize_params* params) {
  if (const int code = refused("cuptiProfilerInitialize", params, !state.initialised)) return code;
  state.initialised = true;
  note("initialised");
  return 0;
}
FAKE_EXPORT int cuptiProfilerDeInitialize(initialize_params* params) {
  const bool in_order = state.initialised && !state.enabled;
  if (const int code = refused("cuptiProfilerDeInitialize", params, in_order)) return code;
  state.initialised = false;
  note("deinitialised");
  return 0;
}
FAKE_EXPORT int cuptiDeviceGetChipName(chip_name_params* params) {
  if (const int code = refused("cuptiDeviceGetChipName", params, state.initialised)) return code;
  params->chip = "GF200";
  return 0;
}
FAKE_EXPORT int cuptiProfilerGetCounterAvailability(availability_params* params) {
  const bool in_order = state.initialised && !state.enabled;
  if (const int code = refused("cuptiProfilerGetCounterAvailability", params, in_order))
    return code;
  if (params->image == nullptr) params->image_bytes = image_bytes;
  return params->image_bytes == image_bytes ? 0 : invalid_parameter;
}

FAKE_EXPORT int cuptiProfilerHostInitialize(host_initialize_params* params) {
  if (const int code = refused("cuptiProfilerHostInitialize", params, state.initialised))
    return code;
  ++fake_cuda_control()->live_profiler_hosts;
  state.schedules = 0;
  params->host = reinterpret_cast<host_object>(&handle);
  return 0;
}
FAKE_EXPORT int cuptiProfilerHostDeinitialize(host_deinitialize_params* params) {
  if (const int code = refused("cuptiProfilerHostDeinitialize", params, state.initialised))
    return code;
  --fake_cuda_control()->live_profiler_hosts;
  return 0;
}
FAKE_EXPORT int cuptiProfilerHostGetBaseMetrics(base_metrics_params* params) {
  static std::array<const char*, 2> names{"smsp__inst_executed", "dram__bytes_read"};
  params->names = names.data();
  params->count = params->metric_type == 0 ? names.size() : 0;
  return 0;
}
FAKE_EXPORT int cuptiProfilerHostConfigAddMetrics(add_metrics_params* params) {
  if (const int code = refused("cuptiProfilerHostConfigAddMetrics", params, true)) return code;
  const auto& missing = fake_cuda_control()->missing_metrics;
  for (std::size_t i = 0; i < params->count; ++i)
    if (missing.contains(params->names[i])) return invalid_parameter;
  ++state.schedules;
  return 0;
}
FAKE_EXPORT int cuptiProfilerHostGetConfigImageSize(config_size_params* params) {
  params->bytes = image_bytes;
  return refused("cuptiProfilerHostGetConfigImageSize", params, true);
}
FAKE_EXPORT int cuptiProfilerHostGetConfigImage(config_image_params* params) {
  return refused("cuptiProfilerHostGetConfigImage", params, params->bytes == image_bytes);
}
FAKE_EXPORT int cuptiProfilerHostGetNumOfPasses(passes_params* params) {
  params->passes = fake_cuda_control()->profiler_passes * state.schedules;
  return refused("cuptiProfilerHostGetNumOfPasses", params, params->config_bytes == image_bytes);
}
FAKE_EXPORT int cuptiProfilerHostEvaluateToGpuValues(evaluate_params* params) {
  const bool in_order = !state.decoded.empty() && params->counters[0] == 1 && params->range == 0;
  if (const int code = refused("cuptiProfilerHostEvaluateToGpuValues", params, in_order))
    return code;
  for (std::size_t i = 0; i < params->count; ++i) {
    const auto& values = fake_cuda_control()->metric_values;
    const auto known = values.find(params->names[i]);
    params->values[i] =
        known != values.end() ? known->second : static_cast<double>(state.decoded.back());
  }
  return 0;
}

FAKE_EXPORT int cuptiRangeProfilerEnable(enable_params* params) {
  const bool in_order = state.initialised && !state.enabled && params->context != nullptr;
  if (const int code = refused("cuptiRangeProfilerEnable", params, in_order)) return code;
  state.enabled = true;
  params->profiler = reinterpret_cast<range_object>(&handle);
  note("enabled");
  return 0;
}
FAKE_EXPORT int cuptiRangeProfilerDisable(range_params* params) {
  const bool in_order = state.enabled && !state.started;
  if (const int code = refused("cuptiRangeProfilerDisable", params, in_order)) return code;
  state.enabled = state.configured = false;
  note("disabled");
  return 0;
}
FAKE_EXPORT int cuptiRangeProfilerGetCounterDataSize(counters_size_params* params) {
  params->bytes = image_bytes;
  return refused("cuptiRangeProfilerGetCounterDataSize", params,
                 state.enabled && params->max_nodes >= params->max_ranges);
}
FAKE_EXPORT int cuptiRangeProfilerCounterDataImageInitialize(counters_initialize_params* params) {
  return refused("cuptiRangeProfilerCounterDataImageInitialize", params,
                 state.enabled && params->bytes == image_bytes);
}
FAKE_EXPORT int cuptiRangeProfilerSetConfig(set_config_params* params) {
  const bool in_order = state.enabled && !state.started && params->range_mode == user_range &&
                        params->replay_mode == user_replay && params->config_bytes == image_bytes &&
                        params->counters_bytes == image_bytes;
  if (const int code = refused("cuptiRangeProfilerSetConfig", params, in_order)) return code;
  state.configured = true;
  state.passes = 0;
  state.decoded.clear();
  fake_cuda_control()->counters_image = params->counters;
  return 0;
}
FAKE_EXPORT int cuptiRangeProfilerStart(range_params* params) {
  const bool in_order = state.configured && !state.started;
  if (const int code = refused("cuptiRangeProfilerStart", params, in_order)) return code;
  state.started = true;
  note("started");
  return 0;
}
FAKE_EXPORT int cuptiRangeProfilerPushRange(push_params* params) {
  const bool in_order = state.started && !state.pushed;
  if (const int code = refused("cuptiRangeProfilerPushRange", params, in_order)) return code;
  state.pushed = true;
  state.launches_before = fake_cuda_control()->launches.size();
  note("pushed");
  return 0;
}
FAKE_EXPORT int cuptiRangeProfilerPopRange(range_params* params) {
  if (const int code = refused("cuptiRangeProfilerPopRange", params, state.pushed)) return code;
  state.pushed = false;
  state.launches_of_pass = fake_cuda_control()->launches.size() - state.launches_before;
  note("popped");
  return 0;
}
FAKE_EXPORT int cuptiRangeProfilerStop(stop_params* params) {
  if (const int code = refused("cuptiRangeProfilerStop", params, state.started)) return code;
  const control& control = *fake_cuda_control();
  state.started = state.pushed = false;
  ++state.passes;
  params->all_passes_are_done =
      !control.profiler_is_never_done && state.passes >= control.profiler_passes * state.schedules
          ? 1
          : 0;
  note("stopped");
  return 0;
}
FAKE_EXPORT int cuptiRangeProfilerDecodeData(decode_params* params) {
  const bool in_order = state.enabled && !state.started;
  if (const int code = refused("cuptiRangeProfilerDecodeData", params, in_order)) return code;
  state.decoded = {state.launches_of_pass};
  fake_cuda_control()->counters_image[0] = 1;
  params->dropped_ranges = fake_cuda_control()->dropped_ranges;
  return 0;
}
FAKE_EXPORT int cuptiRangeProfilerGetCounterDataInfo(counters_info_params* params) {
  params->ranges = state.decoded.size();
  return refused("cuptiRangeProfilerGetCounterDataInfo", params, true);
}
