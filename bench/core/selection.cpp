#include "bench/core/selection.hpp"

#include <algorithm>
#include <fnmatch.h>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/core/variant_group.hpp"

namespace warpmark {
namespace {

bool is_glob_of(const std::string& pattern, const std::string& text) {
  return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

bool matches_name(const std::string& pattern, const variant& candidate) {
  return is_glob_of(pattern, candidate.path()) || is_glob_of(pattern, candidate.name);
}

// Variants of a named release of a library, "vendor_cub@3.0", are selected only by patterns that
// have a release, too: others mean the default.
bool matches(const std::string& pattern, const variant& candidate) {
  if (candidate.name.find('@') != std::string::npos && pattern.find('@') == std::string::npos)
    return false;
  return matches_name(pattern, candidate) || is_glob_of(pattern, candidate.family);
}

std::string reason_against(const variant& variant, const problem& problem, const config& config,
                           const device_limits& limits) {
  for (const auto& along : variant.axes)
    if (const auto error = along.value_error(*config.find(along.name)); !error.empty())
      return fmt::format("{}: {} must be {}", variant.path(), along.name, error);
  for (const auto& rule : variant.constraints)
    if (!rule.holds(problem, config, limits))
      return fmt::format("{}: {}", variant.path(), rule.reason);
  return "";
}

std::vector<const variant*> candidates_of(const registry& registry, mutant_scope mutants) {
  std::vector<const variant*> candidates;
  for (const auto& variant : registry.variants()) candidates.push_back(&variant);
  if (mutants == mutant_scope::included)
    for (const auto& mutant : registry.mutants()) candidates.push_back(&mutant);
  return candidates;
}

// The path of a variant of `family` that is named most like `name`.
std::optional<std::string> nearest_path(const std::string& family, const std::string& name,
                                        const std::vector<const variant*>& candidates) {
  std::vector<std::string> names;
  for (const auto* candidate : candidates)
    if (candidate->family == family) names.push_back(candidate->name);
  if (const auto found = nearest(name, names)) return family + "/" + *found;
  return std::nullopt;
}

// A family, else a variant, by the name that the pattern is closest to. In a family that exists
// only names of its variants are compared: the family's own letters would count as alike.
std::string suggestion(const std::string& pattern, const std::vector<const variant*>& candidates) {
  const auto slash = pattern.find('/');
  const std::string family = pattern.substr(0, slash);
  if (slash != std::string::npos &&
      std::any_of(candidates.begin(), candidates.end(),
                  [&](const variant* candidate) { return candidate->family == family; })) {
    const auto found = nearest_path(family, pattern.substr(slash + 1), candidates);
    return found ? fmt::format("; did you mean '{}'?", *found)
                 : fmt::format("; `warpmark list {}` shows its variants", family);
  }
  std::vector<std::string> families, variants;
  for (const auto* candidate : candidates) {
    if (families.empty() || families.back() != candidate->family)
      families.push_back(candidate->family);
    variants.push_back(candidate->path());
    variants.push_back(candidate->name);
  }
  for (const auto* kind : {&families, &variants})
    if (const auto found = nearest(pattern, *kind))
      return fmt::format("; did you mean '{}'?", *found);
  return "; `warpmark list` shows all";
}

// What is wrong with "scan/vendor_cub@9", if "scan/vendor_cub" is known; else empty.
std::string trouble_with_release(const std::string& pattern,
                                 const std::vector<const variant*>& candidates) {
  const auto at = pattern.find('@');
  if (at == std::string::npos) return "";
  const std::string plain = pattern.substr(0, at), release = pattern.substr(at + 1);
  std::vector<const variant*> named;
  for (const auto* candidate : candidates)
    if (matches_name(plain, *candidate)) named.push_back(candidate);
  if (named.empty()) return "";
  std::vector<std::string> installed;  // in the registry's order: the newest first
  for (const auto* candidate : candidates)
    for (const auto* one : named)
      if (candidate->path().starts_with(one->path() + "@")) {
        const std::string found = candidate->path().substr(one->path().size() + 1);
        if (std::find(installed.begin(), installed.end(), found) == installed.end())
          installed.push_back(found);
      }
  if (!installed.empty())
    return fmt::format("'{}': release {} is not installed; expected {}", pattern, release,
                       fmt::join(installed, " or "));
  for (const auto* one : named)
    if (const auto missing = one->missing(); !missing.empty())
      return fmt::format("'{}': no release is installed: {}", pattern, missing);
  return fmt::format("'{}': {} has no releases; expected no @", pattern,
                     named.size() == 1 ? named.front()->path() : "what it names");
}

[[noreturn]] void refuse(const registry& registry, const std::string& pattern,
                         const std::vector<const variant*>& candidates, mutant_scope mutants) {
  if (mutants == mutant_scope::excluded)
    for (const auto& mutant : registry.mutants())
      if (matches(pattern, mutant))
        throw usage_error(
            fmt::format("'{}' matches only published versions with their faults; `run` and `list` "
                        "select them if "
                        "you add --mutants",
                        pattern));
  if (const auto trouble = trouble_with_release(pattern, candidates); !trouble.empty())
    throw usage_error(trouble);
  throw usage_error(
      fmt::format("unknown family or variant '{}'{}", pattern, suggestion(pattern, candidates)));
}

}  // namespace

std::string reason_against(const point& point, const device_limits& limits) {
  if (auto reason = reason_against(*point.variant, point.problem); !reason.empty()) return reason;
  return reason_against(*point.variant, point.problem, point.config, limits);
}

axis_setting parse_axis_setting(const std::string& option, const std::string& text) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    throw usage_error(fmt::format("{} {}: expected {} axis=values, e.g. {}", option, text, option,
                                  option == "-p" ? "-p n=2^10..2^20" : "-c block=64..512"));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<const variant*> select_variants(const registry& registry,
                                            const std::vector<std::string>& patterns,
                                            mutant_scope mutants) {
  const auto candidates = candidates_of(registry, mutants);
  std::set<const variant*> chosen;
  for (const auto& pattern : patterns) {
    bool any = false;
    for (const auto* candidate : candidates)
      if (matches(pattern, *candidate)) {
        chosen.insert(candidate);
        any = true;
      }
    if (!any) refuse(registry, pattern, candidates, mutants);
  }
  std::vector<const variant*> result;
  for (const auto* candidate : candidates)
    if (patterns.empty() ? !candidate->companion : chosen.contains(candidate))
      result.push_back(candidate);
  return result;
}

}  // namespace warpmark
