// What `--inputs rotating` does to times: both ways to prepare a sample in turn, in one process, on
// the same buffers. Needs a card; prints the ratio of the times, rotating over fixed, with the 95 %
// interval of the signed-rank test.
//   ninja -C build/release input_rotation && build/release/tools/benchmarks/input_rotation

#include "bench/core/input_rotation.hpp"

#include <cstdio>
#include <vector>

#include <fmt/format.h>

#include "base/device_error.hpp"
#include "bench/backends/cuda/cuda_backend.hpp"
#include "bench/backends/measure.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/core/pending_point.hpp"
#include "bench/core/placements.hpp"
#include "bench/core/point_work.hpp"
#include "bench/statistics/hodges_lehmann.hpp"
#include "bench/statistics/quantile.hpp"
#include "variants/registry.hpp"

namespace warpmark {
namespace {

constexpr std::uint64_t seed = 1;
constexpr std::size_t pairs = 400;
constexpr std::size_t num_sets = 4;

point point_of(const std::string& path, std::int64_t n) {
  point made;
  made.variant = built_in_registry().find_variant(path);
  if (made.variant == nullptr) throw device_error("no variant " + path);
  for (const auto& along : made.variant->problem_axes()) made.problem.set(along.name, along.base);
  made.problem.set("n", n);
  for (const auto& along : made.variant->axes) made.config.set(along.name, along.base);
  return made;
}

class comparison {
 public:
  explicit comparison(backend& machine)
      : machine_(machine),
        compile_(embedded_compiler_options()),
        flush_(machine, compile_, flush_lines::clean),
        renew_(machine, compile_) {}

  void compare(const std::string& path, std::int64_t n) {
    const point at = point_of(path, n);
    const pending_point pending =
        begin_point(at, machine_.name(), machine_.device().limits, compile_);
    std::vector<std::unique_ptr<problem_instance>> sets;
    for (std::size_t i = 0; i < num_sets; ++i)
      sets.push_back(at.variant->contract->instance(at.problem, seed + i));
    device_inputs inputs(machine_, *sets.front());
    for (std::size_t i = 1; i < num_sets; ++i) inputs.add(*sets[i]);
    const std::size_t placements =
        placements_for(cache_state::cold, footprint_bytes(pending.own.plan),
                       machine_.device().l2_bytes.value_or(0));
    prepared_point prepared(machine_, pending.own.plan, finished(pending.own.kernels), inputs,
                            placements);
    prepared.poison();
    input_rotation rotation(inputs, prepared, &renew_, {}, seed);
    std::size_t renewed = 0;
    for (const auto& buffer : pending.own.plan.buffers)
      renewed += buffer.role != buffer_role::state;
    // As many launches without effect, so that the work begins in the same launch slot.
    const auto nothing = [&] {
      for (std::size_t i = 0; i < renewed; ++i)
        renew_.fill(inputs.get(pending.own.plan.buffers.front().name, 0).address(), std::byte{0},
                    0);
    };
    placement_order of_fixed(cache_state::cold, placements, seed);
    placement_order of_rotating(cache_state::cold, placements, seed);
    const auto work = [&](placement_order& order, const std::function<void()>& renew) {
      return point_work(
          prepared, cache_state::cold, &flush_, [&order] { return order.next(); }, renew);
    };
    const auto rotating = [&] { rotation.renew(); };
    print(at, "rotating", measure(work(of_fixed, nothing), work(of_rotating, rotating)));
    print(at, "fixed", measure(work(of_fixed, nothing), work(of_rotating, nothing)));
  }

 private:
  sampling::pair_observation measure(const timed_work& first, const timed_work& second) {
    return measure_pairs(machine_, first, second, {.pairs = pairs, .max_seconds = 4});
  }

  static void print(const point& at, const char* what, const sampling::pair_observation& seen) {
    std::vector<double> differences;
    for (std::size_t i = 0; i < seen.first.samples_ns.size(); ++i)
      differences.push_back(seen.second.samples_ns[i] - seen.first.samples_ns[i]);
    const double fixed_ns = statistics::median(seen.first.samples_ns);
    const auto shift = statistics::hodges_lehmann(differences);
    fmt::print("{:32} n={:<9} {:8} {:9.2f} us  {:.4f} [{:.4f}, {:.4f}]\n", at.variant->path(),
               at.problem.integer("n"), what, fixed_ns / 1e3, 1 + shift.value / fixed_ns,
               1 + shift.range.lo / fixed_ns, 1 + shift.range.hi / fixed_ns);
    std::fflush(stdout);
  }

  backend& machine_;
  compiler::kernel_compiler compile_;
  cache_flush flush_;
  renewal renew_;
};

}  // namespace
}  // namespace warpmark

int main() {
  try {
    const auto machine = warpmark::cuda::make_cuda_backend({});
    warpmark::comparison comparison(*machine);
    for (const char* path : {"reduce/vectorised", "scan/decoupled_lookback", "copy/vectorised",
                             "partition/decoupled_lookback", "sort/radix_onesweep"})
      for (const std::int64_t n : {1 << 12, 1 << 16, 1 << 20, 1 << 24}) comparison.compare(path, n);
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 2;
  }
}
