// Tuning for energy and the energy-delay product.

#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "tests/refusal.hpp"
#include "tests/tuning/simulated_evaluator.hpp"
#include "tuning/live/finals.hpp"
#include "tuning/live/line_trial.hpp"
#include "tuning/live/race.hpp"
#include "tuning/live/tuned_problem.hpp"
#include "tuning/profile/make_profile.hpp"
#include "tuning/profile/profile_file.hpp"
#include "tuning/replay/replay_evaluator.hpp"
#include "variants/registry.hpp"

namespace warpmark::tuning {
namespace {

using journal::json;
using journal::objective_kind;

std::vector<config_choice> choices() {
  std::map<std::string, std::size_t> pruned;
  return make_choices(
      built_in_registry(),
      {.patterns = {"reduce/tree_sequential"}, .problem = {{"n", "65536"}}, .config = {}}, pruned);
}

// Larger blocks are faster and take more energy: 64 threads take 40 us and 1 mJ, 512 take 20 us and
// 1.9 mJ; the product is smallest in between, at 256.
json line_of(const point& point) {
  const double doublings = std::log2(static_cast<double>(point.config.integer("block")) / 64);
  const double us = 40 - 20 * doublings / 3;
  const double joules = 1e-3 * (1 + 0.1 * doublings * doublings * doublings / 3);
  measurement came{.point = point, .backend = "cuda", .status = point_status::ok};
  const double ns = 1e3 * us;
  came.times_ns = statistics::sample_summary{9, ns, 0.999 * ns, 1.001 * ns, ns, ns, ns, ns};
  came.energy = energy_summary{
      .joules = joules, .ci_lo = 0.999 * joules, .ci_hi = 1.001 * joules, .spans = 5};
  came.card_uuid = "GPU-1";
  came.state = "cold";
  return journal::measurement_line(came);
}

class recorded_energy : public ::testing::Test {
 protected:
  recorded_energy() {
    std::string name = (std::filesystem::temp_directory_path() / "warpmark_energy_XXXXXX").string();
    folder_ = mkdtemp(name.data());
  }
  ~recorded_energy() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path journal(objective_kind objective, const std::string& name,
                                const std::vector<std::int64_t>& blocks = {64, 128, 256, 512}) {
    card card;
    card.name = "a card";
    card.uuid = "GPU-1";
    card.compute_capability = "9.0";
    card.limits.multiprocessors = 78;
    card.limits.architecture = "sm_90";
    const auto path = folder_ / name;
    std::ofstream file(path, std::ios::binary);
    file << journal::manifest_line({.backend = "cuda",
                                    .devices = {card},
                                    .ceilings = {{}},
                                    .objective = std::string(journal::name(objective))})
                .dump()
         << '\n';
    const auto all = choices();
    const auto& choice = all.front();
    const auto over = space_of(*choice.variant, choice.problem, {}, choice.values);
    for (config_index index = 0; index < over.count(); ++index) {
      const point here{choice.variant, choice.problem, config_at(*choice.variant, over, index)};
      if (std::count(blocks.begin(), blocks.end(), here.config.integer("block")) == 1 &&
          here.config.integer("items") == base_of_variant().config.integer("items"))
        file << line_of(here).dump() << '\n';
    }
    return path;
  }

  static point base_of_variant() {
    const auto all = choices();
    const auto& choice = all.front();
    const auto over = space_of(*choice.variant, choice.problem, {}, choice.values);
    for (config_index index = 0; index < over.count(); ++index) {
      point here{choice.variant, choice.problem, config_at(*choice.variant, over, index)};
      if (here.is_base()) return here;
    }
    throw std::logic_error("no base");
  }

  std::int64_t winner(objective_kind objective) {
    const auto record = recorded_points::of_journal(built_in_registry(),
                                                    journal(objective_kind::time, "record.jsonl"));
    replay_evaluator machine(record, {}, objective);
    const auto all = choices();
    const auto found = race(all, {}, record.limits(), machine, {});
    const auto results =
        finals({{.finalists = found.finalists}}, machine, {.rounds = 1, .more = 0});
    return results.front().winner.config.integer("block");
  }

  std::filesystem::path folder_;
};

TEST_F(recorded_energy, each_objective_has_its_own_winner) {
  EXPECT_EQ(winner(objective_kind::time), 512);
  EXPECT_EQ(winner(objective_kind::energy), 64);
  EXPECT_EQ(winner(objective_kind::edp), 256);
}

TEST_F(recorded_energy, a_trial_has_the_value_of_the_objective_and_its_interval) {
  const point base = base_of_variant();
  const json line = line_of(base);
  const double joules = line.at("energy").at("joules");
  const auto trial = trial_of(base, line, objective_kind::energy);
  ASSERT_TRUE(trial.time_ns);
  EXPECT_NEAR(*trial.time_ns, 1e9 * joules, 1e-6);
  EXPECT_NEAR(trial.lo_ns, 0.999e9 * joules, 1e-6);
  EXPECT_NEAR(trial.hi_ns, 1.001e9 * joules, 1e-6);
}

TEST_F(recorded_energy, a_point_without_energy_is_skipped_with_its_reason) {
  const point base = base_of_variant();
  json line = line_of(base);
  line.erase("energy");
  auto trial = trial_of(base, line, objective_kind::edp);
  EXPECT_EQ(trial.status, "skipped");
  EXPECT_EQ(trial.reason, "it has no energy: it was not measured");
  EXPECT_FALSE(trial.time_ns);
  line["no_energy"] = "NVML is missing";
  EXPECT_EQ(trial_of(base, line, objective_kind::energy).reason,
            "it has no energy: NVML is missing");
  EXPECT_EQ(trial_of(base, line).status, "ok");
}

// A slower config may take less energy.
TEST(energy_race, no_config_is_stopped_for_its_time) {
  class watching final : public evaluator {
   public:
    explicit watching(simulated_evaluator& machine) : machine_(machine) {}
    std::vector<trial> measure(const std::vector<point>& points, const measuring_options& options,
                               const trial_label& label) override {
      seen.push_back(options);
      return machine_.measure(points, options, label);
    }
    void start_afresh() override { machine_.start_afresh(); }
    std::vector<measuring_options> seen;

   private:
    simulated_evaluator& machine_;
  };
  simulated_evaluator times;
  times.takes = [](const point& point, std::size_t) {
    return std::optional(1e4 + static_cast<double>(point.config.integer("block")));
  };
  watching machine(times);
  const auto all = choices();
  race(all, {}, {}, machine, {.measuring = {.energy = energy_options{.span_s = 2, .spans = 5}}});
  ASSERT_GT(machine.seen.size(), 1u);
  for (const auto& options : machine.seen) {
    EXPECT_FALSE(options.time_to_beat_ns);
    ASSERT_TRUE(options.energy);
    EXPECT_EQ(options.energy->span_s, 0.2) << "a search spends less";
    EXPECT_EQ(options.energy->spans, 3u);
  }
}

TEST_F(recorded_energy, a_profile_says_its_objective_and_has_its_values) {
  for (const auto& [objective, unit] :
       {std::pair{objective_kind::energy, 1e9}, {objective_kind::edp, 1e9}}) {
    const std::vector tuned = {read_measured_journal(journal(objective, "tuned.jsonl", {64, 256}))};
    const auto made =
        make_profiles({.tuned = tuned, .confirmed = {}, .held_out = {}}, {.state = "cold"}, {}, {})
            .profiles.front();
    EXPECT_EQ(to_json(made).at("contract").at("objective"), journal::name(objective));
    const tuned_size& size = made.entries.front().sizes.front();
    const point base = base_of_variant();
    const bool for_energy = objective == objective_kind::energy;
    EXPECT_EQ(size.winner.parameters.integer("block"), for_energy ? 64 : 256);
    const double joules = for_energy ? 1e-3 : 1e-3 * (1 + 0.8 / 3);
    EXPECT_NEAR(size.time.median_ns, unit * joules * (for_energy ? 1 : 40e-6 * 2 / 3), 1e-3);
  }
}

TEST_F(recorded_energy, journals_of_unlike_objectives_make_no_profile) {
  const std::vector tuned = {read_measured_journal(journal(objective_kind::time, "a.jsonl")),
                             read_measured_journal(journal(objective_kind::energy, "b.jsonl"))};
  EXPECT_EQ(refusal([&] {
              make_profiles({.tuned = tuned, .confirmed = {}, .held_out = {}}, {.state = "cold"},
                            {}, {});
            }),
            "b.jsonl: its objective is energy; expected time, as in a.jsonl");
}

TEST_F(recorded_energy, a_tuned_line_has_joules_instead_of_a_time) {
  const auto problems = by_problem(choices());
  auto problem = problems.front();
  problem.found.emplace();
  final_result result{.winner = base_of_variant(), .time_ns = 2.5e6};
  EXPECT_EQ(tuned_line(problem, result).at("time_ns"), 2.5e6);
  EXPECT_FALSE(tuned_line(problem, result).contains("objective"));
  const json energy = tuned_line(problem, result, objective_kind::energy);
  EXPECT_EQ(energy.at("objective"), "energy");
  EXPECT_DOUBLE_EQ(energy.at("joules"), 2.5e-3);
  EXPECT_FALSE(energy.contains("time_ns"));
  EXPECT_DOUBLE_EQ(tuned_line(problem, result, objective_kind::edp).at("joule_seconds"), 2.5e-3);
}

}  // namespace
}  // namespace warpmark::tuning
