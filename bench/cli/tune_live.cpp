// warpmark tune on a machine: search, finals, and what came of each problem.

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <unistd.h>

#include <fmt/format.h>

#include "bench/cli/duration.hpp"
#include "bench/cli/exit_codes.hpp"
#include "bench/cli/open_backend.hpp"
#include "bench/cli/run_options.hpp"
#include "bench/cli/start_team.hpp"
#include "bench/cli/table_options.hpp"
#include "bench/cli/text_table.hpp"
#include "bench/cli/tune_options.hpp"
#include "bench/cli/tuned_problem.hpp"
#include "bench/cli/tuned_profile.hpp"
#include "bench/core/usage_error.hpp"
#include "bench/journal/writer.hpp"
#include "bench/sampling/stopwatch.hpp"
#include "tuning/live/cross.hpp"
#include "tuning/live/finals.hpp"
#include "tuning/live/race.hpp"
#include "tuning/live/team_laboratory.hpp"
#include "tuning/tuning_error.hpp"

namespace warpmark {
namespace {

using namespace tuning;

volatile std::sig_atomic_t interrupt_seen = 0;

void note_interrupt(int) {
  interrupt_seen = 1;
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

std::string default_output() {
  std::string stamp = journal::timestamp();
  std::erase_if(stamp, [](char c) { return c == '-' || c == ':'; });
  return "tune-" + stamp + ".jsonl";
}

class live_tuning {
 public:
  live_tuning(const tune_options& options, const argument_list& argv)
      : options_(options), argv_(argv), budget_(options.parsed_budget()) {
    run_options sampling;
    sampling.state = options.state;
    measuring_ = sampling.measuring();
    if (!(options.margin_percent > 0 && options.margin_percent <= 50))
      throw usage_error(fmt::format("--margin {:g}: right would be a percentage above 0, up to 50",
                                    options.margin_percent));
    if (options.rounds < 1 || options.rounds > 100)
      throw usage_error(
          fmt::format("--rounds {}: right would be a number from 1 to 100", options.rounds));
    method_ = {
        .by = options.strategy(), .settings = options.parsed_settings(), .seed = options.seed};
  }

  int execute() {
    // Whatever is wrong with the request should show before a machine is opened.
    problems_ =
        by_problem(make_choices(options_.select.parse(resolve_backend(options_.backend)), pruned_));
    if (options_.dry_run) {
      print_spaces(problems_, limits_unopened(resolve_backend(options_.backend)), options_.as_json);
      return exit_ok;
    }
    refuse_a_useless_profile();
    const std::string path = options_.journal.empty() ? default_output() : options_.journal;
    journal_.emplace(path, journal::writer::mode::create);
    backend_ = choose_backend(options_.backend);
    team_laboratory at([this] { return team(); }, hooks(), options_.seed);
    open_journal(at);
    std::signal(SIGINT, note_interrupt);
    std::signal(SIGTERM, note_interrupt);
    try {
      search(at);
      finish(at);
      cross(at);
    } catch (const tuning_interrupted&) {
      end_.reason = "interrupted";
      journal_->append(journal::end_line(end_));
      fmt::print(stderr, "interrupted; what was measured is in {}\n", path);
      return exit_missing;
    }
    end_.complete = true;
    end_.wall_s = since_start_.seconds();
    journal_->append(journal::end_line(end_));
    print(path);
    if (!options_.output.empty())
      write_profile(path, options_, {held_out_.begin(), held_out_.end()});
    return exit_ok;
  }

 private:
  bool interprets() const { return resolve_backend(options_.backend) == "simt"; }

  void refuse_a_useless_profile() const {
    if (options_.output.empty()) return;
    if (interprets())
      throw usage_error(fmt::format(
          "-o {}: modelled times make no profile; right would be a backend with a clock",
          options_.output));
    if (std::filesystem::exists(options_.output))
      throw usage_error(fmt::format("{} exists; name another file with -o", options_.output));
    if (options_.hold_out != "none") sizes_of("--hold-out", options_.hold_out);
  }

  std::unique_ptr<workers::coordinator> team() {
    team_request wanted{
        .order = {.backend = backend_,
                  .cache_folder = options_.cache_folder,
                  .seed = options_.seed,
                  .measuring = measuring_},
        .devices = options_.devices,
        .limits = {.verify_s = parse_duration_seconds("--verify-limit", options_.verify_limit)}};
    options_.select.kernels.add_to(wanted.order);
    if (ceilings_) wanted.ceilings = [this](const std::string&) { return *ceilings_; };
    auto started = start_team(wanted);
    if (started->reports().size() != 1)
      throw usage_error(
          fmt::format("--devices {}: a tuning is of one card; right would be one number or UUID",
                      options_.devices));
    ceilings_ = started->reports().front().ceilings;  // Of the first team: fractions stay alike.
    return started;
  }

  team_laboratory::hooks hooks() {
    return {.append = [this](const journal::json& line) { append(line); },
            .interrupted = [] { return interrupt_seen != 0; },
            .measured = [this](const trial& came, const trial_label& label) { show(came, label); }};
  }

  void append(journal::json line) {
    line["at_s"] = since_start_.seconds();
    journal_->append(line);
    if (line.at("event") == "measurement") ++end_.counts[line.at("status").get<std::string>()];
  }

  void open_journal(const team_laboratory& at) {
    const auto& first = at.reports().front();
    journal_->append(journal::manifest_line({.argv = argv_,
                                             .backend = backend_,
                                             .devices = {first.device},
                                             .nvrtc_version = first.nvrtc_version,
                                             .compiler_flags = first.compiler_flags,
                                             .seed = options_.seed,
                                             .contract = measuring_,
                                             .exact = backend_ == "simt",
                                             .ceilings = {first.ceilings},
                                             .planned_points = 0,
                                             .kernels = options_.select.kernels.record()}));
  }

  // Sizes of one series follow one another, so that each begins with what was good at the last.
  void search(team_laboratory& at) {
    const device_limits limits = at.reports().front().device.limits;
    race_options options{.how = method_,
                         .evaluations = budget_.evaluations,
                         .measuring = measuring_,
                         .margin = options_.margin_percent / 100};
    std::vector<point> neighbours;
    std::string series;
    for (std::size_t i = 0; i < problems_.size(); ++i) {
      tuned_problem& each = problems_[i];
      if (each.series() != series) neighbours.clear();
      series = each.series();
      now_ = each.name();
      if (budget_.seconds && since_start_.seconds() > *budget_.seconds * (1 - share_of_finals)) {
        fmt::print(stderr, "{}: not tuned, the budget is spent\n", each.name());
        continue;
      }
      each.found = race(each.choices, neighbours, limits, at, options);
      best_ns_.reset();
      neighbours = each.found->finalists;
    }
  }

  void finish(team_laboratory& at) {
    std::vector<contest> contests;
    for (const auto& each : problems_)
      if (each.found)
        contests.push_back({each.found->finalists, each.found->base, each.found->library});
    now_ = "finals";
    const auto results = finals(contests, at,
                                {.rounds = rounds(),
                                 .measuring = effort_of_finals(),
                                 .margin = options_.margin_percent / 100});
    auto result = results.begin();
    for (const auto& each : problems_) {
      if (!each.found) continue;
      results_.push_back(tuned_line(each, *result));
      append(results_.back());
      finalists_.emplace_back(&each, result->winner);
      rows_.push_back(row_of(each, *result++));
    }
  }

  std::uint64_t size_of(const problem& asked) const {
    return static_cast<std::uint64_t>(asked.integer("n"));
  }

  // Winners of one size at the others, and at sizes that none was chosen at.
  void cross(team_laboratory& at) {
    if (options_.output.empty()) return;
    std::map<std::string, series_winners> series;
    std::map<std::string, std::vector<std::uint64_t>> sizes;
    for (std::size_t i = 0; i < finalists_.size(); ++i) {
      const auto& [of, winner] = finalists_[i];
      series[of->series()].winners.push_back(winner);
      if (of->found->base) series[of->series()].bases.push_back(*of->found->base);
      sizes[of->series()].push_back(size_of(of->asked()));
    }
    std::vector<point> wanted;
    for (const auto& [name, winners] : series) {
      auto all = sizes[name];
      std::sort(all.begin(), all.end());
      for (const auto n : held_out(all)) {
        held_out_.insert(n);
        all.push_back(n);
      }
      for (auto& each : crossed(winners, all, at.reports().front().device.limits))
        wanted.push_back(std::move(each));
    }
    if (wanted.empty()) return;
    at.measure(wanted, effort_of_finals(), {.phase = "cross"});
  }

  std::vector<std::uint64_t> held_out(const std::vector<std::uint64_t>& tuned) const {
    if (options_.hold_out == "none") return {};
    if (options_.hold_out.empty()) return sizes_between(tuned);
    auto sizes = sizes_of("--hold-out", options_.hold_out);
    std::erase_if(sizes, [&](std::uint64_t n) {
      return std::find(tuned.begin(), tuned.end(), n) != tuned.end();
    });
    return sizes;
  }

  measuring_options effort_of_finals() const {
    measuring_options how = measuring_;
    how.precision = std::min(how.precision, 0.005);
    how.max_seconds = 0.1;
    how.max_samples = 40;
    return how;
  }

  // What is interpreted comes out the same each time.
  std::size_t rounds() const { return backend_ == "simt" ? 1 : options_.rounds; }

  // On a terminal one line that changes, else one every few seconds.
  void show(const trial& came, const trial_label& label) {
    if (label.phase == "search" && came.time_ns && (!best_ns_ || *came.time_ns < *best_ns_))
      best_ns_ = came.time_ns;
    ++measured_;
    const bool terminal = isatty(STDERR_FILENO) != 0;
    if (since_start_.seconds() - shown_s_ < (terminal ? 0.1 : 5.0)) return;
    shown_s_ = since_start_.seconds();
    const std::string where =
        label.round > 0
            ? fmt::format("finals, round {} of {}", label.round, rounds())
            : fmt::format("{}{}", now_,
                          best_ns_ ? fmt::format(", best {:.2f} us", *best_ns_ / 1e3) : "");
    fmt::print(stderr, "{}{} measured, {:.0f} s: {}{}", terminal ? "\r\x1b[K" : "", measured_,
               shown_s_, where, terminal ? "" : "\n");
  }

  void print(const std::string& path) {
    if (isatty(STDERR_FILENO) != 0) fmt::print(stderr, "\r\x1b[K");
    if (options_.as_json) {
      fmt::print("{}\n", journal::json(results_).dump(2));
      return;
    }
    fmt::print("{}", text_table(tuned_header, rows_));
    if (backend_ == "simt")
      fmt::print("times are modelled from counts, not measured\n");
    else
      fmt::print("gains: medians of {} rounds in fresh processes, with their 95 % interval{}\n",
                 options_.rounds,
                 options_.rounds < 6 ? " (fewer than 6 rounds: the whole range)" : "");
    fmt::print("journal: {}\n", path);
  }

  static constexpr double share_of_finals = 0.3;  // of a budget of time

  const tune_options& options_;
  const argument_list& argv_;
  tuning_budget budget_;
  measuring_options measuring_;
  search_method method_;
  std::string backend_;
  std::map<std::string, std::size_t> pruned_;
  std::vector<tuned_problem> problems_;
  std::optional<measured_ceilings> ceilings_;
  std::optional<journal::writer> journal_;
  journal::run_end end_;
  std::vector<journal::json> results_;
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::pair<const tuned_problem*, point>> finalists_;  // That won.
  std::set<std::uint64_t> held_out_;
  stopwatch since_start_;
  std::string now_;
  std::optional<double> best_ns_;
  std::size_t measured_ = 0;
  double shown_s_ = 0;
};

}  // namespace

int tune_live(const tune_options& options, const argument_list& argv) {
  return live_tuning(options, argv).execute();
}

}  // namespace warpmark
