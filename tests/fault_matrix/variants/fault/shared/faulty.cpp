#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

launch_plan plan_of(const execution& execution, const problem& problem) {
  const auto n = static_cast<std::uint64_t>(problem.integer("n"));
  const std::string name = execution.expression.empty() ? execution.file : execution.expression;
  launch_plan plan;
  plan.kernels.push_back({"fault/" + execution.file + ".cuh", "fault::" + name});
  plan.buffers = {{"input", buffer_role::input, 4 * n}, {"output", buffer_role::output, 4 * n}};
  if (execution.scratch_bytes != 0)
    plan.buffers.push_back({"scratch", buffer_role::scratch, execution.scratch_bytes});
  launch_shape shape;
  shape.grid.x = static_cast<std::uint32_t>((n + execution.block - 1) / execution.block);
  shape.block.x = execution.block;
  shape.dynamic_shared_bytes = execution.dynamic_shared_bytes;
  plan.steps.emplace_back(
      launch_step{0, shape, {buffer_argument{0}, buffer_argument{1}, scalar_argument::of(n)}});
  return plan;
}

variant faulty(const std::string& name, const std::string& summary, const execution& execution,
               int level) {
  return {
      .family = "fault",
      .name = name,
      .level = level,
      .catalogue_id = "-",
      .title = name,
      .summary = summary,
      .source = "planted",
      .types = {element_type::i32},
      .costs = {.bytes = "8*N", .operations = "N", .synchronisation = "none"},
      .plan = [execution](const problem& problem, const config&,
                          const device_limits&) { return plan_of(execution, problem); },
  };
}

}  // namespace warpmark::fault
