// warpmark tune SELECT --backend replay --from JOURNAL: race, finals and measurements across sizes
// as on a card, with the times of a journal.

#include <cstdint>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/counted.hpp"
#include "base/usage_error.hpp"
#include "cli/exit_codes.hpp"
#include "cli/run/bar_chart.hpp"
#include "cli/run/recorded_kernels.hpp"
#include "cli/stamped_name.hpp"
#include "cli/text_table.hpp"
#include "cli/tune/tune_options.hpp"
#include "cli/tune/tuned_profile.hpp"
#include "cli/tune/tuned_tables.hpp"
#include "tuning/live/finals_effort.hpp"
#include "tuning/live/problem_tuning.hpp"
#include "tuning/live/starting_list.hpp"
#include "tuning/live/tuning_journal.hpp"
#include "tuning/replay/recorded_choices.hpp"
#include "tuning/replay/replay_evaluator.hpp"
#include "tuning/replay/replayed_manifest.hpp"

namespace warpmark {
namespace {

using namespace tuning;

std::vector<tuned_problem> problems_of(const tune_options& options, const recorded_points& record) {
  auto choices =
      recorded_choices(options.select.kernels.registry(), options.select.parse(""), record);
  if (choices.empty())
    throw usage_error(fmt::format("--from {}: no selected point is in the record", options.record));
  return by_problem(std::move(choices));
}

class recorded_race {
 public:
  recorded_race(const tune_options& options, const argument_list& argv)
      : options_(options),
        record_(recorded_points::of_journal(options.select.kernels.registry(), options.record)),
        limits_(record_.limits()),
        problems_(problems_of(options, record_)) {
    require_recorded_kernels(record_, options.record, options.select.kernels.record());
    // Errors in the options must be reported before there is a journal.
    plan_ = plan();
    if (!options.start_from.empty()) {
      list_ = read_starting_list(options.select.kernels.registry(), options.start_from, problems_);
      print_list_note(options.start_from, list_.times.size(), list_.ignored);
      plan_.race.search_method.expected = &list_.times;
    }
    refuse_useless_profile(options, is_modelled());
    if (options.dry_run) return;
    path_ =
        options.journal.empty() && !options.output.empty() ? stamped_name("tune") : options.journal;
    if (path_.empty()) return;
    journal_.emplace(path_);
    auto manifest = replayed_manifest(record_, argv, 0, options.select.kernels.record());
    if (plan_.objective != journal::objective_kind::time)
      manifest["contract"]["objective"] = name(plan_.objective);
    if (const auto level = options.select.level(); level != determinism::not_guaranteed)
      manifest["contract"]["deterministic"] = name(level);
    journal_->append(manifest);
  }

  int execute() {
    if (options_.dry_run) {
      print_spaces(problems_, limits_, options_.as_json);
      return exit_ok;
    }
    const auto append = [this](const journal::json& line) {
      if (journal_) journal_->append(line);
    };
    replay_evaluator replayer(record_, append, plan_.objective);
    outcome_ = tune_problems(problems_, limits_, replayer, plan_, append);
    if (journal_) journal_->end("");
    print(replayer.missing());
    if (!options_.output.empty()) write_profile(path_, options_, {});
    return exit_ok;
  }

 private:
  bool is_modelled() const { return record_.origin() == "simt"; }

  tuning_plan plan() const {
    const tuning_budget budget = options_.parsed_budget();
    if (budget.seconds)
      throw usage_error(
          fmt::format("--budget {}: a race on a record has no clock; expected a number of "
                      "evaluations per problem",
                      options_.budget));
    tuning_plan plan{
        .objective = options_.objective(),
        .race = {.search_method = options_.method(),
                 .evaluations = budget.evaluations.value_or(race_options{}.evaluations),
                 .margin = options_.margin()},
        .finals = finals_of({}, options_.rounds_on("replay"), options_.margin()),
        .pilots = false};
    // Winners of one size at the others, as far as recorded.
    if (!options_.output.empty())
      plan.across_sizes = {
          .hold_out = std::vector<std::uint64_t>(),
          .has = [this](const point& point) { return record_.measurement(point).has_value(); }};
    return plan;
  }

  void print(std::size_t missing) const {
    if (options_.as_json) {
      fmt::print("{}\n", journal::json(outcome_.lines).dump(2));
      return;
    }
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < problems_.size(); ++i)
      rows.push_back(row_of(problems_[i], outcome_.results[i]));
    const auto& card = record_.manifest().at("card");
    fmt::print("{}{}times of {}, {} {} and replayed; nothing was measured here\n",
               text_table(tuned_header(plan_.objective), rows),
               shows_charts() ? chart_of_gains(outcome_.lines, plan_.objective) + '\n' : "",
               options_.record, is_modelled() ? "modelled by" : "measured on",
               card.value("name", "a device"));
    if (!record_.has_rounds())
      fmt::print(
          "each point was measured once: gains are ratios of two times, whose doubt is not "
          "known\n");
    if (missing > 0) fmt::print("not in the record: {}\n", counted(missing, "requested point"));
    if (!path_.empty()) fmt::print("journal: {}\n", path_);
  }

  const tune_options& options_;
  recorded_points record_;
  device_limits limits_;
  std::vector<tuned_problem> problems_;
  std::string path_;
  std::optional<tuning_journal> journal_;
  tuning_plan plan_;
  starting_list list_;
  tuning_outcome outcome_;
};

}  // namespace

int tune_recorded_race(const tune_options& options, const argument_list& argv) {
  return recorded_race(options, argv).execute();
}

}  // namespace warpmark
