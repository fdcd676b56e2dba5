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
  std::optional<pending_plan> reference = {};  ///< Of the family, for the problem.
  bool base_first = true;                      ///< See round_pair.
};

/// Queues the compilation of both sides' kernels, and of the family's reference if it has one, for
/// a machine of these limits.
pending_pair begin_pair(const point& point, launch_plan base, launch_plan head,
                        std::optional<launch_plan> reference, const device_limits& limits,
                        compiler::kernel_compiler& compile);

/// What all pairs of a round share.
struct pair_terms {
  std::uint64_t seed = 1;  ///< Of the inputs: the same on both sides.
  cache_state state = cache_state::cold;
  sampling::pair_options sampling = {};     ///< Who leads is each pair's own.
  cache_flush* flush = nullptr;             ///< Before each sample of the cold state.
  verified_output_cache* proven = nullptr;  ///< As in measuring_terms.
  gate_limits limits = {};

  /// Hears before a first execution, "of the head" say, how long it may take; and with an infinite
  /// limit that it is over. Whoever hears it ends this process when that time is over.
  std::function<void(const std::string& of, double limit_s)> on_execution = [](const std::string&,
                                                                               double) {};
};

/// Proves both sides of points right and samples them alternately, on one machine with a clock.
class pair_measurer {
 public:
  pair_measurer(backend& machine, pair_terms terms)
      : machine_(machine),
        terms_(std::move(terms)),
        problem_(machine, terms_.seed, terms_.proven) {}

  /// Both sides work on the same inputs. A side that is wrong, does not compile or finds no room
  /// makes a discarded pair whose reason names the side. Throws device_error after which the
  /// machine can do no more.
  round_pair measure(const pending_pair& pending);

 private:
  round_pair sample(const pending_pair& pending);
  void execution_is_over() const;

  backend& machine_;
  pair_terms terms_;
  current_problem problem_;
};

/// What was seen, as the decision wants it: medians, ticks of the clock spread.
round_pair pair_of(const sampling::pair_observation& seen, bool base_first);

}  // namespace warpmark::gate
