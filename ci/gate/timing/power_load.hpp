#pragma once

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark::gate {

/// Computation that warms a card up, to compare sample orders on a changing card.
class power_load {
 public:
  /// Allocates its memory and compiles its kernel. Throws device_error and the compiler's
  /// exceptions.
  power_load(backend& machine, compiler::kernel_compiler& compile);

  /// Keeps the entire card busy for this time, or slightly longer.
  void heat(double seconds);

 private:
  backend& machine_;
  guarded_buffer memory_;
  backend::module_handle kernel_;
};

}  // namespace warpmark::gate
