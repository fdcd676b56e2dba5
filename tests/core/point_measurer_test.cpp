// The loop over points on a device that takes time: what is verified, when and in which order.

#include "bench/core/point_measurer.hpp"

#include <algorithm>
#include <cstring>
#include <future>
#include <new>
#include <set>

#include <gtest/gtest.h>

#include "bench/backends/hardware_profiler.hpp"
#include "bench/sampling/throttle_reasons.hpp"
#include "tests/calibrate/test_compiler.hpp"
#include "tests/core/scripted_device.hpp"
#include "tests/sampling/simulated_card.hpp"

namespace warpmark {
namespace {

using tests::scripted_device;

constexpr std::uint32_t first_input = 40;
constexpr std::uint32_t right = 41;

// Inputs of equal words, and outputs that are right if each word is greater by one.
class equal_words final : public problem_instance {
 public:
  explicit equal_words(std::size_t count) : input_(count, first_input) {}
  std::span<const std::byte> input(std::string_view) const override {
    return std::as_bytes(std::span(input_));
  }
  oracle_result check(std::string_view, std::span<const std::byte> output,
                      const guarantees&) const override {
    for (std::size_t i = 0; i < input_.size(); ++i) {
      std::uint32_t word = 0;
      std::memcpy(&word, output.data() + i * sizeof(word), sizeof(word));
      if (word != right)
        return {
            .first_bad_index = i, .expected = std::to_string(right), .got = std::to_string(word)};
    }
    return {.ok = true};
  }

 private:
  std::vector<std::uint32_t> input_;
};

// Takes two passes, and logs them between the calls of the device.
class scripted_profiler final : public hardware_profiler {
 public:
  explicit scripted_profiler(scripted_device& device) : device_(device) {}

  hardware_counters count(const timed_work& work) override {
    for (int pass = 0; pass < 2; ++pass) {
      if (work.prepare) work.prepare();
      device_.log.emplace_back("count");
      work.run();
      device_.log.emplace_back("counted");
    }
    if (!trouble.empty()) return {.passes = 2, .trouble = trouble};
    return {.values = {{"metric", 7}}, .passes = 2};
  }

  std::string trouble;

 private:
  scripted_device& device_;
};

class measured_point : public ::testing::Test {
 protected:
  measured_point() {
    family_.name = "scripted";
    family_.instance = [](const problem& problem, std::uint64_t) {
      return std::make_unique<equal_words>(words_of(problem));
    };
    family_.compulsory_bytes = [](const problem& problem) { return 8 * words_of(problem); };
    family_.operations = [](const problem& problem) { return words_of(problem); };
    variant_.family = family_.name;
    variant_.name = "increment";
    variant_.contract = &family_;
    device_.description.l2_bytes = 1024;
    device_.kernel = [this](std::span<const device_pointer> arguments, std::size_t) {
      increment(arguments);
    };
    terms_.on_phase = [this](const char* phase) {
      if (phases_.empty() || phases_.back() != phase) phases_.emplace_back(phase);
    };
  }

  static std::size_t words_of(const problem& problem) {
    return static_cast<std::size_t>(problem.integer("n"));
  }

  // output = input + 1, from the first buffer to the last.
  void increment(std::span<const device_pointer> arguments) {
    for (std::size_t i = 0; i < words_; ++i)
      device_.words(arguments.back())[i] = device_.words(arguments.front())[i] + 1;
  }

  launch_plan out_of_place() const {
    launch_plan plan;
    plan.kernels = {{.file = "scripted.cuh", .expression = "scripted::increment"}};
    plan.buffers = {{"input", buffer_role::input, bytes()},
                    {"output", buffer_role::output, bytes()}};
    plan.steps = {launch_step{0, {}, {buffer_argument{0}, buffer_argument{1}}}};
    return plan;
  }

  // The kernel overwrites what it reads, so that a second execution alone is wrong.
  launch_plan in_place() const {
    launch_plan plan = out_of_place();
    plan.restore = {copy_step{{1}, {0}, bytes()}};
    plan.steps = {launch_step{0, {}, {buffer_argument{1}}}};
    return plan;
  }

  std::size_t bytes() const { return words_ * sizeof(std::uint32_t); }

  // The point with its kernel compiled; or the reason why it was not.
  pending_point pending(launch_plan plan, const std::exception_ptr& failure = nullptr) const {
    pending_point result;
    result.point.variant = &variant_;
    result.point.problem.set("n", static_cast<std::int64_t>(words_));
    result.own.plan = std::move(plan);
    std::promise<compiler::kernel_handle> kernel;
    compiler::compiled_kernel compiled;
    compiled.lowered_name = "point";
    if (failure)
      kernel.set_exception(failure);
    else
      kernel.set_value(std::make_shared<const compiler::compiled_kernel>(compiled));
    result.own.kernels = {kernel.get_future().share()};
    return result;
  }

  measurement measure(const pending_point& point) {
    if (!measurer_) measurer_.emplace(device_, terms_);
    return measurer_->measure(point);
  }
  measurement measure(launch_plan plan) { return measure(pending(std::move(plan))); }

  // The same with other results at the launches for which `when` holds.
  void spoil(std::function<bool(std::size_t launch)> when) {
    device_.kernel = [this, when = std::move(when)](std::span<const device_pointer> arguments,
                                                    std::size_t launch) {
      increment(arguments);
      if (when(launch)) device_.words(arguments.back())[words_ - 1] += 1;
    };
  }

  template <class Error>
  void fail(std::size_t at_launch, const Error& error) {
    device_.kernel = [this, at_launch, error](std::span<const device_pointer> arguments,
                                              std::size_t launch) {
      increment(arguments);
      if (launch == at_launch) throw error;
    };
  }

  // The log before each timed execution, from the one before.
  std::vector<std::vector<std::string>> preparations() const {
    std::vector<std::vector<std::string>> all;
    auto from = device_.log.begin();
    for (auto item = device_.log.begin(); item != device_.log.end(); ++item) {
      if (*item == "begin") all.emplace_back(from, item);
      if (*item == "end") from = item + 1;
    }
    return all;
  }

  // Preparations but those after a verification, which has downloads and comparisons between.
  void expect_preparations(const std::vector<std::string>& expected) const {
    const auto all = preparations();
    ASSERT_GT(all.size(), 20u);
    for (const auto& one : all) {
      ASSERT_GE(one.size(), expected.size());
      EXPECT_TRUE(std::equal(expected.rbegin(), expected.rend(), one.rbegin()));
    }
    for (std::size_t i = 1; i < all.size(); ++i) EXPECT_EQ(all[i], expected) << "execution " << i;
  }

  std::size_t words_ = 4;
  family family_;
  variant variant_;
  scripted_device device_;
  measuring_terms terms_;
  std::vector<std::string> phases_;
  std::optional<point_measurer> measurer_;
};

TEST_F(measured_point, that_is_right_has_times) {
  device_.execution_ns = [](std::size_t i) { return i % 2 == 0 ? 10'000.0 : 10'010.0; };
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::ok) << result.reason;
  EXPECT_EQ(result.reason, "");
  EXPECT_EQ(result.backend, "scripted");
  EXPECT_EQ(result.state, "cold");
  ASSERT_TRUE(result.checked);
  EXPECT_TRUE(result.checked->ok);
  EXPECT_EQ(result.bytes, 8 * words_);
  EXPECT_EQ(result.operations, words_);
  EXPECT_EQ(result.launches, 1u);
  EXPECT_EQ(result.placements, 16u);
  ASSERT_EQ(result.kernels.size(), 1u);
  EXPECT_EQ(result.kernels.front().expression, "scripted::increment");
  EXPECT_EQ(result.seen.stop_reason, stop_reason::precision);
  ASSERT_TRUE(result.times_ns);
  EXPECT_GE(result.times_ns->median, 10'000);
  EXPECT_LE(result.times_ns->median, 10'010);
  EXPECT_LE(result.times_ns->ci_lo, result.times_ns->median);
  EXPECT_GE(result.times_ns->ci_hi, result.times_ns->median);
  EXPECT_EQ(phases_, (std::vector<std::string>{"verify", "measure"}));
}

TEST_F(measured_point, has_the_interval_of_its_median_and_not_the_range_of_its_samples) {
  device_.execution_ns = [](std::size_t i) {
    return i % 10 == 9 ? 12'000.0 : i % 10 == 8 ? 9'000.0 : 10'000.0 + static_cast<double>(i % 5);
  };
  const measurement result = measure(out_of_place());
  ASSERT_TRUE(result.times_ns);
  ASSERT_TRUE(result.seen.median_interval);
  EXPECT_EQ(result.times_ns->ci_lo, result.seen.median_interval->lo);
  EXPECT_EQ(result.times_ns->ci_hi, result.seen.median_interval->hi);
  EXPECT_GT(result.times_ns->ci_lo, result.times_ns->p05);
  EXPECT_LT(result.times_ns->ci_hi, result.times_ns->p95);
}

TEST_F(measured_point, is_compared_with_the_ceiling_of_its_traffic) {
  family_.traffic = memory_traffic::copy;
  terms_.ceilings = {.read_bytes_per_s = 1e6, .write_bytes_per_s = 2e6, .copy_bytes_per_s = 16e6};
  const measurement result = measure(out_of_place());
  ASSERT_TRUE(result.fraction_of_ceiling);
  // 32 bytes in 10 us.
  EXPECT_NEAR(*result.fraction_of_ceiling, 3.2e6 / 16e6, 1e-3);
  EXPECT_EQ(result.ceiling, memory_traffic::copy);
}

TEST_F(measured_point, without_a_known_ceiling_is_compared_with_none) {
  family_.traffic = memory_traffic::copy;
  terms_.ceilings = {.read_bytes_per_s = 1e6};
  EXPECT_FALSE(measure(out_of_place()).fraction_of_ceiling);
}

TEST_F(measured_point, warns_where_rotated_buffers_do_not_leave_the_cache) {
  const auto warns = [&](std::size_t l2_bytes, cache_state state) {
    device_.description.l2_bytes = l2_bytes;
    terms_.options.state = state;
    measurer_.reset();
    const measurement result = measure(out_of_place());
    return std::count(result.warnings.begin(), result.warnings.end(),
                      warning::buffers_stay_in_cache);
  };
  EXPECT_EQ(warns(1024, cache_state::rotated), 0);
  EXPECT_EQ(warns(1 << 20, cache_state::rotated), 1) << "4096 placements are not enough";
  EXPECT_EQ(warns(1 << 20, cache_state::hot), 0);
}

TEST_F(measured_point, all_of_its_executions_are_accounted_for) {
  double spent_ns = 0;
  device_.execution_ns = [&](std::size_t i) {
    const double ns = 10'000.0 + static_cast<double>(i % 3);
    spent_ns += ns;
    return ns;
  };
  const measurement result = measure(out_of_place());
  // The runs of the warm-up count with their median.
  EXPECT_NEAR(result.seen.busy_ns, spent_ns, 2.0 * static_cast<double>(device_.executions));
}

class measured_energy : public measured_point {
 protected:
  measured_energy() {
    device_.meter = &card_;
    card_.execution_s = 10e-6;
    terms_.options.energy = energy_options{.span_s = 0.5, .spans = 4};
    terms_.idle_power_w = 77;
    device_.kernel = [this](std::span<const device_pointer> arguments, std::size_t) {
      card_.execute();
      outputs_.insert(arguments.back());
      increment(arguments);
    };
  }

  sampling::simulated_card card_;
  std::set<device_pointer> outputs_;
};

TEST_F(measured_energy, is_that_of_executions_after_the_samples) {
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::ok) << result.reason;
  ASSERT_TRUE(result.energy);
  const energy_summary& energy = *result.energy;
  EXPECT_NEAR(energy.joules, 400 * 10e-6, 0.004 * 400 * 10e-6);
  EXPECT_LE(energy.ci_lo, energy.joules);
  EXPECT_GE(energy.ci_hi, energy.joules);
  EXPECT_LT(energy.ci_hi - energy.ci_lo, 0.02 * energy.joules);
  EXPECT_EQ(energy.spans, 4u);
  EXPECT_NEAR(energy.mean_power_w, 400, 2);
  EXPECT_EQ(energy.idle_power_w, 77);
  EXPECT_EQ(energy.source, sampling::energy_source::counter);
  EXPECT_LT(energy.executions, device_.launches);
  EXPECT_NEAR(static_cast<double>(energy.executions) * 10e-6, 4 * 0.55, 0.25);
  EXPECT_EQ(result.no_energy, "");
  EXPECT_FALSE(result.latency);
  // No flush is part of the load.
  const auto last_sample = std::find(device_.log.rbegin(), device_.log.rend(), "begin");
  EXPECT_EQ(std::count(device_.log.rbegin(), last_sample, "launch flush"), 0);
}

TEST_F(measured_energy, of_cold_work_rotates_over_buffers_that_displace_each_other) {
  EXPECT_EQ(measure(out_of_place()).energy->state, cache_state::rotated);
  EXPECT_EQ(outputs_.size(), 2 * 1024 / 32 + 1u);
  terms_.options.state = cache_state::hot;
  measurer_.reset();
  EXPECT_EQ(measure(out_of_place()).energy->state, cache_state::hot);
}

TEST_F(measured_energy, leaves_the_placements_of_the_samples_as_they_are) {
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.placements, 16u);
  EXPECT_EQ(result.state, "cold");
}

TEST(energy_conditions, are_hot_if_no_number_of_buffers_fills_the_cache) {
  const auto small = energy_conditions_for(cache_state::cold, 16, std::size_t{50} << 20);
  EXPECT_EQ(small.state, cache_state::hot);
  EXPECT_EQ(small.placements, 16u);
  const auto large = energy_conditions_for(cache_state::cold, std::size_t{1} << 30, 50 << 20);
  EXPECT_EQ(large.state, cache_state::rotated);
  EXPECT_EQ(large.placements, 1u);
  EXPECT_EQ(energy_conditions_for(cache_state::rotated, 16, 50 << 20).state, cache_state::rotated);
}

TEST_F(measured_energy, of_work_that_goes_wrong_under_load_is_none) {
  std::size_t launches = 0;
  device_.kernel = [&](std::span<const device_pointer> arguments, std::size_t) {
    card_.execute();
    increment(arguments);
    if (++launches > 5'000) device_.words(arguments.back())[0] += 1;
  };
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::wrong);
  EXPECT_TRUE(result.reason.starts_with("after measuring the energy: ")) << result.reason;
  EXPECT_FALSE(result.energy);
}

TEST_F(measured_energy, of_work_that_overwrites_its_inputs_is_none) {
  const measurement result = measure(in_place());
  EXPECT_EQ(result.status, point_status::ok) << result.reason;
  EXPECT_FALSE(result.energy);
  EXPECT_NE(result.no_energy.find("must be restored"), std::string::npos) << result.no_energy;
}

TEST_F(measured_energy, without_a_meter_has_a_reason) {
  device_.meter = nullptr;
  EXPECT_EQ(measure(out_of_place()).no_energy, "backend scripted measures no energy");
}

TEST_F(measured_energy, of_executions_longer_than_a_span_is_none) {
  device_.execution_ns = [](std::size_t) { return 0.6e9; };
  EXPECT_EQ(measure(out_of_place()).no_energy,
            "an execution takes 0.6 s; expected at most 0.5 s, the time of --energy-time");
}

TEST_F(measured_point, has_a_latency_if_it_was_asked_for) {
  EXPECT_FALSE(measure(out_of_place()).latency);
  terms_.options.latency = true;
  measurer_.reset();
  const std::size_t before = device_.launches;
  const measurement result = measure(in_place());
  EXPECT_EQ(result.status, point_status::ok) << result.reason;
  ASSERT_TRUE(result.latency);
  EXPECT_EQ(result.latency->samples, 201u);
  EXPECT_EQ(result.latency->state, cache_state::hot) << "there is no flush";
  EXPECT_FALSE(result.latency->graph_launch) << "the device records nothing";
  EXPECT_EQ(result.latency->graph_nodes, 0u);
  EXPECT_GE(device_.launches - before, 206u);
  EXPECT_FALSE(result.energy);
  EXPECT_EQ(result.no_energy, "");
}

TEST_F(measured_point, that_is_wrong_at_first_is_not_sampled) {
  spoil([](std::size_t) { return true; });
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::wrong);
  EXPECT_TRUE(result.reason.starts_with("first execution: ")) << result.reason;
  EXPECT_NE(result.reason.find("42"), std::string::npos) << result.reason;
  EXPECT_EQ(result.checked->first_bad_index, words_ - 1);
  EXPECT_EQ(result.checked_buffer, "output");
  EXPECT_FALSE(result.times_ns);
  EXPECT_EQ(device_.launches, 1u);
  EXPECT_EQ(phases_, (std::vector<std::string>{"verify"}));
}

TEST_F(measured_point, that_goes_wrong_later_is_found) {
  for (const auto state : {cache_state::cold, cache_state::hot, cache_state::rotated}) {
    terms_.options.state = state;
    measurer_.reset();
    const std::size_t before = device_.launches;
    spoil([=](std::size_t launch) { return launch > before + 10; });
    const measurement result = measure(out_of_place());
    EXPECT_EQ(result.status, point_status::wrong) << name(state);
    EXPECT_TRUE(result.reason.starts_with("after timing: ")) << result.reason;
    EXPECT_FALSE(result.times_ns);
    EXPECT_FALSE(result.checked->ok);
  }
}

TEST_F(measured_point, that_goes_wrong_once_at_the_end_is_found_in_its_placement) {
  const measurement whole = measure(out_of_place());
  const std::size_t last = device_.launches - 1;
  ASSERT_EQ(whole.placements, 16u);
  ASSERT_GT(last, 16u);
  spoil([=](std::size_t launch) { return launch == 2 * last + 1; });
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::wrong);
  EXPECT_TRUE(result.reason.starts_with("after timing: ")) << result.reason;
}

TEST_F(measured_point, finds_poison_and_nothing_right_where_nothing_is_written) {
  device_.fresh_word = right;
  terms_.options.state = cache_state::hot;
  // Memory that was right all along.
  device_.kernel = [this](std::span<const device_pointer> arguments, std::size_t) {
    EXPECT_EQ(*device_.words(arguments.back()), 0xcdcdcdcdu);
  };
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::wrong);
  EXPECT_TRUE(result.reason.starts_with("first execution: ")) << result.reason;
  EXPECT_EQ(result.checked->got, std::to_string(0xcdcdcdcdu));
}

TEST_F(measured_point, poisons_every_placement_before_its_first_execution) {
  const measurement result = measure(out_of_place());
  ASSERT_EQ(result.placements, 16u);
  const auto first = std::find(device_.log.begin(), device_.log.end(), "launch point");
  EXPECT_EQ(std::count(device_.log.begin(), first, "fill 0xcdcdcdcd"), 16);
  EXPECT_EQ(device_.asked("fill 0xcdcdcdcd"), 16u) << "and not between executions";
}

TEST_F(measured_point, starts_with_clear_state_and_must_leave_it_clear) {
  launch_plan plan = out_of_place();
  plan.buffers.push_back({"ticket", buffer_role::state, sizeof(std::uint32_t)});
  plan.steps = {launch_step{0, {}, {buffer_argument{2}, buffer_argument{0}, buffer_argument{1}}}};
  bool leaves_it = false;
  device_.kernel = [&](std::span<const device_pointer> arguments, std::size_t) {
    EXPECT_EQ(*device_.words(arguments.front()), 0u);
    increment(arguments.subspan(1));
    if (leaves_it) *device_.words(arguments.front()) = 7;
  };
  EXPECT_EQ(measure(plan).status, point_status::ok);
  leaves_it = true;
  const measurement result = measure(plan);
  EXPECT_EQ(result.status, point_status::wrong);
  EXPECT_EQ(result.checked_buffer, "ticket");
}

TEST_F(measured_point, finds_a_write_past_the_end_of_a_later_execution) {
  device_.kernel = [this](std::span<const device_pointer> arguments, std::size_t launch) {
    increment(arguments);
    if (launch > 10) device_.words(arguments.back())[words_] = 0;
  };
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::wrong);
  EXPECT_NE(result.reason.find("past the end"), std::string::npos) << result.reason;
}

TEST_F(measured_point, is_flushed_last_before_each_cold_execution) {
  cache_flush flush(device_, tests::shared_compiler(), flush_lines::clean);
  terms_.flush = &flush;
  EXPECT_EQ(measure(in_place()).status, point_status::ok);
  expect_preparations({"copy", "launch flush"});
  device_.log.clear();
  EXPECT_EQ(measure(out_of_place()).status, point_status::ok);
  expect_preparations({"launch flush"});
}

TEST_F(measured_point, is_flushed_in_no_other_state) {
  cache_flush flush(device_, tests::shared_compiler(), flush_lines::clean);
  terms_.flush = &flush;
  for (const auto state : {cache_state::hot, cache_state::rotated}) {
    terms_.options.state = state;
    measurer_.reset();
    device_.log.clear();
    const measurement result = measure(in_place());
    EXPECT_EQ(result.status, point_status::ok) << result.reason;
    EXPECT_EQ(result.state, name(state));
    expect_preparations({"copy"});
    EXPECT_EQ(device_.asked("launch flush"), 0u);
  }
}

TEST_F(measured_point, that_overwrites_its_inputs_is_wrong_without_their_restoring) {
  launch_plan plan = in_place();
  terms_.options.state = cache_state::hot;
  device_.description.l2_bytes = 0;  // One placement.
  EXPECT_EQ(measure(plan).status, point_status::ok);
  plan.steps.insert(plan.steps.begin(), std::exchange(plan.restore, {}).front());
  EXPECT_EQ(measure(plan).status, point_status::ok) << "restored inside of the timed span";
  plan.steps.erase(plan.steps.begin());
  EXPECT_EQ(measure(plan).status, point_status::wrong);
}

TEST_F(measured_point, is_repeated_within_a_sample_only_with_warm_caches_and_nothing_to_restore) {
  device_.clock_limits.floor_ns = 1280;
  for (const auto state : {cache_state::cold, cache_state::hot, cache_state::rotated}) {
    terms_.options.state = state;
    measurer_.reset();
    EXPECT_EQ(measure(out_of_place()).seen.repeats, state == cache_state::cold ? 1u : 3u)
        << name(state);
    EXPECT_EQ(measure(in_place()).seen.repeats, 1u) << name(state);
  }
}

TEST_F(measured_point, whose_first_execution_outlasts_the_limit_has_one_sample) {
  terms_.options.max_seconds = 2;
  device_.execution_ns = [](std::size_t) { return 2.1e9; };
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::ok) << result.reason;
  EXPECT_EQ(device_.launches, 1u);
  EXPECT_EQ(result.seen.samples_ns, std::vector<double>{2.1e9});
  EXPECT_EQ(result.seen.stop_reason, stop_reason::budget);
  ASSERT_TRUE(result.times_ns);
  EXPECT_EQ(result.times_ns->median, 2.1e9);
  EXPECT_TRUE(result.checked->ok);
  EXPECT_EQ(phases_, (std::vector<std::string>{"verify"}));
}

TEST_F(measured_point, whose_first_execution_takes_less_than_the_limit_is_sampled) {
  terms_.options.max_seconds = 2;
  device_.execution_ns = [](std::size_t) { return 1.9e9; };
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.seen.samples_ns.size(), 3u);
  EXPECT_EQ(result.seen.stop_reason, stop_reason::budget);
}

TEST_F(measured_point, that_is_slow_and_wrong_is_wrong) {
  device_.execution_ns = [](std::size_t) { return 2e9; };
  spoil([](std::size_t) { return true; });
  EXPECT_EQ(measure(out_of_place()).status, point_status::wrong);
}

// Every execution takes 10 us but the first one.
struct first_against_best {
  double first_ns;
  double to_beat_ns;
  bool given_up;
};

TEST_F(measured_point, is_given_up_after_one_execution_that_is_clearly_slower) {
  for (const auto [first_ns, to_beat_ns, given_up] : {
           first_against_best{200e3, 20e3, true},
           {111e3, 10e3, false},  // The start of a kernel may cost 100 us.
           {114e3, 10e3, true},
           {900e3, 500e3, false},  // Slower, but not by much for a short kernel.
           {2.1e6, 500e3, true},
           {2.5e6, 2e6, false},
           {2.7e6, 2e6, true},  // 1.25 times the best decides where the start weighs nothing.
       }) {
    terms_.options.time_to_beat_ns = to_beat_ns;
    measurer_.reset();
    const std::size_t begin = device_.executions;
    device_.execution_ns = [=, first = first_ns](std::size_t i) {
      return i == begin ? first : 10'000.0;
    };
    const measurement result = measure(out_of_place());
    EXPECT_EQ(result.status, point_status::ok) << result.reason;
    EXPECT_EQ(device_.executions - begin == 1, given_up) << first_ns << " against " << to_beat_ns;
    if (!given_up) continue;
    EXPECT_EQ(result.seen.stop_reason, stop_reason::beaten);
    EXPECT_EQ(result.seen.samples_ns, std::vector<double>{first_ns});
  }
}

class profiled_point : public measured_point {
 protected:
  profiled_point() { terms_.profiler = &profiler_; }

  // The log from the last sample on.
  std::vector<std::string> after_samples() const {
    const auto last = std::find(device_.log.rbegin(), device_.log.rend(), "end");
    return {last.base(), device_.log.end()};
  }

  // What was executed before each pass, after the pass before.
  std::vector<std::vector<std::string>> preparations_of_passes() const {
    std::vector<std::vector<std::string>> all;
    const auto log = after_samples();
    auto from = log.begin();
    for (auto item = log.begin(); item != log.end(); ++item) {
      if (*item == "count") all.emplace_back(from, item);
      if (*item == "counted") from = item + 1;
    }
    return all;
  }

  scripted_profiler profiler_{device_};
};

TEST_F(profiled_point, is_counted_once_its_times_are_known) {
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::ok) << result.reason;
  EXPECT_EQ(phases_, (std::vector<std::string>{"verify", "measure", "profile"}));
  ASSERT_TRUE(result.seen.profiled);
  EXPECT_EQ(result.seen.profiled->values.at("metric"), 7);
  EXPECT_GE(result.seen.samples_ns.size(), 25u);
  const auto log = after_samples();
  EXPECT_EQ(static_cast<std::size_t>(std::count(log.begin(), log.end(), "count")),
            device_.asked("count"))
      << "counted between samples";
}

TEST_F(profiled_point, is_restored_and_flushed_before_each_pass) {
  cache_flush flush(device_, tests::shared_compiler(), flush_lines::clean);
  terms_.flush = &flush;
  EXPECT_EQ(measure(in_place()).status, point_status::ok);
  const auto passes = preparations_of_passes();
  ASSERT_EQ(passes.size(), 2u);
  EXPECT_EQ(passes[1], (std::vector<std::string>{"copy", "launch flush"}));
}

TEST_F(profiled_point, with_warm_caches_is_executed_before_each_pass) {
  terms_.options.state = cache_state::hot;
  EXPECT_EQ(measure(in_place()).status, point_status::ok);
  EXPECT_EQ(preparations_of_passes().at(1),
            (std::vector<std::string>{"copy", "launch point", "copy"}));
}

TEST_F(profiled_point, that_goes_wrong_while_it_is_counted_is_wrong) {
  spoil([this](std::size_t) { return device_.asked("count") == 2; });
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::wrong);
  EXPECT_EQ(result.reason.find("after profiling: "), 0u) << result.reason;
}

TEST_F(profiled_point, that_cannot_be_counted_keeps_its_times) {
  profiler_.trouble = "busy";
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::ok);
  EXPECT_TRUE(result.times_ns);
  EXPECT_EQ(result.seen.profiled->trouble, "busy");
}

TEST_F(profiled_point, hands_over_its_times_before_it_is_counted) {
  std::vector<measurement> timed;
  terms_.on_timed = [&](const measurement& result) {
    EXPECT_EQ(device_.asked("count"), 0u);
    timed.push_back(result);
  };
  const measurement result = measure(out_of_place());
  ASSERT_EQ(timed.size(), 1u);
  EXPECT_EQ(timed.front().status, point_status::ok);
  EXPECT_FALSE(timed.front().seen.profiled);
  EXPECT_EQ(timed.front().times_ns->median, result.times_ns->median);
  EXPECT_EQ(timed.front().warnings, result.warnings);
}

TEST_F(profiled_point, that_is_given_up_is_not_counted) {
  terms_.options.time_to_beat_ns = 20e3;
  device_.execution_ns = [](std::size_t i) { return i == 0 ? 200e3 : 10'000.0; };
  EXPECT_EQ(measure(out_of_place()).seen.stop_reason, stop_reason::beaten);
  EXPECT_EQ(device_.asked("count"), 0u);
}

TEST_F(measured_point, has_options_of_its_own) {
  pending_point point = pending(out_of_place());
  point.measuring = measuring_options{.max_samples = 7, .state = cache_state::hot};
  const measurement result = measure(point);
  EXPECT_EQ(result.seen.samples_ns.size(), 7u);
  EXPECT_EQ(result.state, "hot");
  EXPECT_EQ(measure(out_of_place()).state, "cold") << "and the next has those of the run";
}

TEST_F(measured_point, on_a_card_that_stays_throttled_is_skipped) {
  terms_.options.max_seconds = 0.2;
  device_.seen_during = [](std::size_t) {
    return machine_state{.throttle_reasons = sampling::throttle::hardware_thermal};
  };
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::skipped);
  EXPECT_NE(result.reason.find("throttled"), std::string::npos) << result.reason;
  EXPECT_FALSE(result.times_ns);
}

TEST_F(measured_point, of_an_unverified_family_says_so) {
  family_.unverified = true;
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::ok);
  EXPECT_FALSE(result.checked);
  EXPECT_EQ(std::count(result.warnings.begin(), result.warnings.end(), warning::unverified), 1);
}

// Statuses.

TEST_F(measured_point, ends_with_the_status_of_its_error) {
  const auto end_by = [&](auto error, std::size_t at_launch) {
    device_.launches = 0;
    fail(at_launch, error);
    measurement result = measure(out_of_place());
    EXPECT_FALSE(result.times_ns);
    return result;
  };
  for (const std::size_t launch : {0, 12}) {
    EXPECT_EQ(end_by(device_error("misaligned address"), launch).status, point_status::crashed);
    EXPECT_EQ(end_by(execution_limit_error("too long"), launch).status, point_status::timed_out);
    EXPECT_EQ(end_by(unsupported_kernel("no clusters"), launch).status, point_status::skipped);
    EXPECT_EQ(end_by(device_memory_error("local memory"), launch).status, point_status::skipped);
    EXPECT_EQ(end_by(std::bad_alloc(), launch).status, point_status::skipped);
    EXPECT_EQ(end_by(device_error("misaligned address"), launch).reason, "misaligned address");
  }
}

TEST_F(measured_point, lets_mistakes_of_the_program_through) {
  fail(0, std::logic_error("a mistake"));
  EXPECT_THROW(measure(out_of_place()), std::logic_error);
}

TEST_F(measured_point, has_the_failure_of_its_compilation) {
  const auto failed = std::make_exception_ptr(compiler::compile_error("k.cu(1): error", "all"));
  const measurement result = measure(pending(out_of_place(), failed));
  EXPECT_EQ(result.status, point_status::failed);
  EXPECT_EQ(result.reason, "does not compile: k.cu(1): error");
  EXPECT_EQ(result.log, "all");
  const auto slow = std::make_exception_ptr(
      compiler::compile_error("slow", "", compiler::compile_failure::timed_out));
  EXPECT_EQ(measure(pending(out_of_place(), slow)).status, point_status::timed_out);
  EXPECT_EQ(device_.launches, 0u);
}

TEST_F(measured_point, that_cannot_run_asks_nothing_of_the_device) {
  pending_point point = pending(out_of_place());
  point.own.unavailable = "needs clusters";
  const measurement result = measure(point);
  EXPECT_EQ(result.status, point_status::skipped);
  EXPECT_EQ(result.reason, "needs clusters");
  EXPECT_TRUE(device_.log.empty());
}

finding out_of_bounds() {
  return {.kind = "out_of_bounds",
          .message = "a write past the end",
          .kernel = {},
          .file = "k.cu",
          .line = 3,
          .other = {}};
}

TEST_F(measured_point, is_wrong_by_its_findings_before_it_crashed) {
  device_.kernel = [this](std::span<const device_pointer>, std::size_t) {
    device_.findings = {out_of_bounds()};
    throw device_error("trap");
  };
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::wrong);
  EXPECT_EQ(result.reason, "out_of_bounds: a write past the end (k.cu:3); then trap");
  EXPECT_EQ(result.seen.findings.size(), 1u);
}

TEST_F(measured_point, that_takes_too_long_is_timed_out_with_its_findings) {
  device_.kernel = [this](std::span<const device_pointer>, std::size_t) {
    device_.findings = {out_of_bounds()};
    throw execution_limit_error("too long");
  };
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::timed_out);
  EXPECT_EQ(result.reason, "too long");
  EXPECT_EQ(result.seen.findings.size(), 1u);
}

TEST_F(measured_point, has_no_findings_of_the_point_before) {
  device_.findings = {out_of_bounds()};
  fail(0, device_error("trap"));
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::crashed);
  EXPECT_EQ(result.reason, "trap");
}

TEST_F(measured_point, is_blamed_for_a_failure_that_shows_when_it_is_waited_for) {
  device_.at_synchronize = [] { throw device_error("the context is lost"); };
  EXPECT_EQ(measure(out_of_place()).status, point_status::crashed);
}

// The inputs of its problem.

TEST_F(measured_point, finds_the_inputs_of_its_problem_on_the_device) {
  EXPECT_EQ(measure(out_of_place()).status, point_status::ok);
  EXPECT_EQ(device_.asked("upload"), 1u);
  EXPECT_EQ(measure(out_of_place()).status, point_status::ok);
  EXPECT_EQ(device_.asked("upload"), 1u);
  words_ = 8;
  EXPECT_EQ(measure(out_of_place()).status, point_status::ok);
  EXPECT_EQ(device_.asked("upload"), 2u) << "another problem";
}

TEST_F(measured_point, does_not_suffer_from_inputs_that_a_faulty_one_overwrote) {
  const std::vector<std::function<void()>> faults = {
      [] {}, [] { throw device_error("trap"); }, [] { throw execution_limit_error("too long"); }};
  for (const auto& fault : faults) {
    device_.kernel = [&](std::span<const device_pointer> arguments, std::size_t) {
      *device_.words(arguments.front()) = 7;
      fault();
    };
    EXPECT_NE(measure(out_of_place()).status, point_status::ok);
    device_.kernel = [this](std::span<const device_pointer> arguments, std::size_t) {
      increment(arguments);
    };
    const measurement next = measure(out_of_place());
    EXPECT_EQ(next.status, point_status::ok) << next.reason;
  }
}

TEST_F(measured_point, that_overwrites_inputs_that_are_checked_is_wrong) {
  launch_plan plan = out_of_place();
  plan.inputs_are_checked = true;
  EXPECT_EQ(measure(plan).status, point_status::ok);
  device_.kernel = [this](std::span<const device_pointer> arguments, std::size_t) {
    increment(arguments);
    *device_.words(arguments.front()) = 7;
  };
  const measurement result = measure(plan);
  EXPECT_EQ(result.status, point_status::wrong);
  EXPECT_EQ(result.checked_buffer, "input");
}

// Outputs that were verified before.

class measured_large_point : public measured_point {
 protected:
  measured_large_point() {
    words_ = verified_output_cache::worth_keeping / sizeof(std::uint32_t);
    terms_.options.state = cache_state::hot;
    device_.description.l2_bytes = 0;  // One placement.
    terms_.proven = &proven_;
  }

  // With a scratch buffer of this many times the output's size.
  launch_plan with_scratch(std::size_t times) const {
    launch_plan plan = out_of_place();
    plan.buffers.insert(plan.buffers.begin() + 1,
                        {"scratch", buffer_role::scratch, times * bytes()});
    plan.steps = {launch_step{0, {}, {buffer_argument{0}, buffer_argument{2}}}};
    return plan;
  }

  // Room for the input, an output and as many others of their size.
  void limit_memory(std::size_t others) {
    device_.memory_bytes = (2 + others) * bytes() + bytes() / 2;
  }

  verified_output_cache proven_{device_, tests::shared_compiler()};
};

TEST_F(measured_large_point, is_compared_with_an_output_that_was_right) {
  EXPECT_EQ(measure(out_of_place()).status, point_status::ok);
  EXPECT_FALSE(proven_.empty());
  EXPECT_GT(device_.asked("launch difference"), 0u);
  spoil([](std::size_t) { return true; });
  EXPECT_EQ(measure(out_of_place()).status, point_status::wrong);
}

TEST_F(measured_large_point, takes_the_memory_of_outputs_that_are_kept) {
  limit_memory(1);
  EXPECT_EQ(measure(out_of_place()).status, point_status::ok);
  EXPECT_FALSE(proven_.empty());
  device_.log.clear();
  const measurement result = measure(with_scratch(1));
  EXPECT_EQ(result.status, point_status::ok) << result.reason;
  EXPECT_TRUE(proven_.empty());
  const auto refused = std::find(device_.log.begin(), device_.log.end(), "no memory");
  const auto executed = std::find(device_.log.begin(), device_.log.end(), "launch point");
  EXPECT_LT(refused, executed);
  EXPECT_EQ(std::count(device_.log.begin(), executed, "no memory"), 1);
}

TEST_F(measured_large_point, that_does_not_fit_is_tried_once_more_and_skipped) {
  limit_memory(1);
  EXPECT_EQ(measure(out_of_place()).status, point_status::ok);
  device_.log.clear();
  device_.launches = 0;
  const measurement result = measure(with_scratch(4));
  EXPECT_EQ(result.status, point_status::skipped);
  EXPECT_TRUE(result.reason.starts_with("no memory for ")) << result.reason;
  EXPECT_EQ(device_.asked("no memory"), 2u);
  EXPECT_EQ(device_.launches, 0u);
  EXPECT_TRUE(proven_.empty());
}

TEST_F(measured_large_point, that_does_not_fit_alone_is_skipped_at_once) {
  limit_memory(0);
  EXPECT_EQ(measure(with_scratch(4)).status, point_status::skipped);
  EXPECT_EQ(device_.asked("no memory"), 1u);
}

TEST_F(measured_large_point, of_another_problem_finds_no_outputs_of_the_last) {
  EXPECT_EQ(measure(out_of_place()).status, point_status::ok);
  words_ = 4;
  EXPECT_EQ(measure(out_of_place()).status, point_status::ok);
  EXPECT_TRUE(proven_.empty());
}

// Devices without a clock.

TEST_F(measured_point, without_a_clock_is_executed_once_and_exact) {
  device_.takes_time = false;
  const measurement result = measure(in_place());
  EXPECT_EQ(result.status, point_status::ok) << result.reason;
  EXPECT_EQ(device_.launches, 1u);
  EXPECT_EQ(result.state, "exact");
  EXPECT_EQ(result.placements, 1u);
  EXPECT_FALSE(result.times_ns);
}

TEST_F(measured_point, without_a_clock_has_its_modelled_time) {
  device_.takes_time = false;
  device_.counted.modelled = model::modelled_time{.ns = 5'000};
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::ok) << result.reason;
  ASSERT_TRUE(result.seen.modelled);
  EXPECT_EQ(result.seen.modelled->ns, 5'000);
}

TEST_F(measured_point, without_a_clock_need_not_end_if_four_times_too_slow) {
  device_.takes_time = false;
  terms_.options.time_to_beat_ns = 2e3;
  EXPECT_EQ(measure(in_place()).status, point_status::ok);
  const auto limited = std::find(device_.log.begin(), device_.log.end(), "limit 8000 ns");
  ASSERT_NE(limited, device_.log.end());
  EXPECT_EQ(std::count(limited, device_.log.end(), "limit 0 ns"), 1) << "for later executions";
}

TEST_F(measured_point, that_is_wrong_has_no_modelled_time) {
  device_.takes_time = false;
  device_.counted.modelled = model::modelled_time{.ns = 5'000};
  spoil([](std::size_t) { return true; });
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::wrong);
  EXPECT_FALSE(result.seen.modelled);
}

TEST_F(measured_point, without_a_clock_is_wrong_by_a_finding_though_its_output_is_right) {
  device_.takes_time = false;
  device_.counted.findings = {out_of_bounds()};
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::wrong);
  EXPECT_EQ(result.reason, "out_of_bounds: a write past the end (k.cu:3)");
  ASSERT_TRUE(result.checked);
  EXPECT_TRUE(result.checked->ok) << "the oracle was asked, too";
}

TEST_F(measured_point, without_a_clock_and_wrong_in_both_ways_names_the_finding) {
  device_.takes_time = false;
  device_.counted.findings = {out_of_bounds()};
  spoil([](std::size_t) { return true; });
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.reason, "out_of_bounds: a write past the end (k.cu:3)");
  ASSERT_TRUE(result.checked);
  EXPECT_FALSE(result.checked->ok);
}

TEST_F(measured_point, without_a_clock_is_judged_too) {
  device_.takes_time = false;
  spoil([](std::size_t) { return true; });
  const measurement result = measure(out_of_place());
  EXPECT_EQ(result.status, point_status::wrong);
  EXPECT_TRUE(result.reason.starts_with("interpreted: ")) << result.reason;
}

}  // namespace
}  // namespace warpmark
