#pragma once

#include <cstddef>
#include <limits>
#include <string>

#include "variants/contract/plan_collector.hpp"

namespace warpmark {

/// The indices of a buffer of n keys and of the buffer of their payloads, if there are any.
struct keyed_buffers {
  static constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
  std::size_t keys;
  std::size_t payload = none;
};

/// The plan of an execution that reorders n keys and their payloads: the part that the plan
/// builders of sort and merge share.
class keyed_plan : public plan_collector {
 public:
  /// Has the problem's buffers: "input", "input_payload", "output", "output_payload"; those of
  /// payloads only if the problem has them.
  explicit keyed_plan(const problem& problem);

  bool has_payload() const { return to_.payload != keyed_buffers::none; }
  keyed_buffers from() const { return from_; }
  keyed_buffers to() const { return to_; }

  /// Room for n keys, and for n payloads if there are any: "NAME" and "NAME_payload".
  keyed_buffers scratch(const std::string& name);

  /// CUDA C++ of the key and of the payload: "float", "unsigned" or "sort::no_payload".
  std::string key_spelling() const;
  std::string payload_spelling() const;

  /// The kernel argument for the keys, and for the payloads: a null pointer if there are none.
  kernel_argument keys_argument(const keyed_buffers& keyed_buffers) const {
    return begin_of(keyed_buffers.keys);
  }
  kernel_argument payload_argument(const keyed_buffers& keyed_buffers) const;

  /// Copies the input to `buffers` before each execution, untimed: for work in place.
  void restore_input_to(const keyed_buffers& buffers);

  std::size_t key_bytes() const { return n() * size_bytes(type()); }
  std::size_t payload_bytes() const { return has_payload() ? n() * 4 : 0; }

 private:
  keyed_buffers from_, to_;
};

}  // namespace warpmark
