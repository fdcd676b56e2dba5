#include "bench/backends/cuda/profiler/range_profiler.hpp"

#include <utility>

#include <fmt/format.h>

#include "base/usage_error.hpp"
#include "bench/backends/cuda/profiler/profiling_session.hpp"

namespace warpmark::cuda {
namespace {

class range_profiler final : public hardware_profiler {
 public:
  range_profiler(device_session& session, std::vector<std::string> metrics,
                 std::function<void()> wait)
      : session_(session),
        api_(cupti::open_cupti()),
        metrics_(std::move(metrics)),
        wait_(std::move(wait)) {
    try {
      const cupti::initialized_profiler initialized(api_);
      chip_ = initialized.chip(session_.device());
      const cupti::metric_schedule schedule(api_, chip_, metrics_);
      // Only this call says whether the user may count.
      const cupti::profiling_session enabled(api_, session_.context());
    } catch (const cupti::error& error) {
      throw usage_error(fmt::format("--profile: {}", error.what()));
    }
  }

  hardware_counters count(const timed_work& work) override {
    hardware_counters seen{.library_version = api_.version};
    try {
      const cupti::initialized_profiler initialized(api_);
      const cupti::metric_schedule schedule(api_, chip_, metrics_);
      cupti::profiling_session enabled(api_, session_.context());
      const auto counters = enabled.count(
          schedule,
          [&] {
            if (work.prepare) work.prepare();
            wait_();
            ++seen.passes;
          },
          [&] {
            work.run();
            wait_();
          });
      seen.values = schedule.values(counters);
    } catch (const cupti::error& error) {
      seen.trouble = error.what();
    }
    return seen;
  }

 private:
  device_session& session_;
  cupti::api api_;
  std::vector<std::string> metrics_;
  std::function<void()> wait_;
  cupti::chip_description chip_;
};

}  // namespace

std::unique_ptr<hardware_profiler> make_range_profiler(device_session& session,
                                                       std::vector<std::string> metrics,
                                                       std::function<void()> wait) {
  return std::make_unique<range_profiler>(session, std::move(metrics), std::move(wait));
}

}  // namespace warpmark::cuda
