// The straightforward loop on the CPU.

#include "variants/contract/variant.hpp"
#include "variants/reduce/shared/host_fold.hpp"
#include "variants/reduce/shared/plan_builder.hpp"

namespace warpmark::reduce {

namespace {

launch_plan plan_serial(const problem& problem, const config&, const device_limits&) {
  plan_builder plan(problem);
  plan.call({.name = "serial fold",
             .buffers = {plan.input_argument(), {plan.output()}},
             .call = [op = host_operator_of(problem.text("op"), plan.type()),
                      n = plan.n()](const native_context& context) {
               op.lower(op.fold(context.buffers[0].address, 0, n), context.buffers[1].address);
             }});
  return plan.take();
}

}  // namespace

variant host_serial() {
  return {
      .family = "reduce",
      .name = "host_serial",
      .level = 30,
      .catalogue_id = "",
      .title = "one loop on one core of the CPU",
      .summary =
          "A plain loop over the elements, compiled for the CPU without permission to reorder "
          "floating sums: the compiler vectorises reductions of integers, and emits a chain of "
          "dependent adds for floats. The baseline without a GPU.",
      .source = "lecture-2019, 01:56",
      .types = all_element_types(),
      .axes = {},
      .costs = {.bytes = "N*s", .operations = "N, by one core", .synchronisation = "none"},
      .reproducible = determinism::gpu_to_gpu,
      .backends = {"host"},
      .plan = plan_serial,
      .rounding_depth =
          [](const problem& problem, const config&, const device_limits&) {
            return static_cast<double>(problem.integer("n"));
          },
  };
}

}  // namespace warpmark::reduce
