#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/timing/instruction_timing.hpp"
#include "simt/timing/moment.hpp"

namespace warpmark::simt {

/// What a warp has to wait for before each of its loads: a multiprocessor issues a warp's
/// instructions in the order of the machine code, so that a load behind a wait for another load
/// does not begin before that one's data are there (load_schedule).
class load_order {
 public:
  /// The load at this site is issued; returns when that is possible at the earliest.
  moment issue(std::uint32_t site, const instruction_timing& timing);
  /// Data of the load issued last arrive.
  void arrive(const moment& at);

 private:
  /// One execution of a block of machine code.
  struct execution {
    std::uint64_t number = 0;
    std::vector<moment> arrivals;  ///< By wait: of what it waits for.
    std::vector<moment> passed;    ///< By wait: when it and those before it are over.
  };
  struct next_copy {
    std::uint64_t execution = 0;
    std::size_t copy = 0;
  };
  std::unordered_map<std::uint32_t, execution> blocks_;
  std::unordered_map<std::uint32_t, next_copy> sites_;
  execution* last_ = nullptr;  // Of the load issued last,
  std::uint32_t wait_ = 0;     // and the wait for it; 0: none in its block.
};

}  // namespace warpmark::simt
