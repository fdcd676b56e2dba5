#pragma once

#include <cstdint>
#include <optional>

#include "simt/instructions/decoder.hpp"

// The relations of setp and set.

namespace warpmark::simt {

/// What a statement compares for. The others are these with their sides swapped, or their
/// complements: a >= b is b <= a, and .ltu the complement of a >= b, as NaN makes it true.
enum class relation : std::uint8_t { equal, less, at_most, ordered_differ, ordered };

struct named_relation {
  relation holds;
  bool swapped = false, complemented = false;
};

/// The relation among the statement's modifiers, for floats or for integers; none if there is no
/// such one.
std::optional<named_relation> relation_of(const decoder& d, bool real);

/// `visit` is called with one of these.
struct equal {
  template <class T>
  static bool apply(T a, T b) {
    return a == b;
  }
};
struct less {
  template <class T>
  static bool apply(T a, T b) {
    return a < b;
  }
};
struct at_most {
  template <class T>
  static bool apply(T a, T b) {
    return a <= b;
  }
};
// C++ != is true for NaN, PTX .ne is not.
struct ordered_differ {
  template <class T>
  static bool apply(T a, T b) {
    return a < b || a > b;
  }
};
struct ordered {
  template <class T>
  static bool apply(T a, T b) {
    return a == a && b == b;
  }
};

template <class Visit>
auto with_relation(relation relation, Visit&& visit) {
  switch (relation) {
    case relation::equal:
      return visit(equal{});
    case relation::less:
      return visit(less{});
    case relation::at_most:
      return visit(at_most{});
    case relation::ordered_differ:
      return visit(ordered_differ{});
    default:
      return visit(ordered{});
  }
}

/// The combination of a comparison's result with a predicate, in the low bits of `immediate`.
inline constexpr std::int64_t combination_mask = 3, combines_and = 1, combines_or = 2,
                              combines_xor = 3, negates_other = 4;
/// The result of the comparison is complemented first.
inline constexpr std::int64_t complements = 8;

/// Applies the combination; `other` is the predicate's slot.
inline std::uint32_t combine(const instruction& in, std::uint32_t holds, std::uint32_t other) {
  if (in.immediate & negates_other) other = ~other;
  switch (in.immediate & combination_mask) {
    case combines_and:
      return holds & other;
    case combines_or:
      return holds | other;
    case combines_xor:
      return holds ^ other;
    default:
      return holds;
  }
}

/// Decodes the predicate that the result is combined with, if any, into op[4].
void decode_combination(decoder& d, instruction& out);

/// The value of set where the relation holds: all ones for integers, 1.0 in each part for floats.
std::uint32_t true_value(scalar_type result);

}  // namespace warpmark::simt
