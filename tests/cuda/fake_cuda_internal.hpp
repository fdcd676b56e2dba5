#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/cuda/fake_cuda.hpp"

// Marks what a real driver exports.
#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

namespace warpmark::fake_cuda {

inline constexpr int invalid_value = 1;
inline constexpr int invalid_handle = 400;
inline constexpr int not_ready = 600;
inline constexpr int illegal_address = 700;

struct memory_use {
  std::uint64_t address = 0;
  std::size_t bytes = 0;
};

struct stream_operation {
  std::string what;          ///< For the trace.
  std::function<int()> run;  ///< Returns the error that it leaves, or 0.
  std::vector<memory_use> uses = {};
  bool uses_any = false;  ///< A kernel: what its arguments point to is not known.
};

/// Counts the call. What it shall return instead of working, or 0: an earlier fault stays.
int entered(const char* call);

/// The same for a call that names a stream; all work belongs in the one that was created, unless
/// control::has_other_streams.
int entered_stream(const char* call, const void* stream);

/// What a call returns that is not permitted while the stream is captured, which it spoils; 0
/// outside of captures.
int refuse_in_capture(int code);

/// The same for memory that is allocated or freed.
int refuse_allocation_in_capture();

/// Puts an operation at the end of the one queue. It runs when the host waits for it, as late as on
/// a card that is busy.
void enqueue(stream_operation operation);

/// Runs all that is not held back. The first error of any operation, which stays (as real ones do).
int drain();

/// Holds the queue until *flag has reached the value.
void enqueue_wait(const std::uint32_t* flag, std::uint32_t value);

/// Whether an operation that has not run uses the memory, or may.
bool queue_may_use(const memory_use& memory);

/// The error that every call returns since an operation failed, or 0.
int sticky_error();

/// Writes what was uploaded to where it belongs.
void land_uploads();

double& clock_ns();

/// Forgets queue, clock and errors.
void reset_queue();

void reset_memory();

void reset_profiler();

}  // namespace warpmark::fake_cuda
