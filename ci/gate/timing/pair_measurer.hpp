#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/cache_flush.hpp"
#include "bench/core/current_problem.hpp"
#include "bench/core/pending_plan.hpp"
#include "bench/core/point.hpp"
#include "bench/core/verified_output_cache.hpp"
#include "bench/sampling/pair_sampler.hpp"
#include "ci/gate/decision/rounds.hpp"
#include "ci/gate/gate_limits.hpp"

namespace warpmark::gate {

/// One point with the plans of both sides, whose kernels are being compiled.
struct pending_pair {
  warpmark::point point;
  pending_plan base;
  pending_plan head;
  std::optional<pending_plan> reference = {};  ///< The family's, for the problem.
  bool base_first = true;                      ///< See round_pair.
};

/// Queues the compilation of both sides' kernels, and of the family's reference if it has one, for
/// a device with these limits.
pending_pair begin_pair(const point& point, launch_plan base, launch_plan head,
                        std::optional<launch_plan> reference, const device_limits& limits,
                        compiler::kernel_compiler& compile);

/// Settings that all pairs of a round share.
struct pair_terms {
  std::uint64_t seed = 1;  ///< Of the inputs: the same on both sides.
  cache_state state = cache_state::cold;
  sampling::pair_options sampling = {};     ///< The leading side is set per pair.
  cache_flush* flush = nullptr;             ///< Before each sample of the cold state.
  verified_output_cache* proven = nullptr;  ///< See measuring_terms.
  gate_limits limits = {};

  /// Called before a first execution, such as "of the head", with its time limit, and after it with
  /// an infinite limit. The listener ends this process when the limit has passed.
  std::function<void(const std::string& execution, double limit_s)> on_execution =
      [](const std::string&, double) {};
};

/// Verifies both sides of points and samples them alternately, on one machine with a clock.
class pair_measurer {
 public:
  pair_measurer(backend& machine, pair_terms terms)
      : machine_(machine),
        terms_(std::move(terms)),
        problem_(machine, terms_.seed, terms_.proven) {}

  /// Both sides work on the same inputs. If a side is wrong, does not compile or lacks memory, the
  /// pair is discarded and the reason names the side. Throws device_error if the device is unusable
  /// afterwards.
  round_pair measure(const pending_pair& pending);

 private:
  round_pair sample(const pending_pair& pending);
  void end_execution_limit() const;

  backend& machine_;
  pair_terms terms_;
  current_problem problem_;
};

/// Converts an observation for the decision: medians, with the clock's ticks spread.
round_pair pair_of(const sampling::pair_observation& seen, bool base_first);

}  // namespace warpmark::gate
