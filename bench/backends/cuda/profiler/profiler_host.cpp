#include "bench/backends/cuda/profiler/profiler_host.hpp"

namespace warpmark::cuda::cupti {

profiler_host::profiler_host(const api& api, const chip_description& chip) : api_(api) {
  host_initialize_params params{
      .profiler_type = range_profiler,
      .chip = chip.name.c_str(),
      .availability = chip.availability.empty() ? nullptr : chip.availability.data()};
  api_.call(api_.host_initialize, "cuptiProfilerHostInitialize", params);
  host_ = params.host;
}

profiler_host::~profiler_host() {
  host_deinitialize_params params{.host = host_};
  api_.try_call(api_.host_deinitialize, params);
}

bool profiler_host::add(const std::vector<std::string>& metrics) {
  auto names = names_of(metrics);
  add_metrics_params params{.host = host_, .names = names.data(), .count = names.size()};
  return api_.try_call(api_.add_metrics, params) == success;
}

std::vector<std::uint8_t> profiler_host::config() const {
  config_size_params size{.host = host_};
  api_.call(api_.get_config_size, "cuptiProfilerHostGetConfigImageSize", size);
  std::vector<std::uint8_t> config(size.bytes);
  config_image_params image{.host = host_, .bytes = config.size(), .image = config.data()};
  api_.call(api_.get_config_image, "cuptiProfilerHostGetConfigImage", image);
  return config;
}

std::vector<std::string> profiler_host::base_metrics() const {
  std::vector<std::string> found;
  for (int type = 0; type < metric_types; ++type) {
    base_metrics_params params{.host = host_, .metric_type = type};
    if (api_.try_call(api_.get_base_metrics, params) != success) continue;
    found.insert(found.end(), params.names, params.names + params.count);
  }
  return found;
}

std::vector<double> profiler_host::values(const std::vector<std::string>& metrics,
                                          const std::vector<std::uint8_t>& counters) const {
  std::vector<double> numbers(metrics.size());
  auto names = names_of(metrics);
  evaluate_params params{.host = host_,
                         .counters = counters.data(),
                         .counters_bytes = counters.size(),
                         .range = 0,
                         .names = names.data(),
                         .count = names.size(),
                         .values = numbers.data()};
  api_.call(api_.evaluate, "cuptiProfilerHostEvaluateToGpuValues", params);
  return numbers;
}

std::vector<const char*> names_of(const std::vector<std::string>& metrics) {
  std::vector<const char*> names;
  for (const std::string& metric : metrics) names.push_back(metric.c_str());
  return names;
}

}  // namespace warpmark::cuda::cupti
