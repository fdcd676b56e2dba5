#pragma once

#include <cstddef>
#include <string_view>

#include "variants/contract/element_type.hpp"

namespace warpmark::reduce {

/// A partial result of any operator.
struct alignas(16) partial_result {
  std::byte bytes[16];
};

/// An operator over elements of one type, on the host.
struct host_operator {
  /// Reduces elements [begin, end) of `input` in order; the compiler vectorises operators that are
  /// exactly associative. For no elements the neutral element.
  partial_result (*fold)(const void* input, std::size_t begin, std::size_t end);
  partial_result (*combine)(const partial_result& first, const partial_result& then);
  void (*lower)(const partial_result& value, void* result);
};

/// `op` must suit the type.
host_operator host_operator_of(std::string_view op, element_type type);

}  // namespace warpmark::reduce
