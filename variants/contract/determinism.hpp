#pragma once

#include <string_view>

namespace warpmark {

/// How far the result of a variant is reproducible, bit for bit, for the same input, config and
/// machine code. Each level includes those before it. Results that are not rounded are reproducible
/// as far as the family's contract determines them.
enum class determinism {
  not_guaranteed,  ///< Timing decides: the order of atomics, or how far a block looks back.
  run_to_run,  ///< On one card: the order of operations depends on the config and the card alone.
  gpu_to_gpu,  ///< On all cards: no number of multiprocessors has a part in it.
};

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

}  // namespace warpmark
