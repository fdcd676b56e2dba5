#pragma once

#include <cstdint>

namespace warpmark::simt {

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

/// The later of two. An older node is kept only where it alone makes the moment later.
inline moment later(const moment& a, const moment& b) {
  moment result;
  if (a.node == b.node) {
    result.node = a.node;
    result.at = a.at > b.at ? a.at : b.at;
    const moment& old = a.older_at > b.older_at ? a : b;
    result.older = old.older;
    result.older_at = old.older_at;
  } else {
    const moment& newer = a.node > b.node ? a : b;
    const moment& other = a.node > b.node ? b : a;
    result = newer;
    if (other.at > result.older_at) {
      result.older = other.node;
      result.older_at = other.at;
    }
    if (other.older_at > result.older_at) {
      result.older = other.older;
      result.older_at = other.older_at;
    }
  }
  if (result.older_at <= result.at || result.older == result.node) {
    if (result.older == result.node && result.older_at > result.at) result.at = result.older_at;
    result.older = 0;
    result.older_at = 0;
  }
  return result;
}

inline const moment& earlier(const moment& a, const moment& b) {
  return b.value() < a.value() ? b : a;
}

}  // namespace warpmark::simt
