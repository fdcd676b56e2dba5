#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/memory/access.hpp"
#include "simt/timing/poll_history.hpp"

namespace warpmark::simt {

/// What the blocks of a launch tell each other through global memory, in the order in which the
/// interpreter executed it: strong loads, strong stores and atomics, with the write whose value
/// each load finally saw. A failed poll leaves no event.
///
/// Every write of a word makes a version of it. Version 0 is the value before the launch.
class communication_log {
 public:
  enum class event_kind : std::uint8_t { read, write, update };
  struct event {
    std::uint64_t block = 0;
    std::uint32_t site = 0;
    std::uint16_t warp = 0;
    event_kind kind = event_kind::read;
    std::size_t first_word = 0, words = 0;  ///< Of reads().
  };
  struct version {
    std::uint32_t event = 0;   ///< Its write.
    std::uint32_t before = 0;  ///< The word's version before it.
    bool is_update = false;    ///< By an atomic, which keeps the order of those before it.
  };
  /// A word of a read or update.
  struct seen_word {
    std::uint32_t version = 0;  ///< The version that the read saw, or that the update made.
    std::uint32_t failed = 0;   ///< The version that the last failed poll saw, or the warp made.
  };

  void load(std::uint64_t block, std::uint32_t warp, std::uint32_t site, const access& access);
  void store(std::uint64_t block, std::uint32_t warp, std::uint32_t site, const access& access);
  /// `changed`: the atomic changed memory; else it is a load.
  void update(std::uint64_t block, std::uint32_t warp, std::uint32_t site, const access& access,
              bool changed);

  const std::vector<event>& events() const { return events_; }
  const std::vector<version>& versions() const { return versions_; }
  const seen_word* words_of(const event& at) const { return words_.data() + at.first_word; }

  /// Too much was communicated to be kept: about 100 MB of the host's memory.
  bool is_full() const { return is_full_; }

 private:
  static constexpr std::size_t max_entries = 1 << 22;
  static constexpr unsigned granule = 4;  ///< Bytes of a word.

  using history = poll_history<std::uint32_t>;  // Of events.

  history& history_of(std::uint64_t block, std::uint32_t warp) {
    return histories_[block << 8 | (warp & 255)];
  }
  bool make_room(const access& access);
  std::uint32_t own_version(std::uint64_t block, std::uint32_t newest) const;
  std::uint32_t add_version(std::uint64_t word, bool is_update);

  std::vector<event> events_;
  std::vector<version> versions_{1};
  std::vector<seen_word> words_;
  std::unordered_map<std::uint64_t, std::uint32_t> newest_;  // Version, by word.
  std::unordered_map<std::uint64_t, history> histories_;     // By block and warp.
  bool is_full_ = false;
};

}  // namespace warpmark::simt
