#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

// The words by which declarations are told apart.

namespace warpmark::inspect {

inline constexpr std::array attribute_words = {
    "__attribute__", "__launch_bounds__", "__cluster_dims__", "__block_size__",
    "__maxnreg__",   "__declspec",        "__align__",        "alignas",
    "decltype",      "noexcept",          "explicit",         "requires",
    "sizeof",        "alignof",           "__grid_constant__"};
inline constexpr std::array type_keywords = {"void",  "bool",   "char",   "short",    "int", "long",
                                             "float", "double", "signed", "unsigned", "auto"};
inline constexpr std::array class_keys = {"struct", "class", "union", "enum"};
inline constexpr std::array alias_ends = {";", ",", ")", "[", "{"};
inline constexpr std::array name_ends = {"=", "[", ";", ",", "{", ":"};

template <std::size_t N>
constexpr bool is_one_of(std::string_view text, const std::array<const char*, N>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

}  // namespace warpmark::inspect
