#include "bench/core/conduct.hpp"

#include <algorithm>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "base/device_error.hpp"
#include "bench/core/point_fault.hpp"

namespace warpmark {
namespace {

[[noreturn]] void refuse_conduct(const std::string& why) {
  throw point_fault(point_status::failed, "it cannot be timed: " + why, "conduct");
}

}  // namespace

bool has_foreign_code(const launch_plan& plan) {
  return std::any_of(plan.steps.begin(), plan.steps.end(), [](const plan_step& step) {
    const auto* native = std::get_if<native_step>(&step);
    return native != nullptr && native->foreign;
  });
}

void require_conduct(backend& machine, prepared_point& prepared) {
  prepared.poison();
  prepared.restore();
  try {
    prepared.enqueue();
  } catch (const device_error& failed) {
    machine.synchronize();  // A fault of the device ends this process; another error does not.
    throw point_fault(point_status::failed, failed.what());
  }
  machine.synchronize();
  prepared.poison();
  machine.synchronize();
  const auto captured = machine.capture([&] { prepared.enqueue(); });
  if (!captured) return;
  if (!captured->fault.empty()) refuse_conduct(captured->fault);
  if (const std::string name = prepared.written_buffer(); !name.empty())
    refuse_conduct(
        fmt::format("it wrote '{}' while the stream that it is given stood still; its work is in "
                    "another stream, or in the legacy default stream",
                    name));
  if (captured->operations == 0)
    refuse_conduct("it enqueued nothing into the stream that it is given");
  prepared.set_native_operations(captured->operations);
}

}  // namespace warpmark
