// warpmark tune on a machine: search, finals, and what came of each problem.

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <unistd.h>

#include <fmt/format.h>

#include "bench/cli/exit_codes.hpp"
#include "bench/cli/open_backend.hpp"
#include "bench/cli/run_options.hpp"
#include "bench/cli/table_options.hpp"
#include "bench/cli/text_table.hpp"
#include "bench/cli/tune_across.hpp"
#include "bench/cli/tune_options.hpp"
#include "bench/cli/tune_session.hpp"
#include "bench/cli/tuned_problem.hpp"
#include "bench/cli/tuned_profile.hpp"
#include "bench/core/usage_error.hpp"
#include "tuning/live/finals.hpp"
#include "tuning/live/pilot.hpp"
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
  // Whatever is wrong with the request should show before a machine is opened.
  live_tuning(const tune_options& options, const argument_list& argv)
      : options_(options),
        budget_(options.parsed_budget()),
        measuring_(measuring_of(options)),
        session_(options, argv, measuring_) {
    race_ = {.how = options.method(), .measuring = measuring_, .margin = options.margin()};
    if (budget_.evaluations) race_.evaluations = *budget_.evaluations;
    finals_ = {.rounds = options.rounds_on(session_.backend()),
               .more = 2 * options.rounds_on(session_.backend()),
               .measuring = effort_of_finals(measuring_),
               .margin = options.margin()};
    if (options.hold_out != "none") sizes_of("--hold-out", options.hold_out);
    refuse_a_useless_profile();
    std::map<std::string, std::size_t> pruned;
    problems_ = by_problem(make_choices(options.select.parse(session_.backend()), pruned));
  }

  int execute() {
    if (options_.dry_run) {
      print_spaces(problems_, limits_unopened(session_.backend()), options_.as_json);
      return exit_ok;
    }
    std::optional<double> search_s;
    if (budget_.seconds) search_s = *budget_.seconds * (1 - share_of_finals);
    tune_progress shown(problems_.size(), search_s);
    const int status = session_.conduct(shown, [&](laboratory& at) {
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
      throw usage_error(fmt::format(
          "-o {}: modelled times make no profile; right would be a backend with a clock",
          options_.output));
    if (std::filesystem::exists(options_.output))
      throw usage_error(fmt::format("{} exists; name another file with -o", options_.output));
    const auto folder = std::filesystem::absolute(options_.output).parent_path();
    if (access(folder.c_str(), W_OK) != 0)
      throw usage_error(fmt::format("-o {}: nothing can be written into {}: {}", options_.output,
                                    folder.string(), std::strerror(errno)));
  }

  // Sizes of one series follow one another, so that each begins with what was good at the last.
  void search(laboratory& at, tune_progress& shown, std::optional<double> until_s) {
    std::vector<point> neighbours;
    std::string series;
    std::int64_t last_n = 0;
    for (tuned_problem& each : problems_) {
      const std::int64_t n = each.asked().integer("n");
      if (each.series() != series) neighbours.clear();
      const bool begins = each.series() != series || n < last_n;
      series = each.series();
      last_n = n;
      if (until_s && session_.seconds() > *until_s) {
        fmt::print(stderr, "{}: not tuned, the budget is spent\n", each.name());
        continue;
      }
      const device_limits& limits = session_.device().limits;
      if (begins) race_.left_out = far_behind(each, at, shown);
      shown.begin_search(
          each.name(),
          std::min<std::uint64_t>(race_.evaluations, count_configs(each.choices, limits)),
          session_.seconds());
      each.found = race(each.choices, neighbours, limits, at, race_);
      neighbours = each.found->finalists;
      race_.left_out = each.found->far_behind;
    }
  }

  // The first of a series has no smaller size to learn from.
  std::set<const variant*> far_behind(const tuned_problem& first, laboratory& at,
                                      tune_progress& shown) {
    if (session_.interprets()) return {};
    shown.begin("small sizes first", first.choices.size(), session_.seconds());
    return far_behind_when_small(first.choices, session_.device().limits, at, race_);
  }

  void finish(laboratory& at, tune_progress& shown) {
    std::vector<contest> contests;
    std::size_t runners = 0;
    for (const auto& each : problems_) {
      if (!each.found) continue;
      contests.push_back({.finalists = each.found->finalists,
                          .bases = each.found->bases,
                          .library = each.found->library});
      runners += runners_of(contests.back());
    }
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

  void cross(laboratory& at, tune_progress& shown) {
    const auto across = plan_across(winners_, options_.hold_out, session_.device().limits);
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
    if (session_.interprets())
      fmt::print("times are modelled from counts, not measured\n");
    else
      fmt::print("gains: medians of {}, with their 95 % interval{}\n", rounds_text(finals_),
                 finals_.rounds < 6 ? " (fewer than 6 rounds: the whole range)" : "");
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
