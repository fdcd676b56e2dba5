#pragma once

#include "base/toml_reader.hpp"
#include "bench/kernels_file/description.hpp"
#include "bench/kernels_file/variant_table.hpp"

namespace warpmark::kernels_file {

/// The keys that read_compiling() and read_step() read.
const inspect::key_list& compiling_keys();
const inspect::key_list& step_keys();

/// The keys file, include, defines, options and define_axes, which a variant and its steps have,
/// added to the existing settings; the macros of define_axes are those of `axes`.
shared_settings read_compiling(inspect::toml_reader& from, shared_settings settings,
                               const std::vector<axis>& axes);

/// A launch, a fill or a copy: a table of `steps`, or a variant of one launch. The name of its file
/// may depend on `axes`. Does not finish().
step_description read_step(inspect::toml_reader& from, const shared_settings& settings,
                           const std::vector<axis>& axes, source_files& sources);

}  // namespace warpmark::kernels_file
