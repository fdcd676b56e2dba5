#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "tests/cuda/fake_cuda.hpp"

// Marks what a real driver exports.
#define FAKE_EXPORT extern "C" __attribute__((visibility("default")))

namespace warpmark::fake_cuda {

using stream_operation = std::function<int()>;  ///< Returns the error that it leaves, or 0.

/// Counts the call. What it shall return instead of working, or 0.
int entered(const char* call);

/// Puts an operation at the end of the one queue and runs what is not held back.
void enqueue(stream_operation operation);

/// Runs all that is not held back. The first error of any operation, which stays (as real ones do).
int drain();

/// Holds the queue until *flag has reached the value.
void enqueue_wait(const std::uint32_t* flag, std::uint32_t value);

double& clock_ns();

/// Forgets queue, clock and errors.
void reset_queue();

}  // namespace warpmark::fake_cuda
