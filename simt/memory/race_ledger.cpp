#include "simt/memory/race_ledger.hpp"

namespace warpmark::simt {

race_ledger::race_ledger(const global_memory& memory, std::uint64_t blocks)
    : memory_(memory), grid_(blocks), intervals_(1) {
  for (const allocation& each : memory.live()) shadows_.emplace_back(each.size);
}

}  // namespace warpmark::simt
