#pragma once

#include <memory>
#include <string>

#include "bench/backends/backend.hpp"

namespace warpmark {

/// The machine that `wanted` (auto, cuda, simt, host) means here; auto is a card if there is one,
/// else the interpreter, and says so on stderr. Throws usage_error if there is no such machine.
std::unique_ptr<backend> open_backend(const std::string& wanted, int device_ordinal);

/// What open_backend would take, "cuda" or "simt", without opening it.
std::string resolve_backend(const std::string& wanted);

}  // namespace warpmark
