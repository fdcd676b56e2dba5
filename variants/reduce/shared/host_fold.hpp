#pragma once

#include <cstddef>

#include "variants/contract/operators.hpp"

namespace warpmark::reduce {

/// Reduces elements [begin, end) in order; the compiler vectorises operators that are exactly
/// associative.
template <class Op>
typename Op::value host_fold(const typename Op::element* input, std::size_t begin, std::size_t end,
                             Op op) {
  auto value = Op::identity();
  for (std::size_t i = begin; i < end; ++i) value = op(value, Op::lift(input[i], i));
  return value;
}

}  // namespace warpmark::reduce
