// warpmark tune on a machine: search, finals and results.

#include <cstdint>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "cli/exit_codes.hpp"
#include "cli/open_backend.hpp"
#include "cli/run/bar_chart.hpp"
#include "cli/run/run_options.hpp"
#include "cli/table_options.hpp"
#include "cli/text_table.hpp"
#include "cli/tune/shown_session.hpp"
#include "cli/tune/tune_options.hpp"
#include "cli/tune/tuned_profile.hpp"
#include "cli/tune/tuned_tables.hpp"
#include "tuning/live/finals_effort.hpp"
#include "tuning/live/problem_tuning.hpp"
#include "tuning/live/starting_list.hpp"

namespace warpmark {
namespace {

using namespace tuning;

measuring_options measuring_of(const tune_options& options) {
  run_options sampling;
  sampling.state = options.state;
  sampling.energy = options.objective() != journal::objective_kind::time;
  sampling.energy_time = options.energy_time;
  return sampling.measuring("");
}

// Finalists differ by little, so more of their blocks are interpreted.
constexpr std::size_t finalists_factor = 16;

// Of one problem. Two processor cores interpret as many in about two minutes.
constexpr std::uint64_t interpreted_instructions = 4'000'000'000;

class live_tuning {
 public:
  // Errors in the options must be reported before a machine is opened.
  live_tuning(const tune_options& options, const argument_list& argv)
      : options_(options),
        budget_(options.parsed_budget()),
        measuring_(measuring_of(options)),
        session_(options, argv, measuring_) {
    options.card.chosen(session_.backend());
    plan_.objective = options.objective();
    if (measuring_.energy)
      refuse_without_card("--objective " + options.objective_name, session_.backend());
    plan_.race.search_method = options.method();
    plan_.race.measuring = measuring_;
    plan_.race.margin = options.margin();
    plan_.finals = finals_of(measuring_, options.rounds_on(session_.backend()), options.margin());
    plan_.pilots = !session_.live().interprets();
    plan_.race.measuring.sampled_blocks = options.sample_blocks_on(session_.backend());
    plan_.finals.measuring.sampled_blocks = finalists_factor * plan_.race.measuring.sampled_blocks;
    if (session_.live().interprets()) plan_.short_list = options.listed_configs();
    plan_.search_s = search_seconds(budget_);
    plan_.now_s = [this] { return session_.live().seconds(); };
    if (budget_.evaluations) plan_.race.evaluations = *budget_.evaluations;
    if (options.budget.empty() && session_.live().interprets())
      plan_.race.interpreted_instructions = interpreted_instructions;
    const auto hold_out = sizes_to_hold_out();
    if (!options.output.empty()) plan_.across_sizes = {.hold_out = hold_out};
    refuse_useless_profile(options, session_.live().interprets());
    std::map<std::string, std::size_t> pruned;
    auto choices = make_choices(options.select.kernels.registry(),
                                options.select.parse(session_.backend()), pruned);
    if (const auto part = options.part())
      std::erase_if(choices,
                    [&](const config_choice& one) { return !part->holds(one.problem_key()); });
    problems_ = by_problem(std::move(choices));
    start_from_list();
  }

  int execute() {
    if (options_.dry_run) {
      print_spaces(problems_,
                   limits_unopened(session_.backend(), options_.card.chosen(session_.backend())),
                   options_.as_json);
      return exit_ok;
    }
    tune_progress shown(problems_.size(), plan_.search_s, plan_.objective);
    live_session& live = session_.live();
    const int status = session_.conduct(shown, [&](evaluator& machine) {
      outcome_ = tune_problems(
          problems_, live.device().limits, machine, plan_,
          [&](const journal::json& line) { live.append(line); }, session_.listener(shown));
    });
    if (status != exit_ok) return status;
    print();
    if (!options_.output.empty())
      write_profile(session_.journal_path(), options_,
                    {outcome_.held_out.begin(), outcome_.held_out.end()});
    return exit_ok;
  }

 private:
  void start_from_list() {
    if (options_.start_from.empty()) return;
    list_ = read_starting_list(options_.select.kernels.registry(), options_.start_from, problems_);
    print_list_note(options_.start_from, list_.times.size(), list_.ignored);
    plan_.race.search_method.expected = &list_.times;
  }

  // Nothing: those between the tuned ones.
  std::optional<std::vector<std::uint64_t>> sizes_to_hold_out() const {
    if (options_.hold_out.empty()) return std::nullopt;
    if (options_.hold_out == "none") return std::vector<std::uint64_t>();
    return sizes_of("--hold-out", options_.hold_out);
  }

  void print() const {
    if (options_.as_json) {
      fmt::print("{}\n", journal::json(outcome_.lines).dump(2));
      return;
    }
    std::vector<std::vector<std::string>> rows;
    auto result = outcome_.results.begin();
    for (const auto& problem : problems_)
      if (problem.found) rows.push_back(row_of(problem, *result++));
    fmt::print("{}", text_table(tuned_header(plan_.objective), rows));
    if (shows_charts()) fmt::print("{}\n", chart_of_gains(outcome_.lines, plan_.objective));
    if (session_.live().interprets())
      print_short_lists();
    else
      fmt::print("gains{}: medians of {}, with their 95 % interval{}\n",
                 plan_.objective == journal::objective_kind::time
                     ? ""
                     : fmt::format(" in {}", name(plan_.objective)),
                 rounds_text(plan_.finals),
                 plan_.finals.rounds < 6 ? " (fewer than 6 rounds: the full range)" : "");
    fmt::print("journal: {}\n", session_.journal_path());
  }

  void print_short_lists() const {
    fmt::print("times are modelled from counts, not measured\n");
    for (const auto& line : outcome_.lines)
      if (line.contains("short_list") && line.at("short_list").is_object())
        fmt::print("\n{}", short_list_text(line));
  }

  const tune_options& options_;
  tuning_budget budget_;
  measuring_options measuring_;
  shown_session session_;
  tuning_plan plan_;
  std::vector<tuned_problem> problems_;
  starting_list list_;
  tuning_outcome outcome_;
};

}  // namespace

int tune_live(const tune_options& options, const argument_list& argv) {
  live_tuning tuning(options, argv);
  return tuning.execute();
}

}  // namespace warpmark
