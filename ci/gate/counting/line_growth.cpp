#include "ci/gate/counting/line_growth.hpp"

#include <algorithm>

namespace warpmark::gate {

line_growth::line_growth(const side& base, const side& head, changed_places& places,
                         const std::vector<simt::line_counters>& before,
                         const std::vector<simt::line_counters>& after) {
  for (const auto& item : after)
    for (const auto& [name, count] : item.counters.named())
      if (count != 0) growth_[name][{head.place_of(item.file), item.line}] += double(count);
  for (const auto& item : before) {
    const std::string file = base.place_of(item.file);
    const auto& moved = places.match(file).head_of;
    const auto index = static_cast<std::size_t>(item.line - 1);
    const int line = item.line >= 1 && index < moved.size() ? moved[index] : 0;
    if (line == 0) continue;
    for (const auto& [name, count] : item.counters.named())
      if (count != 0) growth_[name][{file, line}] -= double(count);
  }
}

source_place line_growth::worst(const std::string& counter) const {
  const auto found = growth_.find(counter);
  if (found == growth_.end()) return {};
  double largest = 0;
  source_place place;
  for (const auto& [at, growth] : found->second)
    if (growth > largest && at.second > 0) {
      largest = growth;
      place = {at.first, at.second};
    }
  return place;
}

}  // namespace warpmark::gate
