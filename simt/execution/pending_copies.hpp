#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace warpmark::simt {

/// Whether a copy overwrites its destination or reduces into it.
using combine_bytes = void (*)(std::byte* to, const std::byte* from, std::size_t bytes);

/// Adjacent bytes of a copy whose bytes are apart in memory.
struct copy_piece {
  std::byte* to = nullptr;
  const std::byte* from = nullptr;
  std::uint32_t bytes = 0;
};

/// A copy that was issued and has had no effect yet.
struct pending_copy {
  std::byte* to = nullptr;
  const std::byte* from = nullptr;
  std::size_t bytes = 0;
  std::size_t zeros = 0;            ///< Zero bytes written after the copied ones.
  combine_bytes combine = nullptr;  ///< Nullptr: overwrite.
  std::byte* barrier = nullptr;     ///< The mbarrier that counts the bytes, if any.
  std::uint64_t flight = 0;         ///< Of its copy_flights::flight, or an element_copy; 0: none.
  bool taken = false;               ///< The source has been read, into `kept`.
  std::vector<std::byte> kept = {};
  std::vector<copy_piece> pieces = {};  ///< If any, instead of `to` and `from`.
};

/// The asynchronous copies of a cluster. Each takes effect at the last moment that the programming
/// model allows: when a thread waits for it. A missing wait therefore always shows as stale data.
class pending_copies {
 public:
  /// cp.async and cp.async.bulk have separate groups.
  enum class family : std::uint8_t { element, bulk };

  void start();

  void add(family kind, std::uint32_t thread, pending_copy copy);
  void commit(family kind, std::uint32_t thread);
  /// Waits until at most `allowed` groups of the thread are pending. `reads_only`: until their
  /// sources may be overwritten.
  void wait(family kind, std::uint32_t thread, std::size_t allowed, bool reads_only);

  /// Adds a copy whose bytes an mbarrier counts.
  void add_counted(pending_copy copy) { counted_.push_back(std::move(copy)); }
  /// Makes the thread's copies by cp.async so far arrive at the mbarrier when they are complete.
  void arrive_when_complete(std::uint32_t thread, std::byte* barrier);
  /// The number of arrivals at this mbarrier that wait for copies.
  std::uint32_t expected_arrivals(const std::byte* barrier) const;
  /// Completes all copies that this mbarrier waits for. The result has the bytes and arrivals.
  struct completion {
    std::uint32_t arrivals = 0;
    std::uint64_t bytes = 0;
  };
  completion complete(const std::byte* barrier);

  /// A number for a flight.
  std::uint64_t next_flight() { return ++flights_; }
  /// The flights that have ended since the last call.
  std::vector<std::uint64_t> take_landed() { return std::exchange(landed_, {}); }
  /// The same of copies by cp.async.
  std::vector<std::uint64_t> take_landed_elements() { return std::exchange(landed_elements_, {}); }

  /// All writes to memory that outlives the cluster.
  void finish();

 private:
  struct group_queue {
    std::vector<pending_copy> open;
    std::vector<std::vector<pending_copy>> committed;
  };
  struct arrival {
    std::uint32_t thread;
    std::byte* barrier;
    std::vector<pending_copy> copies;
  };
  using key = std::pair<family, std::uint32_t>;

  void complete_arrivals_of(std::uint32_t thread);
  void note_landing(family kind, const pending_copy& copy) {
    if (copy.flight == 0) return;
    (kind == family::bulk ? landed_ : landed_elements_).push_back(copy.flight);
  }
  void perform_arrival(arrival& pending);

  std::map<key, group_queue> groups_;
  std::uint64_t flights_ = 0;
  std::vector<std::uint64_t> landed_, landed_elements_;
  std::vector<pending_copy> counted_;
  std::vector<arrival> arrivals_;
  std::map<const std::byte*, std::uint32_t> early_;  // Arrivals made before complete() was called.
};

}  // namespace warpmark::simt
