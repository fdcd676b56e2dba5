#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>

#include <fmt/format.h>

#include "bench/session/session_error.hpp"

// Structures of the C interface, whose first member is the size that the caller knows them by.

namespace warpmark::session {

/// Of the members that the first version had, all of which a caller must have.
template <class Structure>
void require_size(const Structure* given, const char* name) {
  if (given == nullptr) throw bad_argument(fmt::format("{}: null; expected a structure", name));
  if (given->size < sizeof(Structure))
    throw bad_argument(fmt::format("{}.size: {}; expected at least {}, as sizeof gives it", name,
                                   given->size, sizeof(Structure)));
}

/// The caller's structure as this library knows it. Throws bad_argument if it is too small, or sets
/// what this library does not know.
template <class Structure>
Structure taken(const Structure* given, const char* name) {
  require_size(given, name);
  const auto* bytes = reinterpret_cast<const std::byte*>(given);
  if (std::any_of(bytes + sizeof(Structure), bytes + given->size,
                  [](std::byte each) { return each != std::byte{}; }))
    throw bad_argument(fmt::format(
        "{}: members after the first {} bytes are set, which this library does not know; expected "
        "a library that is as new as the header",
        name, sizeof(Structure)));
  return *given;
}

/// Writes the members that this library knows; the size stays the caller's.
template <class Structure>
void give(Structure* into, Structure value, const char* name) {
  require_size(into, name);
  value.size = into->size;
  std::memcpy(into, &value, sizeof(Structure));
}

}  // namespace warpmark::session
