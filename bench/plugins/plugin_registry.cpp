#include "bench/plugins/plugin_registry.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/suggest.hpp"
#include "base/usage_error.hpp"
#include "bench/plugins/declared_buffers.hpp"
#include "bench/plugins/plugin_error.hpp"
#include "bench/plugins/plugin_instance.hpp"
#include "bench/plugins/plugin_plan.hpp"
#include "bench/plugins/point_values.hpp"

namespace warpmark::plugins {
namespace {

using shared_library = std::shared_ptr<const plugin_library>;

std::string text_or(const char* text, const std::string& otherwise = "") {
  return text != nullptr && *text != '\0' ? std::string(text) : otherwise;
}

std::string checked_name(const char* name, const std::string& what) {
  const std::string text = text_or(name);
  if (!inspect::is_name(text))
    throw usage_error(fmt::format(
        "{} '{}': expected a name of letters, digits and '_', not a digit first", what, text));
  return text;
}

axis axis_of(const warpmark_axis& raw, bool is_of_problem) {
  axis made{.name = checked_name(raw.name, "axis"), .summary = text_or(raw.summary)};
  const auto refuse = [&](const std::string& why) {
    throw usage_error(fmt::format("axis '{}': {}", made.name, why));
  };
  if (raw.count == 0 || (raw.integers == nullptr) == (raw.names == nullptr))
    refuse("expected at least one value, all integers or all names");
  for (std::size_t i = 0; i < raw.count; ++i) {
    parameter_value value = raw.integers != nullptr
                                ? parameter_value(raw.integers[i])
                                : parameter_value(checked_name(raw.names[i], "value"));
    if (std::find(made.values.begin(), made.values.end(), value) != made.values.end())
      refuse(fmt::format("the value {} is there twice", to_text(value)));
    made.values.push_back(std::move(value));
  }
  if (raw.base >= raw.count)
    refuse(fmt::format("it has no value number {} for its base", raw.base));
  made.base = made.values[raw.base];
  made.swept = raw.is_swept != 0;
  made.only_values = raw.is_open == 0;
  if (!made.only_values) made.min = 1;
  if (made.name != "type") return made;
  for (const auto& value : made.values)
    if (!is_of_problem || !parse_element_type(to_text(value)))
      refuse(
          fmt::format("'{}': expected element types of the problem, such as f32", to_text(value)));
  return made;
}

std::vector<axis> axes_of(const warpmark_axis* raw, std::size_t count, bool is_of_problem) {
  std::vector<axis> result;
  for (const auto& one : present(raw, count)) {
    result.push_back(axis_of(one, is_of_problem));
    const auto& name = result.back().name;
    if (std::count_if(result.begin(), result.end(),
                      [&](const axis& other) { return other.name == name; }) > 1)
      throw usage_error(fmt::format("axis '{}' is there twice", name));
  }
  return result;
}

// The rules of a family or variant, each of which can be asked.
std::vector<warpmark_rule> rules_of(const warpmark_rule* raw, std::size_t count) {
  auto rules = present(raw, count);
  for (const auto& rule : rules)
    if (rule.holds == nullptr)
      throw usage_error(fmt::format("rule '{}': it has no holds()", text_or(rule.reason)));
  return rules;
}

bool holds(const warpmark_rule& rule, const point_values& at) {
  plugin_error error;
  const bool result = rule.holds(rule.self, at.get(), error.get()) != 0;
  if (error.is_set())
    throw usage_error(fmt::format("rule '{}': {}", text_or(rule.reason), error.text()));
  return result;
}

template <class Parameters>
Parameters base_of(const std::vector<axis>& axes) {
  Parameters result;
  for (const auto& along : axes) result.set(along.name, along.base);
  return result;
}

std::uint64_t count_or(std::uint64_t (*count)(void*, const warpmark_point*),
                       const warpmark_family& family, const problem& problem,
                       std::uint64_t (*otherwise)(const declared_buffer&)) {
  if (count != nullptr) return count(family.self, point_values(problem).get());
  std::uint64_t sum = 0;
  for (const auto& buffer : buffers_of(family, problem)) sum += otherwise(buffer);
  return sum;
}

std::uint64_t traffic_of(const declared_buffer& buffer) {
  return buffer.bytes() * (buffer.role == warpmark_inout ? 2 : 1);
}

std::uint64_t outputs_of(const declared_buffer& buffer) {
  return buffer.is_judged() ? buffer.count : 0;
}

void require_verification(const warpmark_family& raw) {
  switch (raw.verification) {
    case warpmark_by_expect:
      if (raw.expect == nullptr)
        throw usage_error(
            "its outputs are not verified: expected expect(), check(), reference() or "
            "unverified()");
      return;
    case warpmark_by_check:
      if (raw.check == nullptr) throw usage_error("it has no check()");
      return;
    case warpmark_by_variant:
    case warpmark_unverified:
      return;
    default:
      throw usage_error(fmt::format("no way to verify has the number {}", raw.verification));
  }
}

family family_of(const shared_library& library, const warpmark_family& raw) {
  family made{.name = checked_name(raw.name, "family"), .summary = text_or(raw.summary)};
  made.axes = axes_of(raw.axes, raw.axis_count, true);
  const auto size = std::find_if(made.axes.begin(), made.axes.end(),
                                 [](const axis& one) { return one.name == "n"; });
  if (size == made.axes.end() || !size->is_integer())
    throw usage_error("it has no axis 'n' of integers, the size: expected one");
  if (raw.buffers == nullptr) throw usage_error("it has no buffers(): expected inputs and outputs");
  if (raw.traffic < warpmark_read || raw.traffic > warpmark_copy)
    throw usage_error(fmt::format("no traffic has the number {}", raw.traffic));
  require_verification(raw);
  made.traffic = static_cast<memory_traffic>(raw.traffic);
  made.unverified = raw.verification == warpmark_unverified;
  made.instance = [library, &raw](const problem& problem, std::uint64_t seed) {
    return instance_of(raw, problem, seed, std::filesystem::path(library->path()).parent_path());
  };
  made.problem_error = [rules = rules_of(raw.rules, raw.rule_count)](const problem& problem) {
    for (const auto& rule : rules)
      if (!holds(rule, point_values(problem))) return text_or(rule.reason);
    return std::string();
  };
  made.compulsory_bytes = [&raw](const problem& problem) {
    return count_or(raw.bytes, raw, problem, traffic_of);
  };
  made.operations = [&raw](const problem& problem) {
    return count_or(raw.operations, raw, problem, outputs_of);
  };
  return made;
}

std::vector<element_type> types_of(const family& family) {
  std::vector<element_type> types;
  for (const auto& along : family.axes)
    if (along.name == "type")
      for (const auto& value : along.values) types.push_back(*parse_element_type(to_text(value)));
  return types.empty() ? all_element_types() : types;
}

class registry_maker {
 public:
  registry_maker(const shared_library& library, const registry& known)
      : library_(library), known_(known) {}

  registry made() {
    for (const auto& raw : library_->families()) in("family", raw.name, [&] { add(raw); });
    for (const auto& raw : library_->variants()) in("variant", raw.name, [&] { add(raw); });
    for (const auto& raw : library_->families())
      in("family", raw.name, [&] { set_reference(raw); });
    for (const auto& raw : library_->variants())
      in("variant", raw.name, [&] { try_base_point(raw); });
    for (auto& one : adopted_) variants_.push_back(std::move(one));
    return registry(std::move(families_), std::move(variants_));
  }

 private:
  template <class Do>
  void in(const char* what, const char* name, Do&& body) const {
    try {
      body();
    } catch (const usage_error& refused) {
      throw usage_error(fmt::format("{}: {} {}: {}", library_->path(), what, text_or(name, "''"),
                                    refused.what()));
    }
  }

  void add(const warpmark_family& raw) {
    family made = family_of(library_, raw);
    if (own_.contains(made.name)) throw usage_error("it is there twice");
    if (known_.find_family(made.name) != nullptr)
      throw usage_error(
          "warpmark has a family of that name; expected another name, or variants of that family");
    own_[made.name] = &raw;
    families_.push_back(std::move(made));
  }

  const family& family_named(const std::string& name) {
    const auto find = [&] {
      return std::find_if(families_.begin(), families_.end(),
                          [&](const family& one) { return one.name == name; });
    };
    if (const auto found = find(); found != families_.end()) return *found;
    const family* built_in = known_.find_family(name);
    if (built_in == nullptr) {
      std::vector<std::string> names;
      for (const auto& one : families_) names.push_back(one.name);
      for (const auto& one : known_.families()) names.push_back(one.name);
      throw usage_error(fmt::format("there is no family '{}'{}", name, did_you_mean(name, names)));
    }
    families_.push_back(*built_in);
    for (const auto& one : known_.variants())
      if (one.family == name) adopted_.emplace_back(one).companion = true;
    return families_.back();
  }

  void add(const warpmark_variant& raw) {
    const std::string family_name = checked_name(raw.family, "family");
    const family& contract = family_named(family_name);
    const auto own = own_.find(family_name);
    const warpmark_family* family_raw = own == own_.end() ? nullptr : own->second;
    variant made{.family = family_name,
                 .name = checked_name(raw.name, "variant"),
                 .level = static_cast<int>(variants_.size()) + 1,
                 .catalogue_id = "",
                 .title = text_or(raw.title, raw.name),
                 .summary = text_or(raw.summary),
                 .source = text_or(raw.source, library_->path()),
                 .types = types_of(contract),
                 .operators = {},
                 .axes = axes_of(raw.axes, raw.axis_count, false),
                 .costs = {"not stated", "not stated", "not stated"},
                 .reproducible = determinism::not_guaranteed,
                 .stable = raw.is_stable != 0,
                 .backends = {raw.runs_on_host != 0 ? "host" : "cuda"},
                 .foreign = true};
    if (raw.rounding_depth != nullptr)
      made.rounding_depth = [library = library_, &raw](const problem& problem, const config& config,
                                                       const device_limits&) {
        return raw.rounding_depth(raw.self, point_values(problem, &config).get());
      };
    if (raw.enqueue == nullptr) throw usage_error("it has no enqueue()");
    const auto is_it = [&](const variant& other) { return other.path() == made.path(); };
    if (std::any_of(variants_.begin(), variants_.end(), is_it) ||
        std::any_of(adopted_.begin(), adopted_.end(), is_it))
      throw usage_error(fmt::format("there is a variant {} already", made.path()));
    for (const auto& one : made.axes)
      for (const auto& of_problem : contract.axes)
        if (one.name == of_problem.name)
          throw usage_error(fmt::format("axis '{}' is one of its family's problems", one.name));
    for (const auto& rule : rules_of(raw.rules, raw.rule_count))
      made.constraints.push_back(
          {text_or(rule.reason, "a rule of the plugin"),
           [rule](const problem& problem, const config& config, const device_limits&) {
             return holds(rule, point_values(problem, &config));
           }});
    made.plan = [library = library_, family_raw, &raw](const problem& problem, const config& config,
                                                       const device_limits&) {
      return plan_of(library, family_raw, raw, problem, config);
    };
    variants_.push_back(std::move(made));
  }

  void set_reference(const warpmark_family& raw) {
    if (raw.verification != warpmark_by_variant) return;
    const std::string name = text_or(raw.reference);
    std::vector<std::string> names;
    for (const auto& one : variants_)
      if (one.family == raw.name) names.push_back(one.name);
    const auto is_it = [&](const variant& one) {
      return one.family == raw.name && one.name == name;
    };
    const auto found = std::find_if(variants_.begin(), variants_.end(), is_it);
    if (found == variants_.end())
      throw usage_error(fmt::format("its reference: there is no variant '{}'{}", name,
                                    did_you_mean(name, names)));
    const auto base = base_of<config>(found->axes);
    const auto family = std::find_if(families_.begin(), families_.end(),
                                     [&](const auto& one) { return one.name == raw.name; });
    family->reference = [plan = found->plan, base](const problem& problem,
                                                   const device_limits& limits) {
      return plan(problem, base, limits);
    };
  }

  // What is wrong with every point is found before anything is measured.
  void try_base_point(const warpmark_variant& raw) const {
    const auto made = std::find_if(variants_.begin(), variants_.end(), [&](const variant& one) {
      return one.family == raw.family && one.name == raw.name;
    });
    const auto contract = std::find_if(families_.begin(), families_.end(),
                                       [&](const family& one) { return one.name == made->family; });
    const auto problem = base_of<warpmark::problem>(contract->axes);
    const auto config = base_of<warpmark::config>(made->axes);
    for (const auto& rule : made->constraints) rule.holds(problem, config, {});
    if (const auto error = contract->problem_error(problem); !error.empty())
      throw usage_error(fmt::format("its base {} does not exist: {}", problem.canonical(), error));
    const auto plan = made->plan(problem, config, {});
    const auto is_output = [](const buffer_spec& one) { return one.role == buffer_role::output; };
    if (!contract->unverified && std::none_of(plan.buffers.begin(), plan.buffers.end(), is_output))
      throw usage_error("it has no output: expected one, or a family that is unverified()");
  }

  shared_library library_;
  const registry& known_;
  std::vector<family> families_;
  std::vector<variant> variants_, adopted_;
  std::map<std::string, const warpmark_family*> own_;
};

}  // namespace

registry registry_of(const shared_library& library, const registry& known) {
  return registry_maker(library, known).made();
}

}  // namespace warpmark::plugins
