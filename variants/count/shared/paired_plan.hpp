#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "variants/contract/plan_collector.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::count {

/// Collects the plan of a kernel of kernels/count/paired.cuh: two inputs of equally wide elements
/// after equally many others, and an output of 32-bit words that the plan clears first, inside the
/// timed span.
class paired_plan : public plan_collector {
 public:
  paired_plan(const problem& problem, const std::string& second, const std::string& output,
              std::uint64_t words);

  buffer_argument second_argument() const { return {second_, input_argument().offset_bytes}; }
  std::size_t output() const { return output_; }

 private:
  std::size_t second_, output_;
};

/// For kernels that add each pair by one atomic, of counters whose names begin with `space`:
/// "global" or "shared".
std::vector<counter_prediction> predictions_of_pairs(const std::string& space);

}  // namespace warpmark::count
