#pragma once

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark::gate {

/// Work that warms a card up, only to show what order samples should have on a card that changes.
class power_load {
 public:
  /// Takes its memory and compiles its kernel. Throws device_error and what the compiler throws.
  power_load(backend& machine, compiler::kernel_compiler& compile);

  /// Lets the whole card work for so long, or a little longer.
  void heat(double seconds);

 private:
  backend& machine_;
  guarded_buffer memory_;
  backend::module_handle kernel_;
};

}  // namespace warpmark::gate
