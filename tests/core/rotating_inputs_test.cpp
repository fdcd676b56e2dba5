// Inputs that change between samples: kernels that answer without computing are found.

#include <cstring>
#include <future>
#include <set>

#include <gtest/gtest.h>

#include "bench/core/point_measurer.hpp"
#include "tests/core/scripted_device.hpp"

namespace warpmark {
namespace {

constexpr std::size_t words = 8;
constexpr std::size_t bytes = words * sizeof(std::uint32_t);

// Inputs that depend on the seed, and outputs that are right if each word is greater by one.
class seeded_words final : public problem_instance {
 public:
  explicit seeded_words(std::uint64_t seed) {
    for (std::size_t i = 0; i < words; ++i)
      input_.push_back(static_cast<std::uint32_t>(seed * 1000 + i));
  }
  std::span<const std::byte> input(std::string_view) const override {
    return std::as_bytes(std::span(input_));
  }
  oracle_result check(std::string_view, std::span<const std::byte> output,
                      const guarantees&) const override {
    for (std::size_t i = 0; i < words; ++i) {
      std::uint32_t word = 0;
      std::memcpy(&word, output.data() + i * sizeof(word), sizeof(word));
      if (word != input_[i] + 1)
        return {.first_bad_index = i,
                .expected = std::to_string(input_[i] + 1),
                .got = std::to_string(word)};
    }
    return {.ok = true};
  }

 private:
  std::vector<std::uint32_t> input_;
};

class rotating_inputs : public ::testing::Test {
 protected:
  rotating_inputs() {
    family_.name = "scripted";
    family_.instance = [this](const problem&, std::uint64_t seed) {
      seeds_.push_back(seed);
      return std::make_unique<seeded_words>(seed);
    };
    family_.compulsory_bytes = [](const problem&) { return 2 * bytes; };
    family_.operations = [](const problem&) { return words; };
    variant_.family = family_.name;
    variant_.name = "increment";
    variant_.contract = &family_;
    device_.description.l2_bytes = 1024;
    device_.kernel = [this](std::span<const device_pointer> at, std::size_t) { compute(at); };
    terms_.options.max_samples = 200;
    terms_.options.min_samples = 200;
    terms_.options.inputs = input_choice::rotating;
  }

  // The honest kernel: its input is the first argument, its output the second.
  void compute(std::span<const device_pointer> at) {
    seen_.insert({at[0], device_.words(at[0])[0]});
    for (std::size_t i = 0; i < words; ++i) device_.words(at[1])[i] = device_.words(at[0])[i] + 1;
  }

  measurement measure() {
    measurer_.emplace(device_, terms_);
    return measure_next();
  }

  // Another variant of the same problem, measured by the same measurer.
  measurement measure_next() {
    pending_point point;
    point.point.variant = &variant_;
    point.point.problem.set("n", static_cast<std::int64_t>(words));
    point.own.plan.kernels = {{.file = "scripted.cuh", .expression = "scripted::increment"}};
    point.own.plan.buffers = {{"input", buffer_role::input, bytes},
                              {"output", buffer_role::output, bytes}};
    point.own.plan.steps = {launch_step{0, {}, {buffer_argument{0}, buffer_argument{1}}}};
    std::promise<compiler::kernel_handle> kernel;
    compiler::compiled_kernel compiled;
    compiled.lowered_name = "point";
    kernel.set_value(std::make_shared<const compiler::compiled_kernel>(compiled));
    point.own.kernels = {kernel.get_future().share()};
    return measurer_->measure(point);
  }

  tests::scripted_device device_;
  family family_;
  variant variant_;
  measuring_terms terms_;
  std::optional<point_measurer> measurer_;
  std::vector<std::uint64_t> seeds_;                         // Of the instances that were made.
  std::set<std::pair<device_pointer, std::uint32_t>> seen_;  // Addresses and contents.
};

TEST_F(rotating_inputs, put_several_contents_under_each_address) {
  EXPECT_EQ(measure().status, point_status::ok);
  std::map<device_pointer, std::size_t> contents;
  for (const auto& [address, word] : seen_) ++contents[address];
  EXPECT_GT(contents.size(), 1u) << "placements";
  for (const auto& [address, count] : contents) EXPECT_GE(count, 3u) << "at " << address;
  EXPECT_EQ(seeds_.front(), terms_.seed);
  EXPECT_EQ(seeds_.size(), 5u) << "four that rotate, and one that comes last";
  EXPECT_EQ(std::set(seeds_.begin(), seeds_.end()).size(), seeds_.size()) << "all are different";
}

TEST_F(rotating_inputs, are_not_there_unless_asked_for) {
  terms_.options.inputs = input_choice::fixed;
  EXPECT_EQ(measure().status, point_status::ok);
  EXPECT_EQ(seeds_.size(), 1u);
  std::set<std::uint32_t> contents;
  for (const auto& [address, word] : seen_) contents.insert(word);
  EXPECT_EQ(contents.size(), 1u);
}

TEST_F(rotating_inputs, find_a_kernel_that_keeps_its_first_answer) {
  std::vector<std::uint32_t> kept;
  device_.kernel = [&](std::span<const device_pointer> at, std::size_t) {
    if (kept.empty()) {
      compute(at);
      kept.assign(device_.words(at[1]), device_.words(at[1]) + words);
    }
    std::copy(kept.begin(), kept.end(), device_.words(at[1]));
  };
  const auto found = measure();
  EXPECT_EQ(found.status, point_status::wrong);
  EXPECT_EQ(found.check, "kept_result") << found.reason;
  EXPECT_FALSE(found.times_ns);
  terms_.options.inputs = input_choice::fixed;
  kept.clear();
  EXPECT_EQ(measure().status, point_status::ok) << "the fault is of a kind that fixed inputs hide";
}

TEST_F(rotating_inputs, find_a_kernel_that_keeps_an_answer_for_each_address) {
  for (const auto state : {cache_state::cold, cache_state::hot}) {
    terms_.options.state = state;
    std::map<device_pointer, std::vector<std::uint32_t>> kept;
    device_.kernel = [&](std::span<const device_pointer> at, std::size_t) {
      auto& known = kept[at[0]];
      if (known.empty()) {
        compute(at);
        known.assign(device_.words(at[1]), device_.words(at[1]) + words);
      }
      std::copy(known.begin(), known.end(), device_.words(at[1]));
    };
    const auto found = measure();
    EXPECT_EQ(found.status, point_status::wrong) << name(state);
    EXPECT_EQ(found.check, "kept_result") << name(state) << ": " << found.reason;
  }
}

// It computes for inputs that it has not seen, so that only the samples show it.
TEST_F(rotating_inputs, find_a_kernel_that_writes_now_and_then) {
  std::size_t executions = 0;
  device_.kernel = [&](std::span<const device_pointer> at, std::size_t) {
    if (executions++ % 3 != 1) compute(at);
  };
  const auto found = measure();
  EXPECT_EQ(found.status, point_status::wrong);
  EXPECT_EQ(found.check, "unwritten_output") << found.reason;
}

// Right when it is first looked at, and again at the end: only samples in between show it.
TEST_F(rotating_inputs, find_a_kernel_that_rests_in_between) {
  std::size_t executions = 0;
  device_.kernel = [&](std::span<const device_pointer> at, std::size_t) {
    const std::size_t now = executions++;
    if (now < 40 || now > 120) compute(at);
  };
  const auto found = measure();
  EXPECT_EQ(found.status, point_status::wrong);
  EXPECT_EQ(found.check, "unwritten_output") << found.reason;
  EXPECT_EQ(found.reason.substr(0, 8), "a sample");
}

// In the hot state inputs stay while samples are taken, but are not those of the first execution.
TEST_F(rotating_inputs, are_dealt_before_hot_samples) {
  terms_.options.state = cache_state::hot;
  std::map<device_pointer, std::vector<std::uint32_t>> kept;
  device_.kernel = [&](std::span<const device_pointer> at, std::size_t) {
    const std::size_t rotating = std::min<std::size_t>(seeds_.size(), 4);
    bool is_known = false;
    for (std::size_t i = 0; i < rotating; ++i)
      is_known |= device_.words(at[0])[0] == static_cast<std::uint32_t>(seeds_[i] * 1000);
    auto& known = kept[at[0]];
    if (!is_known || known.empty()) {
      compute(at);
      if (is_known) known.assign(device_.words(at[1]), device_.words(at[1]) + words);
    } else {
      std::copy(known.begin(), known.end(), device_.words(at[1]));
    }
  };
  // The first execution's placement, and one more set in it.
  const auto found = measure();
  EXPECT_EQ(found.status, point_status::wrong);
  EXPECT_EQ(found.check, "kept_result") << found.reason;
}

// What was right for all that rotates is of no use in the end.
TEST_F(rotating_inputs, end_with_inputs_that_were_never_seen) {
  device_.kernel = [&](std::span<const device_pointer> at, std::size_t) {
    const std::uint32_t first = device_.words(at[0])[0];
    const std::size_t rotating = std::min<std::size_t>(seeds_.size(), 4);
    for (std::size_t i = 0; i < rotating; ++i)
      if (first == static_cast<std::uint32_t>(seeds_[i] * 1000)) return compute(at);
    std::fill_n(device_.words(at[1]), words, 7u);
  };
  const auto found = measure();
  EXPECT_EQ(found.status, point_status::wrong);
  EXPECT_EQ(found.check, "unseen_inputs") << found.reason;
}

TEST_F(rotating_inputs, serve_all_variants_of_a_problem) {
  for (const bool paranoid : {false, true})
    for (const auto state : {cache_state::cold, cache_state::hot}) {
      terms_.options.paranoid = paranoid;
      terms_.options.state = state;
      EXPECT_EQ(measure().status, point_status::ok);
      for (int i = 0; i < 4; ++i) {
        const auto next = measure_next();
        EXPECT_EQ(next.status, point_status::ok) << next.reason;
      }
      seeds_.clear();
      EXPECT_EQ(measure_next().status, point_status::ok);
      EXPECT_EQ(seeds_.size(), 1u) << "only the unseen ones are new";
    }
}

// What is too slow to be sampled gets unseen inputs alone.
TEST_F(rotating_inputs, serve_slow_variants_and_fast_ones) {
  terms_.options.paranoid = true;
  device_.execution_ns = [](std::size_t) { return 5e9; };
  EXPECT_EQ(measure().status, point_status::ok);
  device_.execution_ns = [](std::size_t) { return 10'000.0; };
  EXPECT_EQ(measure_next().status, point_status::ok);
  device_.execution_ns = [](std::size_t) { return 5e9; };
  EXPECT_EQ(measure_next().status, point_status::ok);
}

TEST_F(rotating_inputs, are_left_alone_after_a_wrong_variant) {
  const auto honest = device_.kernel;
  device_.kernel = [&](std::span<const device_pointer> at, std::size_t launch) {
    if (launch < 60) compute(at);
  };
  EXPECT_EQ(measure().status, point_status::wrong);
  device_.kernel = honest;
  EXPECT_EQ(measure_next().status, point_status::ok);
}

TEST_F(rotating_inputs, stay_where_memory_is_too_small) {
  measure();
  const std::size_t needed = device_.max_allocated_bytes;
  for (const bool paranoid : {false, true}) {
    terms_.options.paranoid = paranoid;
    device_.memory_bytes = needed - 10;
    const auto found = measure();
    EXPECT_EQ(found.status, paranoid ? point_status::skipped : point_status::ok) << found.reason;
    if (paranoid) continue;
    ASSERT_EQ(found.warnings.size(), 1u);
    EXPECT_EQ(found.warnings[0], warning::fixed_inputs);
  }
}

TEST_F(rotating_inputs, that_are_files_do_not_rotate) {
  family_.inputs_vary = false;
  EXPECT_EQ(measure().status, point_status::ok);
  EXPECT_EQ(seeds_.size(), 1u);
}

TEST_F(rotating_inputs, can_be_repeated_but_by_paranoia) {
  measure();
  const auto first = std::exchange(seeds_, {});
  measure();
  EXPECT_EQ(seeds_, first);
  terms_.options.paranoid = true;
  seeds_.clear();
  measure();
  ASSERT_EQ(seeds_.size(), first.size());
  EXPECT_NE(seeds_.back(), first.back()) << "what cannot be known cannot be prepared for";
}

}  // namespace
}  // namespace warpmark
