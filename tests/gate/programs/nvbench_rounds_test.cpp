// Rounds of programs that behave as nvbench executables (fake_nvbench.py), and their points.

#include "ci/gate/programs/nvbench_rounds.hpp"

#include <cmath>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "ci/gate/programs/nvbench_subjects.hpp"
#include "ci/gate/sides/scratch_folder.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

constexpr const char* key = "copy[device=0,Elements=1048576]";

fs::path fake(const fs::path& folder, const std::string& name, const std::string& behaviour) {
  const fs::path path = folder / name;
  fs::copy_file(FAKE_NVBENCH, path);
  fs::permissions(path, fs::perms::owner_all);
  std::ofstream(folder / (name + ".json")) << behaviour;
  return path;
}

nvbench_rounds rounds_of(const fs::path& folder, const std::string& head) {
  nvbench_sides sides{.base = fake(folder, "base", R"({"points": 1})"),
                      .head = fake(folder, "head", head),
                      .selection = {.benchmarks = {{.name = "copy"}}},
                      .terms = {.samples = 5}};
  const nvbench_subject candidate{.key = key, .point = key, .benchmark = "copy"};
  nvbench_subject control = candidate;
  control.role = point_role::calibrator;
  return {{.sides = std::move(sides)},
          {candidate, control},
          folder,
          [](std::size_t, const nvbench_subject&, const round_pair&) {}};
}

TEST(nvbench_rounds, controls_compare_the_base_with_itself_and_orders_alternate) {
  const scratch_folder scratch;
  auto rounds = rounds_of(scratch.path(), R"({"points": 1, "slower": {"copy": 0.5}})");
  std::size_t base_first = 0;
  for (int round = 0; round < 6; ++round) {
    const auto pairs = rounds.measure({0, 1});
    EXPECT_GT(pairs.at(0).log_ratio(), 0.3);
    EXPECT_LT(std::abs(pairs.at(1).log_ratio()), 0.1);
    EXPECT_EQ(pairs[0].base.samples, 5u);
    base_first += pairs[0].base_first ? 1 : 0;
  }
  EXPECT_EQ(base_first, 3u) << "all six orders occur";
}

TEST(nvbench_rounds, a_side_that_fails_three_times_in_a_row_is_given_up) {
  const scratch_folder scratch;
  auto rounds = rounds_of(scratch.path(), R"({"points": 1, "crash": "copy"})");
  for (int round = 1; round <= 3; ++round) {
    const auto pairs = rounds.measure({0, 1});
    EXPECT_NE(pairs.at(0).discarded.find("the process of the head was killed by signal 11"),
              std::string::npos);
    EXPECT_EQ(pairs[0].permanent, round == 3);
    EXPECT_EQ(pairs.at(1).discarded, "");
  }
}

TEST(nvbench_subjects, points_of_one_side_have_verdicts) {
  const auto discovery = [](std::vector<nvbench_point> points) {
    nvbench_discovery side;
    for (auto& point : points) side.points.emplace(point.key, point);
    return side;
  };
  const auto base = discovery({{.key = "a[]", .benchmark = "a"},
                               {.key = "b[]", .benchmark = "b"},
                               {.key = "c[]", .benchmark = "c", .skipped = "memory"}});
  auto head = discovery({{.key = "b[]", .benchmark = "b"},
                         {.key = "c[]", .benchmark = "c"},
                         {.key = "d[]", .benchmark = "d", .skipped = "memory"}});
  auto found = one_sided_points(base, head);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].outcome, verdict::missing);
  EXPECT_EQ(found[1].outcome, verdict::added);
  head.failed["a"] = "hangs";
  EXPECT_EQ(one_sided_points(base, head).at(0).outcome, verdict::invalid);
  EXPECT_EQ(nvbench_subjects_of(base, head).points.size(), 2u) << "a candidate and its control";
}

}  // namespace
}  // namespace warpmark::gate
