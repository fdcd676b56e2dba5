#include "variants/count/shared/host_mutant.hpp"

#include <algorithm>

namespace warpmark::count {

variant host_openmp();

variant host_mutant(mutant_case shown, byte_counter count_keys) {
  shown.config = {{"threads", std::int64_t{4}}};
  variant result = mutant_of(host_openmp(), std::move(shown));
  result.types = {element_type::u8};
  result.constraints.clear();  // More threads than the machine has are allowed here.
  result.plan = [count_keys](const problem& problem, const config& config, const device_limits&) {
    plan_builder plan(problem, answer::table);
    plan.clear_output();
    plan.call(
        {.name = "OpenMP count, as published",
         .buffers = {plan.input_argument(), {plan.output()}},
         .call = [count_keys, n = plan.n(), threads = static_cast<int>(config.integer("threads"))](
                     const native_context& context) {
           count_keys(keys_of<std::uint8_t>(context, n), threads, table_of(context));
         }});
    return plan.take();
  };
  return result;
}

std::size_t place_of(std::uint64_t value, std::span<const value_count> table, std::size_t records) {
  const auto used = table.first(records);
  const auto found = std::find_if(used.begin(), used.end(), [=](const value_count& value_count) {
    return value_count.value == value;
  });
  return static_cast<std::size_t>(found - used.begin());
}

std::uint64_t times_from(std::span<const std::uint8_t> keys, std::size_t first) {
  return static_cast<std::uint64_t>(
      std::count(keys.begin() + static_cast<std::ptrdiff_t>(first), keys.end(), keys[first]));
}

}  // namespace warpmark::count
