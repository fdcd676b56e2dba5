// The C interface of include/warpmark/session.h.

#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "bench/compiler/compiled_kernel.hpp"
#include "bench/journal/lines.hpp"
#include "bench/session/abi_struct.hpp"
#include "bench/session/callable_session.hpp"
#include "bench/statistics/quantile.hpp"
#include "include/warpmark/session.h"

using namespace warpmark;
using namespace warpmark::session;

/// A session with what its callers have pointers to.
struct warpmark_session {
  explicit warpmark_session(int device) : card(device) {}

  callable_session card;
  std::mutex in_use;
  std::vector<double> first_ns, second_ns;
  std::string line, warnings, why_not_held;
};

namespace {

thread_local std::string message_of_thread;

int fail(int status, const char* text) {
  try {
    message_of_thread = text;
  } catch (...) {
    message_of_thread.clear();
  }
  return status;
}

// Called in a catch block.
int status_of_current_exception() {
  try {
    throw;
  } catch (const bad_argument& error) {
    return fail(WARPMARK_SESSION_BAD_ARGUMENT, error.what());
  } catch (const misuse& error) {
    return fail(WARPMARK_SESSION_MISUSE, error.what());
  } catch (const callback_failure& error) {
    return fail(WARPMARK_SESSION_CALLBACK, error.what());
  } catch (const compiler::compiler_unavailable& error) {
    const std::string text = fmt::format(
        "the cold state needs NVRTC for its flush: {}; expected NVRTC (pip install "
        "warpmark[cuda13]), or the hot state",
        error.what());
    return fail(WARPMARK_SESSION_NO_COMPILER, text.c_str());
  } catch (const cuda::driver_unavailable& error) {
    return fail(WARPMARK_SESSION_NO_CARD, error.what());
  } catch (const device_error& error) {
    return fail(WARPMARK_SESSION_DEVICE_ERROR, error.what());
  } catch (const std::exception& error) {
    return fail(WARPMARK_SESSION_INTERNAL, error.what());
  } catch (...) {
    return fail(WARPMARK_SESSION_INTERNAL, "an unknown fault of the library");
  }
}

template <class Call>
int guarded(Call&& call) {
  message_of_thread.clear();
  try {
    call();
    return WARPMARK_SESSION_OK;
  } catch (...) {
    return status_of_current_exception();
  }
}

// The session's context is current during the call.
template <class Call>
int with(warpmark_session* session, Call&& call) {
  message_of_thread.clear();
  if (session == nullptr)
    return fail(WARPMARK_SESSION_BAD_ARGUMENT, "session: null; expected one that is open");
  const std::unique_lock lock(session->in_use, std::try_to_lock);
  if (!lock.owns_lock())
    return fail(WARPMARK_SESSION_BUSY,
                "the session is in use by another thread, or by the measurement that called this "
                "callback; expected one use at a time");
  return guarded([&] {
    const cuda::context_handle before = session->card.enter();
    try {
      call();
    } catch (...) {
      session->card.leave(before);
      throw;
    }
    session->card.leave(before);
  });
}

template <class T>
void require(const T* pointer, const char* name) {
  if (pointer == nullptr) throw bad_argument(fmt::format("{}: null; expected an address", name));
}

template <class T>
void require(bool is_right, const char* name, const T& value, const char* expected) {
  if (!is_right) throw bad_argument(fmt::format("{}: {}; expected {}", name, value, expected));
}

constexpr warpmark_session_options defaults{.size = sizeof(warpmark_session_options),
                                            .state = WARPMARK_SESSION_COLD,
                                            .hold = WARPMARK_SESSION_HOLD_REQUIRED,
                                            .precision = 0.01,
                                            .max_seconds = 1,
                                            .min_samples = 0,
                                            .max_samples = 1000,
                                            .seed = 1};

callable_options options_of(const warpmark_session_options* given) {
  const warpmark_session_options asked = given == nullptr ? defaults : taken(given, "options");
  require(asked.state == WARPMARK_SESSION_COLD || asked.state == WARPMARK_SESSION_HOT,
          "options.state", asked.state, "0 (cold) or 1 (hot)");
  require(asked.hold >= WARPMARK_SESSION_HOLD_REQUIRED && asked.hold <= WARPMARK_SESSION_HOLD_NEVER,
          "options.hold", asked.hold, "0 (required), 1 (automatic) or 2 (never)");
  require(asked.precision > 0, "options.precision", asked.precision, "more than 0");
  require(asked.max_seconds > 0, "options.max_seconds", asked.max_seconds, "more than 0");
  require(asked.max_samples >= 1, "options.max_samples", asked.max_samples, "at least 1");
  require(asked.min_samples <= asked.max_samples, "options.min_samples", asked.min_samples,
          "at most max_samples");
  callable_options options;
  options.measuring.state =
      asked.state == WARPMARK_SESSION_COLD ? cache_state::cold : cache_state::hot;
  options.measuring.precision = asked.precision;
  options.measuring.max_seconds = asked.max_seconds;
  options.measuring.min_samples = asked.min_samples;
  options.measuring.max_samples = asked.max_samples;
  options.hold = static_cast<holding>(asked.hold);
  options.seed = asked.seed;
  return options;
}

callable callable_of(const warpmark_session_work* given, const char* argument) {
  const warpmark_session_work work = taken(given, argument);
  if (work.enqueue == nullptr)
    throw bad_argument(fmt::format("{}.enqueue: null; expected a function", argument));
  callable made;
  if (work.family != nullptr) made.family = work.family;
  if (work.name != nullptr) made.name = work.name;
  made.enqueue = [=](void* stream) { return work.enqueue(work.user, stream); };
  if (work.prepare != nullptr)
    made.prepare = [=](void* stream) { return work.prepare(work.user, stream); };
  return made;
}

std::string joined_names(const std::vector<warning>& warnings) {
  std::string names;
  for (const warning each : warnings) {
    if (!names.empty()) names += ',';
    names += name(each);
  }
  return names;
}

double clock_of(const std::optional<machine_state>& state) {
  return state ? static_cast<double>(state->sm_clock_hz.value_or(0)) : 0;
}

}  // namespace

int warpmark_session_version(void) { return WARPMARK_SESSION_VERSION; }

const char* warpmark_session_message(void) { return message_of_thread.c_str(); }

int warpmark_session_open(const warpmark_session_config* config, warpmark_session** session) {
  return guarded([&] {
    require(session, "session");
    *session = nullptr;
    const int device = config == nullptr ? 0 : taken(config, "config").device;
    require(device >= 0, "config.device", device, "0 or more");
    try {
      *session = new warpmark_session(device);
    } catch (const device_error& error) {
      throw cuda::driver_unavailable(error.what());  // Whatever it is, there is no card to use.
    }
  });
}

int warpmark_session_close(warpmark_session* session) {
  if (session == nullptr) return guarded([] {});
  const int status = with(session, [] {});
  if (status == WARPMARK_SESSION_OK) delete session;
  return status;
}

int warpmark_session_stream(warpmark_session* session, void** stream) {
  return with(session, [&] {
    require(stream, "stream");
    *stream = session->card.stream();
  });
}

int warpmark_session_default_options(warpmark_session_options* options) {
  return guarded([&] { give(options, defaults, "options"); });
}

int warpmark_session_measure(warpmark_session* session, const warpmark_session_work* work,
                             const warpmark_session_options* options,
                             warpmark_session_result* result) {
  return with(session, [&] {
    require_size(result, "result");
    const callable_options how = options_of(options);
    measured_callable measured = session->card.measure(callable_of(work, "work"), how);
    const warpmark::measurement& seen = measured.measurement;
    session->line = journal::measurement_line(seen).dump();
    session->warnings = joined_names(seen.warnings);
    session->first_ns = seen.seen.samples_ns;
    session->why_not_held = measured.how.why_not_held;
    give(result,
         warpmark_session_result{.samples_ns = session->first_ns.data(),
                                 .samples = session->first_ns.size(),
                                 .median_ns = seen.times_ns->median,
                                 .low_ns = seen.times_ns->ci_lo,
                                 .high_ns = seen.times_ns->ci_hi,
                                 .dropped = seen.seen.dropped,
                                 .operations = measured.how.run_nodes,
                                 .held = session->why_not_held.empty(),
                                 .why_not_held = session->why_not_held.c_str(),
                                 .stop_reason = name(*seen.seen.stop_reason).data(),
                                 .warnings = session->warnings.c_str(),
                                 .sm_hz_before = clock_of(seen.seen.before),
                                 .sm_hz_during = clock_of(seen.seen.during),
                                 .sm_hz_after = clock_of(seen.seen.after),
                                 .line = session->line.c_str()},
         "result");
  });
}

int warpmark_session_compare(warpmark_session* session, const warpmark_session_work* first,
                             const warpmark_session_work* second,
                             const warpmark_session_options* options,
                             warpmark_session_comparison* comparison) {
  return with(session, [&] {
    require_size(comparison, "comparison");
    const callable_options how = options_of(options);
    compared_callables compared =
        session->card.compare(callable_of(first, "first"), callable_of(second, "second"), how);
    session->first_ns = std::move(compared.seen.first.samples_ns);
    session->second_ns = std::move(compared.seen.second.samples_ns);
    session->why_not_held = compared.why_not_held;
    give(comparison,
         warpmark_session_comparison{.first_ns = session->first_ns.data(),
                                     .second_ns = session->second_ns.data(),
                                     .pairs = session->first_ns.size(),
                                     .ratio = compared.ratio.value,
                                     .low = compared.ratio.range.lo,
                                     .high = compared.ratio.range.hi,
                                     .first_median_ns = statistics::median(session->first_ns),
                                     .second_median_ns = statistics::median(session->second_ns),
                                     .dropped = compared.seen.dropped,
                                     .held = session->why_not_held.empty(),
                                     .why_not_held = session->why_not_held.c_str()},
         "comparison");
  });
}

int warpmark_session_measure_ceilings(warpmark_session* session) {
  return with(session, [&] { session->card.measure_ceilings(); });
}

int warpmark_session_manifest(warpmark_session* session, const warpmark_session_options* options,
                              const char** line) {
  return with(session, [&] {
    require(line, "line");
    session->line = journal::manifest_line(session->card.manifest(options_of(options))).dump();
    *line = session->line.c_str();
  });
}

int warpmark_session_fill(warpmark_session* session, uint64_t address, size_t size_bytes,
                          uint8_t value) {
  return with(session, [&] {
    constexpr std::size_t word = sizeof(std::uint32_t);
    require(address % word == 0, "address", address, "a multiple of 4");
    require(size_bytes % word == 0, "size_bytes", size_bytes, "a multiple of 4");
    backend& machine = session->card.machine();
    machine.fill(address, scalar_argument::of(std::uint32_t{value} * 0x01010101u),
                 size_bytes / word);
    machine.synchronize();
  });
}

int warpmark_session_download(warpmark_session* session, void* to, uint64_t address,
                              size_t size_bytes) {
  return with(session, [&] {
    require(size_bytes == 0 || to != nullptr, "to", "null", "an address");
    session->card.machine().download({static_cast<std::byte*>(to), size_bytes}, address);
  });
}
