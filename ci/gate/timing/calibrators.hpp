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

/// Fixed kernels of this program, equal on both sides: arithmetic, memory, L2 or launches alone.
/// They serve as controls even if every point has changed.
class calibrators {
 public:
  /// All calibrators, in the order of measure()'s numbers.
  static const std::vector<std::string>& names();

  /// The calibrator that can be slowed down by a given amount: its time is a chain of dependent
  /// operations.
  static std::size_t planted();

  /// What limits the time of calibrator `number`.
  static resource_class resource(std::size_t number);

  /// One per resource, the one with the longest use of it; launches excluded.
  static std::vector<std::size_t> of_each_resource();

  /// Allocates their memory and compiles them. Throws device_error and the compiler's exceptions.
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
