#include "cli/gate/gate_status.hpp"

#include <chrono>

#include <fmt/format.h>

#include "bench/core/progress.hpp"
#include "ci/gate/gate_result.hpp"

namespace warpmark {
namespace {

using namespace std::chrono_literals;

// A longer step is shown with its duration.
constexpr double long_step_s = 2;

}  // namespace

std::string gate_status_text(const gate::gate_progress& at, double stage_s, double step_s) {
  std::string text = fmt::format("{} stage: {}", gate::name(at.stage), at.done);
  if (at.total > 0) text += fmt::format(" of {}", at.total);
  text += fmt::format(" {}", at.unit);
  if (at.total > 0 && at.done > 0) {
    // Estimated from the completed steps: the current one may take forever.
    const double left_s =
        (stage_s - step_s) / static_cast<double>(at.done) * static_cast<double>(at.total - at.done);
    text += fmt::format(", {} left", duration_text(left_s));
  }
  if (!at.doing.empty()) text += ": " + at.doing;
  if (step_s >= long_step_s) text += fmt::format(", for {}", duration_text(step_s));
  return text;
}

gate_status::gate_status() : drawing_([this] { draw_until_end(); }) {}

gate_status::~gate_status() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  end_.notify_all();
  drawing_.join();
  line_.clear();
}

void gate_status::take(const gate::gate_progress& at) {
  const std::scoped_lock lock(mutex_);
  if (at.stage != at_.stage) since_stage_ = {};
  since_step_ = {};
  at_ = at;
}

void gate_status::draw_until_end() {
  std::unique_lock lock(mutex_);
  while (!end_.wait_for(lock, 100ms, [this] { return ended_; })) {
    if (at_.unit == nullptr) continue;
    line_.show(
        [&] { return gate_status_text(at_, since_stage_.seconds(), since_step_.seconds()); });
  }
}

}  // namespace warpmark
