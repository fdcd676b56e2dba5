#include "bench/core/pending_point.hpp"

#include "base/usage_error.hpp"
#include "variants/contract/family.hpp"

namespace warpmark {

pending_point begin_point(const point& point, std::string_view backend, const device_limits& limits,
                          compiler::kernel_compiler& compile, compiler::compile_urgency urgency) {
  pending_point pending{.point = point};
  pending.own.unavailable = point.variant->unavailable_on(backend);
  if (!pending.own.unavailable.empty()) return pending;
  try {
    pending.own = begin_plan(point.variant->plan(point.problem, point.config, limits), limits,
                             limits.architecture, compile, urgency);
  } catch (const usage_error& refused) {  // By a plugin: others were planned before.
    pending.own.unavailable = refused.what();
  }
  if (!pending.own.unavailable.empty()) return pending;
  if (const auto& reference = point.variant->contract->reference)
    pending.reference =
        begin_reference(reference(point.problem, limits), limits.architecture, compile, urgency);
  return pending;
}

}  // namespace warpmark
