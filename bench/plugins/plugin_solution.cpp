#include "bench/plugins/plugin_solution.hpp"

#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/plugins/plugin_library.hpp"
#include "bench/plugins/plugin_registry.hpp"

namespace warpmark::plugins {

variant solution_of(const std::string& path, const family& of_task,
                    const std::vector<variant>& others) {
  const auto library = std::make_shared<const plugin_library>(path);
  const registry known({of_task}, others);
  const registry opened = registry_of(library, known);
  const variant* found = nullptr;
  for (const variant& one : opened.variants()) {
    if (one.family != of_task.name || one.companion) continue;
    if (found != nullptr)
      throw usage_error(fmt::format("{}: two variants of {}, {} and {}; expected one", path,
                                    of_task.name, found->name, one.name));
    found = &one;
  }
  if (found == nullptr)
    throw usage_error(
        fmt::format("{}: no variant of the task's family {}; expected one", path, of_task.name));
  variant solution = *found;
  config base;
  for (const auto& along : solution.axes) base.set(along.name, along.base);
  solution.axes.clear();
  solution.constraints.clear();
  solution.plan = [plan = found->plan, base](const problem& problem, const config&,
                                             const device_limits& limits) {
    return plan(problem, base, limits);
  };
  solution.rounding_depth = [depth = found->rounding_depth, base](const problem& problem,
                                                                  const config&,
                                                                  const device_limits& limits) {
    return depth(problem, base, limits);
  };
  return solution;
}

variant unopened_solution(const std::string& family_name) {
  return {.family = family_name,
          .name = "unopened",
          .level = 0,
          .catalogue_id = "",
          .title = "a plugin",
          .summary = "",
          .source = "",
          .types = all_element_types(),
          .operators = {},
          .axes = {},
          .costs = {"not stated", "not stated", "not stated"},
          .backends = {"cuda"},
          .foreign = true,
          .plan = [](const problem&, const config&, const device_limits&) -> launch_plan {
            throw std::logic_error("the plan of a plugin that is not opened");
          }};
}

}  // namespace warpmark::plugins
