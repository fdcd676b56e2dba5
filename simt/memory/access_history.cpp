#include "simt/memory/access_history.hpp"

namespace warpmark::simt {

access_history::access_history(const global_memory& memory, std::uint64_t blocks)
    : memory_(memory), grid_(blocks), intervals_(1) {
  for (const allocation& live : memory.live()) shadows_.emplace_back(live.size);
}

}  // namespace warpmark::simt
