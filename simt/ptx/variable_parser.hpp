#pragma once

#include <optional>
#include <vector>

#include "simt/ptx/module.hpp"
#include "simt/ptx/token_cursor.hpp"

namespace warpmark::simt {

/// Parses ".global", ".shared" …; consumes nothing if there is none.
std::optional<state_space> parse_storage_space(token_cursor& at);

/// Parses what follows the space of a declaration: alignment, type, name, extents, initial values.
ptx_variable parse_variable(token_cursor& at, state_space space, bool external);

/// Parses "(.param .u64 a, …)", or nothing.
std::vector<ptx_variable> parse_parameter_list(token_cursor& at);

}  // namespace warpmark::simt
