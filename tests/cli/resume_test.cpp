// Which points of a journal `run --resume` keeps, and which journals it refuses.

#include "cli/run/resume.hpp"

#include <filesystem>
#include <fstream>
#include <unistd.h>

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "tests/refusal.hpp"

namespace warpmark {
namespace {

class resumed_run : public ::testing::Test {
 protected:
  resumed_run()
      : path_(::testing::TempDir() + "resume-" + std::to_string(::getpid()) + ".jsonl"),
        manifest_{.backend = "cuda",
                  .devices = {card_of("GPU-1")},
                  .seed = 7,
                  .ceilings = {{.read_bytes_per_s = 1e12}}} {}
  ~resumed_run() override { std::filesystem::remove(path_); }

  static card card_of(const std::string& uuid) {
    card result;
    result.uuid = uuid;
    return result;
  }

  static journal::json point_line(const std::string& key, const std::string& status) {
    return {{"event", "measurement"}, {"key", key}, {"status", status}};
  }

  journal::contents journal_of(const std::vector<journal::json>& lines,
                               const std::string& torn = "") const {
    std::ofstream file(path_);
    file << journal::manifest_line(manifest_).dump() << "\n";
    for (const auto& line : lines) file << line.dump() << "\n";
    file << torn;
    file.close();
    return journal::read(path_);
  }

  // "" if a run on these cards goes on with an empty journal, else why not.
  std::string refusal_of(const std::string& backend_name, const std::vector<card>& devices,
                         std::optional<std::uint64_t> seed = {}) const {
    return refusal([&] { take_up(journal_of({}), path_, backend_name, devices, seed); });
  }

  std::string refusal_of_kernels(const std::optional<kernels_record>& now) const {
    return refusal([&] { require_same_kernels(journal_of({}), path_, now); });
  }

  static journal::json process_line(const std::string& key, std::size_t number) {
    return journal::process_line({{"key", key}, {"status", "ok"}}, number);
  }

  std::string path_;
  run_manifest manifest_;
};

TEST_F(resumed_run, goes_on_with_the_processes_of_unfinished_points) {
  manifest_.num_processes = 3;
  journal_of({process_line("a", 1), process_line("b", 1), process_line("a", 2),
              process_line("a", 3), point_line("a", "ok"), process_line("b", 2)});
  journal::process_record processes(3);
  const auto found = read_earlier(path_, processes);
  EXPECT_EQ(found.status_by_key.size(), 1u);
  EXPECT_FALSE(processes.has("a", 1)) << "it is finished";
  EXPECT_TRUE(processes.has("b", 1) && processes.has("b", 2));
  EXPECT_FALSE(processes.has("b", 3));
}

TEST_F(resumed_run, refuses_another_number_of_processes) {
  journal::process_record five(5), one(1);
  journal_of({});
  EXPECT_EQ(refusal([&] { read_earlier(path_, one); }), "");
  EXPECT_EQ(refusal([&] { read_earlier(path_, five); }),
            "--resume " + path_ + ": 1 process per point; expected --processes 1, not 5");
  manifest_.num_processes = 5;
  journal_of({process_line("a", 4)});
  EXPECT_EQ(refusal([&] { read_earlier(path_, five); }), "");
  EXPECT_EQ(refusal([&] { read_earlier(path_, one); }),
            "--resume " + path_ + ": 5 processes per point; expected --processes 5, not 1");
}

TEST_F(resumed_run, refuses_a_process_beyond_their_number) {
  manifest_.num_processes = 2;
  journal_of({process_line("a", 3)});
  journal::process_record two(2);
  EXPECT_NE(refusal([&] { read_earlier(path_, two); }).find(":2: process is 3"), std::string::npos);
}

TEST_F(resumed_run, measures_no_finished_point_again_whatever_its_status) {
  std::vector<journal::json> lines;
  const std::vector<std::string> statuses = {"ok",        "wrong",   "crashed",
                                             "timed_out", "skipped", "failed"};
  lines.reserve(lines.size() + statuses.size());
  for (const auto& status : statuses) lines.push_back(point_line("point " + status, status));
  const auto earlier =
      take_up(journal_of(lines), path_, manifest_.backend, manifest_.devices, std::nullopt);
  EXPECT_EQ(earlier.keys.size(), statuses.size());
  for (const auto& status : statuses) {
    EXPECT_TRUE(earlier.keys.contains("point " + status)) << status;
    EXPECT_EQ(earlier.counts.at(status), 1u) << status;
  }
}

TEST_F(resumed_run, measures_the_point_of_a_torn_line_again) {
  const auto found =
      journal_of({point_line("a", "ok"), point_line("b", "ok")}, "{\"event\":\"measurement\",\"k");
  EXPECT_TRUE(found.torn_tail);
  EXPECT_FALSE(found.ended);
  const auto earlier = take_up(found, path_, manifest_.backend, manifest_.devices, {});
  EXPECT_EQ(earlier.keys, (std::set<std::string>{"a", "b"}));
  EXPECT_EQ(earlier.counts, (std::map<std::string, std::size_t>{{"ok", 2}}));
}

TEST_F(resumed_run, keeps_the_points_before_an_earlier_end) {
  journal::run_end end{.complete = false, .reason = "interrupted"};
  const auto found = journal_of({point_line("a", "ok"), journal::end_line(end),
                                 journal::resume_line({}, 1), point_line("b", "crashed")});
  EXPECT_FALSE(found.ended) << "the resumed run has not ended";
  EXPECT_EQ(take_up(found, path_, manifest_.backend, manifest_.devices, {}).keys.size(), 2u);
}

TEST_F(resumed_run, goes_on_with_the_seed_of_the_journal) {
  const auto found = journal_of({});
  EXPECT_EQ(take_up(found, path_, manifest_.backend, manifest_.devices, {}).seed, 7u);
  EXPECT_EQ(refusal_of(manifest_.backend, manifest_.devices, 7), "");
  EXPECT_EQ(refusal_of(manifest_.backend, manifest_.devices, 8),
            "--seed 8: " + path_ + " was begun with seed 7");
}

TEST_F(resumed_run, refuses_another_backend) {
  EXPECT_EQ(refusal_of("simt", manifest_.devices),
            "--resume " + path_ + ": measured on backend cuda, not simt; add --backend cuda");
}

TEST_F(resumed_run, refuses_other_cards) {
  EXPECT_EQ(refusal_of("cuda", {card_of("GPU-1")}), "");
  for (const std::vector<card>& others :
       {std::vector{card_of("GPU-2")}, {card_of("GPU-1"), card_of("GPU-2")}, {card_of("")}})
    EXPECT_NE(refusal_of("cuda", others).find("measured on GPU-1, not on "), std::string::npos);
}

TEST_F(resumed_run, takes_several_cards_in_any_order_and_no_fewer) {
  manifest_.devices = {card_of("GPU-1"), card_of("GPU-2")};
  manifest_.ceilings = {{.read_bytes_per_s = 1e12}, {.read_bytes_per_s = 2e12}};
  EXPECT_EQ(refusal_of("cuda", {card_of("GPU-2"), card_of("GPU-1")}), "");
  EXPECT_NE(refusal_of("cuda", {card_of("GPU-1")}).find("measured on GPU-1, GPU-2, not on GPU-1"),
            std::string::npos);
}

TEST_F(resumed_run, keeps_the_ceilings_of_each_card) {
  manifest_.devices = {card_of("GPU-1"), card_of("GPU-2")};
  manifest_.ceilings = {{.read_bytes_per_s = 1e12}, {.read_bytes_per_s = 2e12}};
  const auto found = journal_of({});
  const auto place = journal::place_of(found.manifest, path_);
  EXPECT_EQ(ceilings_of(place, "GPU-1").read_bytes_per_s, 1e12);
  EXPECT_EQ(ceilings_of(place, "GPU-2").read_bytes_per_s, 2e12);
}

TEST_F(resumed_run, without_cards_goes_on_on_any_machine_of_its_backend) {
  manifest_.backend = "simt";
  manifest_.devices = {card_of("")};
  EXPECT_EQ(refusal_of("simt", {card_of("")}), "");
}

TEST_F(resumed_run, refuses_other_kernels_and_other_versions_of_them) {
  const kernels_record now{.file = {"kernels.toml", "1"}, .read = {{"k.cu", "2"}, {"l.cu", "3"}}};
  EXPECT_EQ(refusal_of_kernels({}), "");
  EXPECT_NE(refusal_of_kernels(now).find("it was measured without --kernels"), std::string::npos);

  manifest_.kernels = now;
  EXPECT_EQ(refusal_of_kernels(now), "");
  EXPECT_NE(refusal_of_kernels({}).find("it was measured with --kernels kernels.toml; expected"),
            std::string::npos);
  kernels_record edited = now;
  edited.file.sha256 = "9";
  EXPECT_NE(refusal_of_kernels(edited).find("kernels.toml has changed since"), std::string::npos);
  edited = now;
  edited.read.back().sha256 = "9";
  EXPECT_NE(refusal_of_kernels(edited).find("l.cu, or a file that it includes, has changed since"),
            std::string::npos);
}

}  // namespace
}  // namespace warpmark
