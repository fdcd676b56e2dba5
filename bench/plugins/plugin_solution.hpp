#pragma once

#include <string>
#include <vector>

#include "variants/contract/family.hpp"
#include "variants/contract/variant.hpp"

namespace warpmark::plugins {

/// The only variant that a plugin adds to the family of a task, at its base config: it has no axes.
/// `others` are the family's. Opens the plugin, whose code this process executes. Throws
/// usage_error.
variant solution_of(const std::string& path, const family& of_task,
                    const std::vector<variant>& others);

/// Stands for such a variant in a process that must not execute its code.
variant unopened_solution(const std::string& family_name);

}  // namespace warpmark::plugins
