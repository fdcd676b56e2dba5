#pragma once

#include <map>
#include <string>

#include "simt/model/card_file.hpp"
#include "simt/model/launch_work.hpp"
#include "simt/model/modelled_time.hpp"

namespace warpmark::model {

/// The times, in ns, that one launch would take if one resource alone limited it. docs/model.md
/// explains each. `drain` is added to the largest of the others except `latency`, which includes
/// it; `waiting` is added to `latency`, and `contention` to whichever of the two sums is larger.
std::map<std::string, double> launch_terms(const card_file& card, const launch_work& work);

/// The parts of the terms `dram` and `l2`, in ns.
struct memory_time {
  double dram_load = 0, dram_store = 0;
  double l2_load = 0, l2_store = 0;
};
memory_time memory_ns(const card_constants& constants, const launch_work& work);

/// Adds up the launches and fills of one execution.
class time_sum {
 public:
  explicit time_sum(const card_file& card) : card_(card) {}

  void add_launch(launch_work work);
  void add_fill(std::uint64_t size_bytes);

  /// Without savings.
  modelled_time total() const;

 private:
  void add_overhead(double ns);
  void keep(execution_step step);

  const card_file& card_;
  std::size_t launches_ = 0, fills_ = 0;
  bool loaded_ = false;  ///< A launch has loaded from memory that was not touched before.
  double ns_ = 0;
  std::map<std::string, double> terms_ns_, parts_ns_, bound_ns_;
  execution_work work_;
};

}  // namespace warpmark::model
