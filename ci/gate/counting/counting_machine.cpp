#include "ci/gate/counting/counting_machine.hpp"

#include <utility>

#include "bench/model/launch_limits.hpp"

namespace warpmark::gate {

counting_machine::counting_machine(compiler::kernel_compiler& compile, std::string architecture)
    : compile_(compile),
      architecture_(std::move(architecture)),
      machine_({.per_line = true, .printed = nullptr}),
      // A phase begins after whatever else was launched, a reference say: that is not the point's.
      measurer_(machine_, {.on_phase = [this](const char*) { machine_.take_lines(); }}) {}

begun_point counting_machine::begin(const side_point& of) const {
  begun_point pending{.of = of.of, .plan = of.plan, .unavailable = of.unavailable};
  if (!pending.unavailable.empty()) return pending;
  if (const auto objection = model::objection_to(of.plan, limits())) {
    pending.unavailable = objection->text();
    return pending;
  }
  pending.kernels = begin_kernels(of.plan, architecture_, compile_);
  if (of.reference)
    pending.reference.emplace(*of.reference, begin_kernels(*of.reference, architecture_, compile_));
  return pending;
}

counted_point counting_machine::count(const begun_point& of) {
  counted_point counted{.result = measurer_.measure(of), .lines = {}};
  counted.lines = machine_.take_lines();
  return counted;
}

}  // namespace warpmark::gate
