#include "ci/gate/sides/launch_difference.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace warpmark::gate {
namespace {

std::string extent_text(const extent3& extent3) {
  return fmt::format("{}x{}x{}", extent3.x, extent3.y, extent3.z);
}

bool equal(const buffer_argument& a, const buffer_argument& b) {
  return a.buffer == b.buffer && a.offset_bytes == b.offset_bytes;
}

bool equal(const scalar_argument& a, const scalar_argument& b) {
  return a.size_bytes == b.size_bytes && a.bytes == b.bytes;
}

bool equal(const kernel_argument& a, const kernel_argument& b) {
  return a.index() == b.index() &&
         std::visit(
             [&](const auto& value) {
               return equal(value, std::get<std::decay_t<decltype(value)>>(b));
             },
             a);
}

std::string difference(const launch_step& a, const launch_step& b) {
  const auto changed = [](const char* description, const auto& before, const auto& after) {
    return fmt::format("has {} {}, {} before", description, after, before);
  };
  if (a.kernel != b.kernel) return "is of another kernel";
  if (a.shape.grid != b.shape.grid)
    return changed("a grid of", extent_text(a.shape.grid), extent_text(b.shape.grid));
  if (a.shape.block != b.shape.block)
    return changed("blocks of", extent_text(a.shape.block), extent_text(b.shape.block));
  if (a.shape.cluster != b.shape.cluster)
    return changed("clusters of", extent_text(a.shape.cluster), extent_text(b.shape.cluster));
  if (a.shape.dynamic_shared_bytes != b.shape.dynamic_shared_bytes)
    return changed("bytes of dynamic shared memory:", a.shape.dynamic_shared_bytes,
                   b.shape.dynamic_shared_bytes);
  if (a.shape.cooperative != b.shape.cooperative)
    return b.shape.cooperative ? "is cooperative now" : "is not cooperative any more";
  const bool same_arguments =
      std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(),
                 [](const auto& x, const auto& y) { return equal(x, y); });
  return same_arguments ? "" : "has other arguments";
}

// A series may have a million launches, so only the first and the last are compared.
std::string difference(const launch_series& a, const launch_series& b) {
  if (a.count != b.count)
    return fmt::format("is a series of {} launches, {} before", b.count, a.count);
  if (a.count == 0) return "";
  std::string found = difference(a.at(0), b.at(0));
  return found.empty() ? difference(a.at(a.count - 1), b.at(b.count - 1)) : found;
}

std::string difference(const fill_step& a, const fill_step& b) {
  const bool same = equal(a.target, b.target) && equal(a.pattern, b.pattern) && a.count == b.count;
  return same ? "" : "fills otherwise";
}

std::string difference(const copy_step& a, const copy_step& b) {
  const bool same = equal(a.to, b.to) && equal(a.from, b.from) && a.size_bytes == b.size_bytes;
  return same ? "" : "copies otherwise";
}

std::string difference(const native_step& a, const native_step& b) {
  return a.name == b.name ? "" : fmt::format("calls {}, {} before", b.name, a.name);
}

}  // namespace

std::string launch_difference(const launch_plan& base, const launch_plan& head) {
  if (base.steps.size() != head.steps.size())
    return fmt::format("an execution has {} steps, {} before", head.steps.size(),
                       base.steps.size());
  for (std::size_t i = 0; i < base.steps.size(); ++i) {
    if (base.steps[i].index() != head.steps[i].index())
      return fmt::format("step {} is of another kind", i + 1);
    const auto found = std::visit(
        [&](const auto& step) {
          return difference(step, std::get<std::decay_t<decltype(step)>>(head.steps[i]));
        },
        base.steps[i]);
    if (!found.empty()) return fmt::format("step {} {}", i + 1, found);
  }
  const auto same_size = [](const buffer_spec& a, const buffer_spec& b) {
    return a.size_bytes == b.size_bytes;
  };
  if (!std::equal(base.buffers.begin(), base.buffers.end(), head.buffers.begin(),
                  head.buffers.end(), same_size))
    return "the buffers have other sizes";
  return "";
}

}  // namespace warpmark::gate
