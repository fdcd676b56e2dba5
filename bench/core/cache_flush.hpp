#pragma once

#include <cstdint>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/guarded_buffer.hpp"

namespace warpmark {

/// Displaces the contents of L2 by a kernel over a scratch buffer of twice its size, since the
/// replacement is not strict LRU.
class cache_flush {
 public:
  /// Allocates the scratch memory. Throws device_error if the device is out of memory, and what the
  /// compiler throws. A device of unknown L2 size is never flushed.
  cache_flush(backend& machine, compiler::kernel_compiler& compile, flush_lines leaving);

  void enqueue();

  /// Bytes that a flush touches; 0 if it does nothing.
  std::size_t size_bytes() const { return scratch_.size_bytes(); }

 private:
  backend& machine_;
  guarded_buffer scratch_;
  backend::module_handle kernel_ = 0;
  std::uint32_t value_ = 0;
};

}  // namespace warpmark
