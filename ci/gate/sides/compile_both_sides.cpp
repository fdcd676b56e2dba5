#include "ci/gate/sides/compile_both_sides.hpp"

#include <optional>
#include <utility>

namespace warpmark::gate {
namespace {

using urgency = compiler::compile_urgency;

class both_sides {
 public:
  both_sides(const std::string& architecture, const stage_context& context,
             std::shared_ptr<compile_patience> patience)
      : architecture_(architecture),
        compile_(context.compile),
        limits_(context.limits),
        patience_(std::move(patience)) {}

  void begin(const launch_plan& base, const launch_plan& head) {
    const kernel_futures of_base =
        submit(base, limits_.compile_s ? nullptr : base_time_limit(patience_));
    submit(head, limits_.compile_s ? nullptr : head_time_limit(patience_, of_base));
  }

  void begin(const std::optional<launch_plan>& base, const std::optional<launch_plan>& head) {
    begin(base.value_or(launch_plan{}), head.value_or(launch_plan{}));
  }

 private:
  // A compilation without its own limit has the compiler's.
  kernel_futures submit(const launch_plan& plan, const compiler::time_limit& seconds) {
    kernel_futures futures;
    for (const auto& kernel : plan.kernels)
      futures.push_back(
          compile_.submit(request_for(kernel, architecture_, compile_), urgency::now, seconds));
    patience_->watch(futures);
    return futures;
  }

  const std::string& architecture_;
  compiler::kernel_compiler& compile_;
  const gate_limits& limits_;
  std::shared_ptr<compile_patience> patience_;
};

}  // namespace

void compile_both_sides(const comparison& compared, const std::vector<std::string>& architectures,
                        const stage_context& context,
                        const std::shared_ptr<compile_patience>& patience) {
  for (const auto& architecture : architectures) {
    both_sides sides(architecture, context, patience);
    for (const auto& point : compared.points) {
      if (!point.on_both()) continue;
      sides.begin(point.base->plan, point.head->plan);
      sides.begin(point.base->reference, point.head->reference);
    }
  }
}

}  // namespace warpmark::gate
