#pragma once

#include <string>

#include "base/toml_reader.hpp"
#include "variants/contract/axis.hpp"

namespace warpmark::kernels_file {

enum class axis_kind { problem, config };

/// The axis `name` of the table `from`: its values as a list ([16, 32]) or as a string in command
/// line syntax ("2^20..2^24"), or a table with `values` and more. The base is the first value
/// unless one is given. A config axis admits only these values; a problem axis may admit other
/// sizes. Throws usage_error.
axis read_axis(const inspect::toml_reader& from, const std::string& name, const toml::node& node,
               axis_kind kind);

}  // namespace warpmark::kernels_file
