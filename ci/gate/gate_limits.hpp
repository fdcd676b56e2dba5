#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace warpmark::gate {

/// Limits on the compilation and execution of both sides' kernels. The head's limits follow from
/// the base's times, so that a kernel that never ends costs seconds.
struct gate_limits {
  /// For each compilation. None: compile_patience decides.
  std::optional<double> compile_s = {};
  std::size_t compile_memory_bytes = std::size_t{4} << 30;

  /// For each execution of a point or of a reference.
  double execution_s = 60;

  /// The head may issue max_instruction_ratio times the warp instructions of the base, and in any
  /// case min_instructions.
  std::uint64_t max_instruction_ratio = 50;
  std::uint64_t min_instructions = std::uint64_t{1} << 22;

  /// The same limits for its time on the interpreter …
  double max_time_ratio = 20;
  double min_s = 2;

  /// … and on a card.
  double max_card_time_ratio = 50;
  double min_card_s = 2;
};

}  // namespace warpmark::gate
