#include "ci/gate/sides/code_differences.hpp"

#include <optional>

#include <fmt/format.h>

#include "bench/core/pending_plan.hpp"
#include "ci/gate/sides/launch_difference.hpp"
#include "ci/gate/sides/same_code.hpp"

namespace warpmark::gate {
namespace {

// A plan of both sides, whose kernels are being compiled.
struct begun_plans {
  pending_plan base, head;
};

struct begun_point_pair {
  const compared_point* point;
  begun_plans own, reference;
};

// A kernel that does not compile differs.
std::string difference_of(const begun_plans& begun_plans) {
  const launch_plan &base = begun_plans.base.plan, &head = begun_plans.head.plan;
  if (auto launches = launch_difference(base, head); !launches.empty()) return launches;
  if (base.kernels.size() != head.kernels.size()) return "it has a different number of kernels";
  for (std::size_t i = 0; i < base.kernels.size(); ++i) try {
      if (!same_code({base.kernels[i], *begun_plans.base.kernels[i].get()},
                     {head.kernels[i], *begun_plans.head.kernels[i].get()}))
        return fmt::format("{} has other machine code", head.kernels[i].expression);
    } catch (const compiler::compile_error&) {
      return fmt::format("{} does not compile", head.kernels[i].expression);
    }
  return "";
}

// The first difference in the parts that define a correct result.
std::string definition_difference(const std::map<std::string, std::string>& base,
                                  const std::map<std::string, std::string>& head) {
  for (const auto& [part, text] : head) {
    const auto found = base.find(part);
    if (found == base.end()) return fmt::format("{} is new", part);
    if (found->second != text) return fmt::format("{} is {}, {} before", part, text, found->second);
  }
  for (const auto& [part, text] : base)
    if (!head.contains(part)) return fmt::format("{} is gone", part);
  return "";
}

point_difference difference_of(const begun_point_pair& begun_point_pair) {
  point_difference result;
  result.code = difference_of(begun_point_pair.own);
  // Host code decides, too: launches, libraries, their order.
  if (result.code.empty() &&
      begun_point_pair.point->base->foreign_code != begun_point_pair.point->head->foreign_code)
    result.code = "the plugin is another build";
  result.right = definition_difference(begun_point_pair.point->base->right,
                                       begun_point_pair.point->head->right);
  const std::string reference = difference_of(begun_point_pair.reference);
  if (result.right.empty() && !reference.empty()) result.right = "the reference: " + reference;
  return result;
}

}  // namespace

std::map<std::string, point_difference> point_differences(const comparison& compared,
                                                          compiler::kernel_compiler& compile,
                                                          const std::string& architecture) {
  const auto begin = [&](const launch_plan& base, const launch_plan& head) {
    return begun_plans{{base, begin_kernels(base, architecture, compile)},
                       {head, begin_kernels(head, architecture, compile)}};
  };
  std::vector<begun_point_pair> begun;
  for (const auto& point : compared.points)
    if (point.on_both())
      begun.push_back({&point, begin(point.base->plan, point.head->plan),
                       begin(point.base->reference.value_or(launch_plan{}),
                             point.head->reference.value_or(launch_plan{}))});
  std::map<std::string, point_difference> differences;
  for (const auto& pair : begun) differences[pair.point->key] = difference_of(pair);
  return differences;
}

}  // namespace warpmark::gate
