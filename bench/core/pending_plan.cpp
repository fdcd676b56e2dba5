#include "bench/core/pending_plan.hpp"

namespace warpmark {

std::vector<compiler::kernel_handle> finished(const kernel_futures& pending) {
  std::vector<compiler::kernel_handle> kernels;
  for (const auto& future : pending) kernels.push_back(future.get());
  return kernels;
}

}  // namespace warpmark
