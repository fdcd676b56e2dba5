// Hardware counters through CUPTI: what is called when, and what is said where it cannot count.

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/usage_error.hpp"
#include "bench/backends/cuda/profiler/default_metrics.hpp"
#include "bench/backends/hardware_profiler.hpp"
#include "bench/backends/measure.hpp"
#include "tests/cuda/fake_driver_fixture.hpp"

namespace warpmark::cuda {
namespace {

using trace = std::vector<std::string>;

class profiling : public fake_driver {
 protected:
  profiling() { setenv("WARPMARK_CUPTI", FAKE_CUDA_LIBRARY, 1); }
  ~profiling() override { unsetenv("WARPMARK_CUPTI"); }

  void TearDown() override {
    EXPECT_EQ(fake.live_profiler_hosts, 0u);
    profiler_.reset();
    if (buffer_ != 0) machine().release(std::exchange(buffer_, 0));
    fake_driver::TearDown();
  }

  hardware_profiler& profiler(std::vector<std::string> metrics = {"smsp__inst_executed.sum"}) {
    if (!profiler_) profiler_ = machine().make_profiler(metrics);
    return *profiler_;
  }

  /// Two launches, prepared by a fill.
  timed_work work() {
    if (buffer_ == 0) buffer_ = machine().allocate(64);
    return {[this, handle = kernel()] {
              machine().launch(handle, {}, {});
              machine().launch(handle, {}, {});
            },
            [this] { machine().fill(buffer_, scalar_argument::of(1u), 16); }};
  }

  std::string refusal(const std::vector<std::string>& metrics) {
    return message_of<usage_error>([&] { machine().make_profiler(metrics); });
  }

 private:
  std::unique_ptr<hardware_profiler> profiler_;
  device_pointer buffer_ = 0;
};

TEST_F(profiling, counts_one_prepared_execution_as_one_range) {
  const timed_work counted = work();
  profiler();
  fake.trace.clear();
  const hardware_counters seen = profiler().count(counted);
  EXPECT_EQ(seen.trouble, "");
  EXPECT_EQ(seen.values, (std::map<std::string, double>{{"smsp__inst_executed.sum", 2}}));
  EXPECT_EQ(seen.passes, 1u);
  EXPECT_EQ(seen.library_version, 130001u);
  EXPECT_EQ(fake.trace,
            (trace{"initialised", "enabled", "fill", "started", "pushed", "kernel kernel",
                   "kernel kernel", "popped", "stopped", "disabled", "deinitialised"}));
}

TEST_F(profiling, prepares_each_pass) {
  fake.profiler_passes = 3;
  const timed_work counted = work();
  profiler();
  fake.trace.clear();
  const hardware_counters seen = profiler().count(counted);
  EXPECT_EQ(seen.passes, 3u);
  EXPECT_EQ(seen.values.at("smsp__inst_executed.sum"), 2);
  const trace pass{"fill",          "started", "pushed", "kernel kernel",
                   "kernel kernel", "popped",  "stopped"};
  trace expected{"initialised", "enabled"};
  for (int i = 0; i < 3; ++i) expected.insert(expected.end(), pass.begin(), pass.end());
  expected.insert(expected.end(), {"disabled", "deinitialised"});
  EXPECT_EQ(fake.trace, expected);
}

TEST_F(profiling, counts_again_after_it_was_disabled) {
  const timed_work counted = work();
  for (int i = 0; i < 2; ++i) EXPECT_EQ(profiler().count(counted).trouble, "");
}

TEST_F(profiling, is_not_enabled_while_work_is_timed) {
  const timed_work counted = work();
  profiler();
  fake.trace.clear();
  warpmark::measure(machine(), counted, {.max_samples = 6});
  profiler().count(counted);
  warpmark::measure(machine(), counted, {.max_samples = 6});
  bool enabled = false;
  int timed = 0;
  for (const std::string& step : fake.trace) {
    if (step == "initialised") enabled = true;
    if (step == "deinitialised") enabled = false;
    if (step != "event") continue;
    ++timed;
    EXPECT_FALSE(enabled);
  }
  EXPECT_GT(timed, 0);
}

TEST_F(profiling, ends_if_there_is_no_last_pass) {
  fake.profiler_is_never_done = true;
  fake.profiler_passes = 2;
  const hardware_counters seen = profiler().count(work());
  EXPECT_EQ(seen.trouble, "CUPTI announced 2 passes and is not done after 8");
  EXPECT_TRUE(seen.values.empty());
  EXPECT_EQ(fake.trace.back(), "deinitialised");
}

TEST_F(profiling, says_why_an_execution_is_not_counted) {
  profiler();
  fake.failing["cuptiRangeProfilerStart"] = 26;
  EXPECT_EQ(profiler().count(work()).trouble, "cuptiRangeProfilerStart: CUPTI_ERROR_HARDWARE_BUSY");
  EXPECT_EQ(fake.trace.back(), "deinitialised");
  fake.failing.clear();
  fake.dropped_ranges = 1;
  EXPECT_EQ(profiler().count(work()).trouble, "CUPTI has 1 ranges and dropped 1; expected one");
}

TEST_F(profiling, a_fault_of_the_work_is_thrown) {
  const timed_work counted = work();
  profiler();
  fake.fault_in_next_kernel = 700;
  EXPECT_NE(message_of<device_error>([&] { profiler().count(counted); }).find("ILLEGAL_ADDRESS"),
            std::string::npos);
  fake.live_profiler_hosts = 0;  // Every call fails from here on.
  start_afresh();
}

TEST_F(profiling, takes_names_once_and_the_default_ones_that_the_chip_has) {
  fake.missing_metrics = {"dram__bytes_read.sum"};
  const auto seen = profiler({"default", "smsp__inst_executed.sum", "l1tex__x.avg"}).count(work());
  EXPECT_EQ(seen.values.size(), default_metrics().size() - 1 + 1);
  EXPECT_FALSE(seen.values.contains("dram__bytes_read.sum"));
  EXPECT_TRUE(seen.values.contains("l1tex__x.avg"));
  EXPECT_EQ(seen.passes, 1u) << "metrics were not scheduled together";
}

TEST_F(profiling, names_a_metric_that_the_chip_lacks) {
  fake.missing_metrics = {"smsp__inst_executd.sum", "smsp__inst_executed", "nonsense"};
  EXPECT_EQ(refusal({"dram__bytes_read.sum", "smsp__inst_executd.sum"}),
            "--profile smsp__inst_executd.sum: GF200 has no such metric; did you mean "
            "'smsp__inst_executed.sum'?");
  EXPECT_EQ(refusal({"smsp__inst_executed"}),
            "--profile smsp__inst_executed: GF200 has no such metric; expected a roll-up of "
            "smsp__inst_executed, such as smsp__inst_executed.sum");
  EXPECT_EQ(refusal({"nonsense"}),
            "--profile nonsense: GF200 has no such metric; `ncu --query-metrics` lists them");
  EXPECT_EQ(fake.trace.back(), "deinitialised");
}

TEST_F(profiling, without_permission_says_how_to_get_it) {
  for (const char* call : {"cuptiProfilerGetCounterAvailability", "cuptiRangeProfilerEnable"}) {
    fake.failing = {{call, 35}};
    const std::string why = refusal({"default"});
    EXPECT_NE(why.find("ERR_NVGPUCTRPERM"), std::string::npos) << why;
    EXPECT_NE(why.find("NVreg_RestrictProfilingToAdminUsers=0"), std::string::npos);
    EXPECT_EQ(why.find('\n'), std::string::npos);
  }
}

TEST_F(profiling, without_the_library_says_how_to_get_it) {
  setenv("WARPMARK_CUPTI", "/nowhere/libcupti.so", 1);
  EXPECT_EQ(refusal({"default"}),
            "--profile: no CUPTI of CUDA 13: /nowhere/libcupti.so cannot be opened; `pip install "
            "nvidia-cuda-cupti` installs it, or set WARPMARK_CUPTI to libcupti.so");
  setenv("WARPMARK_CUPTI", "libm.so.6", 1);
  EXPECT_NE(refusal({"default"}).find("libm.so.6 lacks cuptiGetVersion"), std::string::npos);
}

}  // namespace
}  // namespace warpmark::cuda
