// warpmark list: lists families, variants, axes, and the numbers of points in a sweep and of
// configs to tune.

#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/counted.hpp"
#include "bench/core/sweep_plan.hpp"
#include "bench/space/saturating.hpp"
#include "bench/space/space_account.hpp"
#include "cli/excluded_configs.hpp"
#include "cli/exit_codes.hpp"
#include "cli/json_stream.hpp"
#include "cli/open_backend.hpp"
#include "cli/selection_options.hpp"
#include "cli/text_table.hpp"
#include "cli/verbs.hpp"

namespace warpmark {
namespace {

using nlohmann::ordered_json;
using spaces::space_account;

struct list_options {
  selection_options select;
  std::string backend;  ///< Empty: all.
  bool as_json = false;
};

// The machine for which points and configs are counted.
struct listed_machine {
  std::string backend;
  device_limits limits;
};

std::string type_list(const variant& variant) {
  if (variant.types.size() == all_element_types().size()) return "all";
  std::vector<std::string> names;
  for (const auto type : variant.types) names.emplace_back(name(type));
  return fmt::format("{}", fmt::join(names, ","));
}

ordered_json axis_json(const axis& along) {
  ordered_json values = ordered_json::array();
  for (const auto& value : along.values)
    std::visit([&](const auto& held) { values.push_back(held); }, value);
  ordered_json object = {{"name", along.name}, {"summary", along.summary}, {"values", values}};
  std::visit([&](const auto& held) { object["base"] = held; }, along.base);
  object["swept"] = along.swept;
  return object;
}

// The variant's space for its default problem, with all values of its axes.
space_account account_of(const variant& variant, const listed_machine& machine) {
  config_choice all{.variant = &variant};
  for (const auto& along : variant.problem_axes()) all.problem.set(along.name, along.base);
  for (const auto& along : variant.axes) all.values.push_back(all_values(along));
  return spaces::account_of(all, machine.limits);
}

bool is_made_for(const variant& variant, const std::string& backend) {
  return std::find(variant.backends.begin(), variant.backends.end(), backend) !=
         variant.backends.end();
}

ordered_json variant_json(const variant& variant, std::uint64_t points,
                          const listed_machine& machine) {
  const std::string trouble = variant.missing();
  const space_account account = account_of(variant, machine);
  ordered_json object = {
      {"path", variant.path()},
      {"family", variant.family},
      {"name", variant.name},
      {"catalogue_id", variant.catalogue_id},
      {"title", variant.title},
      {"source", variant.source},
      {"deterministic", name(lowest_determinism(variant))},
      {"backends", variant.backends},
      {"unavailable", trouble.empty() ? ordered_json(nullptr) : ordered_json(trouble)},
      {"points", points},
      {"configs", account.configs},
      {"independent_axes", account.separate}};
  for (const auto type : variant.types) object["types"].push_back(name(type));
  for (const auto& along : variant.axes) object["axes"].push_back(axis_json(along));
  if (variant.mutant)
    object["mutant"] = {{"fault", variant.mutant->sentence},
                        {"caught_by", variant.mutant->caught_by},
                        {"sound", variant.mutant->sound}};
  return object;
}

using point_counts = std::map<const variant*, std::uint64_t>;

// Mutants excluded: a sweep contains none without --mutants.
std::uint64_t points_on(const std::string& backend, const point_counts& counts) {
  std::uint64_t points = 0;
  for (const auto& [of, count] : counts)
    if (!of->mutant && of->unavailable_on(backend).empty())
      points = spaces::saturating_sum(points, count);
  return points;
}

std::uint64_t count_of(const variant* variant, const point_counts& counts) {
  const auto found = counts.find(variant);
  return found == counts.end() ? 0 : found->second;
}

void print_json(const registry& registry, const std::vector<const variant*>& variants,
                const sweep_plan& planned, const listed_machine& machine) {
  const auto counts = planned.count_by_variant();
  json_stream stream;
  stream.begin_array("families");
  for (const auto& family : registry.families()) {
    ordered_json object = {
        {"name", family.name}, {"summary", family.summary}, {"axes", ordered_json::array()}};
    for (const auto& along : family.axes) object["axes"].push_back(axis_json(along));
    stream.element(object);
  }
  stream.end_array();
  stream.begin_array("variants");
  for (const auto* variant : variants)
    stream.element(variant_json(*variant, count_of(variant, counts), machine));
  stream.end_array();
  stream.member("points", points_on(machine.backend, counts));
}

// For an axis with more values, a line has the first, the last and the base.
constexpr std::size_t max_listed_values = 24;

std::string axis_text(const axis& along) {
  const auto star = [&](const parameter_value& value) {
    return to_text(value) + (value == along.base ? "*" : "");
  };
  const auto power_of_two = [](const parameter_value& value) {
    const auto* held = std::get_if<std::int64_t>(&value);
    return held != nullptr && *held > 0 && (*held & (*held - 1)) == 0;
  };
  if (along.values.size() > 5 &&
      std::all_of(along.values.begin(), along.values.end(), power_of_two))
    return fmt::format("{}={}..{}", along.name, to_text(along.values.front()),
                       to_text(along.values.back()));
  std::vector<std::string> texts;
  if (along.values.size() > max_listed_values)
    return fmt::format("{}={}|..|{} ({} values, base {})", along.name,
                       to_text(along.values.front()), to_text(along.values.back()),
                       along.values.size(), to_text(along.base));
  for (const auto& value : along.values) texts.push_back(star(value));
  return fmt::format("{}={}", along.name, fmt::join(texts, "|"));
}

void print_mutants(const std::vector<const variant*>& variants) {
  std::vector<std::vector<std::string>> rows;
  for (const auto* variant : variants)
    if (variant->mutant)
      rows.push_back({variant->path(), variant->mutant->catchers(), variant->mutant->sentence});
  if (!rows.empty())
    fmt::print("\nMutants: published versions with their faults\n\n{}",
               text_table({"mutant", "caught by", "fault"}, rows));
}

// Variants that lack the same thing share its sentence.
void print_unavailable(const std::vector<const variant*>& variants) {
  std::map<std::string, std::vector<std::string>> paths_by_reason;
  for (const auto* variant : variants)
    if (const auto trouble = variant->missing(); !trouble.empty())
      paths_by_reason[trouble].push_back(variant->path());
  for (const auto& [reason, paths] : paths_by_reason)
    fmt::print("\n{}{}", fitted("Unavailable: " + reason),
               fitted(fmt::format("{}", fmt::join(paths, ", ")), 2));
}

void print_text(const registry& registry, const std::vector<const variant*>& variants,
                const sweep_plan& planned, const listed_machine& machine) {
  const auto counts = planned.count_by_variant();
  for (const auto& family : registry.families()) {
    std::vector<std::vector<std::string>> rows;
    for (const auto* variant : variants) {
      if (variant->family != family.name || variant->mutant) continue;
      std::vector<std::string> axes;
      for (const auto& along : variant->axes) axes.push_back(axis_text(along));
      rows.push_back({variant->path(), variant->catalogue_id, type_list(*variant),
                      text_of_count(count_of(variant, counts)),
                      text_of_count(account_of(*variant, machine).configs),
                      fmt::format("{}", fmt::join(variant->backends, ",")),
                      fmt::format("{}", fmt::join(axes, "  "))});
    }
    if (rows.empty()) continue;
    std::vector<std::string> axes;
    for (const auto& along : family.axes) axes.push_back(axis_text(along));
    const std::string axes_text = fmt::format("problem axes: {}", fmt::join(axes, "  "));
    fmt::print(
        "{}{}\n{}", fitted(fmt::format("{}: {}", family.name, family.summary)), fitted(axes_text),
        text_table(
            {"variant", "id", "types", "points", "configs", "backends", "config axes (* base)"},
            rows));
  }
  print_mutants(variants);
  print_unavailable(variants);
  const auto mutants = static_cast<std::size_t>(
      std::count_if(variants.begin(), variants.end(),
                    [](const variant* variant) { return variant->mutant.has_value(); }));
  std::string total =
      fmt::format("{}, {} in a default sweep on {}", counted(variants.size() - mutants, "variant"),
                  text_of_count(points_on(machine.backend, counts), "point"),
                  machine.backend == "cuda" ? "a card" : "backend " + machine.backend);
  if (mutants > 0) total += fmt::format(", {}", counted(mutants, "mutant"));
  std::uint64_t pruned = 0;
  for (const auto& [reason, count] : planned.pruned())
    pruned = spaces::saturating_sum(pruned, count);
  if (pruned > 0) total += fmt::format(", {} pruned by constraints", text_of_count(pruned));
  fmt::print("\n{}`warpmark explain VARIANT` shows details; `warpmark run` measures\n",
             fitted(total));
}

}  // namespace

void add_list(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<list_options>();
  CLI::App* verb =
      program.add_subcommand("list", "List families, variants, axes and numbers of points");
  options->select.add_sweep_to(*verb);
  verb->add_option("--backend", options->backend,
                   "Only variants for auto, cuda, simt or host, within its limits")
      ->type_name("auto|cuda|simt|host");
  verb->add_flag("--json", options->as_json, "The listing as JSON");
  verb->footer(
      "Examples:\n  warpmark list\n  warpmark list 'reduce/tree_*' -p n=2^10..2^28 -c block=all\n"
      "  warpmark list --mutants\n  warpmark list --json\n"
      "Exit status: 0, 2 if nothing is selected, or a kernels file is wrong");
  verb->callback([options, &exit_status] {
    const std::string backend = options->backend.empty() ? "" : resolve_backend(options->backend);
    const listed_machine machine{backend.empty() ? "cuda" : backend, limits_unopened(backend)};
    const registry& registry = options->select.kernels.registry();
    const sweep_plan planned(registry, options->select.parse(backend), machine.limits);
    auto variants =
        select_variants(registry, options->select.patterns, options->select.wanted_mutants());
    if (!backend.empty())
      std::erase_if(variants,
                    [&](const variant* variant) { return !is_made_for(*variant, backend); });
    if (options->as_json)
      print_json(registry, variants, planned, machine);
    else
      print_text(registry, variants, planned, machine);
    exit_status = exit_ok;
  });
}

}  // namespace warpmark
