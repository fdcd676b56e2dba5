#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace warpmark::gate {

/// How long the kernels of both sides may take to compile and to run. The head's are limited by
/// what the base's took, so that one which never ends costs seconds.
struct gate_limits {
  /// Of each compilation. None: compile_patience decides.
  std::optional<double> compile_s = {};
  std::size_t compile_memory_bytes = std::size_t{4} << 30;

  /// Of each execution of a point, or of a reference.
  double execution_s = 60;

  /// The head may issue so many times the warp instructions of the base, and in any case so many.
  std::uint64_t max_instruction_ratio = 50;
  std::uint64_t min_instructions = std::uint64_t{1} << 22;

  /// The same for its time on the interpreter …
  double max_time_ratio = 20;
  double min_s = 2;

  /// … and on a card.
  double max_card_time_ratio = 50;
  double min_card_s = 2;
};

}  // namespace warpmark::gate
