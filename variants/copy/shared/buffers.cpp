#include "variants/copy/shared/buffers.hpp"

namespace warpmark::copy {

std::size_t size_bytes(const problem& asked) {
  return static_cast<std::size_t>(asked.integer("n")) *
         warpmark::size_bytes(*parse_element_type(asked.text("type")));
}

launch_plan plan_of_buffers(const problem& asked) {
  launch_plan plan;
  plan.buffers.push_back({"input", buffer_role::input, size_bytes(asked)});
  plan.buffers.push_back({"output", buffer_role::output, size_bytes(asked)});
  return plan;
}

}  // namespace warpmark::copy
