#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/execution/lane_context.hpp"
#include "simt/instructions/instruction.hpp"
#include "simt/memory/access.hpp"
#include "simt/timing/block_timeline.hpp"
#include "simt/timing/poll_history.hpp"

namespace warpmark::simt {

/// What the blocks of a launch tell each other through global memory, in the order in which the
/// interpreter executed it: strong loads, strong stores and atomics, with the write whose value
/// each load finally saw. A failed poll leaves no event.
///
/// Every write of a word makes a version of it. Version 0 is the value before the launch.
class communication_log {
 public:
  enum class event_kind : std::uint8_t { read, write, update, join };
  struct event {
    std::uint64_t block = 0;
    std::uint32_t site = 0;  ///< Of a join: the register slot of the barrier's number.
    std::uint16_t warp = 0;
    event_kind kind = event_kind::read;
    /// How far the warp was: instructions on the longest way to here through its block's barriers,
    /// without failed polls.
    std::uint64_t progress = 0;
    std::size_t first_word = 0, words = 0;
    std::uint32_t node = 0;  ///< In the block's graph, if the block is followed.
    /// How many versions there were at the last poll, and at the one before it, which failed; 0: it
    /// did not poll. Of a join, `versions`: how often its barrier had opened before.
    std::size_t versions = 0, failed_versions = 0;
  };
  struct version {
    std::uint32_t event = 0;   ///< Its write.
    std::uint32_t before = 0;  ///< The word's version before it.
    bool is_update = false;    ///< By an atomic, which keeps the order of those before it.
  };
  /// Words of an access: one of a write, or several neighbours in one line of a read.
  struct seen_word {
    std::uint32_t version = 0;  ///< The version that the read saw, or that the update made.
    std::uint32_t failed = 0;   ///< The version that the last failed poll saw, or the block made.
    std::uint64_t word = 0;
    /// How many words. One store wrote them: their versions are successive numbers, or all are 0.
    /// So are their failed ones.
    std::uint32_t alike = 1;
  };
  /// A warp that arrived at a barrier, in place of a join's words.
  struct arrival {
    std::uint32_t warp = 0;
    bool waits = false;          ///< Else it went on at once.
    std::uint64_t progress = 0;  ///< As it arrived.
  };

  /// The instruction of a warp, and how many it had issued before.
  struct place {
    std::uint64_t block = 0;
    std::uint32_t warp = 0, site = 0;
    std::uint64_t issued = 0;
    std::uint32_t node = 0;  ///< Of its access, if the block is followed.
  };
  void load(const place& at, const access& access);
  void store(const place& at, const access& access);
  /// `changed`: the atomic changed memory; else it is a load.
  void update(const place& at, const access& access, bool changed);
  /// A warp asked whether the phase of an mbarrier is complete.
  void test(const place& at, bool passed);
  /// A warp arrives at a barrier of its block; the barrier opens; the warp ends.
  void arrive(const place& at, std::uint32_t barrier, bool waits);
  void open(std::uint64_t block, std::uint32_t barrier, std::uint32_t slot);
  void end(std::uint64_t block, std::uint32_t warp, std::uint64_t issued);

  /// What failed polls took. The interpreter lets warps poll more often, or less, than a device.
  std::uint64_t polling_instructions() const { return polling_instructions_; }
  std::uint64_t polling_sectors() const { return polling_sectors_; }

  /// To be called after the launch: finds the versions that the last polls saw.
  void resolve_polls();

  /// Whether blocks take work as they come, by atomics of which one block executes a large
  /// part: the interpreter lets the first block take most of the work, but on a device all take
  /// alike.
  bool hands_out_work(std::uint64_t blocks) const;

  const std::vector<event>& events() const { return events_; }
  const std::vector<version>& versions() const { return versions_; }
  const seen_word* words_of(const event& at) const { return words_.data() + at.first_word; }
  const arrival* arrivals_of(const event& at) const { return arrivals_.data() + at.first_word; }
  /// How far each warp of a block was at its end; nullptr if it has told nothing.
  const std::vector<std::uint64_t>* ends_of(std::uint64_t block) const;

  /// Too much was communicated to be kept: a few hundred MB of the host's memory.
  bool is_full() const { return is_full_; }

 private:
  static constexpr std::size_t max_entries = 1 << 22;
  static constexpr unsigned granule = 4;  ///< Bytes of a word.
  static constexpr unsigned line_words = 32;

  struct poll {
    std::size_t event = 0;
    std::uint64_t issued = 0;
  };
  /// The loads of a warp, and until which instruction what its polls took is counted: a loop that
  /// polls several words is one poll.
  struct history : poll_history<poll> {
    std::uint64_t counted = 0;
  };

  /// What is known of the progress of a block's warps.
  struct block_progress {
    struct warp {
      /// Instructions that the warp has not issued itself but waited for, less failed polls.
      std::int64_t ahead = 0;
      bool has_event = false;    ///< Since its last join.
      bool has_written = false;  ///< Since its last barrier.
    };
    struct barrier {
      std::uint32_t number = 0;
      std::size_t opened = 0;
      std::vector<arrival> arrivals;
    };
    std::vector<warp> warps;
    std::vector<barrier> barriers;
    std::vector<std::uint64_t> ends;  // By warp.
  };
  block_progress::warp& progress_of(std::uint64_t block, std::uint32_t warp);
  std::uint64_t note_progress(const place& at);

  static std::uint64_t warp_key(const place& at) { return at.block << 8 | (at.warp & 255); }
  void write(const place& at, const access& access, event_kind kind);
  bool make_room(const access& access);
  bool make_room(std::size_t words);
  void add_seen(std::size_t first, const seen_word& seen);
  std::uint32_t own_version(std::uint64_t block, std::uint32_t newest) const;
  std::uint32_t add_version(std::uint64_t word, bool is_update);

  std::vector<event> events_;
  std::vector<version> versions_{1};
  std::vector<seen_word> words_;
  std::vector<arrival> arrivals_;
  std::unordered_map<std::uint64_t, block_progress> progress_;  // By block.
  std::unordered_map<std::uint64_t, std::uint32_t> newest_;     // Version, by word.
  std::unordered_map<std::uint64_t, history> histories_;        // By block and warp.
  std::unordered_map<std::uint64_t, std::uint64_t> tested_;     // By both: issued at a failed test.
  std::uint64_t polling_instructions_ = 0, polling_sectors_ = 0;
  bool is_full_ = false;
};

/// Where a warp is.
inline communication_log::place place_in_log(const lane_context& context, const instruction& in) {
  return {context.block, context.warp, in.site, context.steps + context.earlier_steps,
          context.timeline ? context.timeline->accessed_node() : 0};
}

}  // namespace warpmark::simt
