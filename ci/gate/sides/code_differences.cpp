#include "ci/gate/sides/code_differences.hpp"

#include <fmt/format.h>

#include "bench/core/pending_plan.hpp"
#include "ci/gate/sides/launch_difference.hpp"

namespace warpmark::gate {
namespace {

struct begun_kernels {
  const compared_point* point;
  kernel_futures base, head;
};

// A kernel that does not compile differs.
std::string difference_of(const begun_kernels& of) {
  const launch_plan &base = of.point->base->plan, &head = of.point->head->plan;
  if (const auto launches = launch_difference(base, head); !launches.empty()) return launches;
  if (of.base.size() != of.head.size()) return "it has another number of kernels";
  for (std::size_t i = 0; i < of.base.size(); ++i) try {
      if (of.base[i].get()->cubin_hash != of.head[i].get()->cubin_hash)
        return fmt::format("{} has other machine code", head.kernels[i].expression);
    } catch (const compiler::compile_error&) {
      return fmt::format("{} does not compile", head.kernels[i].expression);
    }
  return "";
}

}  // namespace

std::map<std::string, std::string> code_differences(const comparison& compared,
                                                    compiler::kernel_compiler& compile,
                                                    const std::string& architecture) {
  const auto begin = [&](const launch_plan& plan) {
    return begin_kernels(plan, architecture, compile);
  };
  std::vector<begun_kernels> begun;
  for (const auto& point : compared.points)
    if (point.on_both())
      begun.push_back({&point, begin(point.base->plan), begin(point.head->plan)});
  std::map<std::string, std::string> differences;
  for (const auto& each : begun) differences[each.point->key] = difference_of(each);
  return differences;
}

}  // namespace warpmark::gate
