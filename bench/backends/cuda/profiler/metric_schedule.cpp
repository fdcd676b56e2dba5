#include "bench/backends/cuda/profiler/metric_schedule.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/backends/cuda/profiler/default_metrics.hpp"

namespace warpmark::cuda::cupti {
namespace {

void append(std::vector<std::string>& metrics, const std::string& metric) {
  if (std::find(metrics.begin(), metrics.end(), metric) == metrics.end()) metrics.push_back(metric);
}

[[noreturn]] void refuse(const std::string& metric, const chip_description& chip,
                         const std::vector<std::string>& known) {
  const std::string base = metric.substr(0, metric.find('.'));
  const std::string place = fmt::format("--profile {}: {} has no such metric", metric, chip.name);
  if (std::find(known.begin(), known.end(), base) != known.end())
    throw usage_error(
        fmt::format("{}; expected a roll-up of {}, such as {}.sum", place, base, base));
  const auto near = nearest(base, known);
  throw usage_error(fmt::format(
      "{}; {}", place,
      near ? fmt::format("did you mean '{}.sum'?", *near) : "`ncu --query-metrics` lists them"));
}

// The names that the chip has. A host of its own, since what was tried stays in its schedule.
std::vector<std::string> supported(const api& api, const chip_description& chip,
                                   const std::vector<std::string>& metrics) {
  profiler_host host(api, chip);
  std::vector<std::string> found;
  for (const std::string& metric : metrics) {
    if (metric != default_metrics_name) {
      if (!host.add({metric})) refuse(metric, chip, host.base_metrics());
      append(found, metric);
      continue;
    }
    for (const char* name : default_metrics())
      if (host.add({name})) append(found, name);
  }
  return found;
}

}  // namespace

metric_schedule::metric_schedule(const api& api, const chip_description& chip,
                                 const std::vector<std::string>& metrics)
    : metrics_(supported(api, chip, metrics)), host_(api, chip) {
  if (!host_.add(metrics_)) throw error("CUPTI cannot count these metrics together");
  config_ = host_.config();
  passes_params passes{.config_bytes = config_.size(), .config = config_.data()};
  api.call(api.get_passes, "cuptiProfilerHostGetNumOfPasses", passes);
  passes_ = passes.passes;
}

std::map<std::string, double> metric_schedule::values(
    const std::vector<std::uint8_t>& counters) const {
  const auto numbers = host_.values(metrics_, counters);
  std::map<std::string, double> result;
  for (std::size_t i = 0; i < metrics_.size(); ++i) result[metrics_[i]] = numbers[i];
  return result;
}

}  // namespace warpmark::cuda::cupti
