#include "bench/core/current_problem.hpp"

#include "bench/core/reference_outputs.hpp"

namespace warpmark {

device_inputs& current_problem::prepare(const point& point,
                                        const std::optional<pending_plan>& reference,
                                        const phase_listener& on_phase) {
  const std::string key = point.problem_key();
  if (key == key_) return *inputs_;
  // Free the old problem first: two of the largest ones might not fit at once.
  inputs_.reset();
  instance_.reset();
  if (verified_ != nullptr) verified_->forget();
  key_.clear();
  instance_ = point.variant->contract->instance(point.problem, seed_);
  inputs_ = std::make_unique<device_inputs>(machine_, *instance_);
  if (reference) ask_reference(machine_, *reference, *inputs_, *instance_, on_phase);
  key_ = key;
  return *inputs_;
}

void current_problem::invalidate() {
  if (inputs_) inputs_->invalidate();
}

}  // namespace warpmark
