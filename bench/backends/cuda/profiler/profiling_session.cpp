#include "bench/backends/cuda/profiler/profiling_session.hpp"

#include <fmt/format.h>

namespace warpmark::cuda::cupti {
namespace {

// So that there is an end if CUPTI never says that it has all passes.
constexpr std::size_t max_passes_factor = 4;

}  // namespace

initialized_profiler::initialized_profiler(const api& api) : api_(api) {
  initialize_params params{};
  api_.call(api_.initialize, "cuptiProfilerInitialize", params);
}

initialized_profiler::~initialized_profiler() {
  initialize_params params{};
  api_.try_call(api_.deinitialize, params);
}

chip_description initialized_profiler::chip(int device_ordinal) const {
  chip_name_params name{.device_index = static_cast<std::size_t>(device_ordinal)};
  api_.call(api_.get_chip_name, "cuptiDeviceGetChipName", name);
  chip_description found{.name = name.chip};
  availability_params availability{};
  api_.call(api_.get_availability, "cuptiProfilerGetCounterAvailability", availability);
  found.availability.resize(availability.image_bytes);
  availability.image = found.availability.data();
  api_.call(api_.get_availability, "cuptiProfilerGetCounterAvailability", availability);
  return found;
}

profiling_session::profiling_session(const api& api, context_handle context) : api_(api) {
  enable_params params{.context = context};
  api_.call(api_.enable, "cuptiRangeProfilerEnable", params);
  profiler_ = params.profiler;
}

profiling_session::~profiling_session() {
  range_params params{.profiler = profiler_};
  api_.try_call(api_.disable, params);
}

void profiling_session::configure(const metric_schedule& schedule,
                                  std::vector<std::uint8_t>& counters) {
  auto names = names_of(schedule.metrics());
  counters_size_params size{.profiler = profiler_,
                            .names = names.data(),
                            .count = names.size(),
                            .max_ranges = 1,
                            .max_nodes = 1};
  api_.call(api_.get_counters_size, "cuptiRangeProfilerGetCounterDataSize", size);
  counters.assign(size.bytes, 0);
  counters_initialize_params initialize{
      .profiler = profiler_, .bytes = counters.size(), .counters = counters.data()};
  api_.call(api_.initialize_counters, "cuptiRangeProfilerCounterDataImageInitialize", initialize);
  set_config_params config{.profiler = profiler_,
                           .config_bytes = schedule.config().size(),
                           .config = schedule.config().data(),
                           .counters_bytes = counters.size(),
                           .counters = counters.data(),
                           .range_mode = user_range,
                           .replay_mode = user_replay,
                           .max_ranges_per_pass = 1,
                           .nesting_levels = 1,
                           .min_nesting_level = 1,
                           .pass = 0,
                           .target_nesting_level = 1};
  api_.call(api_.set_config, "cuptiRangeProfilerSetConfig", config);
}

// Returns whether it was the last pass. What is started is stopped, even if `run` throws: the
// session could not be disabled otherwise.
bool profiling_session::take_pass(const std::function<void()>& run) {
  range_params range{.profiler = profiler_};
  push_params push{.profiler = profiler_, .name = "execution"};
  stop_params stop{.profiler = profiler_};
  api_.call(api_.start, "cuptiRangeProfilerStart", range);
  try {
    api_.call(api_.push_range, "cuptiRangeProfilerPushRange", push);
    run();
    api_.call(api_.pop_range, "cuptiRangeProfilerPopRange", range);
  } catch (...) {
    api_.try_call(api_.stop, stop);
    throw;
  }
  api_.call(api_.stop, "cuptiRangeProfilerStop", stop);
  return stop.all_passes_are_done != 0;
}

void profiling_session::decode(const std::vector<std::uint8_t>& counters) {
  decode_params decode{.profiler = profiler_};
  api_.call(api_.decode, "cuptiRangeProfilerDecodeData", decode);
  counters_info_params info{.counters = counters.data(), .bytes = counters.size()};
  api_.call(api_.get_counters_info, "cuptiRangeProfilerGetCounterDataInfo", info);
  if (decode.dropped_ranges != 0 || info.ranges != 1)
    throw error(fmt::format("CUPTI has {} ranges and dropped {}; expected one", info.ranges,
                            decode.dropped_ranges));
}

std::vector<std::uint8_t> profiling_session::count(const metric_schedule& schedule,
                                                   const std::function<void()>& prepare,
                                                   const std::function<void()>& run) {
  std::vector<std::uint8_t> counters;
  configure(schedule, counters);
  const std::size_t max_passes = max_passes_factor * schedule.passes();
  for (std::size_t pass = 0; pass < max_passes; ++pass) {
    prepare();
    if (!take_pass(run)) continue;
    decode(counters);
    return counters;
  }
  throw error(fmt::format("CUPTI announced {} passes and is not done after {}", schedule.passes(),
                          max_passes));
}

}  // namespace warpmark::cuda::cupti
