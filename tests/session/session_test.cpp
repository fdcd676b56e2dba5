// The C interface of libwarpmark_session.so, on the fake driver. A fill takes 1000 ns of its clock.

#include "include/warpmark/session.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "bench/session/hold_watchdog.hpp"
#include "tests/cuda/fake_driver_fixture.hpp"

namespace {

using warpmark::cuda::fake_driver;

template <class Function>
Function* driver_call(const char* name) {
  static void* library = dlopen(FAKE_CUDA_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  return reinterpret_cast<Function*>(dlsym(library, name));
}

/// A callback that calls a function object.
struct callable_object {
  std::function<int(void* stream)> run;
  std::function<int(void* stream)> prepare = {};

  warpmark_session_work work(const char* name = "fills") {
    return {
        .size = sizeof(warpmark_session_work),
        .enqueue = [](void* self,
                      void* stream) { return static_cast<callable_object*>(self)->run(stream); },
        .prepare =
            prepare
                ? [](void* self,
                     void* stream) { return static_cast<callable_object*>(self)->prepare(stream); }
                : warpmark_session_callback{},
        .user = this,
        .name = name};
  }
};

class session : public fake_driver {
 protected:
  session() { fake.has_capture = true; }

  void SetUp() override {
    ASSERT_EQ(warpmark_session_open(nullptr, &opened_), WARPMARK_SESSION_OK)
        << warpmark_session_message();
    driver_call<int(std::uint64_t*, std::size_t)>("cuMemAlloc_v2")(&memory_, 16);
    options_.size = sizeof options_;
    ASSERT_EQ(warpmark_session_default_options(&options_), WARPMARK_SESSION_OK);
    options_.state = WARPMARK_SESSION_HOT;
    options_.max_samples = 30;
  }

  void TearDown() override {
    driver_call<int(std::uint64_t)>("cuMemFree_v2")(memory_);
    EXPECT_EQ(warpmark_session_close(opened_), WARPMARK_SESSION_OK);
    fake_driver::TearDown();
  }

  int fill(void* stream) const {
    return driver_call<int(std::uint64_t, unsigned, std::size_t, void*)>("cuMemsetD32Async")(
        memory_, 7, 4, stream);
  }
  static int wait(void* stream) { return driver_call<int(void*)>("cuStreamSynchronize")(stream); }

  int measure(std::function<int(void*)> run, std::function<int(void*)> prepare = {}) {
    callable_object object{std::move(run), std::move(prepare)};
    const warpmark_session_work work = object.work();
    return warpmark_session_measure(opened_, &work, &options_, &result_);
  }

  warpmark_session* opened_ = nullptr;
  warpmark_session_options options_{};
  warpmark_session_result result_{.size = sizeof(warpmark_session_result)};
  std::uint64_t memory_ = 0;
};

testing::AssertionResult says(const char* expected) {
  const std::string message = warpmark_session_message();
  if (message.find(expected) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "the message is: " << message;
}

TEST_F(session, measures_what_a_callback_enqueues) {
  const auto run = [&](void* stream) { return fill(stream) != 0 ? 1 : fill(stream); };
  ASSERT_EQ(measure(run), WARPMARK_SESSION_OK) << warpmark_session_message();
  EXPECT_NEAR(result_.median_ns, 2000, 0.1);
  EXPECT_GE(result_.samples, 20u);
  EXPECT_LE(result_.low_ns, result_.median_ns);
  EXPECT_GE(result_.high_ns, result_.median_ns);
  EXPECT_EQ(result_.operations, 2u);
  EXPECT_EQ(result_.held, 1);
  EXPECT_STREQ(result_.why_not_held, "");
  EXPECT_STREQ(result_.stop_reason, "precision");
  EXPECT_EQ(result_.sm_hz_before, 1755e6);
  EXPECT_NE(std::string(result_.line).find("\"key\":\"callables/fills[][]\""), std::string::npos);
  EXPECT_GT(fake.waits, 20u);
}

TEST_F(session, prepares_before_each_execution_and_does_not_time_it) {
  std::size_t prepared = 0, executed = 0;
  const auto run = [&](void* stream) {
    ++executed;
    EXPECT_EQ(prepared, executed);
    return fill(stream);
  };
  // Capturing counts one part, then the other.
  options_.hold = WARPMARK_SESSION_HOLD_NEVER;
  ASSERT_EQ(measure(run, [&](void* stream) { return ++prepared, fill(stream); }),
            WARPMARK_SESSION_OK);
  EXPECT_NEAR(result_.median_ns, 1000, 0.1);
  EXPECT_NE(std::string(result_.warnings).find("not_held"), std::string::npos);
}

TEST_F(session, flushes_before_each_execution_where_cold) {
  options_.state = WARPMARK_SESSION_COLD;
  const int status = measure([&](void* stream) { return fill(stream); });
  if (status == WARPMARK_SESSION_NO_COMPILER) GTEST_SKIP() << warpmark_session_message();
  ASSERT_EQ(status, WARPMARK_SESSION_OK) << warpmark_session_message();
  EXPECT_NEAR(result_.median_ns, 1000, 0.1);
  const auto flushes = std::count_if(
      fake.launches.begin(), fake.launches.end(),
      [](const auto& launch) { return launch.kernel.find("flush_clean") != std::string::npos; });
  EXPECT_GE(static_cast<std::size_t>(flushes), result_.samples);
}

TEST_F(session, tells_that_the_cold_state_needs_a_compiler) {
  ASSERT_EQ(warpmark_session_close(opened_), WARPMARK_SESSION_OK);
  setenv("WARPMARK_NVRTC", "/nowhere/libnvrtc.so", 1);
  ASSERT_EQ(warpmark_session_open(nullptr, &opened_), WARPMARK_SESSION_OK);
  callable_object object{[&](void* stream) { return fill(stream); }};
  const auto work = object.work();
  EXPECT_EQ(warpmark_session_measure(opened_, &work, nullptr, &result_),
            WARPMARK_SESSION_NO_COMPILER);
  EXPECT_TRUE(says("the cold state needs NVRTC for its flush"));
  EXPECT_TRUE(says("/nowhere/libnvrtc.so"));
  unsetenv("WARPMARK_NVRTC");
}

TEST_F(session, takes_as_many_samples_as_are_asked_for) {
  options_.min_samples = 30;
  options_.precision = 0.5;
  options_.max_seconds = 1e-9;
  ASSERT_EQ(measure([&](void* stream) { return fill(stream); }), WARPMARK_SESSION_OK);
  EXPECT_EQ(result_.samples, 30u);
}

TEST_F(session, refuses_work_that_waits) {
  const auto run = [&](void* stream) { return fill(stream) != 0 ? 1 : wait(stream); };
  EXPECT_EQ(measure(run), WARPMARK_SESSION_MISUSE);
  EXPECT_TRUE(says("fills: its work cannot be timed with its stream held: it waits for the card"));
  EXPECT_TRUE(says("CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED"));
  options_.hold = WARPMARK_SESSION_HOLD_AUTO;
  EXPECT_EQ(measure(run), WARPMARK_SESSION_OK);
  EXPECT_EQ(result_.held, 0);
  EXPECT_EQ(fake.waits_on_closed_gate, 0u);
}

TEST_F(session, refuses_a_preparation_that_waits) {
  EXPECT_EQ(measure([&](void* stream) { return fill(stream); },
                    [](void* stream) { return wait(stream); }),
            WARPMARK_SESSION_MISUSE);
  EXPECT_TRUE(says("its preparation cannot be timed"));
}

TEST_F(session, refuses_work_of_the_legacy_default_stream) {
  EXPECT_EQ(measure([&](void*) { return fill(nullptr); }), WARPMARK_SESSION_MISUSE);
  EXPECT_TRUE(says("it uses the legacy default stream instead of the one that it is given"));
}

TEST_F(session, refuses_work_that_enqueues_nothing) {
  EXPECT_EQ(measure([](void*) { return 0; }), WARPMARK_SESSION_MISUSE);
  EXPECT_TRUE(says("enqueued nothing into the stream that it was given"));
}

TEST_F(session, does_not_hold_where_the_driver_cannot_capture) {
  fake.has_capture = false;
  EXPECT_EQ(measure([&](void* stream) { return fill(stream); }), WARPMARK_SESSION_OK);
  EXPECT_STREQ(result_.why_not_held,
               "the driver cannot capture streams, so it is not known whether it waits");
}

TEST_F(session, tells_what_a_callback_returned) {
  EXPECT_EQ(measure([](void*) { return 42; }), WARPMARK_SESSION_CALLBACK);
  EXPECT_STREQ(warpmark_session_message(), "fills: its callback returned 42; expected 0");
  int calls = 0;
  EXPECT_EQ(measure([&](void* stream) { return ++calls > 12 ? 43 : fill(stream); }),
            WARPMARK_SESSION_CALLBACK);
  EXPECT_TRUE(says("43"));
  EXPECT_EQ(measure([&](void* stream) { return fill(stream); }), WARPMARK_SESSION_OK);
}

TEST_F(session, tells_what_a_callback_returned_while_captured) {
  int calls = 0;  // The third is captured.
  EXPECT_EQ(measure([&](void* stream) { return ++calls == 3 ? 42 : fill(stream); }),
            WARPMARK_SESSION_MISUSE);
  EXPECT_TRUE(says("its callback returned 42 while its stream was captured"));
}

TEST_F(session, is_not_used_by_its_own_callbacks) {
  int inner = -1;
  EXPECT_EQ(measure([&](void* stream) {
              void* same = nullptr;
              inner = warpmark_session_stream(opened_, &same);
              return fill(stream);
            }),
            WARPMARK_SESSION_OK);
  EXPECT_EQ(inner, WARPMARK_SESSION_BUSY);
}

TEST_F(session, compares_two_works_in_turn) {
  callable_object one{[&](void* stream) { return fill(stream); }};
  callable_object two{[&](void* stream) { return fill(stream) + fill(stream) + fill(stream); }};
  const auto first = one.work("one"), second = two.work("three");
  warpmark_session_comparison seen{.size = sizeof seen};
  ASSERT_EQ(warpmark_session_compare(opened_, &first, &second, &options_, &seen),
            WARPMARK_SESSION_OK);
  EXPECT_NEAR(seen.ratio, 3, 1e-6);
  EXPECT_LE(seen.low, seen.ratio);
  EXPECT_GE(seen.high, seen.ratio);
  EXPECT_EQ(seen.pairs, 30u);
  EXPECT_EQ(seen.held, 1);
  EXPECT_NEAR(seen.second_median_ns, 3000, 0.1);
}

TEST_F(session, writes_the_first_line_of_a_journal) {
  const char* line = nullptr;
  ASSERT_EQ(warpmark_session_manifest(opened_, &options_, &line), WARPMARK_SESSION_OK);
  EXPECT_NE(std::string(line).find("\"state\":\"hot\""), std::string::npos);
  EXPECT_NE(std::string(line).find("\"name\":\"Fake H200\""), std::string::npos);
}

TEST_F(session, fills_and_downloads_memory) {
  std::vector<std::uint32_t> seen(4);
  ASSERT_EQ(warpmark_session_fill(opened_, memory_, 16, 0x5A), WARPMARK_SESSION_OK);
  ASSERT_EQ(warpmark_session_download(opened_, seen.data(), memory_, 16), WARPMARK_SESSION_OK);
  EXPECT_EQ(seen, std::vector<std::uint32_t>(4, 0x5A5A5A5Au));
  EXPECT_EQ(warpmark_session_fill(opened_, memory_, 15, 0), WARPMARK_SESSION_BAD_ARGUMENT);
  EXPECT_STREQ(warpmark_session_message(), "size_bytes: 15; expected a multiple of 4");
}

TEST_F(session, names_arguments_that_it_does_not_take) {
  const auto run = [&](void* stream) { return fill(stream); };
  options_.size = 8;
  EXPECT_EQ(measure(run), WARPMARK_SESSION_BAD_ARGUMENT);
  EXPECT_TRUE(says("options.size: 8; expected at least"));
  options_.size = sizeof options_;
  options_.state = 5;
  EXPECT_EQ(measure(run), WARPMARK_SESSION_BAD_ARGUMENT);
  EXPECT_STREQ(warpmark_session_message(), "options.state: 5; expected 0 (cold) or 1 (hot)");
  options_.state = WARPMARK_SESSION_HOT;
  result_.size = 0;
  EXPECT_EQ(measure(run), WARPMARK_SESSION_BAD_ARGUMENT);
  EXPECT_TRUE(says("result.size: 0"));
  EXPECT_EQ(warpmark_session_measure(nullptr, nullptr, nullptr, nullptr),
            WARPMARK_SESSION_BAD_ARGUMENT);
  EXPECT_STREQ(warpmark_session_message(), "session: null; expected one that is open");
  result_.size = sizeof result_;
  EXPECT_EQ(warpmark_session_measure(opened_, nullptr, nullptr, &result_),
            WARPMARK_SESSION_BAD_ARGUMENT);
  EXPECT_STREQ(warpmark_session_message(), "work: null; expected a structure");
}

/// As a program that was compiled with a header of later has it.
struct later_options {
  warpmark_session_options known{};
  std::uint64_t unknown = 0;
};

TEST_F(session, takes_a_later_structure_unless_it_sets_what_is_not_known) {
  callable_object object{[&](void* stream) { return fill(stream); }};
  const auto work = object.work();
  later_options later{.known = options_};
  later.known.size = sizeof later;
  EXPECT_EQ(warpmark_session_measure(opened_, &work, &later.known, &result_), WARPMARK_SESSION_OK);
  later.unknown = 1;
  EXPECT_EQ(warpmark_session_measure(opened_, &work, &later.known, &result_),
            WARPMARK_SESSION_BAD_ARGUMENT);
  EXPECT_TRUE(says("which this library does not know"));
}

TEST_F(fake_driver, opens_no_card_where_there_is_none) {
  warpmark_session* opened = nullptr;
  fake.devices = 0;
  EXPECT_EQ(warpmark_session_open(nullptr, &opened), WARPMARK_SESSION_NO_CARD);
  EXPECT_EQ(opened, nullptr);
  EXPECT_EQ(warpmark_session_open(nullptr, nullptr), WARPMARK_SESSION_BAD_ARGUMENT);
  EXPECT_EQ(warpmark_session_close(nullptr), WARPMARK_SESSION_OK);
  EXPECT_EQ(warpmark_session_version(), WARPMARK_SESSION_VERSION);
}

// The call ends only because it is released.
TEST(hold_watchdog, releases_a_call_that_does_not_return) {
  std::atomic<bool> released = false;
  warpmark::session::hold_watchdog watchdog([&] { released = true; }, std::chrono::milliseconds(4));
  watchdog.call_begins();
  while (!released) std::this_thread::yield();
  EXPECT_TRUE(watchdog.call_ends());
}

TEST(hold_watchdog, leaves_calls_that_return_alone) {
  warpmark::session::hold_watchdog watchdog([] { FAIL(); }, std::chrono::hours(1));
  for (int i = 0; i < 3; ++i) {
    watchdog.call_begins();
    EXPECT_FALSE(watchdog.call_ends());
  }
}

}  // namespace
