#pragma once

#include <optional>
#include <string>

#include "bench/backends/card.hpp"

namespace warpmark {

/// The card that a backend (resolved: "cuda", "host" or "simt") would measure on, without opening
/// it: the first of `devices` (see choose_devices), or this CPU; none for the interpreter. Throws
/// usage_error if there is no driver or no such card.
std::optional<card> card_here(const std::string& backend, const std::string& devices);

}  // namespace warpmark
