#pragma once

#include <cstddef>
#include <cstdint>

#include "bench/core/device_inputs.hpp"
#include "bench/core/prepared_point.hpp"
#include "bench/core/renewal.hpp"
#include "bench/sampling/measuring_options.hpp"
#include "bench/statistics/philox.hpp"

namespace warpmark {

/// Number of sets of inputs that rotate, for inputs of this size: more take memory and time, and
/// two suffice to see that an answer is that of other inputs.
std::size_t rotating_sets(std::size_t input_bytes);

/// Gives the executions of a point one of the sets of inputs at random, under the same addresses,
/// and poisoned outputs and scratch. In the cold state before each sample; in the others, where
/// that would change what the caches hold, once.
class input_rotation {
 public:
  /// `by`: null for a device without kernels. All must outlive it. Uploads the sets.
  input_rotation(device_inputs& inputs, prepared_point& prepared, renewal* by,
                 const measuring_options& options, std::uint64_t seed);

  /// Enqueues another set in every placement; the same in all if the plan has variables with
  /// inputs, of which a module has one copy.
  void deal();

  /// Whether there is something to enqueue before each sample.
  bool before_each() const { return each_sample_; }

  /// Enqueues what changes before a sample of the current placement.
  void renew();

 private:
  device_inputs& inputs_;
  prepared_point& prepared_;
  renewal* by_;
  bool each_sample_;
  bool scrubs_;
  std::size_t sets_;  ///< Those that rotate.
  statistics::random_stream random_;
};

}  // namespace warpmark
