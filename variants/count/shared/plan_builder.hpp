#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "variants/contract/plan_collector.hpp"
#include "variants/contract/variant.hpp"
#include "variants/count/shared/oracle.hpp"

namespace warpmark::count {

/// The output of a variant: a count for each bin, or a table of values and counts.
enum class answer { counts, table };

/// Collects the kernels, buffers and steps of a plan that counts keys.
class plan_builder : public plan_collector {
 public:
  /// The output is "counts", `bins` 32-bit counts, or "table", `bins` records of value_count.
  explicit plan_builder(const problem& problem, answer with = answer::counts);

  std::uint64_t bins() const { return bins_; }
  std::size_t output() const { return output_; }
  std::size_t output_bytes() const;

  /// CUDA C++ of a key: "unsigned char".
  std::string key_spelling() const;

  /// Fills the output with zeros, inside the timed span.
  void clear_output();

 private:
  std::uint64_t bins_;
  answer with_;
  std::size_t output_;
};

/// Whether the problem counts keys 0..bins-1.
bool is_dense(const problem& problem);

/// For a problem whose type has no value outside its bins.
bool all_keys_have_bins(const problem& problem);

/// For variants whose output are counts indexed by the keys.
constraint keys_are_dense();

}  // namespace warpmark::count
