// H1: the published sequential algorithm, on one core of the CPU.

#include "variants/contract/variant.hpp"
#include "variants/count/shared/keys.hpp"
#include "variants/count/shared/table.hpp"

namespace warpmark::count {

namespace {

template <class T>
void count_all_pairs(std::span<const T> keys, std::uint64_t last, std::span<value_count> table) {
  std::size_t used = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const T key = keys[i];
    std::uint32_t times = 1;
    for (std::size_t later = i + 1; later < keys.size(); ++later)
      times += keys[later] == key ? 1 : 0;

    // Only the records in use are examined: an unused one must not match the key 0.
    const std::uint64_t value = word_of(key);
    bool known = false;
    for (std::size_t item = used; item > 0 && !known; --item)
      known = table[item - 1].value == value;
    if (!known && value <= last) table[used++] = {value, times};
  }
}

launch_plan plan_host_all_pairs(const problem& problem, const config&, const device_limits&) {
  plan_builder plan(problem, answer::table);
  plan.clear_output();
  dispatch_key(plan.type(), [&]<class T>(std::type_identity<T>) {
    plan.call({.name = "count of all pairs",
               .buffers = {plan.input_argument(), {plan.output()}},
               .call = [n = plan.n(), last = last_counted(problem)](const native_context& context) {
                 count_all_pairs(keys_of<T>(context, n), last, table_of(context));
               }});
  });
  return plan.take();
}

}  // namespace

variant host_all_pairs() {
  return {
      .family = "count",
      .name = "host_all_pairs",
      .level = 30,
      .catalogue_id = "H1",
      .title = "sequential comparison of all pairs, on one core of the CPU",
      .summary =
          "The published 'distribution counting': for each key the equal ones after it are "
          "counted, then the table is searched for it, and a key that is not there yet is "
          "appended. Later duplicates count too few, but find themselves in the table. It is "
          "correct and quadratic, and wins nowhere; `warpmark report` shows its value as a "
          "baseline. The article's Table 1 gives it times that grow linearly from 10^6 to 10^9 "
          "keys, while the number of comparisons next to them grows a hundredfold per decade: of "
          "its rows, only the first can be a measurement.",
      .source = "dca-2016, 'Distribution Counting Algorithm Overview' and Table 1",
      .types = key_types(),
      .axes = {},
      .constraints = {{"its work is quadratic: n is at most 10^7, which takes hours",
                       [](const problem& problem, const config&, const device_limits&) {
                         return problem.integer("n") <= 10'000'000;
                       }}},
      .costs = {.bytes = "N*s, from a cache N/2 times",
                .operations = "N(N-1)/2 + at most N*k comparisons",
                .synchronisation = "none"},
      .reproducible = determinism::gpu_to_gpu,
      .backends = {"host"},
      .plan = plan_host_all_pairs,
  };
}

}  // namespace warpmark::count
