#include "bench/core/drift_watch.hpp"

#include <array>
#include <cmath>

#include "bench/backends/measure.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/statistics/mann_kendall.hpp"
#include "bench/statistics/quantile.hpp"

namespace warpmark {
namespace {

constexpr auto period = std::chrono::seconds(1);
constexpr std::uint32_t warp_threads = 32;
constexpr int chain_steps = 20'000;

constexpr std::size_t min_references = 8;
constexpr double significance = 0.01;
constexpr double min_change = 0.01;

}  // namespace

drift_watch::drift_watch(backend& machine, compiler::kernel_compiler& compile, cache_flush& flush)
    : machine_(machine),
      flush_(flush),
      results_(machine, warp_threads * sizeof(float)),
      chain_(load_embedded_kernel(machine, compile, "ceilings/reference.cuh", "ceilings::chain")) {}

std::optional<reference_times> drift_watch::take_if_due() {
  const auto now = std::chrono::steady_clock::now();
  if (last_ && now - *last_ < period) return std::nullopt;
  last_ = now;
  constexpr measuring_options timing{.max_samples = 7};
  const std::array arguments{scalar_argument::of(results_.address()), scalar_argument::of(0.5f),
                             scalar_argument::of(chain_steps)};
  const observation chain = warpmark::measure(
      machine_, [&] { machine_.launch(chain_, {.grid = {1}, .block = {warp_threads}}, arguments); },
      timing);
  const observation memory = warpmark::measure(
      machine_, [&] { flush_.enqueue(); }, timing);
  const auto chain_ns = chain.median_ns(), memory_ns = memory.median_ns();
  if (!chain_ns || !memory_ns) return std::nullopt;
  return reference_times{.memory_ns = *memory_ns, .chain_ns = *chain_ns, .state = chain.after};
}

std::optional<drift_report> assess_drift(std::span<const double> times_ns) {
  if (times_ns.size() < min_references) return std::nullopt;
  const auto trend = statistics::mann_kendall_test(times_ns);
  drift_report seen;
  seen.change =
      trend.slope * static_cast<double>(times_ns.size() - 1) / statistics::median(times_ns);
  seen.p_value = trend.p_value;
  seen.real = seen.p_value < significance && std::abs(seen.change) > min_change;
  return seen;
}

}  // namespace warpmark
