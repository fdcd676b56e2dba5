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

/// Verified outputs of one problem, kept on the device. An oracle's result depends on an output's
/// bytes only, so equal bytes need neither a download nor a second check, which take far longer
/// than the kernel that wrote them.
class verified_output_cache {
 public:
  /// Checking a smaller output (in bytes) again is as fast.
  static constexpr std::size_t worth_keeping = std::size_t{1} << 18;

  /// Throws what the compiler and the backend throw.
  verified_output_cache(backend& machine, compiler::kernel_compiler& compile);

  /// Removes all outputs; those of one problem do not apply to another.
  void forget() { kept_.clear(); }
  bool empty() const { return kept_.empty(); }

  /// The result for equal bytes of this output, if they were verified under the same or stronger
  /// guarantees. `at` is aligned to 16 bytes.
  std::optional<oracle_result> find(const std::string& output, memory_range at,
                                    const guarantees& guaranteed);

  /// Keeps a copy of a verified output in place of the least recently used one. Keeps none if the
  /// device is out of memory.
  void keep(const std::string& output, memory_range at, const guarantees& guaranteed,
            const oracle_result& found);

 private:
  struct proof {
    std::string output;
    guarded_buffer contents;
    guarantees guaranteed;
    oracle_result found;
  };

  bool are_equal(memory_range a, device_pointer b);

  backend& machine_;
  guarded_buffer differ_;
  backend::module_handle kernel_;
  std::list<proof> kept_;  ///< Most recently used first.
};

}  // namespace warpmark
