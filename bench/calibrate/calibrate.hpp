#pragma once

#include <functional>
#include <string>

#include "bench/backends/backend.hpp"
#include "bench/compiler/kernel_compiler.hpp"
#include "simt/model/card_file.hpp"

namespace warpmark::calibrate {

struct calibration_options {
  double effort = 1;  ///< Scales the length of chains and loops; above 0.
  std::function<void(const std::string&)> progress = [](const std::string&) {};
};

/// Measures every constant of the time model on a card, within a minute. Throws device_error if the
/// card fails, has no clock, or a constant is not above zero.
model::card_file calibrate(backend& machine, compiler::kernel_compiler& compile,
                           const calibration_options& options = {});

}  // namespace warpmark::calibrate
