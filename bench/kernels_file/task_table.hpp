#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "base/toml_reader.hpp"
#include "bench/kernels_file/description.hpp"
#include "variants/contract/axis.hpp"

namespace warpmark::kernels_file {

/// The keys of [task].
const inspect::key_list& task_keys();

/// A table [task], without its launch. Values of problems are checked against the problem axes.
/// Throws usage_error.
task_description read_task_table(inspect::toml_reader& from, const std::vector<axis>& axes);

/// One problem of a choice: of each range a value that `draw` chooses, from 0 to below its
/// argument; axes that the choice does not name have their bases.
problem drawn_problem(const problem_choice& choice, const std::vector<axis>& axes,
                      const std::function<std::uint64_t(std::uint64_t)>& draw);

}  // namespace warpmark::kernels_file
