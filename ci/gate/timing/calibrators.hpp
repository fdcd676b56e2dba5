#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/cache_flush.hpp"
#include "bench/sampling/pair_sampler.hpp"
#include "ci/gate/decision/rounds.hpp"

namespace warpmark::gate {

/// Fixed kernels of this program, the same on both sides whatever the sides are: arithmetic alone,
/// memory, L2 and launches alone. They are controls also where every point has changed.
class calibrators {
 public:
  /// All that there are, in the order in which measure() numbers them.
  static const std::vector<std::string>& names();

  /// The one that can be slowed down by a calibrated amount: its time is a chain of dependent
  /// operations, and nothing else.
  static std::size_t planted();

  /// One for each resource, those that keep it busy longest; no launches alone.
  static std::vector<std::size_t> of_each_resource();

  /// Takes their memory and compiles them. Throws device_error and what the compiler throws.
  calibrators(backend& machine, compiler::kernel_compiler& compile, cache_flush& flush);
  ~calibrators();

  /// Samples calibrator `number` against itself, its head slowed down by `slowdown` (0.03: 3 %).
  round_pair measure(std::size_t number, double slowdown,
                     const sampling::pair_options& pair_options);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace warpmark::gate
