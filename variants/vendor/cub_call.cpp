#include "variants/vendor/cub_call.hpp"

namespace warpmark::vendor {

void add_cub_step(plan_collector& plan, const installed_cub& cub, cub_step step) {
  const auto ask = [step, &cub] {
    const std::vector<native_buffer> none(step.buffers.size());
    std::size_t bytes = 0;
    cub.library().check(step.call({nullptr, &bytes, none, nullptr}), step.name);
    return bytes;
  };
  const auto work = [step, &cub](const native_context& context) {
    const native_buffer& temporary = context.buffers.front();
    std::size_t bytes = temporary.size_bytes;
    cub.library().check(
        step.call({temporary.address, &bytes, context.buffers.subspan(1), context.stream}),
        step.name);
  };
  std::vector<buffer_argument> buffers = {{plan.scratch_of_asked_size("temporary_storage", ask)}};
  buffers.insert(buffers.end(), step.buffers.begin(), step.buffers.end());
  plan.call({.name = step.name,
             .buffers = std::move(buffers),
             .call = work,
             .operations = step.operations});
}

}  // namespace warpmark::vendor
