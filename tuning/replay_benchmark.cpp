// Replays strategies over recorded spaces with many seeds and writes every improvement, for
// studies/strategy_comparison.py. Prints mean fractions of the optimum.

#include <filesystem>
#include <fstream>
#include <limits>

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
  std::string output;
};

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
    std::vector<double> mean(options_.budget, 0);
    for (std::uint64_t seed = options_.first_seed; seed < options_.first_seed + options_.seeds;
         ++seed) {
      auto best = replay(recorded, find_strategy(name), {.seed = seed, .settings = settings},
                         options_.budget);
      best.resize(options_.budget, best.back());
      for (std::size_t i = 0; i < best.size(); ++i)
        mean[i] += optimum / best[i] / static_cast<double>(options_.seeds);
      if (csv_.is_open()) write(fmt::format("{},{},{}", name, space_, seed), best, recorded);
    }
    fmt::print("  {:<26}", name);
    for (const std::size_t after : {25, 50, 100, 200, 400})
      if (after <= mean.size()) fmt::print(" {:>4}: {:.4f}", after, mean[after - 1]);
    fmt::print("\n");
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
