#include "ci/gate/counting/counting_machine.hpp"

#include <utility>

namespace warpmark::gate {
namespace {

constexpr const char* reference_phase = "reference";

}  // namespace

counting_machine::counting_machine(compiler::kernel_compiler& compile, std::string architecture,
                                   const std::shared_ptr<const model::card_file>& card)
    : compile_(compile),
      architecture_(std::move(architecture)),
      machine_(as_card(card, {.per_line = true, .printed = nullptr})),
      measurer_(machine_, {.on_phase = [this](const char* phase) { enter(phase); }}) {}

begun_point counting_machine::begin(const side_point& side_point) const {
  begun_point pending{.point = side_point.point,
                      .own = {.plan = side_point.plan, .unavailable = side_point.unavailable}};
  if (!pending.own.unavailable.empty()) return pending;
  pending.own = begin_plan(side_point.plan, limits(), architecture_, compile_);
  if (pending.own.unavailable.empty() && side_point.reference)
    pending.reference = begin_reference(*side_point.reference, architecture_, compile_);
  return pending;
}

// Earlier launches, such as a reference's, are not the point's.
void counting_machine::enter(std::string phase) {
  machine_.interpreter().take_lines();
  if (phase_ == reference_phase) reference_took_ = machine_.interpreter().executed();
  phase_ = std::move(phase);
  machine_.interpreter().limit_execution(phase_ == reference_phase ? limits_.reference
                                                                   : limits_.point);
}

counted_point counting_machine::count(const begun_point& pending_point,
                                      const execution_amounts& limits) {
  const std::string problem = pending_point.point.problem_key();
  if (const auto found = no_reference_.find(problem); found != no_reference_.end()) {
    counted_point counted{.result = found->second, .lines = {}, .took = {}};
    counted.result.point = pending_point.point;
    return counted;
  }
  limits_ = limits;
  reference_took_.reset();
  enter("");
  counted_point counted{.result = measurer_.measure(pending_point), .lines = {}, .took = {}};
  counted.lines = machine_.interpreter().take_lines();
  counted.took = machine_.interpreter().executed();
  if (phase_ == reference_phase) no_reference_.emplace(problem, counted.result);
  counted.reference_took = reference_took_;
  return counted;
}

}  // namespace warpmark::gate
