#pragma once

#include <functional>
#include <future>
#include <string>
#include <vector>

#include "base/device_limits.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "variants/contract/launch_plan.hpp"

namespace warpmark {

using kernel_futures = std::vector<std::shared_future<compiler::kernel_handle>>;

/// A plan whose kernels are being compiled.
struct pending_plan {
  launch_plan plan;
  kernel_futures kernels = {};
  std::string unavailable = {};  ///< Why it cannot be executed; then nothing is compiled.
};

/// The compile request of a plan's kernel for a device's architecture, or for a newer one that the
/// kernel needs, with the headers of the toolkit that `compile` belongs to. Throws
/// compiler::compiler_unavailable if they are needed and there is none.
compiler::compile_request request_for(const kernel_instance& kernel, const std::string& device,
                                      const compiler::kernel_compiler& compile);

/// Queues the compilation of all kernels of a plan for `architecture`, "sm_90" or, for PTX alone,
/// "compute_90".
kernel_futures begin_kernels(const launch_plan& plan, const std::string& architecture,
                             compiler::kernel_compiler& compile,
                             compiler::compile_urgency urgency = compiler::compile_urgency::now);

/// Queues the compilation for `architecture`, unless a launch exceeds `limits`.
pending_plan begin_plan(launch_plan plan, const device_limits& limits,
                        const std::string& architecture, compiler::kernel_compiler& compile,
                        compiler::compile_urgency urgency = compiler::compile_urgency::now);

/// The same for a family's reference, whose launches fail only when they are executed.
pending_plan begin_reference(launch_plan plan, const std::string& architecture,
                             compiler::kernel_compiler& compile,
                             compiler::compile_urgency urgency = compiler::compile_urgency::now);

/// Called when a phase of a point begins: "compile" (waiting for a kernel), "reference", "verify",
/// "measure".
using phase_listener = std::function<void(const char*)>;

/// Waits for the kernels. `on_phase` gets "compile" before each wait. Throws
/// compiler::compile_error.
std::vector<compiler::kernel_handle> finished(
    const kernel_futures& pending, const phase_listener& on_phase = [](const char*) {});

}  // namespace warpmark
