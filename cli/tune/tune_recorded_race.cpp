// warpmark tune SELECT --backend replay --from JOURNAL: race, finals and measurements across sizes
// as on a card, with the times of a journal.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/journal/writer.hpp"
#include "cli/exit_codes.hpp"
#include "cli/run/bar_chart.hpp"
#include "cli/run/replayed_journal.hpp"
#include "cli/run/run_options.hpp"
#include "cli/stamped_name.hpp"
#include "cli/text_table.hpp"
#include "cli/tune/tune_options.hpp"
#include "cli/tune/tuned_profile.hpp"
#include "cli/tune/tuned_tables.hpp"
#include "tuning/live/across_sizes.hpp"
#include "tuning/live/problem_search.hpp"
#include "tuning/replay/replay_evaluator.hpp"

namespace warpmark {
namespace {

using namespace tuning;

std::string in_order(const std::set<std::string>& texts) {
  std::vector<axis_value> values;
  for (const auto& each : texts) values.push_back(axis_value_of(each));
  put_in_order(values);
  std::string list;
  for (const auto& each : values) list += (list.empty() ? "" : ",") + each.text;
  return list;
}

// For axes without -p: all values in the record.
void add_recorded_problems(const registry& registry, const recorded_points& record,
                           selection& selection) {
  std::map<std::string, std::set<std::string>> values;
  for (const auto* each : select_variants(registry, selection.patterns, selection.mutants))
    for (const auto& along : each->problem_axes())
      values[along.name].merge(record.problem_values(*each, along.name));
  for (const auto& [axis, texts] : values) {
    const bool named =
        std::any_of(selection.problem.begin(), selection.problem.end(),
                    [&, &name = axis](const axis_setting& each) { return each.name == name; });
    if (!named && !texts.empty()) selection.problem.push_back({axis, in_order(texts)});
  }
}

// Restricts the axes to recorded values. False if there are none.
bool restrict_to_record(const recorded_points& record, config_choice& choice) {
  if (!record.has(*choice.variant, choice.problem)) return false;
  for (std::size_t axis = 0; axis < choice.variant->axes.size(); ++axis) {
    const auto recorded =
        record.config_values(*choice.variant, choice.variant->axes[axis].name, choice.problem);
    std::erase_if(choice.values[axis],
                  [&](const auto& value) { return !recorded.contains(to_text(value)); });
    if (choice.values[axis].empty()) return false;
  }
  return true;
}

std::vector<config_choice> choices_of(const tune_options& options, const recorded_points& record) {
  const registry& registry = options.select.kernels.registry();
  selection selection = options.select.parse("");
  add_recorded_problems(registry, record, selection);
  std::map<std::string, std::size_t> pruned;
  auto choices = make_choices(registry, selection, pruned);
  std::erase_if(choices, [&](config_choice& each) { return !restrict_to_record(record, each); });
  if (choices.empty())
    throw usage_error(fmt::format("--from {}: no selected point is in the record", options.record));
  return choices;
}

class recorded_race {
 public:
  recorded_race(const tune_options& options, const argument_list& argv)
      : options_(options),
        record_(recorded_points::of_journal(options.select.kernels.registry(), options.record)),
        limits_(record_.limits()),
        problems_(by_problem(choices_of(options, record_))) {
    require_recorded_kernels(record_, options.record, options.select.kernels.record());
    if (options.dry_run) return;
    refuse_a_useless_profile();
    path_ =
        options.journal.empty() && !options.output.empty() ? stamped_name("tune") : options.journal;
    if (path_.empty()) return;
    journal_.emplace(path_, journal::writer::mode::create);
    journal_->append(replayed_manifest(record_, argv, 0, options.select.kernels.record()));
  }

  int execute() {
    if (options_.dry_run) {
      print_spaces(problems_, limits_, options_.as_json);
      return exit_ok;
    }
    replay_evaluator at(record_, [this](const journal::json& line) { append(line); });
    search(at);
    finish(at);
    cross(at);
    end_.complete = true;
    if (journal_) journal_->append(journal::end_line(end_));
    print(at.missing());
    if (!options_.output.empty()) write_profile(path_, options_, {});
    return exit_ok;
  }

 private:
  void refuse_a_useless_profile() const {
    if (options_.output.empty()) return;
    if (record_.origin() == "simt")
      throw usage_error(fmt::format("-o {}: modelled times make no profile", options_.output));
    refuse_profile_file(options_.output);
  }

  void append(const journal::json& line) {
    if (line.at("event") == "measurement") ++end_.counts[line.at("status").get<std::string>()];
    if (journal_) journal_->append(line);
  }

  void search(replay_evaluator& at) {
    const race_options race_options{.search_method = {.by = options_.strategy(),
                                                      .settings = options_.parsed_settings(),
                                                      .seed = options_.seed},
                                    .evaluations = options_.parsed_budget().evaluations.value_or(
                                        tuning::race_options{}.evaluations),
                                    .margin = options_.margin()};
    search_problems(problems_, limits_, at, {.race_options = race_options, .pilots = false});
  }

  void finish(replay_evaluator& at) {
    const std::size_t rounds = options_.rounds_on("replay");
    results_ = finals(contests_of(problems_), at,
                      {.rounds = rounds, .more = 2 * rounds, .margin = options_.margin()});
    for (std::size_t i = 0; i < problems_.size(); ++i) {
      lines_.push_back(tuned_line(problems_[i], results_[i]));
      append(lines_.back());
    }
  }

  // Winners of one size at the others, as far as recorded.
  void cross(replay_evaluator& at) {
    if (options_.output.empty()) return;
    std::vector<size_winner> winners;
    for (std::size_t i = 0; i < problems_.size(); ++i)
      winners.push_back({problems_[i].series(), results_[i].winner, results_[i].base});
    auto points = plan_across(winners, std::vector<std::uint64_t>(), limits_).points;
    std::erase_if(points, [&](const point& each) { return !record_.measurement(each); });
    if (!points.empty()) at.measure(points, {}, {.phase = "cross"});
  }

  void print(std::size_t missing) const {
    if (options_.as_json) {
      fmt::print("{}\n", journal::json(lines_).dump(2));
      return;
    }
    std::vector<std::vector<std::string>> rows;
    for (std::size_t i = 0; i < problems_.size(); ++i)
      rows.push_back(row_of(problems_[i], results_[i]));
    const auto& card = record_.manifest().at("card");
    fmt::print("{}{}times of {}, measured on {} and replayed; nothing was measured here\n",
               text_table(tuned_header, rows), shows_charts() ? chart_of_gains(lines_) + '\n' : "",
               options_.record, card.value("name", "a device"));
    if (!record_.has_rounds())
      fmt::print(
          "each point was measured once: gains are ratios of two times, whose doubt is not "
          "known\n");
    if (missing > 0) fmt::print("{} requested points are not in the record\n", missing);
    if (!path_.empty()) fmt::print("journal: {}\n", path_);
  }

  const tune_options& options_;
  recorded_points record_;
  device_limits limits_;
  std::vector<tuned_problem> problems_;
  std::string path_;
  std::optional<journal::writer> journal_;
  journal::run_end end_;
  std::vector<final_result> results_;
  std::vector<journal::json> lines_;
};

}  // namespace

int tune_recorded_race(const tune_options& options, const argument_list& argv) {
  return recorded_race(options, argv).execute();
}

}  // namespace warpmark
