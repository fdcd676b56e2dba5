#pragma once

#include <cstddef>
#include <string>

#include "tuning/live/finals.hpp"

namespace warpmark::tuning {

/// The rounds of finals on a backend: one on the interpreter, whose result does not vary.
std::size_t rounds_on(const std::string& backend);

/// Finals that continue for up to twice as many rounds where these leave doubt. Finalists are
/// measured with more effort than in a search with these options.
finals_options finals_of(const measuring_options& search, std::size_t rounds, double margin);

}  // namespace warpmark::tuning
