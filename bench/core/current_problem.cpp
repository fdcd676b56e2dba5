#include "bench/core/current_problem.hpp"

#include "bench/core/reference_outputs.hpp"
#include "bench/statistics/philox.hpp"

namespace warpmark {

void current_problem::make(const std::function<void()>& inputs_and_results) {
  is_at_fault_ = true;
  try {
    inputs_and_results();
  } catch (const device_memory_error&) {
    is_at_fault_ = false;
    throw;
  }
  is_at_fault_ = false;
}

device_inputs& current_problem::prepare(const point& point,
                                        const std::optional<pending_plan>& reference,
                                        const phase_listener& on_phase) {
  const std::string key = point.problem_key();
  if (key == key_) return *inputs_;
  // Free the old problem first: two of the largest ones might not fit at once.
  inputs_.reset();
  instances_.clear();
  unseen_.reset();
  if (verified_ != nullptr) verified_->forget();
  key_.clear();
  make([&] {
    instances_.push_back(point.variant->contract->instance(point.problem, seed_));
    inputs_ = std::make_unique<device_inputs>(machine_, *instances_.front());
    if (reference) ask_reference(machine_, *reference, *inputs_, *instances_.front(), on_phase);
  });
  // Without the expected results it is of no use to the next point.
  if (reference || !point.variant->contract->reference) key_ = key;
  return *inputs_;
}

void current_problem::add_set(std::uint64_t seed, const point& point,
                              const std::optional<pending_plan>& reference,
                              const phase_listener& on_phase) {
  std::unique_ptr<problem_instance> instance;
  make([&] {
    instance = point.variant->contract->instance(point.problem, seed);
    if (!reference) return;
    device_inputs inputs(machine_, *instance);
    ask_reference(machine_, *reference, inputs, *instance, on_phase);
  });
  instances_.push_back(std::move(instance));
  inputs_->add(*instances_.back());
}

void current_problem::provide_sets(std::size_t count, const point& point,
                                   const std::optional<pending_plan>& reference,
                                   const phase_listener& on_phase) {
  while (instances_.size() < count)
    add_set(statistics::random_stream(seed_, instances_.size()).bits(), point, reference, on_phase);
}

std::size_t current_problem::add_unseen_set(std::uint64_t seed, const point& point,
                                            const std::optional<pending_plan>& reference,
                                            const phase_listener& on_phase) {
  add_set(seed, point, reference, on_phase);
  unseen_ = instances_.size() - 1;
  return *unseen_;
}

void current_problem::remove_unseen_set() {
  if (!unseen_) return;
  inputs_->keep_first(*unseen_);
  instances_.resize(*unseen_);
  unseen_.reset();
}

void current_problem::invalidate() {
  if (inputs_) inputs_->invalidate();
}

}  // namespace warpmark
