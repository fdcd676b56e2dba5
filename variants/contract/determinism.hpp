#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace warpmark {

/// How far the result of a variant is reproducible, bit for bit, for the same input, config and
/// machine code. Each level includes those before it (docs/determinism.md).
enum class determinism {
  not_guaranteed,  ///< Timing decides: the order of atomics, or how far a block looks back.
  run_to_run,  ///< On one card: the order of operations depends on the config and the card alone.
  gpu_to_gpu,  ///< On all cards: no number of multiprocessors has a part in it.
};

inline constexpr std::array all_determinism_levels{
    determinism::not_guaranteed, determinism::run_to_run, determinism::gpu_to_gpu};

/// "none", "run" or "card".
constexpr std::string_view name(determinism level) {
  switch (level) {
    case determinism::not_guaranteed:
      return "none";
    case determinism::run_to_run:
      return "run";
    case determinism::gpu_to_gpu:
      return "card";
  }
  return "";
}

/// The level of that name; empty for another text.
constexpr std::optional<determinism> parse_determinism(std::string_view text) {
  for (const determinism level : all_determinism_levels)
    if (name(level) == text) return level;
  return std::nullopt;
}

}  // namespace warpmark
