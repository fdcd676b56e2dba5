#pragma once

#include <cstdint>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark {

/// Displaces what L2 holds, by a kernel over a scratch buffer of twice its size: its replacement is
/// not strictly oldest first.
class cache_flush {
 public:
  /// Takes the scratch memory. Throws device_error if there is no room, and what the compiler
  /// throws. A machine whose L2 is not known is never flushed.
  cache_flush(backend& machine, compiler::kernel_compiler& compile, flush_lines leaving);

  void enqueue();

  /// How much it goes through; 0 if it does nothing.
  std::size_t size_bytes() const { return scratch_.size_bytes(); }

 private:
  backend& machine_;
  guarded_buffer scratch_;
  backend::module_handle kernel_ = 0;
  std::uint32_t value_ = 0;
};

}  // namespace warpmark
