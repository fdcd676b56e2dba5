#include "bench/calibrate/kernel_timer.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "bench/backends/measure.hpp"
#include "bench/core/embedded_kernels.hpp"

namespace warpmark::calibrate {
namespace {

constexpr int repetitions = 5;
constexpr measuring_options timing{.precision = 0.005, .max_seconds = 0.25};

}  // namespace

backend::module_handle kernel_timer::loaded(const std::string& path,
                                            const std::string& expression) {
  const auto found = loaded_.find(expression);
  if (found != loaded_.end()) return found->second;
  return loaded_[expression] = load_embedded_kernel(machine_, compile_, path, expression);
}

void kernel_timer::load(const std::string& file, const std::string& name) {
  loaded("calibrate/" + file, "calibrate::" + name);
}

void kernel_timer::launch(const std::string& file, const std::string& name, std::uint32_t blocks,
                          std::uint32_t threads, std::span<const scalar_argument> arguments,
                          bool programmatic) {
  machine_.launch(loaded("calibrate/" + file, "calibrate::" + name),
                  {.grid = {blocks}, .block = {threads}, .programmatic = programmatic}, arguments);
}

void kernel_timer::launch(const template_instance& kernel, std::uint32_t blocks,
                          std::uint32_t threads, std::span<const scalar_argument> arguments) {
  machine_.launch(loaded(kernel.file(), kernel.spelling()), {.grid = {blocks}, .block = {threads}},
                  arguments);
}

double kernel_timer::median_ns(const std::function<void()>& work, bool cold) {
  work();  // compiles and loads; a fault is reported here, outside the timing
  machine_.synchronize();
  const observation seen = warpmark::measure(machine_, prepared(work, cold), timing);
  if (const auto median = seen.median_ns()) return *median;
  throw device_error(fmt::format("backend {}: {}", machine_.name(), seen.why_no_samples()));
}

timed_work kernel_timer::prepared(const std::function<void()>& work, bool cold) {
  if (!cold) return work;
  return {work, [this] { flush_.enqueue(); }};
}

double kernel_timer::slope_ns(const std::function<void(int)>& work, int few, int many, bool cold) {
  const double less_ns = median_ns([&] { work(few); }, cold);
  const double more_ns = median_ns([&] { work(many); }, cold);
  return (more_ns - less_ns) / (many - few);
}

double kernel_timer::median_cycles(const std::function<void()>& work, device_pointer cycles,
                                   bool cold, std::size_t blocks) {
  std::vector<double> seen;
  std::vector<std::int64_t> taken(blocks);
  for (int i = 0; i < repetitions; ++i) {
    warpmark::measure(machine_, prepared(work, cold), {.max_samples = 1, .warm_up = false});
    machine_.download(std::as_writable_bytes(std::span(taken)), cycles);
    seen.push_back(static_cast<double>(*std::max_element(taken.begin(), taken.end())));
  }
  std::nth_element(seen.begin(), seen.begin() + repetitions / 2, seen.end());
  return seen[repetitions / 2];
}

}  // namespace warpmark::calibrate
