#pragma once

#include <future>
#include <vector>

#include "bench/compiler/kernel_compiler.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark {

using kernel_futures = std::vector<std::shared_future<compiler::kernel_handle>>;

/// A plan whose kernels are being compiled.
struct pending_plan {
  launch_plan plan;
  kernel_futures kernels;
};

/// The kernels, as soon as all are there. Throws compiler::compile_error.
std::vector<compiler::kernel_handle> finished(const kernel_futures& pending);

}  // namespace warpmark
