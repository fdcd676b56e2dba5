#pragma once

#include <memory>
#include <mutex>
#include <optional>

#include "bench/core/pending_plan.hpp"

namespace warpmark::gate {

/// The default time limits of the gate's compilations. Each of the base's has a minute. The head's
/// have twenty times the base's time, and at least 20 s. Each compilation that reaches a limit
/// lowers the limits of all later ones, since a change of one header can make every kernel take
/// forever.
class compile_patience {
 public:
  static constexpr double base_s = 60, min_base_s = 5;
  static constexpr double head_s = 20, head_ratio = 20;
  static constexpr double min_head_s = 1, min_head_ratio = 3;

  double base_limit_s() const;

  /// `base_took_s`: nullopt if the base's kernel is still being compiled or does not compile.
  double head_limit_s(std::optional<double> base_took_s) const;

  /// Counts these compilations if they reach their limits.
  void watch(const kernel_futures& compilations);

 private:
  int reached() const;

  mutable std::mutex mutex_;
  mutable kernel_futures open_;  // The watched compilations that have not ended.
  mutable int reached_ = 0;
};

/// The limit of one compilation of the base, for kernel_compiler.
compiler::time_limit base_time_limit(std::shared_ptr<const compile_patience> patience);

/// The limit of one compilation of the head; `base` are the kernels that it replaces.
compiler::time_limit head_time_limit(std::shared_ptr<const compile_patience> patience,
                                     kernel_futures base);

}  // namespace warpmark::gate
