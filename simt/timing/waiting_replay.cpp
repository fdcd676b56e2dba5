#include "simt/timing/waiting_replay.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simt/timing/last_tickets.hpp"
#include "simt/timing/memory_channels.hpp"
#include "simt/timing/moment.hpp"
#include "simt/timing/turns.hpp"

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

// Searches of a graph go no further than this.
constexpr std::size_t max_nodes_after = 64;

// Stores to a polled line take turns by when they arrive there, which depends on those turns. So a
// launch is replayed without turns, and then with those that follow from the arrivals before. The
// end is that of these replays on average: a turn earlier or later may be a window of a look-back.
constexpr int replays_with_turns = 3;

// Of 512 bytes of memory that a launch loads and stores, in channels: beyond, it has one channel,
// to bound the host's memory.
constexpr std::uint64_t max_pieces = 1 << 22;

class replay {
 public:
  replay(const communication_log& log, const replayed_launch& launch,
         const model::card_constants& card)
      : log_(log),
        launch_(launch),
        graphs_(log, launch.followed, launch.blocks, card),
        node_(graphs_.nodes()),
        ns_per_cycle_(1e9 / card.sm_clock_hz),
        round_trip_(whole_cycles(card.l2_latency_cycles)),
        update_latency_(whole_cycles(card.global_atomic_latency_cycles)),
        update_interval_(card.global_atomic_same_address_ns / ns_per_cycle_),
        turnover_(whole_cycles(card.block_turnover_ns / ns_per_cycle_)),
        line_store_(whole_cycles(card.polled_store_cycles)),
        all_channels_(memory_channels::count_of(card.dram_read_bytes_per_s)) {}

  bool prepare() {
    if (graphs_.node_count() > block_graphs::max_nodes) return false;
    std::uint64_t nodes = 0;
    first_node_.reserve(launch_.blocks);
    orders_of_blocks_.reserve(launch_.blocks);
    pieces_of_blocks_.reserve(launch_.blocks);
    first_piece_.reserve(launch_.blocks);
    std::uint64_t pieces = 0;
    for (std::uint64_t block = 0; block < launch_.blocks; ++block) {
      first_node_.push_back(nodes);
      orders_of_blocks_.push_back(order_of(graph_of(block)));
      nodes += graph_of(block).nodes().size();
      first_piece_.push_back(pieces);
      pieces_of_blocks_.push_back(&pieces_of(graph_of(block)));
      pieces += pieces_of_blocks_.back()->back();
    }
    if (pieces <= max_pieces) dram_channels_ = all_channels_;
    share_traffic();
    time_.resize(nodes);
    arrival_.resize(nodes);
    first_event_.assign(nodes, none);
    assign_events();
    study_versions();
    index_reads();
    if (line_store_ > 0) find_polled_stores();
    return true;
  }

  replayed_time run() {
    const turned_replays shared = run_with_turns(replays_with_turns);
    const sector_cycles sector = std::exchange(sector_, {});
    // What memory adds is told by the first replays with turns.
    const turned_replays idle = run_with_turns(1);
    sector_ = sector;
    const double added = std::clamp(shared.first - idle.first, 0.0, shared.mean);
    return {shared.mean * ns_per_cycle_, (shared.mean - added) * ns_per_cycle_};
  }

 private:
  /// The ends of replays with turns, in cycles.
  struct turned_replays {
    double first = 0, mean = 0;
  };
  turned_replays run_with_turns(int replays) {
    forget_turns();
    const auto alone = static_cast<double>(run_once());
    if (!queue_stores()) return {alone, alone};
    turned_replays result;
    for (int i = 0; i < replays; ++i) {
      if (i > 0) queue_stores();
      const auto end = static_cast<double>(run_once());
      if (i == 0) result.first = end;
      result.mean += end / replays;
    }
    return result;
  }

  // Blocks share memory in the order of their loads: the nodes of all resident blocks are followed
  // in the order of their times, as far as those are known.
  cycles run_once() {
    std::fill(time_.begin(), time_.end(), unknown);
    std::fill(visible_.begin(), visible_.end(), unknown);
    std::fill(arrival_.begin(), arrival_.end(), unknown);
    dram_ = memory_channels(dram_channels_);
    l2_ = {};
    atomics_ = {};
    std::fill(turn_.begin(), turn_.end(), unknown);
    started_ = 0;
    start_.assign(launch_.blocks, unknown);
    stored_.assign(launch_.blocks, 0);
    const std::uint64_t at_once = std::min(launch_.blocks, launch_.resident_blocks);
    while (started_ < at_once) start_next(0);
    cycles last = 0;
    while (!steps_.empty()) {
      const step next = steps_.top();
      steps_.pop();
      const std::vector<u32>& order = order_of(next.block);
      if (next.place == order.size()) {  // Its block has ended.
        if (started_ < launch_.blocks) start_next(next.at + turnover_);
        continue;
      }
      const cycles time = time_of(next.block, order[next.place]);
      if (next.place + 1 < order.size()) {
        push_step(next.block, next.place + 1,
                  time - std::min(time, graph_of(next.block).nodes()[order[next.place]].latency));
        continue;
      }
      last = std::max(last, time);
      steps_.push({time, next.block, order.size()});
    }
    return last;
  }

  const event_graph& graph_of(std::uint64_t block) const { return graphs_.of(block); }

  const std::vector<std::uint64_t>& pieces_of(const event_graph& graph) {
    std::vector<std::uint64_t>& pieces = pieces_[&graph];
    if (!pieces.empty()) return pieces;
    pieces.push_back(0);
    for (const event_graph::node& node : graph.nodes())
      pieces.push_back(pieces.back() + memory_channels::pieces_of(node.traffic.fetched) +
                       memory_channels::pieces_of(node.traffic.stored));
    return pieces;
  }

  // What a sector takes, so that all take what those of the launch do.
  void share_traffic() {
    double loaded = 0, fetched = 0, stored = 0;
    for (std::uint64_t block = 0; block < launch_.blocks; ++block) {
      const memory_traffic& of_block = graph_of(block).traffic();
      loaded += of_block.loaded;
      fetched += of_block.fetched;
      stored += of_block.stored;
    }
    const auto each = [&](double ns, double sectors) {
      return sectors > 0 ? ns / sectors / ns_per_cycle_ : 0;
    };
    sector_ = {each(launch_.l2_load_ns, loaded), each(launch_.dram_load_ns, fetched),
               each(launch_.dram_store_ns, stored), each(launch_.l2_store_ns, stored)};
  }

  struct step {
    cycles at = 0;  ///< About when; that of an end is exact.
    std::uint64_t block = 0;
    std::size_t place = 0;  ///< In the order of its graph; beyond that: the block's end.
    bool operator>(const step& other) const {
      return std::tie(at, block) > std::tie(other.at, other.block);
    }
  };
  void push_step(std::uint64_t block, std::size_t place, cycles issued_before) {
    const std::vector<u32>& order = order_of(block);
    const auto& nodes = graph_of(block).nodes();
    const cycles known = place == 0 ? 0 : issue_of(nodes[order[place - 1]]);
    const cycles issued = issue_of(nodes[order[place]]);
    steps_.push({issued_before + (issued > known ? issued - known : 0), block, place});
  }
  void start_next(cycles free) {
    const std::uint64_t block = started_++;
    const cycles launched =
        whole_cycles(static_cast<double>(block) * launch_.start_interval_ns / ns_per_cycle_);
    // They start in their order.
    const cycles before = block == 0 ? 0 : start_[block - 1];
    start_[block] = std::max({launched, free, before});
    push_step(block, 0, start_[block]);
  }
  static cycles issue_of(const event_graph::node& node) {
    return node.at - std::min(node.at, node.latency);
  }
  // The loads and atomics of a graph in the order of their issue, and its end.
  const std::vector<u32>& order_of(std::uint64_t block) const { return *orders_of_blocks_[block]; }
  const std::vector<u32>* order_of(const event_graph& graph) {
    std::vector<u32>& order = orders_[&graph];
    if (!order.empty()) return &order;
    const auto& nodes = graph.nodes();
    for (u32 n = 1; n + 1 < nodes.size(); ++n)
      if (nodes[n].traffic.loaded > 0 || nodes[n].kind == node_kind::update) order.push_back(n);
    std::stable_sort(order.begin(), order.end(),
                     [&](u32 a, u32 b) { return issue_of(nodes[a]) < issue_of(nodes[b]); });
    order.push_back(static_cast<u32>(nodes.size() - 1));
    return &order;
  }

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
        for (std::size_t i = 0; i < at.words; ++i) {
          const seen_word& word = log_.words_of(at)[i];
          std::fill_n(passed_.begin() + word.version, word.version == 0 ? 1 : word.alike, 1);
        }
    passed_before_.assign(versions.size(), 0);
    chain_first_.assign(versions.size(), 0);
    is_alone_.assign(versions.size(), 1);
    visible_.assign(versions.size(), unknown);
    turn_.assign(versions.size(), unknown);
    std::vector<char> is_last(versions.size(), 1);
    for (u32 v = 1; v < versions.size(); ++v) {
      const u32 before = versions[v].before;
      passed_before_[v] = passed_[before] ? before : passed_before_[before];
      const bool goes_on = versions[v].is_update && before != 0 && versions[before].is_update;
      chain_first_[v] = goes_on ? chain_first_[before] : v;
      if (goes_on) is_last[before] = is_alone_[before] = is_alone_[v] = 0;
    }
    is_last_ticket_ = find_last_tickets(log_, launch_.blocks, is_last, is_alone_);
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
    const std::size_t depth = stack_.size();
    const event_graph::edge* edge = graph.edges_of(node);
    for (std::size_t i = 0; i < node.edges; ++i)
      own = std::max(own, need(block, edge[i].from) + edge[i].delay);
    if (stack_.size() > depth) return 0;
    const memory_traffic& traffic = node.traffic;
    if (traffic.loaded > 0 || traffic.stored > 0 || traffic.awaits_stores) {
      // A node that also waits for events may be computed again.
      cycles& arrival = arrival_[first_node_[block] + index];
      if (arrival == unknown) arrival = use_memory(block, index, own);
      own = std::max(own, arrival);
    }
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

  // All blocks share memory. Data arrive a latency after the end of their turn; for stores only
  // fences wait.
  cycles use_memory(std::uint64_t block, u32 index, cycles own) {
    const event_graph::node& node = graph_of(block).nodes()[index];
    const memory_traffic& traffic = node.traffic;
    const std::uint64_t piece = first_piece_[block] + (*pieces_of_blocks_[block])[index];
    const cycles issued = own - std::min(own, node.latency);
    const cycles served = std::max(dram_.take(issued, traffic.fetched, sector_.fetched, piece),
                                   l2_.take(issued, traffic.loaded * sector_.loaded));
    if (traffic.stored > 0) {
      dram_.take(own, traffic.stored, sector_.stored,
                 piece + memory_channels::pieces_of(traffic.fetched));
      stored_[block] =
          std::max(stored_[block], l2_.take(own, traffic.stored * sector_.stored_in_l2));
    }
    if (traffic.awaits_stores) own = std::max(own, stored_[block]);
    return std::max(own, served + node.latency);
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
        result = std::max(result, by.kind == event_kind::update
                                      ? issued + round_trip_ / 2
                                      : issued + round_trip_ / 2 + turn_after(versions[at].event));
      }
      if (!versions[at].is_update || chain_first_[at] == at) break;
    }
    if (complete) visible_[v] = result;
    return result;
  }
  cycles seen(u32 v) { return visible(v) + round_trip_; }

  // The version that let the read pass: see the comment of replay_waits().
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
        return read_line(*window, own);
      }
      std::sort(choices_.begin(), choices_.end(),
                [](const choice& a, const choice& b) { return a.distance < b.distance; });
      cycles nearer = 0, best = unknown;
      for (const choice& word : choices_) {
        best = std::min(best, std::max(nearer, seen(word.last)));
        nearer = std::max(nearer, seen(word.first != 0 ? word.first : word.last));
      }
      if (best <= std::max(own, nearer)) return read_line(*window, std::max(own, best));
      // What the farthest block has read by the same instruction.
      const u32 writer =
          log_.versions()[choices_.back().first != 0 ? choices_.back().first : choices_.back().last]
              .event;
      const log_event* next = nullptr;
      const std::uint64_t far = events[writer].block;
      const auto found = reads_.find(key_of(far, at));
      if (found != reads_.end()) next = &events[found->second];
      if (next == nullptr || far >= at.block) return read_line(*window, std::max(own, best));
      own = read_line(*window, std::max(own, nearer)) + between_windows(at) + round_trip_;
      window = next;
    }
  }
  // What a look-back does with a window before it reads the next one: as much as before the warp's
  // next event, which follows the last window.
  cycles between_windows(const log_event& at) const {
    const event_graph& graph = graph_of(at.block);
    const auto& nodes = graph.nodes();
    const u32 read = node_[&at - log_.events().data()];
    const std::size_t end = std::min<std::size_t>(nodes.size(), read + 1 + max_nodes_after);
    for (std::size_t n = read + 1; n < end; ++n)
      for (std::size_t e = 0; e < nodes[n].edges; ++e)
        if (graph.edges_of(nodes[n])[e].from == read) return graph.edges_of(nodes[n])[e].delay;
    return 0;
  }

  static std::uint64_t line_of(const seen_word& word) {
    constexpr std::uint64_t words_per_line = 32;
    return word.word / words_per_line;
  }

  template <class Visit>
  void each_line(const log_event& at, Visit&& visit) const {
    std::uint64_t last = ~std::uint64_t{0};
    for (std::size_t i = 0; i < at.words; ++i) {
      const std::uint64_t line = line_of(log_.words_of(at)[i]);
      if (line != last) visit(line);
      last = line;
    }
  }
  bool has_node(u32 e) const { return log_.events()[e].block < launch_.blocks && node_[e] != 0; }

  void find_polled_stores() {
    const auto& events = log_.events();
    for (u32 e = 0; e < events.size(); ++e)
      if (events[e].kind == event_kind::read)
        each_line(events[e], [&](std::uint64_t line) { lines_[line]; });
    for (u32 e = 0; e < events.size(); ++e)
      if (events[e].kind == event_kind::write && has_node(e))
        each_line(events[e], [&](std::uint64_t line) {
          if (lines_.count(line) != 0) polled_stores_.push_back({line, e});
        });
  }
  void forget_turns() {
    for (polled_store& store : polled_stores_) store.arrival = unknown;
    turn_after_.clear();
  }
  // Gives each store its turn on its line, by when it arrived there, between the last replay and
  // those before it. Returns whether one has to wait.
  bool queue_stores() {
    for (polled_store& store : polled_stores_) {
      const cycles arrival =
          time_of(log_.events()[store.event].block, node_[store.event]) + round_trip_ / 2;
      store.arrival = store.arrival == unknown ? arrival : (store.arrival + arrival) / 2;
    }
    std::sort(polled_stores_.begin(), polled_stores_.end(),
              [](const polled_store& a, const polled_store& b) {
                return std::tie(a.line, a.arrival, a.event) < std::tie(b.line, b.arrival, b.event);
              });
    turn_after_.assign(log_.events().size(), 0);
    bool wait = false;
    for (std::size_t i = 0; i < polled_stores_.size(); ++i) {
      polled_store& store = polled_stores_[i];
      const bool is_first = i == 0 || polled_stores_[i - 1].line != store.line;
      const cycles begun =
          is_first ? store.arrival : std::max(store.arrival, polled_stores_[i - 1].done);
      store.done = begun + line_store_;
      cycles& turn = turn_after_[store.event];
      turn = std::max(turn, begun - store.arrival);
      wait = wait || turn > 0;
      line_range& range = lines_[store.line];
      if (is_first) range.first = i;
      range.last = i + 1;
    }
    return wait;
  }
  // How long after its arrival a store's turn begins: from then on others see it.
  cycles turn_after(u32 event) const { return turn_after_.empty() ? 0 : turn_after_[event]; }
  // Every load waits for the stores to its lines that arrived before it, also for those that it
  // does not ask for. `own` is when its data would come without them.
  cycles read_line(const log_event& at, cycles own) const {
    if (turn_after_.empty()) return own;
    const cycles arrival = own - std::min(own, round_trip_ / 2);
    cycles waits = 0;
    each_line(at, [&](std::uint64_t line) {
      const auto found = lines_.find(line);
      if (found == lines_.end()) return;
      const auto first = polled_stores_.begin() + static_cast<std::ptrdiff_t>(found->second.first);
      const auto last = polled_stores_.begin() + static_cast<std::ptrdiff_t>(found->second.last);
      const auto after = std::upper_bound(
          first, last, arrival,
          [](cycles time, const polled_store& store) { return time < store.arrival; });
      if (after == first) return;
      const cycles done = (after - 1)->done;
      waits = std::max(waits, done - std::min(done, arrival));
    });
    return own + waits;
  }

  static std::uint64_t key_of(std::uint64_t block, const log_event& at) {
    return block << 32 | std::uint64_t{at.warp} << 24 | (at.site & 0xffffff);
  }

  // Atomics on one word take turns as they arrive. Who draws the last ticket waits for all others.
  cycles update(const log_event& at, cycles own) {
    const auto& versions = log_.versions();
    cycles end = own;
    for (std::size_t i = 0; i < at.words; ++i) {
      const u32 v = log_.words_of(at)[i].version;
      if (is_alone_[v]) continue;
      // A node that also waits for events may be computed again.
      if (turn_[v] == unknown) {
        const cycles done = atomics_.take(own, update_interval_, chain_first_[v]);
        turn_[v] = done - std::min(done, whole_cycles(update_interval_));
      }
      end = std::max(end, turn_[v]);
      if (is_last_ticket_[v])
        end = std::max(end, visible(versions[v].before) + update_latency_ - round_trip_ / 2);
    }
    return end;
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
  std::uint64_t started_ = 0;              // Blocks.
  std::priority_queue<step, std::vector<step>, std::greater<>> steps_;
  std::unordered_map<const event_graph*, std::vector<u32>> orders_;
  std::vector<const std::vector<u32>*> orders_of_blocks_;  // By block.
  // Pieces of memory before each node of a graph, and of all its nodes.
  std::unordered_map<const event_graph*, std::vector<std::uint64_t>> pieces_;
  std::vector<const std::vector<std::uint64_t>*> pieces_of_blocks_;  // By block.
  std::vector<std::uint64_t> first_piece_;                           // By block.
  std::vector<cycles> time_;                                         // By node of all blocks.
  std::vector<cycles> arrival_;                                      // Of its data, likewise.
  std::vector<u32> first_event_;                                     // By node of all blocks.
  std::vector<u32> next_event_;                                      // By event.
  std::vector<char> passed_;                                         // By version.
  std::vector<u32> passed_before_, chain_first_;
  std::vector<char> is_alone_;        // The only update of its chain.
  std::vector<char> is_last_ticket_;  // Who made it has drawn the last ticket of the chain.
  std::vector<cycles> turn_;          // When its turn begins.
  std::vector<cycles> visible_;
  /// A store to a line that blocks read.
  struct polled_store {
    std::uint64_t line = 0;
    u32 event = 0;
    cycles arrival = unknown, done = 0;
  };
  struct line_range {
    std::size_t first = 0, last = 0;
  };
  std::vector<polled_store> polled_stores_;              // By line, in their order.
  std::unordered_map<std::uint64_t, line_range> lines_;  // That blocks read.
  std::vector<cycles> turn_after_;                       // By event.
  cycles line_store_;
  std::unordered_map<std::uint64_t, u32> reads_;  // The first read of a block by an instruction.
  struct place {
    std::uint64_t block;
    u32 node;
  };
  // One if the launch has too many pieces.
  std::size_t dram_channels_ = 1, all_channels_;
  memory_channels dram_{1};
  memory_turns l2_;
  word_turns atomics_;          // By the first version of their chain.
  std::vector<cycles> stored_;  // The turn of a block's last store ends, by block.
  /// What a sector takes, in cycles.
  struct sector_cycles {
    double loaded = 0, fetched = 0, stored = 0, stored_in_l2 = 0;
  };
  sector_cycles sector_;
  std::vector<place> stack_;
  std::vector<choice> choices_;
};

}  // namespace

replayed_time replay_waits(const communication_log& log, const replayed_launch& launch,
                           const model::card_constants& card) {
  if (log.is_full() || log.events().empty() || launch.blocks == 0) return {};
  for (const event_graph* graph : launch.followed.graphs)
    if (graph == nullptr || graph->is_full()) return {};
  replay replayed(log, launch, card);
  if (!replayed.prepare()) return {};
  return replayed.run();
}

}  // namespace warpmark::simt
