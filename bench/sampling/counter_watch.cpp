#include "bench/sampling/counter_watch.hpp"

#include <utility>

namespace warpmark::sampling {
namespace {

constexpr double counter_poll_s = 0.5e-3;
constexpr double max_silence_s = 2;  // An update is due every tenth of a second.

}  // namespace

counter_watch::counter_watch(energy_meter& meter, std::function<void()> meanwhile)
    : meter_(meter),
      meanwhile_(std::move(meanwhile)),
      last_mj_(meter.counter_mj()),
      last_s_(meter.now_s()),
      last_change_s_(last_s_) {}

std::optional<counter_update> counter_watch::next_update(double earliest_s) {
  while (last_mj_) {
    meanwhile_();
    meter_.wait(counter_poll_s);
    const auto mj = meter_.counter_mj();
    const double now_s = meter_.now_s();
    const double between_s = (last_s_ + now_s) / 2;
    last_s_ = now_s;
    if (!mj) break;
    if (*mj == *last_mj_) {
      if (now_s - last_change_s_ > max_silence_s) break;
      continue;
    }
    decreased_ = decreased_ || *mj < *last_mj_;
    last_mj_ = mj;
    last_change_s_ = now_s;
    if (between_s >= earliest_s) return counter_update{.s = between_s, .mj = *mj};
  }
  return std::nullopt;
}

bool counter_watch::take_decreased() { return std::exchange(decreased_, false); }

}  // namespace warpmark::sampling
