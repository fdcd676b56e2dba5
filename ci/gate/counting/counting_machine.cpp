#include "ci/gate/counting/counting_machine.hpp"

#include <utility>

#include "bench/space/plan_check.hpp"

namespace warpmark::gate {
namespace {

constexpr const char* reference_phase = "reference";

}  // namespace

counting_machine::counting_machine(compiler::kernel_compiler& compile, std::string architecture)
    : compile_(compile),
      architecture_(std::move(architecture)),
      machine_({.per_line = true, .printed = nullptr}),
      measurer_(machine_, {.on_phase = [this](const char* phase) { enter(phase); }}) {}

begun_point counting_machine::begin(const side_point& of) const {
  begun_point pending{.of = of.of, .plan = of.plan, .unavailable = of.unavailable};
  if (!pending.unavailable.empty()) return pending;
  if (const auto objection = check_launches(of.plan, limits())) {
    pending.unavailable = objection->text();
    return pending;
  }
  pending.kernels = begin_kernels(of.plan, architecture_, compile_);
  if (of.reference)
    pending.reference.emplace(*of.reference, begin_kernels(*of.reference, architecture_, compile_));
  return pending;
}

// What was launched before, a reference say, is not the point's.
void counting_machine::enter(std::string phase) {
  machine_.interpreter().take_lines();
  if (phase_ == reference_phase) reference_took_ = machine_.interpreter().executed();
  phase_ = std::move(phase);
  machine_.interpreter().limit_execution(phase_ == reference_phase ? limits_.reference
                                                                   : limits_.point);
}

counted_point counting_machine::count(const begun_point& of, const execution_amounts& limits) {
  const std::string problem = of.of.problem_key();
  if (const auto found = no_reference_.find(problem); found != no_reference_.end()) {
    counted_point counted{.result = found->second, .lines = {}, .took = {}};
    counted.result.of = of.of;
    return counted;
  }
  limits_ = limits;
  reference_took_.reset();
  enter("");
  counted_point counted{.result = measurer_.measure(of), .lines = {}, .took = {}};
  counted.lines = machine_.interpreter().take_lines();
  counted.took = machine_.interpreter().executed();
  if (phase_ == reference_phase) no_reference_.emplace(problem, counted.result);
  counted.reference_took = reference_took_;
  return counted;
}

}  // namespace warpmark::gate
