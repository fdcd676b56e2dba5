#include "bench/session/conduct.hpp"

#include <optional>

#include <fmt/format.h>

#include "bench/session/session_error.hpp"

namespace warpmark::session {
namespace {

constexpr int capture_of_this_thread = 1;  // CU_STREAM_CAPTURE_MODE_THREAD_LOCAL

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

struct capture_result {
  std::optional<std::size_t> nodes;  // Empty: it failed.
  cuda::result code = cuda::success;
  int returned = 0;  // By the callback.
  bool began = true;
};

bool can_capture(const cuda::driver_api& driver) {
  return driver.stream_begin_capture != nullptr && driver.stream_end_capture != nullptr &&
         driver.graph_get_nodes != nullptr && driver.graph_destroy != nullptr;
}

capture_result capture(const cuda::driver_api& driver, cuda::stream_handle stream,
                       const std::function<int(void*)>& call) {
  capture_result seen;
  if (!can_capture(driver)) return {.began = false};
  seen.code = driver.stream_begin_capture(stream, capture_of_this_thread);
  if (seen.code != cuda::success) return {.code = seen.code, .began = false};
  seen.returned = call(stream);
  cuda::graph_handle graph = nullptr;
  seen.code = driver.stream_end_capture(stream, &graph);
  if (graph == nullptr) return seen;
  std::size_t nodes = 0;
  if (seen.code == cuda::success) seen.code = driver.graph_get_nodes(graph, nullptr, &nodes);
  if (seen.code == cuda::success && seen.returned == 0) seen.nodes = nodes;
  driver.graph_destroy(graph);
  return seen;
}

std::string why_not(const cuda::driver_api& driver, const capture_result& seen) {
  if (!seen.began) return "the driver cannot capture streams, so it is not known whether it waits";
  // What a callback reports is the cause; the end of the capture knows only that there was one.
  const cuda::result code = is_of_capture(seen.returned) ? seen.returned : seen.code;
  if (code == cuda::success)
    return fmt::format("its callback returned {} while its stream was captured", seen.returned);
  return fmt::format("{} [{}{}]", meaning(code), driver.describe(code),
                     seen.returned == 0 ? "" : fmt::format("; it returned {}", seen.returned));
}

}  // namespace

conduct conduct_of(const cuda::driver_api& driver, cuda::stream_handle stream, const callable& work,
                   holding hold) {
  if (hold == holding::never)
    return {.why_not_held = "it was asked for that the stream is never held"};
  conduct seen;
  const auto check = [&](const char* part, const std::function<int(void*)>& call) -> std::size_t {
    if (!seen.why_not_held.empty()) return 0;
    const capture_result captured = capture(driver, stream, call);
    if (captured.nodes) return *captured.nodes;
    seen.why_not_held = why_not(driver, captured);
    if (hold == holding::required && captured.began)
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
