#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/finding_log.hpp"
#include "simt/memory/access_history.hpp"
#include "simt/memory/memory_access.hpp"

namespace warpmark::simt {

/// Finds conflicting accesses of one block that are unordered by happens-before (Flanagan and
/// Freund 2009, with one recorded read per cell). docs/counters.md has the rules.
class race_watch {
 public:
  /// Checks shared memory if `shared`, global memory if there is a history. The blocks of a cluster
  /// have consecutive indices. `relaxes_reads`: what a warp has read may
  /// be overwritten by others once it has made a strong write, as that may depend on the read and
  /// be waited for by relaxed reads, which PTX does not count as order.
  race_watch(std::size_t warps, std::uint64_t shared_bytes, bool shared, access_history* history,
             std::uint64_t cluster_blocks, bool relaxes_reads);

  void start(std::uint64_t block);

  /// An access is made. For a store, contested() has the lanes that overwrite what a concurrent
  /// plain store wrote: a race only if they change it, which confirm() says. `whole`: the
  /// allocation that has all of the bytes, if known.
  void access(lane_context& context, const instruction& in, const simt::access& access,
              const access_pattern& pattern, const allocation* whole);
  std::uint32_t contested() const { return contested_; }
  void forget_contested() { contested_ = 0; }
  void confirm(lane_context& context, const instruction& in, const simt::access& access,
               unsigned lane);

  /// A store to shared memory of an earlier access takes effect now. Reports nothing.
  void renew_write(lane_context& context, const instruction& in, const simt::access& access);

  /// The warp's next strong write may release its current vector clock.
  void fence(std::uint32_t warp);
  /// For a barrier over several blocks: returns the warp's clocks; merges those of others.
  /// `relaxed`: without what the warp did since its last fence.
  published_clocks publish(std::uint32_t warp, bool relaxed = false);
  void publish_into(std::uint32_t warp, bool relaxed, published_clocks& all) {
    grid().join_into(all, publish(warp, relaxed));
  }
  void learn(std::uint32_t warp, const published_clocks& others);
  /// What another warp of the block has done so far happened before what this one does next.
  void follow(std::uint32_t warp, std::uint32_t other);
  /// A lane accesses shared memory of another block of the cluster, whose watch is given. Follows
  /// what strong accesses release and acquire; the memory itself is not watched.
  void access_peer(std::uint32_t warp, const instruction& in, access_kind kind, race_watch& holder,
                   std::uint64_t offset);
  /// The lanes of the warp synchronise.
  void meet(const lane_context& context, std::uint32_t lanes);
  /// The warp arrives at a barrier; leaves it with the joined clocks of all that arrived; all have
  /// left it.
  void arrive(std::uint32_t barrier, std::uint32_t warp);
  void leave(std::uint32_t barrier, std::uint32_t warp, std::uint32_t lanes, std::uint32_t live);
  void reset(std::uint32_t barrier) { barriers_[barrier] = {}; }

 private:
  /// Cells with these times are of accesses that happened before all that the warp's lanes do now.
  struct settled_times {
    std::uint32_t first = 0, count = 0;
    /// Whether the cell's access did, or there is none.
    bool hold_or_none(const race_cell& cell) const {
      return (cell.time - first < count) | (cell.time == 0);
    }
  };
  struct warp_state {
    grid_vector_clock known;   // Clocks of other blocks.
    grid_vector_clock fenced;  // Clocks including this block's, at the last fence.
    std::uint32_t interval = 0;
    std::uint32_t interval_clock = 0;  // The clock for which `interval` was made,
    std::uint32_t shared_clock = 0;    // and for which settled_shared holds.
    std::uint32_t posted = 0;          // The clock at the last strong write.
    settled_times settled_shared, settled_global;
    // Clocks that `known` covers, by their address. A warp that waits reads the same ones many
    // times.
    std::vector<grid_vector_clock> learned;
  };
  struct gathered {
    clock_row clocks{};
    grid_vector_clock known, fenced;
  };
  struct conflict {
    race_cell other;
    std::uint32_t lanes = 0;
  };

  /// How an earlier access relates to the current one of a warp.
  enum class standing : std::uint8_t {
    before,    ///< It happened before, for every lane; or there is none.
    beside,    ///< Of the same warp, between the same two synchronisations.
    apart,     ///< Of another warp, and unordered.
    by_lanes,  ///< Of the same warp: it happened before for some lanes.
  };

  void access_strongly(lane_context& context, const instruction& in, const simt::access& access,
                       const access_pattern& pattern, const allocation* whole);
  void compare(lane_context& context, const instruction& in, const simt::access& access,
               const access_pattern& pattern, const allocation* whole);
  race_cell shared_cell(const lane_context& context, const instruction& in, bool strong);
  race_cell global_cell(const lane_context& context, const instruction& in, bool strong);
  void compare_lanes(lane_context& context, const instruction& in, const simt::access& access,
                     race_cell mine);
  // These record an access that is no race whatever its lanes do, and return true; otherwise, the
  // lanes are to be recorded one by one.
  template <bool shared>
  bool record(shadow_state& shadow, std::uint64_t first, race_cell mine, const simt::access& access,
              const access_pattern& pattern);
  template <bool shared>
  bool record_lines(shadow_state& shadow, std::uint64_t first, race_cell mine,
                    const simt::access& access);
  template <bool shared>
  bool record_line(race_chunk& chunk, std::uint64_t offset, const race_run& mine, access_kind kind);
  template <bool shared>
  bool record_run(race_chunk& chunk, std::uint64_t offset, race_cell mine,
                  const simt::access& access, const access_pattern& pattern);
  template <bool shared, access_kind kind>
  bool record_groups(shadow_state& shadow, std::uint64_t first, race_cell mine, unsigned size,
                     const access_pattern& pattern);
  template <bool shared, access_kind kind>
  bool record_cell(race_cells& cells, race_cell mine, const address_group& group);
  template <bool shared>
  bool record_read(race_cell& read, race_cell mine, const address_group& group);
  template <bool shared>
  standing standing_of(race_cell other, race_cell mine) const;
  template <bool shared>
  bool is_undisputed(race_cell other, race_cell mine, std::uint32_t lanes) const;
  settled_times settle_shared(std::uint32_t warp) const;
  settled_times settle_global(std::uint32_t warp) const;
  template <bool shared>
  void touch(shadow_state& shadow, race_cell mine, access_kind kind, std::uint64_t offset,
             unsigned size, unsigned lane);
  template <bool shared>
  void visit(race_cells& cells, race_cell mine, access_kind kind);
  template <bool shared>
  bool ordered(race_cell other, race_cell mine) const;
  template <bool shared>
  bool races(race_cell other, race_cell mine) const;
  void note(race_cell other, unsigned lane);
  finding_kind kind_of(const lane_context& context, const conflicting_access& other,
                       state_space space) const;
  conflicting_access place_of(const conflict& found, state_space space) const;
  void report(lane_context& context, const instruction& in, const simt::access& access,
              const conflict& found);
  template <bool shared>
  bool is_posted(race_cell read) const;
  template <bool shared>
  bool was_observed(const race_cells& cells, race_cell mine) const;
  grid_vector_clock current(std::uint32_t warp);
  void learn_clock(std::uint32_t warp, const grid_vector_clock& others);
  void acquire(std::uint32_t warp, bool shared, std::uint64_t address);
  void release(std::uint32_t warp, bool shared, std::uint64_t address);

  /// What strong writes released, by address.
  std::unordered_map<std::uint64_t, grid_vector_clock>& released_at(bool shared) {
    return shared || !history_ ? released_ : history_->released();
  }
  const grid_clocks& grid() const { return history_ ? history_->grid() : own_grid_; }
  // Without a history there are only the blocks of the cluster.
  std::uint64_t own_index() const { return history_ ? block_ : block_ % cluster_blocks_; }

  race_clocks clocks_;
  shadow_state shared_;
  bool watches_shared_;
  access_history* history_;
  std::uint64_t cluster_blocks_;
  bool relaxes_reads_;
  grid_clocks own_grid_;
  std::uint64_t block_ = 0;
  std::uint32_t first_interval_ = 0;  // Of the block.
  settled_times settled_;             // For the current access.
  std::vector<warp_state> warps_;
  std::array<gathered, 16> barriers_;
  std::unordered_map<std::uint64_t, grid_vector_clock> released_;  // By addresses of shared memory.
  std::vector<conflict> conflicts_;                                // Of the current access.
  std::array<race_cell, 32> contesting_;
  std::uint32_t contested_ = 0;
};

}  // namespace warpmark::simt
