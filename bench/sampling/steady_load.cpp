#include "bench/sampling/steady_load.hpp"

#include <algorithm>
#include <utility>

namespace warpmark::sampling {
namespace {

constexpr std::size_t batches_in_flight = 4;
constexpr double batch_ns = 2e6;  // So that the device has work while the host reads sensors.
// In flight are fewer operations than the thousand after which the driver blocks the host.
constexpr std::size_t max_batch_operations = 200;
constexpr double batch_poll_s = 0.2e-3;

std::size_t batch_of(const load_shape& shape) {
  const std::size_t room =
      std::max<std::size_t>(1, max_batch_operations / std::max<std::size_t>(1, shape.operations));
  if (!(shape.run_ns * static_cast<double>(room) > batch_ns)) return room;
  return std::max<std::size_t>(1, static_cast<std::size_t>(batch_ns / shape.run_ns));
}

}  // namespace

steady_load::steady_load(energy_meter& meter, std::function<void()> run, const load_shape& shape)
    : meter_(meter), run_(std::move(run)), batch_(batch_of(shape)) {
  static_assert(batches_in_flight <= energy_meter::max_marks);
}

void steady_load::note_progress() {
  if (seen_.empty()) seen_.push_back({.s = meter_.now_s(), .executions = 0});
  const std::size_t reached = marked_ - std::min(marked_, meter_.pending_marks());
  if (reached == reached_) return;
  reached_ = reached;
  seen_.push_back({.s = meter_.now_s(), .executions = static_cast<double>(reached * batch_)});
}

void steady_load::keep_busy() {
  note_progress();
  while (marked_ - reached_ < batches_in_flight) {
    for (std::size_t i = 0; i < batch_; ++i) run_();
    meter_.mark();
    ++marked_;
  }
}

void steady_load::continue_past(double s) {
  for (keep_busy(); seen_.back().s <= s; keep_busy()) meter_.wait(batch_poll_s);
}

void steady_load::finish() {
  for (note_progress(); reached_ < marked_; note_progress()) meter_.wait(batch_poll_s);
}

double steady_load::executions_at(double s) const {
  const auto after =
      std::find_if(seen_.begin(), seen_.end(), [&](const progress& item) { return item.s >= s; });
  if (after == seen_.end()) return seen_.empty() ? 0 : seen_.back().executions;
  if (after == seen_.begin()) return after->executions;
  const progress& before = *std::prev(after);
  const double share = (s - before.s) / (after->s - before.s);
  return before.executions + share * (after->executions - before.executions);
}

}  // namespace warpmark::sampling
