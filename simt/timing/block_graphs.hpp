#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "simt/model/card_constants.hpp"
#include "simt/timing/communication_log.hpp"
#include "simt/timing/event_graph.hpp"

namespace warpmark::simt {

/// The graphs of the followed blocks of a launch: the first one, one in the middle, the last one.
struct followed_graphs {
  std::array<const event_graph*, 3> graphs{};
  std::array<std::uint64_t, 3> blocks{};
};

/// The graph of each block of a launch, and where the block's events are in it. A block that told
/// others the same things by the same instructions as the followed block that represents it has the
/// graph of that block. Any other block has one of its own events and of the barriers between them.
/// The time between two events is then what it was in a followed block, by how many instructions
/// were between them.
class block_graphs {
 public:
  block_graphs(const communication_log& log, const followed_graphs& followed, std::uint64_t blocks,
               const model::card_constants& card);

  const event_graph& of(std::uint64_t block) const {
    const std::uint32_t own = own_[block];
    return own == none ? *followed_.graphs[role_of(block)] : graphs_[own];
  }
  /// By event; 0: it has no node.
  const std::vector<std::uint32_t>& nodes() const { return nodes_; }

  /// Nodes of all blocks, beyond which there are no graphs, to bound the host's memory.
  static constexpr std::uint64_t max_nodes = 1 << 24;
  std::uint64_t node_count() const { return node_count_; }

 private:
  using u32 = std::uint32_t;
  using event = communication_log::event;
  static constexpr u32 none = ~u32{0};

  /// What passes between two events of a warp: by the instructions between them.
  struct sample {
    double progress = 0, cycles = 0;
  };
  /// Of one warp, the node of its last event and how far it was.
  struct last_event {
    u32 node = 0, site = 0;
    std::uint64_t progress = 0;
  };

  std::size_t role_of(std::uint64_t block) const {
    return block == 0 ? 0 : block + 1 == own_.size() ? 2 : 1;
  }
  std::uint64_t signature_of(std::uint64_t block) const;
  void share_graph(std::uint64_t block);
  void sample_times(std::size_t role);
  void add_sample(u32 from, u32 to, std::uint64_t progress, std::uint64_t cycles);
  void settle_samples();
  void make_graph(std::uint64_t block);
  std::uint64_t time_between(u32 from, u32 to, std::uint64_t progress,
                             communication_log::event_kind kind) const;
  template <class Visit>
  void walk(std::uint64_t block, Visit&& visit) const;

  const communication_log& log_;
  const followed_graphs& followed_;
  const model::card_constants& card_;
  std::vector<std::vector<u32>> events_;  // By block.
  std::vector<u32> own_;                  // By block: its graph in graphs_.
  std::vector<event_graph> graphs_;
  std::vector<u32> nodes_;
  std::uint64_t node_count_ = 0;
  std::array<std::unordered_map<u32, std::vector<u32>>, 3> joins_;  // By their sites.
  std::unordered_map<std::uint64_t, std::vector<sample>> samples_;  // By both places.
  double cycles_per_instruction_ = 1;
};

}  // namespace warpmark::simt
