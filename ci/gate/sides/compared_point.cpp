#include "ci/gate/sides/compared_point.hpp"

#include <exception>
#include <fnmatch.h>
#include <map>

#include <fmt/format.h>

#include "base/usage_error.hpp"

namespace warpmark::gate {
namespace {

// The points of a side, or why it has none.
struct asked_side {
  side_points found;
  std::exception_ptr mistake;  // A name or a value that this side does not know.
  std::string why_none;        // Why there is no point; empty if there are some.
};

asked_side ask(side& side, const selection& selection, const device_limits& limits) {
  asked_side result;
  try {
    result.found = side.points(selection, limits);
    if (result.found.points.empty() && !result.found.notes.empty())
      throw usage_error(result.found.notes.front());
  } catch (const too_many_points&) {
    throw;  // The side does not merely lack the points.
  } catch (const no_point_left& error) {
    result.why_none = error.what();
  } catch (const usage_error& error) {
    result.mistake = std::current_exception();
    result.why_none = error.what();
  }
  return result;
}

bool is_wanted(const std::string& variant_path, const selection& selection) {
  if (selection.patterns.empty()) return true;
  const auto slash = variant_path.find('/');
  for (const auto& pattern : selection.patterns)
    for (const auto& text :
         {variant_path, variant_path.substr(0, slash), variant_path.substr(slash + 1)})
      if (fnmatch(pattern.c_str(), text.c_str(), 0) == 0) return true;
  return false;
}

gate_finding one_sided(const compared_point& compared_point, verdict outcome,
                       const std::string& reason) {
  return {.stage = gate_stage::counting,
          .subject = compared_point.key,
          .family = compared_point.family,
          .variant = compared_point.variant,
          .outcome = outcome,
          .reason = reason};
}

gate_finding of_variant_file(const std::string& path, verdict outcome, const char* where) {
  const auto slash = path.find('/');
  return {.stage = gate_stage::counting,
          .subject = path,
          .family = path.substr(0, slash),
          .variant = path.substr(slash + 1),
          .outcome = outcome,
          .reason = fmt::format("its file variants/{}.cpp is only in the {}", path, where)};
}

}  // namespace

comparison compare_sides(std::unique_ptr<side> base, std::unique_ptr<side> head,
                         const selection& selection, const device_limits& limits,
                         std::vector<std::string>& warnings) {
  comparison result{.base = std::move(base), .head = std::move(head)};
  asked_side before = ask(*result.base, selection, limits),
             after = ask(*result.head, selection, limits);
  if (before.mistake && after.mistake) std::rethrow_exception(after.mistake);
  for (const auto* item : {&before, &after}) {
    const char* name = item == &before ? "base" : "head";
    for (const auto& note : item->found.notes)
      warnings.push_back(fmt::format("in the {}: {}", name, note));
    if (!item->why_none.empty() && item->found.notes.empty())
      warnings.push_back(fmt::format("in the {}: {}", name, item->why_none));
  }
  std::map<std::string, std::size_t> known;
  const auto place = [&](const side_point& side_point) -> compared_point& {
    const auto [at, is_new] = known.try_emplace(side_point.point.key(), result.points.size());
    if (is_new)
      result.points.push_back({.key = at->first,
                               .family = side_point.point.variant->family,
                               .variant = side_point.point.variant->name});
    return result.points[at->second];
  };
  for (auto& point : before.found.points) place(point).base = std::move(point);
  for (auto& point : after.found.points) place(point).head = std::move(point);
  return result;
}

std::vector<gate_finding> one_sided_findings(const comparison& compared,
                                             const selection& selection) {
  std::vector<gate_finding> findings;
  const auto lack = [](const std::optional<side_point>& point) {
    return point ? point->unavailable : std::string("there is no such point");
  };
  for (const auto& item : compared.points) {
    const std::string base = lack(item.base), head = lack(item.head);
    if (base.empty() == head.empty()) continue;
    if (base.empty())
      findings.push_back(one_sided(item, verdict::missing, "not in the head: " + head));
    else
      findings.push_back(one_sided(item, verdict::added, "not in the base: " + base));
  }
  for (const auto& gone_variant : compared.host_code.gone_variants)
    if (is_wanted(gone_variant, selection))
      findings.push_back(of_variant_file(gone_variant, verdict::missing, "base"));
  for (const auto& new_variant : compared.host_code.new_variants)
    if (is_wanted(new_variant, selection))
      findings.push_back(of_variant_file(new_variant, verdict::added, "head"));
  return findings;
}

}  // namespace warpmark::gate
