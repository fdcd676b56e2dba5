#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/memory/access.hpp"

namespace warpmark::simt {

struct instruction;
struct lane_context;

/// The bulk copies that write to, or read from, one block's shared memory, from the instruction
/// that begins one until every warp knows that it has ended. Other accesses to their bytes are
/// races.
///
/// A warp knows the end of a copy if it has waited for its mbarrier (of a store, its group), or has
/// since synchronised with others in any way. Which threads it synchronised with is looked at for
/// block barriers only, so a missing wait may be missed; a reported one is missing.
class copy_flights {
 public:
  explicit copy_flights(std::size_t warps) : all_warps_(warps >= 32 ? ~0u : (1u << warps) - 1) {}

  void start() { flights_.clear(); }

  struct flight {
    std::uint64_t id = 0;  ///< Not 0; the same for all parts of a copy.
    std::uint64_t address = 0, bytes = 0;
    bool writes = true;  ///< Shared memory is the destination, else the source.
    const std::byte* barrier = nullptr;
    std::uint32_t site = 0, warp = 0, lane = 0;
    bool landed = false;
    std::uint32_t informed = 0;  ///< Warps that know, once it has landed.
  };
  /// A copy begins. Reports shared_race with a copy that is not known to have ended.
  void begin(lane_context& context, const instruction& in, flight added);
  /// The copy has ended: its bytes are there, or have been read.
  void land(std::uint64_t id);

  /// The warp has waited for the mbarrier; it has synchronised in a way that may cover all copies.
  void inform(std::uint32_t warp, const std::byte* barrier);
  void inform(std::uint32_t warp) { meet(all_warps_, 1u << warp, true); }
  void inform_all() { meet(all_warps_, all_warps_, true); }
  /// Warps leave a block barrier, to which all that arrived bring what they know.
  void meet(std::uint32_t arrived, std::uint32_t leaving) { meet(arrived, leaving, false); }

  /// Threads access this block's shared memory. Reports shared_race.
  void access(lane_context& context, const instruction& in, const simt::access& access);

 private:
  void meet(std::uint32_t arrived, std::uint32_t leaving, bool always);
  static bool knows(const flight& at, std::uint32_t warp);
  void report(lane_context& context, const instruction& in, std::uint32_t lanes,
              const std::string& what, const flight& other);

  std::uint32_t all_warps_;
  std::vector<flight> flights_;
};

/// A copy begins at a shared::cluster address, of a block that follows copies or not: begin() with
/// address, site, warp and lane added.
void follow_copy(lane_context& context, const instruction& in, unsigned lane, std::uint64_t address,
                 copy_flights::flight added);

/// Tells the blocks of the cluster which copies have ended since the last call.
void land_copies(lane_context& context);

}  // namespace warpmark::simt
