#include "ci/gate/sides/compile_patience.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace warpmark::gate {
namespace {

bool is_ready(const kernel_futures::value_type& compilation) {
  return compilation.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

bool has_reached_its_limit(const kernel_futures::value_type& compilation) {
  try {
    compilation.get();
    return false;
  } catch (const compiler::compile_error& error) {
    return error.failure == compiler::compile_failure::timed_out ||
           error.failure == compiler::compile_failure::out_of_memory;
  }
}

// The longest of them; nullopt unless all are compiled.
std::optional<double> seconds_taken(const kernel_futures& kernels) {
  if (kernels.empty()) return std::nullopt;
  double longest_s = 0;
  for (const auto& kernel : kernels) {
    if (!is_ready(kernel)) return std::nullopt;
    try {
      longest_s = std::max(longest_s, kernel.get()->compile_seconds);
    } catch (const compiler::compile_error&) {
      return std::nullopt;
    }
  }
  return longest_s;
}

}  // namespace

double compile_patience::base_limit_s() const {
  return std::max(base_s / (1 + reached()), min_base_s);
}

double compile_patience::head_limit_s(std::optional<double> base_took_s) const {
  if (!base_took_s) return base_limit_s();
  const double first_s = std::max(head_s, head_ratio * *base_took_s);
  return std::max({first_s / (1 + reached()), min_head_s, min_head_ratio * *base_took_s});
}

void compile_patience::watch(const kernel_futures& compilations) {
  const std::scoped_lock lock(mutex_);
  open_.insert(open_.end(), compilations.begin(), compilations.end());
}

int compile_patience::reached() const {
  const std::scoped_lock lock(mutex_);
  const auto ended =
      std::partition(open_.begin(), open_.end(), [](const auto& item) { return !is_ready(item); });
  reached_ += static_cast<int>(std::count_if(ended, open_.end(), has_reached_its_limit));
  open_.erase(ended, open_.end());
  return reached_;
}

compiler::time_limit base_time_limit(std::shared_ptr<const compile_patience> patience) {
  return [patience = std::move(patience)] { return patience->base_limit_s(); };
}

compiler::time_limit head_time_limit(std::shared_ptr<const compile_patience> patience,
                                     kernel_futures base) {
  return [patience = std::move(patience), base = std::move(base)] {
    return patience->head_limit_s(seconds_taken(base));
  };
}

}  // namespace warpmark::gate
