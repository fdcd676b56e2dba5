#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "bench/core/pending_plan.hpp"

namespace warpmark::gate {

/// How long compilations of the gate may take where nobody has said it. The base's have a minute
/// each. The head's have twenty times what the base's took, and at least 20 s. Each compilation
/// that reaches a limit lowers the limits of all that follow, since a change of one header can
/// make every kernel take forever.
class compile_patience {
 public:
  static constexpr double base_s = 60, min_base_s = 5;
  static constexpr double head_s = 20, head_ratio = 20;
  static constexpr double min_head_s = 1, min_head_ratio = 3;

  double base_limit_s() const;

  /// `base_took_s`: none where the base's kernel is still being compiled, or does not compile.
  double head_limit_s(std::optional<double> base_took_s) const;

  /// These compilations count if they reach their limits.
  void watch(const kernel_futures& compilations);

 private:
  int reached() const;

  mutable std::mutex mutex_;
  mutable kernel_futures open_;  // Of those that are watched.
  mutable int reached_ = 0;
};

/// The limit of one compilation of the base, as kernel_compiler wants it.
compiler::time_limit base_time_limit(std::shared_ptr<const compile_patience> patience);

/// The limit of one compilation of the head; `base` are the kernels in whose place it stands.
compiler::time_limit head_time_limit(std::shared_ptr<const compile_patience> patience,
                                     kernel_futures base);

}  // namespace warpmark::gate
