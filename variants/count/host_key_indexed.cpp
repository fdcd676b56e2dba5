// H3: distribution counting as in textbooks: the key is the index of its counter.

#include <algorithm>

#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/table.hpp"

namespace warpmark::count {

namespace {

template <class T>
void count_by_key(std::span<const T> keys, std::span<std::uint32_t> counts) {
  std::fill(counts.begin(), counts.end(), 0u);
  for (const T key : keys)
    if (word_of(key) < counts.size()) ++counts[word_of(key)];
}

launch_plan plan_key_indexed(const problem& problem, const config&, const device_limits&) {
  plan_builder plan(problem);
  dispatch_key(plan.type(), [&]<class T>(std::type_identity<T>) {
    plan.call({.name = "key-indexed count",
               .buffers = {plan.input_argument(), {plan.output()}},
               .call = [n = plan.n(), bins = plan.bins()](const native_context& context) {
                 count_by_key(keys_of<T>(context, n),
                              {static_cast<std::uint32_t*>(context.buffers[1].address), bins});
               }});
  });
  return plan.take();
}

}  // namespace

variant host_key_indexed() {
  return {
      .family = "count",
      .name = "host_key_indexed",
      .level = 32,
      .catalogue_id = "H3",
      .title = "key-indexed counting, on one core of the CPU",
      .summary =
          "One pass that adds to the counter indexed by the key: linear, and the method that the "
          "name distribution counting has meant since Seward. The article ascribes its quadratic "
          "method to Sedgewick, whose distribution counting is this one. Adjacent equal keys wait "
          "for each other's store; otherwise nothing stalls.",
      .source = "Sedgewick, Algorithms in C, 'distribution counting'; dca-2016 names it",
      .types = key_types(),
      .axes = {},
      .constraints = {keys_are_dense()},
      .costs = {.bytes = "N*s + k*4", .operations = "N + k", .synchronisation = "none"},
      .reproducible = determinism::gpu_to_gpu,
      .backends = {"host"},
      .plan = plan_key_indexed,
  };
}

}  // namespace warpmark::count
