#include "bench/core/pending_plan.hpp"

#include <chrono>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "bench/compiler/ptx/target.hpp"
#include "bench/core/embedded_kernels.hpp"
#include "bench/space/plan_check.hpp"

namespace warpmark {

namespace {

// "sm_90" for a kernel that needs 100: "sm_100".
std::string architecture_for(const kernel_instance& kernel, const std::string& device) {
  const auto target = compiler::parse_target(device);
  if (!target || target->number >= kernel.min_architecture) return device;
  return fmt::format("{}_{}", device.substr(0, device.find('_')), kernel.min_architecture);
}

}  // namespace

compiler::compile_request request_for(const kernel_instance& kernel, const std::string& device,
                                      const compiler::kernel_compiler& compile) {
  const std::string architecture = architecture_for(kernel, device);
  if (kernel.outside && !kernel.outside->of_kernels_folder)
    return outside_kernel(kernel, architecture,
                          kernel.outside->is_ptx || !kernel.outside->compiler.empty()
                              ? std::filesystem::path()
                              : compile.library_path());
  compiler::compile_request request =
      kernel.outside ? versioned_kernel(kernel, architecture)
                     : embedded_kernel(kernel.file, kernel.expression, architecture);
  if (kernel.device_launches) {
    request.minimal = false;
    request.options.emplace_back("-rdc=true");
  }
  if (kernel.toolkit_header.empty()) return request;
  request.source = fmt::format("#include <{}>\n#line 1 \"{}\"\n{}", kernel.toolkit_header,
                               kernel.file, request.source);
  for (auto& option : compiler::toolkit_include_options(compile.library_path()))
    request.options.push_back(std::move(option));
  return request;
}

kernel_futures begin_kernels(const launch_plan& plan, const std::string& architecture,
                             compiler::kernel_compiler& compile,
                             compiler::compile_urgency urgency) {
  kernel_futures kernels;
  for (const auto& kernel : plan.kernels)
    kernels.push_back(compile.submit(request_for(kernel, architecture, compile), urgency));
  return kernels;
}

pending_plan begin_plan(launch_plan plan, const device_limits& limits,
                        const std::string& architecture, compiler::kernel_compiler& compile,
                        compiler::compile_urgency urgency) {
  pending_plan pending{.plan = std::move(plan)};
  if (const auto error = check_launches(pending.plan, limits))
    pending.unavailable = error->text();
  else
    pending.kernels = begin_kernels(pending.plan, architecture, compile, urgency);
  return pending;
}

pending_plan begin_reference(launch_plan plan, const std::string& architecture,
                             compiler::kernel_compiler& compile,
                             compiler::compile_urgency urgency) {
  pending_plan pending{.plan = std::move(plan)};
  pending.kernels = begin_kernels(pending.plan, architecture, compile, urgency);
  return pending;
}

std::vector<compiler::kernel_handle> finished(const kernel_futures& pending,
                                              const phase_listener& on_phase) {
  std::vector<compiler::kernel_handle> kernels;
  for (const auto& future : pending) {
    if (future.wait_for(std::chrono::seconds(0)) != std::future_status::ready) on_phase("compile");
    kernels.push_back(future.get());
  }
  return kernels;
}

}  // namespace warpmark
