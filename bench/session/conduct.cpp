#include "bench/session/conduct.hpp"

#include <string_view>

#include <fmt/format.h>

#include "bench/backends/cuda/stream_capture.hpp"
#include "bench/session/session_error.hpp"

namespace warpmark::session {
namespace {

// Codes of CUresult.
constexpr cuda::result capture_unsupported = 900, capture_invalidated = 901, capture_merge = 902,
                       capture_unmatched = 903, capture_unjoined = 904, capture_isolation = 905,
                       capture_implicit = 906, captured_event = 907, capture_wrong_thread = 908;

bool is_of_capture(int code) { return code >= capture_unsupported && code <= capture_wrong_thread; }

std::string_view meaning(cuda::result code) {
  switch (code) {
    case capture_merge:
      return "it joins work of another capture";
    case capture_unmatched:
    case capture_wrong_thread:
      return "it begins or ends a capture of the stream itself, or enqueues from another thread";
    case capture_unjoined:
      return "it gives work to another stream and does not join it: its end is not waited for";
    case capture_isolation:
      return "it waits for an event of work that was enqueued before it";
    case capture_implicit:
      return "it uses the legacy default stream instead of the one that it is given";
    case captured_event:
      return "it asks for, or waits for, an event that it has just recorded";
    default:
      return "it waits for the card (a synchronisation, a result copied to the host), allocates or "
             "frees memory of the card, or uses the legacy default stream";
  }
}

std::string why_not(const cuda::driver_api& driver, const cuda::capture_outcome& captured,
                    int returned) {
  if (!captured.has_begun)
    return "the driver cannot capture streams, so it is not known whether it waits";
  // What a callback reports is the cause; the end of the capture knows only that there was one.
  const cuda::result code = is_of_capture(returned) ? returned : captured.code;
  if (code == cuda::success)
    return fmt::format("its callback returned {} while its stream was captured", returned);
  return fmt::format("{} [{}{}]", meaning(code), driver.describe(code),
                     returned == 0 ? "" : fmt::format("; it returned {}", returned));
}

}  // namespace

conduct conduct_of(const cuda::driver_api& driver, cuda::stream_handle stream, const callable& work,
                   holding hold) {
  if (hold == holding::never)
    return {.why_not_held = "it was asked for that the stream is never held"};
  conduct seen;
  const auto check = [&](const char* part, const std::function<int(void*)>& call) -> std::size_t {
    if (!seen.why_not_held.empty()) return 0;
    int returned = 0;
    const auto captured = cuda::capture_stream(driver, stream, cuda::capture_mode::this_thread,
                                               [&] { returned = call(stream); });
    if (captured.graph && returned == 0) return captured.graph->operations;
    seen.why_not_held = why_not(driver, captured, returned);
    if (hold == holding::required && captured.has_begun)
      throw misuse(fmt::format(
          "{}: {} cannot be timed with its stream held: {}; expected work that only enqueues into "
          "the stream that it is given, or a measurement that never holds it",
          work.name, part, seen.why_not_held));
    return 0;
  };
  seen.run_nodes = check("its work", work.enqueue);
  seen.is_captured = seen.why_not_held.empty();
  if (seen.is_captured && seen.run_nodes == 0)
    throw misuse(fmt::format(
        "{}: it enqueued nothing into the stream that it was given; expected work in that stream, "
        "not in a default stream or one of its own",
        work.name));
  if (work.prepare) seen.prepare_nodes = check("its preparation", work.prepare);
  return seen;
}

}  // namespace warpmark::session
