#include "bench/backends/cuda/profiler/metric_schedule.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/backends/cuda/profiler/default_metrics.hpp"

namespace warpmark::cuda::cupti {

metric_schedule::metric_schedule(const api& api, const chip_description& chip,
                                 const std::vector<std::string>& metrics)
    : api_(api) {
  open(chip);
  try {
    add_all(metrics, chip);
    schedule();
  } catch (...) {
    host_deinitialize_params params{.host = host_};
    api_.try_call(api_.host_deinitialize, params);
    throw;
  }
}

metric_schedule::~metric_schedule() {
  host_deinitialize_params params{.host = host_};
  api_.try_call(api_.host_deinitialize, params);
}

void metric_schedule::open(const chip_description& chip) {
  host_initialize_params params{
      .profiler_type = range_profiler,
      .chip = chip.name.c_str(),
      .availability = chip.availability.empty() ? nullptr : chip.availability.data()};
  api_.call(api_.host_initialize, "cuptiProfilerHostInitialize", params);
  host_ = params.host;
}

// One at a time, since the result of the call does not say which it refuses.
bool metric_schedule::add(const std::string& metric) {
  if (std::find(metrics_.begin(), metrics_.end(), metric) != metrics_.end()) return true;
  const char* name = metric.c_str();
  add_metrics_params params{.host = host_, .names = &name, .count = 1};
  if (api_.try_call(api_.add_metrics, params) != success) return false;
  metrics_.push_back(metric);
  return true;
}

void metric_schedule::add_all(const std::vector<std::string>& metrics,
                              const chip_description& chip) {
  for (const std::string& metric : metrics) {
    if (metric == default_metrics_name)
      for (const char* name : default_metrics()) add(name);
    else if (!add(metric))
      refuse(metric, chip);
  }
}

void metric_schedule::schedule() {
  config_size_params size{.host = host_};
  api_.call(api_.get_config_size, "cuptiProfilerHostGetConfigImageSize", size);
  config_.resize(size.bytes);
  config_image_params image{.host = host_, .bytes = config_.size(), .image = config_.data()};
  api_.call(api_.get_config_image, "cuptiProfilerHostGetConfigImage", image);
  passes_params passes{.config_bytes = config_.size(), .config = config_.data()};
  api_.call(api_.get_passes, "cuptiProfilerHostGetNumOfPasses", passes);
  passes_ = passes.passes;
}

std::vector<std::string> metric_schedule::base_metrics() const {
  std::vector<std::string> found;
  for (int type = 0; type < metric_types; ++type) {
    base_metrics_params params{.host = host_, .metric_type = type};
    if (api_.try_call(api_.get_base_metrics, params) != success) continue;
    found.insert(found.end(), params.names, params.names + params.count);
  }
  return found;
}

void metric_schedule::refuse(const std::string& metric, const chip_description& chip) const {
  const auto known = base_metrics();
  const std::string base = metric.substr(0, metric.find('.'));
  if (std::find(known.begin(), known.end(), base) != known.end())
    throw usage_error(
        fmt::format("--profile {}: {} has no such metric; expected a roll-up of {}, such as {}.sum",
                    metric, chip.name, base, base));
  const auto near = nearest(base, known);
  throw usage_error(fmt::format(
      "--profile {}: {} has no such metric; {}", metric, chip.name,
      near ? fmt::format("did you mean '{}.sum'?", *near) : "`ncu --query-metrics` lists them"));
}

std::vector<const char*> metric_schedule::names() const {
  std::vector<const char*> result;
  for (const std::string& metric : metrics_) result.push_back(metric.c_str());
  return result;
}

std::map<std::string, double> metric_schedule::values(
    const std::vector<std::uint8_t>& counters) const {
  std::vector<double> numbers(metrics_.size());
  auto metric_names = names();
  evaluate_params params{.host = host_,
                         .counters = counters.data(),
                         .counters_bytes = counters.size(),
                         .range = 0,
                         .names = metric_names.data(),
                         .count = metric_names.size(),
                         .values = numbers.data()};
  api_.call(api_.evaluate, "cuptiProfilerHostEvaluateToGpuValues", params);
  std::map<std::string, double> result;
  for (std::size_t i = 0; i < metrics_.size(); ++i) result[metrics_[i]] = numbers[i];
  return result;
}

}  // namespace warpmark::cuda::cupti
