#include "tests/fault_matrix/variants/fault/shared/faulty.hpp"

namespace warpmark::fault {

variant dirty_state() {
  variant result = faulty("dirty_state", "leaves its ticket drawn", {.file = "dirty_state"});
  result.plan = [](const problem& problem, const config&, const device_limits&) {
    launch_plan plan = plan_of({.file = "dirty_state"}, problem);
    plan.buffers.push_back({"ticket", buffer_role::state, 4});
    std::get<launch_step>(plan.steps.front()).arguments.emplace_back(buffer_argument{2});
    return plan;
  };
  return result;
}

}  // namespace warpmark::fault
