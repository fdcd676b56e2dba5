#pragma once

#include <cstddef>
#include <list>
#include <optional>
#include <string>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "bench/core/guarded_buffer.hpp"
#include "variants/contract/family.hpp"

namespace warpmark {

/// Outputs of one problem that its oracle has found right, kept on the device: an oracle's verdict
/// depends on an output's bytes alone, so equal bytes need neither the way to the host nor a second
/// look, which take far longer than the kernel that wrote them.
class verified_output_cache {
 public:
  /// Outputs that are smaller, in bytes, are as quickly judged again.
  static constexpr std::size_t worth_keeping = std::size_t{1} << 18;

  /// Throws what the compiler and the machine throw.
  verified_output_cache(backend& machine, compiler::kernel_compiler& compile);

  /// Those of a problem are no proof for another.
  void forget() { kept_.clear(); }
  bool empty() const { return kept_.empty(); }

  /// The verdict over equal bytes of this output, if they were found right for somebody who
  /// guaranteed as much as `guaranteed` or more. `at` is aligned to 16 bytes.
  std::optional<verdict> find(const std::string& output, memory_range at,
                              const guarantees& guaranteed);

  /// Keeps a copy of what was found right, in place of that which was of use least recently. Keeps
  /// none where the device has no room for it.
  void keep(const std::string& output, memory_range at, const guarantees& guaranteed,
            const verdict& found);

 private:
  struct proof {
    std::string output;
    guarded_buffer contents;
    guarantees guaranteed;
    verdict found;
  };

  bool are_equal(memory_range a, device_pointer b);

  backend& machine_;
  guarded_buffer differ_;
  backend::module_handle kernel_;
  std::list<proof> kept_;  ///< Of most recent use first.
};

}  // namespace warpmark
