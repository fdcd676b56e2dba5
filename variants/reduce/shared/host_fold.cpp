#include "variants/reduce/shared/host_fold.hpp"

#include <cstring>

#include "variants/contract/operators.hpp"

namespace warpmark::reduce {
namespace {

template <class Value>
partial_result held(const Value& value) {
  static_assert(sizeof(Value) <= sizeof(partial_result));
  partial_result result;
  std::memcpy(&result, &value, sizeof(Value));
  return result;
}

template <class Value>
Value value_of(const partial_result& holder) {
  Value value;
  std::memcpy(&value, &holder, sizeof(Value));
  return value;
}

// A function of its own, so that the compiler keeps both members of a value in registers.
template <class Op>
[[gnu::noinline]] typename Op::value fold_elements(const typename Op::element* input,
                                                   std::size_t begin, std::size_t end) {
  auto value = Op::identity();
  for (; begin < end; ++begin) value = Op()(value, Op::lift(input[begin], begin));
  return value;
}

template <class Op>
partial_result fold(const void* input, std::size_t begin, std::size_t end) {
  return held(fold_elements<Op>(static_cast<const typename Op::element*>(input), begin, end));
}

template <class Op>
partial_result combine(const partial_result& first, const partial_result& then) {
  using value = typename Op::value;
  return held(Op()(value_of<value>(first), value_of<value>(then)));
}

template <class Op>
void lower(const partial_result& value, void* result) {
  *static_cast<typename Op::result*>(result) = Op::lower(value_of<typename Op::value>(value));
}

}  // namespace

host_operator host_operator_of(std::string_view op, element_type type) {
  return ops::dispatch_over(op, type, []<class Op>(Op) {
    return host_operator{fold<Op>, combine<Op>, lower<Op>};
  });
}

}  // namespace warpmark::reduce
