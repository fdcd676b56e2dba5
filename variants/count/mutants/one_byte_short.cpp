// HOST - 1 bytes are copied, HOST are read.

#include "variants/contract/problem_axes.hpp"
#include "variants/count/shared/chunked_mutant.hpp"

namespace warpmark::count::mutants {

namespace {

// The keys in a buffer of their own, which lacks the last byte.
void copy_all_but_a_byte(launch_plan& plan, std::size_t key_bytes) {
  const std::size_t copied = plan.buffers.size();
  plan.buffers.push_back({"copied_keys", buffer_role::scratch, key_bytes - 1});
  plan.steps.insert(plan.steps.begin(), copy_step{{copied}, {0}, key_bytes - 1});
  change_launches(plan, [=](launch_step& step) {
    for (auto& argument : step.arguments)
      if (auto* buffer = std::get_if<buffer_argument>(&argument); buffer && buffer->buffer == 0)
        buffer->buffer = copied;
  });
}

}  // namespace

variant one_byte_short() {
  variant result =
      chunked_mutant({.name = "one_byte_short",
                      .source = "dca-2016, cdpDistCountLaunch",
                      .fault = {"One byte less than there are keys is allocated and copied, and as "
                                "many bytes as there are keys are read.",
                                {"out_of_bounds"}},
                      .problem = {{"n", std::int64_t{128}}}});
  result.plan = [sound = result.plan](const problem& problem, const config& config,
                                      const device_limits& limits) {
    launch_plan plan = sound(problem, config, limits);
    copy_all_but_a_byte(plan, input_bytes(problem));
    return plan;
  };
  return result;
}

}  // namespace warpmark::count::mutants
