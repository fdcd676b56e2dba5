#include "simt/memory/memory_snapshot.hpp"

#include <cstring>

#include "simt/memory/memory_budget.hpp"

namespace warpmark::simt {

memory_snapshot::memory_snapshot(const global_memory& memory) : memory_(memory) {
  for (const allocation& live : memory.live()) {
    charge_launch(live.size + live.size / 8);
    copies_.push_back(
        {std::make_unique_for_overwrite<std::byte[]>(live.size), shadow_bytes(live.size)});
    std::memcpy(copies_.back().bytes.get(), live.bytes, live.size);
    copies_.back().written.assign(*live.written, live.size);
  }
}

void memory_snapshot::restore() const {
  for (std::size_t i = 0; i < copies_.size(); ++i) {
    const allocation& live = memory_.live()[i];
    std::memcpy(live.bytes, copies_[i].bytes.get(), live.size);
    live.written->assign(copies_[i].written, live.size);
  }
}

}  // namespace warpmark::simt
