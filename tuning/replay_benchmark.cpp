// Replays strategies over recorded spaces with many seeds and writes every improvement, for
// studies/strategy_comparison.py. Prints mean fractions of the optimum, or mean losses with their
// standard errors.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <numbers>
#include <numeric>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ostream.h>

#include "base/usage_error.hpp"
#include "tuning/replay/replay.hpp"
#include "tuning/strategies/strategies.hpp"

namespace warpmark::tuning {
namespace {

struct benchmark_options {
  std::vector<std::string> records;
  std::vector<std::string> strategies;
  std::vector<std::string> settings;
  std::uint64_t first_seed = 1;
  std::size_t seeds = 100;
  std::size_t budget = 200;
  std::optional<double> base_percent;  ///< Bases are drawn from these fastest configs.
  std::string expected_from;           ///< A record whose times are the expected ones.
  std::optional<double> correlation;   ///< Of expected times that are made from the record's own.
  bool print_losses = false;
  std::string output;
};

/// Mean and standard error of a sample.
struct mean_and_error {
  double mean = 0, error = 0;
};

mean_and_error mean_of(const std::vector<double>& sample) {
  const auto count = static_cast<double>(sample.size());
  const double mean = std::accumulate(sample.begin(), sample.end(), 0.0) / count;
  double squares = 0;
  for (const double value : sample) squares += (value - mean) * (value - mean);
  return {mean, count > 1 ? std::sqrt(squares / (count - 1) / count) : 0};
}

/// The configs that run, the fastest first.
std::vector<config_index> ranked_configs(const recorded_space& recorded) {
  std::vector<config_index> ranked;
  for (config_index index = 0; index < recorded.outcomes.size(); ++index)
    if (recorded.outcomes[index].time) ranked.push_back(index);
  std::stable_sort(ranked.begin(), ranked.end(), [&](config_index a, config_index b) {
    return *recorded.outcomes[a].time < *recorded.outcomes[b].time;
  });
  return ranked;
}

/// Times whose ranks have about this correlation with the recorded ones.
std::map<config_index, double> correlated_times(const std::vector<config_index>& ranked,
                                                double correlation, std::uint64_t seed) {
  // Pearson's correlation of normal scores that gives this rank correlation.
  const double of_scores = 2 * std::sin(std::numbers::pi / 6 * correlation);
  random_source random(seed);
  std::vector<double> scores;
  for (std::size_t i = 0; i < ranked.size(); ++i) scores.push_back(random.normal());
  std::sort(scores.begin(), scores.end());
  std::map<config_index, double> times;
  for (std::size_t i = 0; i < ranked.size(); ++i)
    times[ranked[i]] =
        std::exp(of_scores * scores[i] + std::sqrt(1 - of_scores * of_scores) * random.normal());
  return times;
}

/// The times of another record of the same space, for the configs that it has.
std::map<config_index, double> times_of_record(const recorded_space& other, const space& configs) {
  std::map<config_index, double> times;
  for (config_index index = 0; index < other.outcomes.size(); ++index) {
    if (!other.outcomes[index].time) continue;
    const auto levels = other.configs.at(index);
    level_tuple here;
    for (const auto& along : configs.axes())
      for (std::size_t axis = 0; axis < levels.size(); ++axis)
        if (other.configs.axes()[axis].name == along.name)
          if (const auto level =
                  along.level_of(other.configs.axes()[axis].values[levels[axis]].text))
            here.push_back(*level);
    if (here.size() != configs.axes().size()) continue;
    if (const auto found = configs.index_of(here)) times[*found] = *other.outcomes[index].time;
  }
  return times;
}

std::map<std::string, double> parse_settings(const std::vector<std::string>& texts) {
  std::map<std::string, double> settings;
  for (const auto& text : texts) {
    const auto equals = std::min(text.find('='), text.size());
    const auto value = axis_value_of(text.substr(std::min(equals + 1, text.size())));
    if (!value.number) throw usage_error(fmt::format("--set {}: expected name=number", text));
    settings[text.substr(0, equals)] = *value.number;
  }
  return settings;
}

class benchmark {
 public:
  explicit benchmark(benchmark_options options) : options_(std::move(options)) {
    if (options_.strategies.empty())
      for (const auto& strategy : all_strategies())
        if (strategy.name != "exhaustive") options_.strategies.push_back(strategy.name);
    if (options_.output.empty()) return;
    csv_.open(options_.output);
    if (!csv_) throw usage_error(fmt::format("{}: cannot be written", options_.output));
    csv_ << "strategy,space,seed,evaluation,best_ns\n";
  }

  void run() {
    for (const auto& path : options_.records) {
      const auto recorded = read_recorded_space(path);
      const double optimum = *recorded.outcomes[recorded.optimum()].time;
      const auto file = std::filesystem::path(path).filename().string();
      space_ = file.substr(0, file.find('.'));
      fmt::print("{}: {}, {} configs, optimum {:.6g} {}\n", space_, recorded.name,
                 recorded.configs.count(), optimum, recorded.unit);
      if (csv_.is_open())
        fmt::print(csv_, "optimum,{},0,0,{:.6g}\n", space_, optimum * recorded.unit_ns());
      for (const auto& name : options_.strategies) run_strategy(recorded, name, optimum);
    }
    if (csv_.is_open() && !csv_.flush())
      throw usage_error(fmt::format("{}: cannot be written", options_.output));
  }

 private:
  void run_strategy(const recorded_space& recorded, const std::string& name, double optimum) {
    const auto settings = parse_settings(options_.settings);
    const auto ranked = ranked_configs(recorded);
    std::map<config_index, double> expected;
    if (!options_.expected_from.empty())
      expected = times_of_record(read_recorded_space(options_.expected_from), recorded.configs);
    std::vector<std::vector<double>> fractions(options_.budget);
    for (std::uint64_t seed = options_.first_seed; seed < options_.first_seed + options_.seeds;
         ++seed) {
      if (options_.correlation) expected = correlated_times(ranked, *options_.correlation, seed);
      auto best = replay(recorded, find_strategy(name),
                         {.seed = seed,
                          .settings = settings,
                          .start = start_of(recorded, ranked, seed),
                          .expected_times = expected},
                         options_.budget);
      best.resize(options_.budget, best.back());
      for (std::size_t i = 0; i < best.size(); ++i)
        fractions[i].push_back(options_.print_losses ? 100 * (best[i] / optimum - 1)
                                                     : optimum / best[i]);
      if (csv_.is_open()) write(fmt::format("{},{},{}", name, space_, seed), best, recorded);
    }
    fmt::print("  {:<26}", name);
    for (const std::size_t after : {25, 50, 100, 200, 400}) {
      if (after > fractions.size()) continue;
      const auto [mean, error] = mean_of(fractions[after - 1]);
      if (options_.print_losses)
        fmt::print(" {:>4}: {:.2f} +- {:.2f} %", after, mean, error);
      else
        fmt::print(" {:>4}: {:.4f}", after, mean);
    }
    fmt::print("\n");
  }

  // The record's base, or a drawn one.
  std::optional<config_index> start_of(const recorded_space& recorded,
                                       const std::vector<config_index>& ranked,
                                       std::uint64_t seed) const {
    if (!options_.base_percent) return recorded.base;
    random_source random(seed);
    const double share = *options_.base_percent / 100;
    const auto eligible = static_cast<std::size_t>(share * static_cast<double>(ranked.size()));
    return ranked[random.below(std::max<std::size_t>(eligible, 1))];
  }

  // One line per improvement, and one for the run, which may have found nothing.
  void write(const std::string& run, const std::vector<double>& best,
             const recorded_space& recorded) {
    fmt::print(csv_, "{},0,nan\n", run);
    double before = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < best.size(); ++i) {
      if (best[i] >= before) continue;
      before = best[i];
      fmt::print(csv_, "{},{},{:.6g}\n", run, i + 1, before * recorded.unit_ns());
    }
  }

  benchmark_options options_;
  std::string space_;  ///< The replayed space: its file name up to the first dot.
  std::ofstream csv_;
};

int main_program(int argc, char** argv) {
  CLI::App program{"Replays search strategies over recorded tuning spaces"};
  benchmark_options options;
  program.add_option("records", options.records, "Kernel Tuner caches or journals")->required();
  program.add_option("--strategies", options.strategies, "Default: all but exhaustive")
      ->delimiter(',');
  program.add_option("--set", options.settings, "A hyper-parameter: name=number");
  program.add_option("--first-seed", options.first_seed, "The first seed")->capture_default_str();
  program.add_option("--seeds", options.seeds, "Number of consecutive seeds")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  program.add_option("--budget", options.budget, "Evaluations")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  program
      .add_option("--base-from", options.base_percent,
                  "Draw the base per seed from this percentage of configs, the fastest ones; "
                  "default: the record's base")
      ->check(CLI::Range(0.0, 100.0));
  auto* const expected = program.add_option("--start-from", options.expected_from,
                                            "A record of the same space: its times are expected");
  program
      .add_option("--start-correlation", options.correlation,
                  "Expected times with this rank correlation to the recorded ones")
      ->check(CLI::Range(-1.0, 1.0))
      ->excludes(expected);
  program.add_flag("--losses", options.print_losses,
                   "Print mean losses against the optimum with their standard errors");
  program.add_option("-o,--output", options.output,
                     "A CSV file of every improvement, for studies/strategy_comparison.py");
  try {
    program.parse(argc, argv);
    benchmark(options).run();
    return 0;
  } catch (const CLI::ParseError& error) {
    return program.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "replay_benchmark: {}\n", error.what());
    return 2;
  }
}

}  // namespace
}  // namespace warpmark::tuning

int main(int argc, char** argv) { return warpmark::tuning::main_program(argc, argv); }
