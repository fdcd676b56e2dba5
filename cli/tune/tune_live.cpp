// warpmark tune on a machine: search, finals and results.

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "cli/exit_codes.hpp"
#include "cli/open_backend.hpp"
#include "cli/run/bar_chart.hpp"
#include "cli/run/run_options.hpp"
#include "cli/table_options.hpp"
#include "cli/text_table.hpp"
#include "cli/tune/tune_options.hpp"
#include "cli/tune/tune_session.hpp"
#include "cli/tune/tuned_profile.hpp"
#include "cli/tune/tuned_tables.hpp"
#include "tuning/live/across_sizes.hpp"
#include "tuning/live/finals.hpp"
#include "tuning/live/problem_search.hpp"
#include "tuning/live/race.hpp"

namespace warpmark {
namespace {

using namespace tuning;

measuring_options measuring_of(const tune_options& options) {
  run_options sampling;
  sampling.state = options.state;
  return sampling.measuring();
}

class live_tuning {
 public:
  // Errors in the options must be reported before a machine is opened.
  live_tuning(const tune_options& options, const argument_list& argv)
      : options_(options),
        budget_(options.parsed_budget()),
        measuring_(measuring_of(options)),
        session_(options, argv, measuring_) {
    race_ = {
        .search_method = options.method(), .measuring = measuring_, .margin = options.margin()};
    if (budget_.evaluations) race_.evaluations = *budget_.evaluations;
    finals_ = {.rounds = options.rounds_on(session_.backend()),
               .more = 2 * options.rounds_on(session_.backend()),
               .measuring = effort_of_finals(measuring_),
               .margin = options.margin()};
    if (options.hold_out != "none") sizes_of("--hold-out", options.hold_out);
    refuse_a_useless_profile();
    std::map<std::string, std::size_t> pruned;
    problems_ = by_problem(make_choices(options.select.kernels.registry(),
                                        options.select.parse(session_.backend()), pruned));
  }

  int execute() {
    if (options_.dry_run) {
      print_spaces(problems_, limits_unopened(session_.backend()), options_.as_json);
      return exit_ok;
    }
    std::optional<double> search_s;
    if (budget_.seconds) search_s = *budget_.seconds * (1 - share_of_finals);
    tune_progress shown(problems_.size(), search_s);
    const int status = session_.conduct(shown, [&](evaluator& at) {
      search(at, shown, search_s);
      finish(at, shown);
      if (!options_.output.empty()) cross(at, shown);
    });
    if (status != exit_ok) return status;
    print();
    if (!options_.output.empty())
      write_profile(session_.journal_path(), options_, {held_out_.begin(), held_out_.end()});
    return exit_ok;
  }

 private:
  void refuse_a_useless_profile() const {
    if (options_.output.empty()) return;
    if (session_.interprets())
      throw usage_error(
          fmt::format("-o {}: modelled times make no profile; expected a backend with a clock",
                      options_.output));
    refuse_profile_file(options_.output);
  }

  void search(evaluator& at, tune_progress& shown, std::optional<double> until_s) {
    const device_limits& limits = session_.device().limits;
    const auto may_begin = [&](const tuned_problem& each) {
      const bool in_time = !until_s || session_.seconds() <= *until_s;
      if (!in_time) fmt::print(stderr, "{}: not tuned, the budget is used up\n", each.name());
      return in_time;
    };
    const auto begins = [&](const tuned_problem& each) {
      const auto configs = count_configs(each.choices, limits);
      shown.begin_search(each.name(), std::min<std::uint64_t>(race_.evaluations, configs),
                         session_.seconds());
    };
    const auto pilot_begins = [&](std::size_t bases) {
      shown.begin("small sizes first", bases, session_.seconds());
    };
    search_problems(problems_, limits, at,
                    {.race_options = race_,
                     .pilots = !session_.interprets(),
                     .may_begin = may_begin,
                     .begins = begins,
                     .pilot_begins = pilot_begins});
  }

  void finish(evaluator& at, tune_progress& shown) {
    const auto contests = contests_of(problems_);
    std::size_t runners = 0;
    for (const auto& each : contests) runners += runners_of(each);
    shown.begin("finals", runners * finals_.rounds, session_.seconds());
    const auto results = finals(contests, at, finals_);
    auto result = results.begin();
    for (const auto& each : problems_) {
      if (!each.found) continue;
      results_.push_back(tuned_line(each, *result));
      session_.append(results_.back());
      winners_.push_back({each.series(), result->winner, result->base});
      rows_.push_back(row_of(each, *result++));
    }
  }

  // Nothing: those between the tuned ones.
  std::optional<std::vector<std::uint64_t>> sizes_to_hold_out() const {
    if (options_.hold_out.empty()) return std::nullopt;
    if (options_.hold_out == "none") return std::vector<std::uint64_t>();
    return sizes_of("--hold-out", options_.hold_out);
  }

  void cross(evaluator& at, tune_progress& shown) {
    const auto across = plan_across(winners_, sizes_to_hold_out(), session_.device().limits);
    held_out_ = across.held_out;
    if (across.points.empty()) return;
    shown.begin("across sizes", across.points.size(), session_.seconds());
    at.measure(across.points, finals_.measuring, {.phase = "cross"});
  }

  void print() const {
    if (options_.as_json) {
      fmt::print("{}\n", journal::json(results_).dump(2));
      return;
    }
    fmt::print("{}", text_table(tuned_header, rows_));
    if (shows_charts()) fmt::print("{}\n", chart_of_gains(results_));
    if (session_.interprets())
      fmt::print("times are modelled from counts, not measured\n");
    else
      fmt::print("gains: medians of {}, with their 95 % interval{}\n", rounds_text(finals_),
                 finals_.rounds < 6 ? " (fewer than 6 rounds: the full range)" : "");
    fmt::print("journal: {}\n", session_.journal_path());
  }

  static constexpr double share_of_finals = 0.3;  // of a budget of time

  const tune_options& options_;
  tuning_budget budget_;
  measuring_options measuring_;
  tune_session session_;
  race_options race_;
  finals_options finals_;
  std::vector<tuned_problem> problems_;
  std::vector<journal::json> results_;
  std::vector<std::vector<std::string>> rows_;
  std::vector<size_winner> winners_;
  std::set<std::uint64_t> held_out_;
};

}  // namespace

int tune_live(const tune_options& options, const argument_list& argv) {
  return live_tuning(options, argv).execute();
}

}  // namespace warpmark
