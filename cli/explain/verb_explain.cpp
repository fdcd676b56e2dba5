// warpmark explain: shows what a variant does, its source, axes, costs, counter predictions, and
// its kernel.

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "base/usage_error.hpp"
#include "bench/core/selection.hpp"
#include "cli/axis_options.hpp"
#include "cli/card_option.hpp"
#include "cli/exit_codes.hpp"
#include "cli/explain/card_table.hpp"
#include "cli/explain/modelled_execution.hpp"
#include "cli/explain/plan_on_card.hpp"
#include "cli/explain/time_explanation.hpp"
#include "cli/kernels_option.hpp"
#include "cli/text_table.hpp"
#include "cli/verbs.hpp"
#include "kernels/embedded.hpp"

namespace warpmark {
namespace {

struct explain_options {
  std::string name;
  std::vector<std::string> cards;
  card_option card;
  axis_options axes;
  bool as_json = false;
  bool without_kernel = false;
  bool mutants = false;
  kernels_option kernels;

  /// A mutant named by its path is included without --mutants.
  mutant_scope wanted_mutants() const {
    const variant* named = kernels.registry().find_variant(name);
    return mutants || (named != nullptr && named->mutant) ? mutant_scope::included
                                                          : mutant_scope::excluded;
  }
};

problem base_problem(const variant& variant) {
  problem problem;
  for (const auto& along : variant.problem_axes()) problem.set(along.name, along.base);
  return problem;
}

config base_config(const variant& variant) {
  config config;
  for (const auto& along : variant.axes) config.set(along.name, along.base);
  return config;
}

// The plan of the variant's base config on its default problem; it names the kernels.
launch_plan base_plan(const variant& variant) {
  return variant.plan(base_problem(variant), base_config(variant), device_limits{});
}

struct predicted_value {
  std::int64_t n;
  std::uint64_t value;
};

// Values at the base config: for the elements of one block, which the formulas describe, and for
// the family's base size.
std::vector<predicted_value> predicted_values(const variant& variant,
                                              const counter_prediction& prediction) {
  if (!prediction.value) return {};
  problem problem = base_problem(variant);
  const config config = base_config(variant);
  std::vector<std::int64_t> sizes = {problem.integer("n")};
  if (config.find("block") != nullptr)
    sizes.insert(
        sizes.begin(),
        config.integer("block") * (config.find("items") == nullptr ? 1 : config.integer("items")));
  std::vector<predicted_value> values;
  for (const auto n : sizes) {
    problem.set("n", n);
    if (const auto value = prediction.value(problem, config)) values.push_back({n, *value});
  }
  return values;
}

void print_predictions(const variant& variant) {
  if (variant.predictions.empty()) return;
  fmt::print(
      "\nPredicted counters, checked against simt where values are given (base config, {})\n",
      base_problem(variant).text("type"));
  for (const auto& prediction : variant.predictions) {
    fmt::print("  {} = {}\n", prediction.metric, prediction.prediction);
    std::vector<std::string> values;
    for (const auto& [n, value] : predicted_values(variant, prediction))
      values.push_back(fmt::format("{} at n={}", value, n));
    if (!values.empty()) fmt::print("      {}\n", fmt::join(values, ", "));
  }
}

void print_axes(const variant& variant) {
  if (variant.axes.empty()) {
    fmt::print("No config axes\n");
    return;
  }
  std::vector<std::vector<std::string>> rows;
  for (const auto& along : variant.axes) {
    std::string values;
    for (const auto& value : along.values) values += (values.empty() ? "" : ", ") + to_text(value);
    rows.push_back({"  " + along.name, to_text(along.base), values, along.summary});
  }
  fmt::print("Config axes\n{}", text_table({"  axis", "base", "values", "meaning"}, rows));
}

std::string heading(const variant& variant) {
  const std::string id =
      variant.catalogue_id.empty() ? "" : fmt::format(" ({})", variant.catalogue_id);
  return fmt::format("{}{}: {}", variant.path(), id, variant.title);
}

void print_backends(const variant& variant) {
  if (!variant.not_to_use.empty())
    fmt::print("\n{}",
               wrapped("Not for use, and never selected by tune: " + variant.not_to_use, 0));
  fmt::print("\nRuns on backend {}\n", fmt::join(variant.backends, ", "));
  if (const auto trouble = variant.missing(); !trouble.empty())
    fmt::print("Unavailable: {}\n", trouble);
}

bool runs_on(const variant& variant, const std::string& backend) {
  return std::find(variant.backends.begin(), variant.backends.end(), backend) !=
         variant.backends.end();
}

// The fault of a mutant, the checks that catch it, and a command to see it.
void print_fault(const variant& variant) {
  if (!variant.mutant) return;
  fmt::print("A mutant: kept with its fault to test the checks; nothing uses it\n");
  fmt::print("  caught by  {}\n", variant.mutant->catchers());
  fmt::print("  made of    {}, which is right\n", variant.mutant->sound);
  fmt::print("  where      {}[{}][{}]\n", variant.path(), base_problem(variant).canonical(),
             base_config(variant).canonical());
  fmt::print("  see        warpmark run --mutants {} --backend {}\n\n", variant.path(),
             runs_on(variant, "simt") ? "simt" : "host");
}

// For a mutant, the kernel with the fault.
const kernel_instance& kernel_to_show(const launch_plan& plan) {
  for (const auto& kernel : plan.kernels)
    if (kernel.file.find("/mutants/") != std::string::npos) return kernel;
  return plan.kernels.front();
}

std::string_view reproducibility(determinism level) {
  switch (level) {
    case determinism::not_guaranteed:
      return "may differ from run to run, as far as the contract allows";
    case determinism::run_to_run:
      return "is the same from run to run on one card";
    case determinism::gpu_to_gpu:
      return "is the same from run to run and from card to card";
  }
  return "";
}

// Sums of integers are the same in any order.
void print_reproducibility(const variant& variant) {
  const determinism lowest = lowest_determinism(variant);
  const auto here = determinism_of(variant, base_problem(variant));
  fmt::print("\nResult{} {} (level {})\n",
             here == lowest ? "" : " for some types, operators or payloads",
             reproducibility(lowest), name(lowest));
  if (here != lowest)
    fmt::print("  for the default problem it {} (level {})\n", reproducibility(here), name(here));
}

using named_card = std::shared_ptr<const model::card_file>;

plan_on_card plan_on(const variant& variant, const model::card_file& card) {
  return plan_of_base(variant, base_problem(variant), base_config(variant), card);
}

void print_text(const variant& variant, bool with_kernel, const named_card& card) {
  fmt::print("{}\n\n{}\nSource: {}\n\n", heading(variant), wrapped(variant.summary, 2),
             variant.source);
  print_fault(variant);
  print_axes(variant);
  for (const auto& rule : variant.constraints) fmt::print("  constraint: {}\n", rule.reason);
  fmt::print("\nCosts (N elements of s bytes, B threads per block, G blocks)\n");
  fmt::print("  bytes            {}\n  operations       {}\n  synchronisation  {}\n",
             variant.costs.bytes, variant.costs.operations, variant.costs.synchronisation);
  print_predictions(variant);
  print_backends(variant);
  const auto plan = base_plan(variant);
  if (!variant.mutant && runs_on(variant, "simt") && !plan.kernels.empty())
    fmt::print("Time without a card: `warpmark run {} --backend simt` models it (docs/model.md)\n",
               variant.path());
  if (card) fmt::print("{}", text_of(plan_on(variant, *card), *card));
  print_reproducibility(variant);
  if (!with_kernel || plan.kernels.empty()) return;
  const kernel_instance& shown = kernel_to_show(plan);
  if (shown.outside)
    fmt::print("\nKernel {}, base instance {}\n\n{}", shown.file, shown.expression,
               shown.outside->text);
  else
    fmt::print("\nKernel kernels/{}, base instance {}\n\n{}", shown.file, shown.expression,
               kernels::text(shown.file));
}

void print_json(const variant& variant, const named_card& card) {
  using json = nlohmann::ordered_json;
  const auto plan = base_plan(variant);
  json object = {{"path", variant.path()},
                 {"catalogue_id", variant.catalogue_id},
                 {"title", variant.title},
                 {"summary", variant.summary},
                 {"source", variant.source},
                 {"costs",
                  {{"bytes", variant.costs.bytes},
                   {"operations", variant.costs.operations},
                   {"synchronisation", variant.costs.synchronisation}}},
                 {"deterministic", name(lowest_determinism(variant))},
                 {"not_to_use", variant.not_to_use},
                 {"backends", variant.backends}};
  if (variant.mutant)
    object["mutant"] = {{"fault", variant.mutant->sentence},
                        {"caught_by", variant.mutant->caught_by},
                        {"sound", variant.mutant->sound}};
  if (const auto trouble = variant.missing(); !trouble.empty()) object["unavailable"] = trouble;
  for (const auto& rule : variant.constraints) object["constraints"].push_back(rule.reason);
  for (const auto& prediction : variant.predictions) {
    json described = {{"metric", prediction.metric}, {"prediction", prediction.prediction}};
    for (const auto& [n, value] : predicted_values(variant, prediction))
      described["values"].push_back({{"n", n}, {"value", value}});
    object["predictions"].push_back(described);
  }
  for (const auto& along : variant.axes)
    object["axes"].push_back(
        {{"name", along.name}, {"summary", along.summary}, {"base", to_text(along.base)}});
  for (const auto& kernel : plan.kernels)
    object["kernels"].push_back({{"file", kernel.file}, {"base_instance", kernel.expression}});
  if (card) object["card"] = json_of(plan_on(variant, *card), *card);
  fmt::print("{}\n", object.dump(2));
}

// -p or -c ask for the modelled time of one execution.
int explain_time(const explain_options& options, const variant& variant, const named_card& card) {
  if (!card)
    throw usage_error(fmt::format(
        "explain {}: -p and -c choose an execution whose time is modelled; expected --card NAME",
        variant.path()));
  selection selection = options.axes.parse("simt");
  selection.patterns = {variant.path()};
  selection.mutants = options.wanted_mutants();
  const point point = point_to_explain(options.kernels.registry(), selection, variant, *card);
  try {
    const auto execution = model_execution(point, card);
    if (options.as_json)
      fmt::print("{}\n", json_of(execution, *card).dump(2));
    else
      fmt::print("{}", text_of(execution, *card));
    return exit_ok;
  } catch (const no_modelled_time& failed) {
    fmt::print(stderr, "error: {}\n", failed.what());
    return exit_wrong;
  }
}

void explain_cards(const explain_options& options) {
  if (!options.card.text.empty())
    throw usage_error(fmt::format("explain --cards --card {}: expected the names after --cards",
                                  options.card.text));
  auto names = options.cards;
  std::erase(names, "");
  const auto cards = cards_to_show(names);
  if (options.as_json)
    fmt::print("{}\n", cards_json(cards).dump(2));
  else
    fmt::print("{}", card_tables(cards));
}

}  // namespace

void add_explain(CLI::App& program, int& exit_status) {
  auto options = std::make_shared<explain_options>();
  CLI::App* verb = program.add_subcommand(
      "explain",
      "Show a variant: purpose, source, axes, cost formulas, counter predictions, kernel");
  verb->add_option("VARIANT", options->name, "family/variant, or a glob that matches some");
  CLI::Option* cards =
      verb->add_option("--cards", options->cards,
                       "Instead of a variant: what differs between these cards, or all known ones")
          ->expected(0, -1)
          ->delimiter(',')
          ->type_name("NAME|FILE,...");
  options->card.add_to(*verb);
  options->axes.add_axes_to(
      *verb, "With --card: the problem whose modelled time is explained, e.g. n=2^20",
      "With --card: the config, e.g. block=256");
  verb->add_flag("--json", options->as_json, "As JSON");
  verb->add_flag("--no-kernel", options->without_kernel, "Leave out the kernel's source");
  verb->add_flag("--mutants", options->mutants, "Let a glob match mutants, too");
  options->kernels.add_to(*verb);
  verb->footer(
      "Examples:\n  warpmark explain reduce/tree_interleaved_compact\n"
      "  warpmark explain count/mutants/zero_taken_for_known\n"
      "  warpmark explain reduce/cluster --card L4 --no-kernel\n"
      "  warpmark explain scan/chained --card H200 -p n=2^20 -c block=256\n"
      "  warpmark explain --cards 'H200,A100-SXM4-80GB'\n"
      "Exit status: 0, 1 for a point that fails, 2 for an unknown variant or card");
  verb->callback([options, cards, &exit_status] {
    if ((cards->count() > 0) != options->name.empty())
      throw usage_error(options->name.empty()
                            ? "explain: expected a variant, or --cards"
                            : fmt::format("explain {} --cards: expected a variant or --cards "
                                          "(--card NAME shows the variant on a card)",
                                          options->name));
    if (cards->count() > 0) {
      explain_cards(*options);
      exit_status = exit_ok;
      return;
    }
    const auto card = options->card.chosen("simt");
    if (!options->axes.empty()) {
      const auto variants =
          select_variants(options->kernels.registry(), {options->name}, options->wanted_mutants());
      if (variants.size() != 1)
        throw usage_error(fmt::format("explain {}: -p and -c with {} variants; expected one",
                                      options->name, variants.size()));
      exit_status = explain_time(*options, *variants.front(), card);
      return;
    }
    for (const auto* variant :
         select_variants(options->kernels.registry(), {options->name}, options->wanted_mutants())) {
      if (options->as_json)
        print_json(*variant, card);
      else
        print_text(*variant, !options->without_kernel, card);
    }
    exit_status = exit_ok;
  });
}

}  // namespace warpmark
