#pragma once

#include "bench/backends/card.hpp"
#include "bench/backends/cuda/driver_api.hpp"

namespace warpmark::cuda {

/// Throws device_error if no card has this number.
device_id find_device(const driver_api& driver, int ordinal);

/// Describes a card without a context. Throws device_error if the driver fails.
card read_card(const driver_api& driver, device_id device);

}  // namespace warpmark::cuda
