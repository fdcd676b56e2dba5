#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/backends/card.hpp"

namespace warpmark::cuda {

struct cuda_options {
  int device_ordinal = 0;  ///< As the driver counts, after CUDA_VISIBLE_DEVICES.
};

/// A card through the driver API, on a stream of its own. The driver is opened at run time, so that
/// the program starts without one. Each call must come from the thread that made the backend: the
/// card's context belongs to it.
/// Throws device_error if there is no driver or no such card.
std::unique_ptr<backend> make_cuda_backend(const cuda_options& options);

/// Whether kernels can run on a card here.
struct driver_probe {
  bool available = false;
  std::string reason;  ///< Why not: "no CUDA driver: libcuda.so.1 cannot be opened".
  int devices = 0;
};

/// Never throws for want of a driver or a card; that is what it tells.
driver_probe probe_driver();

/// All cards that the driver shows, in its order; none without a driver.
/// Throws device_error if the driver fails to describe one.
std::vector<card> list_cards();

}  // namespace warpmark::cuda
