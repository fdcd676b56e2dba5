#include "tuning/live/checked_size.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "tuning/live/tuned_problem.hpp"
#include "tuning/profile/losses.hpp"
#include "variants/contract/axis_expression.hpp"

namespace warpmark::tuning {
namespace {

const axis* find_axis(const family& family, const std::string& name) {
  const auto found = std::find_if(family.axes.begin(), family.axes.end(),
                                  [&](const axis& axis) { return axis.name == name; });
  return found == family.axes.end() ? nullptr : &*found;
}

// The entry's problem, with one value per axis except n; axes added to the family since have their
// base value.
parameters problem_of(const profile_entry& entry, const family& family) {
  for (const auto& [name, value] : entry.size_problem.rest)
    if (find_axis(family, name) == nullptr)
      throw usage_error(fmt::format("{}: the family no longer has an axis '{}'; tune it again",
                                    entry.size_problem.text(), name));
  parameters values;
  for (const axis& along : family.axes) {
    const auto* value = entry.size_problem.rest.find(along.name);
    values.set(along.name, value != nullptr ? *value : along.base);
  }
  if (find_axis(family, "type") != nullptr) values.set("type", entry.size_problem.type);
  return values;
}

// Applies -p to an entry: whether it is selected, and at which n.
class requested_problems {
 public:
  explicit requested_problems(const std::vector<axis_setting>& settings) : settings_(settings) {}

  bool admits(const family& family, const std::string& axis_name,
              const parameter_value& value) const {
    const axis* along = find_axis(family, axis_name);
    return std::all_of(settings_.begin(), settings_.end(), [&](const axis_setting& setting) {
      if (setting.name != axis_name || along == nullptr) return true;
      const auto values = parse_axis_expression(*along, setting.expression);
      return std::any_of(values.begin(), values.end(), [&](const parameter_value& one) {
        return to_text(one) == to_text(value);
      });
    });
  }

  void require_known(const profile& profile) const {
    std::vector<std::string> names = {"n", "type"};
    for (const auto& entry : profile.entries)
      for (const auto& [name, value] : entry.size_problem.rest)
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    for (const auto& setting : settings_)
      if (std::find(names.begin(), names.end(), setting.name) == names.end())
        throw usage_error(fmt::format("-p {}={}: no entry of the profile has an axis '{}'{}",
                                      setting.name, setting.expression, setting.name,
                                      did_you_mean(setting.name, names)));
  }

 private:
  const std::vector<axis_setting>& settings_;
};

// Paths of a family's selected variants that can run on the machine.
std::vector<std::string> challengers(const std::vector<const variant*>& selected,
                                     const std::string& family, const std::string& machine) {
  std::vector<std::string> paths;
  for (const auto* item : selected)
    if (item->family == family && item->unavailable_on(machine).empty())
      paths.push_back(item->path());
  return paths;
}

void add_sizes(const registry& registry, const profile_entry& entry,
               const std::vector<std::string>& paths, determinism deterministic,
               const requested_problems& requested_problems, std::vector<checked_size>& result) {
  const family& family = *registry.find_family(entry.size_problem.family);
  const parameters values = problem_of(entry, family);
  selection selection{
      .patterns = paths, .problem = {}, .config = {}, .deterministic = deterministic};
  for (const auto& [name, value] : values) {
    if (name == "n") continue;
    if (!requested_problems.admits(family, name, value)) return;
    selection.problem.push_back({name, to_text(value)});
  }
  std::string sizes;
  for (const auto& size : entry.sizes)
    if (requested_problems.admits(family, "n", static_cast<std::int64_t>(size.n)))
      sizes += fmt::format("{}{}", sizes.empty() ? "" : ",", size.n);
  if (sizes.empty()) return;
  selection.problem.push_back({"n", sizes});
  std::map<std::string, std::size_t> pruned;
  for (auto& item : by_problem(make_choices(registry, selection, pruned)))
    result.push_back(
        {.entry = &entry, .problem = item.common_problem(), .choices = std::move(item.choices)});
}

std::string tuned_sizes(const profile& profile) {
  std::string text;
  for (const auto& entry : profile.entries) {
    text += fmt::format("{}{} n=", text.empty() ? "" : "; ", entry.size_problem.text());
    for (const auto& size : entry.sizes)
      text += fmt::format("{}{}", &size == &entry.sizes.front() ? "" : ",", size.n);
  }
  return text;
}

}  // namespace

std::string checked_size::name() const {
  return fmt::format("{}[{}]", entry->size_problem.family, problem.canonical());
}

const candidate& checked_size::stored() const { return step_at(entry->steps, n()).use; }

std::optional<double> checked_size::recorded_ns() const {
  for (const auto& size : entry->sizes) {
    if (size.n != n()) continue;
    if (same(size.winner, stored())) return size.time.median_ns;
    if (size.base_time && same(entry->base, stored())) return size.base_time->median_ns;
  }
  return std::nullopt;
}

size_to_check checked_size::resolved(const registry& registry, const device_limits& limits,
                                     const std::string& machine) const {
  const auto point_of = [&](const candidate& candidate) {
    return stored_point(registry, entry->size_problem.family, candidate, problem, limits, machine);
  };
  size_to_check result{.choices = choices, .stored = point_of(stored()), .others = {}};
  const auto add = [&](const candidate& candidate) {
    const auto other = point_of(candidate).at;
    if (!other || same(candidate, stored())) return;
    if (std::none_of(result.others.begin(), result.others.end(),
                     [&](const point& known) { return known.key() == other->key(); }))
      result.others.push_back(*other);
  };
  for (const auto& step : entry->steps) add(step.use);
  for (const auto& size : entry->sizes) add(size.winner);
  return result;
}

std::vector<checked_size> sizes_to_check(const registry& registry, const profile& profile,
                                         const selection& selection) {
  const requested_problems requested_problems(selection.problem);
  requested_problems.require_known(profile);
  const auto selected = select_variants(registry, selection.patterns, mutant_scope::excluded);
  std::vector<checked_size> result;
  for (const auto& entry : profile.entries) {
    if (registry.find_family(entry.size_problem.family) == nullptr && selection.patterns.empty())
      throw usage_error(fmt::format("{}: this program has no family '{}'; tune the others again",
                                    entry.size_problem.text(), entry.size_problem.family));
    const auto paths = challengers(selected, entry.size_problem.family, selection.backend);
    if (!paths.empty())
      add_sizes(registry, entry, paths, selection.deterministic, requested_problems, result);
  }
  if (result.empty())
    throw usage_error(
        fmt::format("SELECT and -p match nothing in the profile; it has {}", tuned_sizes(profile)));
  return result;
}

}  // namespace warpmark::tuning
