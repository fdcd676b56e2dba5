#pragma once

#include <string>
#include <string_view>

#include "bench/calibrate/kernel_timer.hpp"
#include "simt/model/card_file.hpp"

namespace warpmark::calibrate {

/// The results of the experiments.
class record {
 public:
  record(model::card_file& card, double effort) : card_(card), effort_(effort) {}

  /// Sets the constant `key`, with its source. Throws device_error if it is not a number above
  /// zero; a cost that may be zero is set to zero instead.
  void set(std::string_view key, double value, const std::string& source);
  double get(std::string_view key) const;
  /// What the constant would be in a file that does not have it.
  double derived(std::string_view key) const;

  /// A number of steps, scaled by the effort and rounded to a multiple of 16.
  int steps(int usual) const;

 private:
  model::card_file& card_;
  double effort_;
};

// Each experiment measures some of the constants.
void measure_launching(kernel_timer& lab, record& into);
void measure_bandwidth(kernel_timer& lab, record& into);
void measure_atomics(kernel_timer& lab, record& into);
void measure_arithmetic(kernel_timer& lab, record& into);
void measure_control_flow(kernel_timer& lab, record& into);  ///< After the arithmetic.
void measure_on_chip_memory(kernel_timer& lab, record& into);
void measure_memory_latency(kernel_timer& lab, record& into);  ///< After on-chip memory.
void measure_clusters(kernel_timer& lab, record& into);

}  // namespace warpmark::calibrate
