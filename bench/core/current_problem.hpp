#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/core/pending_plan.hpp"
#include "bench/core/point.hpp"
#include "bench/core/prepared_point.hpp"
#include "bench/core/verified_output_cache.hpp"

namespace warpmark {

/// The inputs of the last problem, kept on the device. Consecutive points of one problem share
/// them.
class current_problem {
 public:
  /// `verified` has outputs of the same problem, if not null.
  current_problem(backend& machine, std::uint64_t seed, verified_output_cache* verified)
      : machine_(machine), seed_(seed), verified_(verified) {}

  /// The inputs of this point's problem. `reference` computes the expected outputs, if the family
  /// uses a kernel for that; `on_phase` is as in measuring_terms. Throws what allocating and
  /// launching throw.
  device_inputs& prepare(const point& point, const std::optional<pending_plan>& reference,
                         const phase_listener& on_phase);

  /// Adds sets of inputs to those of the prepared problem until it has `count`, each with the
  /// results that are expected of it. `point` and the others are as for prepare(), and throw as
  /// there. Call it before the placements have other contents than those of the first set.
  void provide_sets(std::size_t count, const point& point,
                    const std::optional<pending_plan>& reference, const phase_listener& on_phase);

  /// Adds one more set, and returns its number. remove_unseen_set() removes it.
  std::size_t add_unseen_set(std::uint64_t seed, const point& point,
                             const std::optional<pending_plan>& reference,
                             const phase_listener& on_phase);

  /// Removes that set, if there is one. No placement may have it.
  void remove_unseen_set();

  /// Whether the exception that is being handled came from making inputs or expected results, and
  /// not for lack of memory of the device: the fault is the problem's, not the point's. Once.
  bool take_fault() { return std::exchange(is_at_fault_, false); }

  /// A kernel may have overwritten the inputs: uploads them again.
  void invalidate();

 private:
  backend& machine_;
  std::uint64_t seed_;
  verified_output_cache* verified_;
  void make(const std::function<void()>& inputs_and_results);
  void add_set(std::uint64_t seed, const point& point, const std::optional<pending_plan>& reference,
               const phase_listener& on_phase);

  std::string key_;
  std::vector<std::unique_ptr<problem_instance>> instances_;
  bool is_at_fault_ = false;
  std::optional<std::size_t> unseen_;  ///< Its number.
  std::unique_ptr<device_inputs> inputs_;
};

}  // namespace warpmark
