#include "simt/memory/race_clocks.hpp"

#include <algorithm>

#include "simt/instructions/lanes.hpp"

namespace warpmark::simt {

void join(clock_row& into, const clock_row& other) {
  for (unsigned i = 0; i < 32; ++i) into[i] = std::max(into[i], other[i]);
}

race_clocks::race_clocks(std::size_t warps) : known_(warps), lanes_(warps) {
  for (std::size_t w = 0; w < warps; ++w) known_[w] = {}, known_[w][w] = 1;
}

void race_clocks::start() {
  clock_row all{};
  for (const clock_row& row : known_) join(all, row);
  all.fill(
      *std::max_element(all.begin(), all.end()));  // The same, so that settled_clock() is late.
  for (std::uint32_t w = 0; w < known_.size(); ++w) {
    known_[w] = all;
    lanes_[w].whole = all[w];
    lanes_[w].met.reset();
    advance(w);
  }
}

bool race_clocks::lanes_ordered(std::uint32_t warp, std::uint32_t from_lane, std::uint32_t time,
                                std::uint32_t lane) const {
  const lane_state& state = lanes_[warp];
  return time <= state.whole || (state.met && (*state.met)[lane][from_lane] >= time);
}

std::uint32_t race_clocks::settled_clock(std::uint32_t warp) const {
  std::uint32_t clock = lanes_[warp].whole;
  for (std::uint32_t w = 0; w < known_.size(); ++w)
    if (w != warp) clock = std::min(clock, known_[warp][w]);
  return clock;
}

void race_clocks::meet(std::uint32_t warp, std::uint32_t lanes, std::uint32_t live) {
  lane_state& state = lanes_[warp];
  const std::uint32_t time = now(warp);
  if ((live & ~lanes) == 0) {
    state.whole = time;
    state.met.reset();
  } else {
    if (!state.met) state.met = std::make_unique<std::array<clock_row, 32>>();
    clock_row all{};
    for_each_lane(lanes, [&](unsigned lane) { join(all, (*state.met)[lane]); });
    for_each_lane(lanes, [&](unsigned lane) { all[lane] = time; });
    for_each_lane(lanes, [&](unsigned lane) { (*state.met)[lane] = all; });
  }
  advance(warp);
}

}  // namespace warpmark::simt
