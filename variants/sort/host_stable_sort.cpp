// The CPU baseline: the standard library's stable sort on one core.

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "variants/contract/key_order.hpp"
#include "variants/contract/keyed_plan.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::sort {

namespace {

template <class T>
native_step sort_of_keys(const keyed_plan& plan) {
  return {.name = "std::stable_sort",
          .buffers = {plan.input_argument(), {plan.to().keys}},
          .call = [n = plan.n()](const native_context& context) {
            const auto* input = static_cast<const T*>(context.buffers[0].address);
            auto* output = static_cast<T*>(context.buffers[1].address);
            std::copy_n(input, n, output);
            std::stable_sort(output, output + n,
                             [](T a, T b) { return order_of(a) < order_of(b); });
          }};
}

template <class T>
native_step sort_of_pairs(const keyed_plan& plan) {
  return {.name = "std::stable_sort of pairs",
          .buffers = {plan.input_argument(),
                      {plan.to().keys},
                      {plan.from().payload},
                      {plan.to().payload}},
          .call = [n = plan.n()](const native_context& context) {
            const auto* keys = static_cast<const T*>(context.buffers[0].address);
            auto* sorted_keys = static_cast<T*>(context.buffers[1].address);
            const auto* payloads = static_cast<const std::uint32_t*>(context.buffers[2].address);
            auto* sorted_payloads = static_cast<std::uint32_t*>(context.buffers[3].address);
            std::vector<std::pair<T, std::uint32_t>> pairs(n);
            for (std::size_t i = 0; i < n; ++i) pairs[i] = {keys[i], payloads[i]};
            std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) {
              return order_of(a.first) < order_of(b.first);
            });
            for (std::size_t i = 0; i < n; ++i)
              std::tie(sorted_keys[i], sorted_payloads[i]) = pairs[i];
          }};
}

launch_plan plan_stable_sort(const problem& problem, const config&, const device_limits&) {
  keyed_plan plan(problem);
  dispatch(plan.type(), [&]<class T>(std::type_identity<T>) {
    plan.call(plan.has_payload() ? sort_of_pairs<T>(plan) : sort_of_keys<T>(plan));
  });
  return plan.take();
}

}  // namespace

variant host_stable_sort() {
  return {
      .family = "sort",
      .name = "host_stable_sort",
      .level = 30,
      .catalogue_id = "",
      .title = "std::stable_sort on one core of the CPU",
      .summary =
          "The merge sort of the C++ standard library, on one core, in the family's order; pairs "
          "are sorted as pairs, and packing and unpacking them is part of the time. The baseline "
          "without a GPU.",
      .source = "ISO C++20, [stable.sort]; the implementation is the compiler's",
      .types = all_element_types(),
      .axes = {},
      .costs = {.bytes = "about 2*N*s*log2(N), of which most stay in caches",
                .operations = "N*log2(N) comparisons, by one core",
                .synchronisation = "none"},
      .reproducible = determinism::gpu_to_gpu,
      .stable = true,
      .backends = {"host"},
      .plan = plan_stable_sort,
  };
}

}  // namespace warpmark::sort
