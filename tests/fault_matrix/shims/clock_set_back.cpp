// Preloaded into a program: each read of the real-time clock returns a quarter of an hour less than
// the last. The monotonic clock is unchanged.

#include <atomic>
#include <ctime>
#include <dlfcn.h>

namespace {

std::time_t set_back_by() {
  static std::atomic<std::time_t> looks{0};
  return 900 * looks++;
}

}  // namespace

extern "C" int clock_gettime(clockid_t clock, timespec* result) noexcept {
  using signature = int (*)(clockid_t, timespec*);
  static const auto original = reinterpret_cast<signature>(dlsym(RTLD_NEXT, "clock_gettime"));
  const int status = original(clock, result);
  if (clock == CLOCK_REALTIME) result->tv_sec -= set_back_by();
  return status;
}
