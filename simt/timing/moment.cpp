#include "simt/timing/moment.hpp"

namespace warpmark::simt {

moment later_of_nodes(const moment& a, const moment& b) {
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

}  // namespace warpmark::simt
