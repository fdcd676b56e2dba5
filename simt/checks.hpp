#pragma once

namespace warpmark::simt {

/// Optional checks, which cost time and memory. Bounds and alignment are always checked.
struct checks {
  bool uninitialised_reads = true;
  bool shared_races = true;
  bool global_races = true;  ///< Runs all blocks on one host thread.

  bool any() const { return uninitialised_reads || shared_races || global_races; }
  static constexpr checks none() { return {false, false, false}; }
};

}  // namespace warpmark::simt
