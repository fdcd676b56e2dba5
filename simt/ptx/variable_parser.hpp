#pragma once

#include <optional>
#include <vector>

#include "simt/ptx/module.hpp"
#include "simt/ptx/token_cursor.hpp"

namespace warpmark::simt {

/// Passes ".global", ".shared" … and says which it was; passes nothing if it is none.
std::optional<state_space> parse_storage_space(token_cursor& at);

/// What follows the space of a declaration: alignment, type, name, extents, initial values.
ptx_variable parse_variable(token_cursor& at, state_space space, bool external);

/// "(.param .u64 a, …)", or nothing.
std::vector<ptx_variable> parse_parameter_list(token_cursor& at);

}  // namespace warpmark::simt
