#include "variants/copy/shared/buffers.hpp"

namespace warpmark::copy {

launch_plan plan_of_buffers(const problem& problem) {
  launch_plan plan;
  plan.buffers.push_back({"input", buffer_role::input, input_bytes(problem)});
  plan.buffers.push_back({"output", buffer_role::output, input_bytes(problem)});
  return plan;
}

}  // namespace warpmark::copy
