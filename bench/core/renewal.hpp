#pragma once

#include <cstddef>
#include <cstdint>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"

namespace warpmark {

/// Copies and fills between samples, by kernels: copies and fills of the driver may be kernels too,
/// which a backend that counts launches does not see (docs/measuring.md, launch slots).
class renewal {
 public:
  /// Compiles its kernels. Throws what the compiler throws.
  renewal(backend& machine, compiler::kernel_compiler& compile);

  /// Enqueue; addresses are aligned to 16 bytes.
  void copy(device_pointer to, device_pointer from, std::size_t size_bytes);
  void fill(device_pointer to, std::byte value, std::size_t size_bytes);

  /// Enqueues a launch that overwrites the shared memory of all multiprocessors; if not `really`, a
  /// launch without effect, so that the number of launches is always the same.
  void scrub_shared(bool really);

 private:
  void launch(backend::module_handle kernel, const scalar_argument& to, const scalar_argument& what,
              std::size_t size_bytes);

  backend& machine_;
  backend::module_handle copy_, fill_, scrub_;
};

}  // namespace warpmark
