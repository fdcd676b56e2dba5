#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/backends/card.hpp"

namespace warpmark::cuda {

struct cuda_options {
  int device_ordinal = 0;  ///< The driver's ordinal, after CUDA_VISIBLE_DEVICES.
  /// Whether the stream is ordered with the legacy default stream, where other libraries work.
  bool ordered_with_default_stream = false;
};

/// A GPU through the driver API, with a private stream. The driver is opened at run time, so that
/// the program starts without one. Each call must come from the thread that created the backend,
/// since the context is current there. Throws device_error if there is no driver or no such card.
std::unique_ptr<backend> make_cuda_backend(const cuda_options& options);

/// Whether kernels can run on a GPU of this machine.
struct driver_probe {
  bool available = false;
  std::string reason;  ///< The reason if not: "no CUDA driver: libcuda.so.1 cannot be opened".
  int devices = 0;
};

/// Does not throw if the driver or a card is missing, but reports it.
driver_probe probe_driver();

/// All cards that the driver reports, in its order; empty without a driver.
/// Throws device_error if the driver fails to describe one.
std::vector<card> list_cards();

}  // namespace warpmark::cuda
