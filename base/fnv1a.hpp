#pragma once

#include <cstdint>
#include <string_view>

namespace warpmark {

/// The hash FNV-1a of 64 bits (Fowler, Noll, Vo): the same on every machine and in every version.
constexpr std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char letter : text) hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  return hash;
}

}  // namespace warpmark
