#include "simt/timing/waiting_replay.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <unordered_map>
#include <vector>

namespace warpmark::simt {
namespace {

using cycles = std::uint64_t;
using u32 = std::uint32_t;
using log_event = communication_log::event;
using event_kind = communication_log::event_kind;
using seen_word = communication_log::seen_word;

constexpr cycles unknown = ~cycles{0};
constexpr cycles in_progress = unknown - 1;
constexpr u32 none = ~u32{0};

class replay {
 public:
  replay(const communication_log& log, const replayed_launch& launch,
         const model::card_constants& card)
      : log_(log),
        launch_(launch),
        graphs_(log, launch.followed, launch.blocks, card),
        node_(graphs_.nodes()),
        ns_per_cycle_(1e9 / card.sm_clock_hz),
        round_trip_(whole(card.l2_latency_cycles)),
        update_latency_(whole(card.global_atomic_latency_cycles)),
        update_interval_(card.global_atomic_same_address_ns / ns_per_cycle_),
        turnover_(whole(card.block_turnover_ns / ns_per_cycle_)) {}

  bool prepare() {
    if (graphs_.node_count() > block_graphs::max_nodes) return false;
    std::uint64_t nodes = 0;
    first_node_.reserve(launch_.blocks + 1);
    for (std::uint64_t block = 0; block < launch_.blocks; ++block) {
      first_node_.push_back(nodes);
      nodes += graph_of(block).nodes().size();
    }
    time_.assign(nodes, unknown);
    first_event_.assign(nodes, none);
    assign_events();
    study_versions();
    index_reads();
    return true;
  }

  double run() {
    std::priority_queue<cycles, std::vector<cycles>, std::greater<>> ends;
    cycles last = 0;
    start_.assign(launch_.blocks, unknown);
    const auto start = [&](std::uint64_t block) {
      return whole(static_cast<double>(block) * launch_.start_interval_ns / ns_per_cycle_);
    };
    const std::uint64_t at_once = std::min(launch_.blocks, launch_.resident_blocks);
    for (std::uint64_t block = 0; block < at_once; ++block) start_[block] = start(block);
    for (std::uint64_t block = 0; block < launch_.blocks; ++block) {
      if (start_[block] == unknown) {
        start_[block] = std::max(start(block), ends.top() + turnover_);
        ends.pop();
      }
      const cycles end = time_of(block, static_cast<u32>(graph_of(block).nodes().size() - 1));
      ends.push(end);
      last = std::max(last, end);
    }
    return static_cast<double>(last) * ns_per_cycle_;
  }

 private:
  static cycles whole(double value) { return static_cast<cycles>(std::llround(value)); }

  const event_graph& graph_of(std::uint64_t block) const { return graphs_.of(block); }

  // Links the events of each node. Those of a barrier tell nothing.
  void assign_events() {
    next_event_.assign(log_.events().size(), none);
    std::vector<u32> tail(time_.size(), none);
    for (u32 e = 0; e < log_.events().size(); ++e) {
      const log_event& at = log_.events()[e];
      if (at.block >= launch_.blocks || at.kind == event_kind::join || node_[e] == 0) continue;
      const std::uint64_t node = first_node_[at.block] + node_[e];
      (tail[node] == none ? first_event_[node] : next_event_[tail[node]]) = e;
      tail[node] = e;
    }
  }

  void study_versions() {
    const auto& versions = log_.versions();
    passed_.assign(versions.size(), 0);
    for (const log_event& at : log_.events())
      if (at.kind == event_kind::read)
        for (std::size_t i = 0; i < at.words; ++i) passed_[log_.words_of(at)[i].version] = 1;
    passed_before_.assign(versions.size(), 0);
    chain_first_.assign(versions.size(), 0);
    position_.assign(versions.size(), 0);
    is_last_.assign(versions.size(), 1);
    visible_.assign(versions.size(), unknown);
    for (u32 v = 1; v < versions.size(); ++v) {
      const u32 before = versions[v].before;
      passed_before_[v] = passed_[before] ? before : passed_before_[before];
      const bool goes_on = versions[v].is_update && before != 0 && versions[before].is_update;
      chain_first_[v] = goes_on ? chain_first_[before] : v;
      position_[v] = goes_on ? position_[before] + 1 : 0;
      if (goes_on) is_last_[before] = 0;
    }
  }

  // The time of a node, after those of all nodes that it needs.
  cycles time_of(std::uint64_t block, u32 node) {
    stack_.push_back({block, node});
    while (!stack_.empty()) {
      const auto [at_block, at_node] = stack_.back();
      cycles& time = time_[first_node_[at_block] + at_node];
      if (time < in_progress) {
        stack_.pop_back();
        continue;
      }
      time = in_progress;
      const std::size_t depth = stack_.size();
      const cycles computed = compute(at_block, at_node);
      if (stack_.size() > depth) continue;  // Again when these are known.
      time = computed;
      stack_.pop_back();
    }
    return time_[first_node_[block] + node];
  }

  // The time of a node if it is known; else 0, and it is put on the stack. What waits for itself
  // was executed in another order by other blocks: it counts as there.
  cycles need(std::uint64_t block, u32 node) {
    const cycles time = time_[first_node_[block] + node];
    if (time < in_progress) return time;
    if (time == unknown) stack_.push_back({block, node});
    return 0;
  }
  cycles need_event(u32 e) {
    const log_event& at = log_.events()[e];
    // A block that has not started: it cannot be waited for.
    if (start_[at.block] == unknown) return 0;
    return need(at.block, node_[e]);
  }

  cycles compute(std::uint64_t block, u32 index) {
    const event_graph& graph = graph_of(block);
    const event_graph::node& node = graph.nodes()[index];
    if (index == 0) return start_[block];
    cycles own = 0;
    const event_graph::edge* edge = graph.edges_of(node);
    for (std::size_t i = 0; i < node.edges; ++i)
      own = std::max(own, need(block, edge[i].from) + edge[i].delay);
    bool first = true;
    for (u32 e = first_event_[first_node_[block] + index]; e != none; e = next_event_[e]) {
      const log_event& at = log_.events()[e];
      if (!first && at.kind == event_kind::read) own += round_trip_;
      if (at.kind == event_kind::read) own = read(at, own);
      if (at.kind == event_kind::update) own = update(at, own);
      first = false;
    }
    return own;
  }

  // When a version can be seen: that of an atomic after all before it.
  cycles visible(u32 v) {
    const auto& versions = log_.versions();
    if (visible_[v] != unknown) return visible_[v];
    bool complete = true;
    cycles result = 0;
    for (u32 at = v;; at = versions[at].before) {
      if (visible_[at] != unknown) {
        result = std::max(result, visible_[at]);
        break;
      }
      const log_event& by = log_.events()[versions[at].event];
      const cycles time = start_[by.block] == unknown
                              ? unknown
                              : time_[first_node_[by.block] + node_[versions[at].event]];
      if (time >= in_progress) {
        complete = false;
        need_event(versions[at].event);
      } else {
        // A store's node is at its issue, an atomic's at the return of its result.
        const cycles issued =
            by.kind == event_kind::update ? time - std::min(time, update_latency_) : time;
        result = std::max(result, issued + round_trip_ / 2);
      }
      if (!versions[at].is_update || position_[at] == 0) break;
    }
    if (complete) visible_[v] = result;
    return result;
  }
  cycles seen(u32 v) { return visible(v) + round_trip_; }

  // The version that let the read pass: see the comment of replay_ns().
  u32 passing(const seen_word& word) const {
    u32 v = word.version;
    while (passed_before_[v] > word.failed) v = passed_before_[v];
    return v;
  }
  // The first version of the same block's, which nobody saw; 0 if there is none.
  u32 early(u32 v, u32 failed) const {
    const auto& versions = log_.versions();
    u32 first = 0;
    for (u32 at = versions[v].before; at > failed && !passed_[at]; at = versions[at].before) {
      if (versions[at].is_update || block_of(at) != block_of(v) || versions[v].is_update) break;
      first = at;
    }
    return first;
  }
  std::uint64_t block_of(u32 v) const { return log_.events()[log_.versions()[v].event].block; }

  struct choice {
    std::uint64_t distance = 0;
    u32 last = 0, first = 0;  ///< Versions.
  };

  cycles read(const log_event& at, cycles own) {
    const log_event* window = &at;
    const log_event* const events = log_.events().data();
    for (;;) {
      bool looks_back = false;
      choices_.clear();
      for (std::size_t i = 0; i < window->words; ++i) {
        const seen_word& word = log_.words_of(*window)[i];
        const u32 last = passing(word);
        if (last == 0 || block_of(last) == at.block) continue;
        const std::uint64_t from = block_of(last);
        const u32 first = early(last, word.failed);
        looks_back = looks_back || first != 0;
        choices_.push_back({from > at.block ? from - at.block : at.block - from, last, first});
      }
      if (!looks_back) {
        for (const choice& word : choices_) own = std::max(own, seen(word.last));
        return own;
      }
      std::sort(choices_.begin(), choices_.end(),
                [](const choice& a, const choice& b) { return a.distance < b.distance; });
      cycles nearer = 0, best = unknown;
      for (const choice& word : choices_) {
        best = std::min(best, std::max(nearer, seen(word.last)));
        nearer = std::max(nearer, seen(word.first != 0 ? word.first : word.last));
      }
      if (best <= std::max(own, nearer)) return std::max(own, best);
      // What the farthest block has read by the same instruction.
      const u32 writer =
          log_.versions()[choices_.back().first != 0 ? choices_.back().first : choices_.back().last]
              .event;
      const log_event* next = nullptr;
      const std::uint64_t far = events[writer].block;
      const auto found = reads_.find(key_of(far, at));
      if (found != reads_.end()) next = &events[found->second];
      if (next == nullptr || far >= at.block) return std::max(own, best);
      own = std::max(own, nearer) + round_trip_;
      window = next;
    }
  }
  static std::uint64_t key_of(std::uint64_t block, const log_event& at) {
    return block << 32 | std::uint64_t{at.warp} << 24 | (at.site & 0xffffff);
  }

  cycles update(const log_event& at, cycles own) {
    const auto& versions = log_.versions();
    for (std::size_t i = 0; i < at.words; ++i) {
      const u32 v = log_.words_of(at)[i].version;
      if (position_[v] == 0) continue;
      const cycles first = need_event(versions[chain_first_[v]].event);
      own = std::max(own, first + whole(position_[v] * update_interval_));
      if (!is_last_[v]) continue;
      const u32 before = versions[v].before;
      own = std::max(own, visible(before) + update_latency_ - round_trip_ / 2);
    }
    return own;
  }

  void index_reads() {
    const auto& events = log_.events();
    for (u32 e = 0; e < events.size(); ++e)
      if (events[e].kind == event_kind::read)
        reads_.try_emplace(key_of(events[e].block, events[e]), e);
  }

  const communication_log& log_;
  const replayed_launch& launch_;
  block_graphs graphs_;
  const std::vector<u32>& node_;  // By event.
  double ns_per_cycle_;
  cycles round_trip_, update_latency_;
  double update_interval_;  // In cycles.
  cycles turnover_;
  std::vector<std::uint64_t> first_node_;  // By block.
  std::vector<cycles> start_;              // By block.
  std::vector<cycles> time_;               // By node of all blocks.
  std::vector<u32> first_event_;           // By node of all blocks.
  std::vector<u32> next_event_;            // By event.
  std::vector<char> passed_, is_last_;     // By version.
  std::vector<u32> passed_before_, chain_first_, position_;
  std::vector<cycles> visible_;
  std::unordered_map<std::uint64_t, u32> reads_;  // The first read of a block by an instruction.
  struct place {
    std::uint64_t block;
    u32 node;
  };
  std::vector<place> stack_;
  std::vector<choice> choices_;
};

}  // namespace

double replay_ns(const communication_log& log, const replayed_launch& launch,
                 const model::card_constants& card) {
  if (log.is_full() || log.events().empty() || launch.blocks == 0) return 0;
  for (const event_graph* graph : launch.followed.graphs)
    if (graph == nullptr || graph->is_full()) return 0;
  replay replayed(log, launch, card);
  if (!replayed.prepare()) return 0;
  return replayed.run();
}

}  // namespace warpmark::simt
