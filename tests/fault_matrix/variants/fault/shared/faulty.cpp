#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

launch_plan plan_of(const execution& how, const problem& asked) {
  const auto n = static_cast<std::uint64_t>(asked.integer("n"));
  const std::string name = how.expression.empty() ? how.file : how.expression;
  launch_plan plan;
  plan.kernels.push_back({"fault/" + how.file + ".cuh", "fault::" + name});
  plan.buffers = {{"input", buffer_role::input, 4 * n}, {"output", buffer_role::output, 4 * n}};
  if (how.scratch_bytes != 0)
    plan.buffers.push_back({"scratch", buffer_role::scratch, how.scratch_bytes});
  launch_shape shape;
  shape.grid.x = static_cast<std::uint32_t>((n + how.block - 1) / how.block);
  shape.block.x = how.block;
  shape.dynamic_shared_bytes = how.dynamic_shared_bytes;
  plan.steps.push_back(
      launch_step{0, shape, {buffer_argument{0}, buffer_argument{1}, scalar_argument::of(n)}});
  return plan;
}

variant faulty(const std::string& name, const std::string& summary, const execution& how,
               int rung) {
  return {
      .family = "fault",
      .name = name,
      .rung = rung,
      .catalogue_id = "-",
      .title = name,
      .summary = summary,
      .source = "planted",
      .types = {element_type::i32},
      .costs = {.bytes = "8*N", .operations = "N", .synchronisation = "none"},
      .plan = [how](const problem& asked, const config&,
                    const device_limits&) { return plan_of(how, asked); },
  };
}

}  // namespace warpmark::fault
