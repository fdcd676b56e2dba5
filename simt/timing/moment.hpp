#pragma once

#include <cstdint>

namespace warpmark::simt {

/// Cycles, rounded; they are not negative.
inline std::uint64_t whole_cycles(double cycles) {
  return static_cast<std::uint64_t>(static_cast<std::int64_t>(cycles + 0.5));
}

/// A point in time of a block, in cycles from its start, as if the block waited for no other block.
/// It also names the one or two nodes of the block's graph (event_graph) that it follows: when
/// other blocks delay these, the moment is delayed, too.
struct moment {
  std::uint32_t node = 0;      ///< The newest node that it follows,
  std::uint32_t older = 0;     ///< and an older one, after which it is later still.
  std::uint64_t at = 0;        ///< By the newest node,
  std::uint64_t older_at = 0;  ///< and by the older one; 0: none.

  std::uint64_t value() const { return older_at > at ? older_at : at; }
};

inline moment operator+(moment from, std::uint64_t cycles) {
  from.at += cycles;
  if (from.older_at != 0) from.older_at += cycles;
  return from;
}

/// later() in general. Where both follow one node only, delay() is a comparison.
moment later_of_nodes(const moment& a, const moment& b);

/// Makes a moment no earlier than another one. An older node is kept only where it alone makes the
/// moment later.
[[gnu::always_inline]] inline void delay(moment& at, const moment& other) {
  if (at.node != other.node || (at.older_at | other.older_at) != 0)
    at = later_of_nodes(at, other);
  else if (other.at > at.at)
    at.at = other.at;
}

inline moment later(moment a, const moment& b) {
  delay(a, b);
  return a;
}

inline const moment& earlier(const moment& a, const moment& b) {
  return b.value() < a.value() ? b : a;
}

}  // namespace warpmark::simt
