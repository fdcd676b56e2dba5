#include "simt/model/time_model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "simt/model/multiprocessor_replay.hpp"

namespace warpmark::model {
namespace {

constexpr double sector_bytes = 32;

double ratio(std::uint64_t a, std::uint64_t b) {
  return b == 0 ? 0 : static_cast<double>(a) / static_cast<double>(b);
}

/// What the followed block does, in the launch: by its share of the instructions.
double of_all_blocks(const launch_work& work, std::uint64_t in_block) {
  return static_cast<double>(work.warp_instructions) * ratio(in_block, work.block.instructions);
}

/// Work that is distributed over the multiprocessors: it takes as long as on the one with the most
/// blocks.
class on_busiest {
 public:
  on_busiest(const card_file& card, const launch_work& work)
      : ns_per_cycle_(1e9 / card.constants.sm_clock_hz) {
    const auto multiprocessors = static_cast<std::uint64_t>(card.multiprocessors);
    blocks_ = (work.blocks + multiprocessors - 1) / multiprocessors;
    share_ = ratio(blocks_, work.blocks);
  }
  double blocks() const { return static_cast<double>(blocks_); }
  double ns(double cycles) const { return cycles * ns_per_cycle_; }
  /// `amount` is that of the launch, `per_cycle` the throughput of one multiprocessor.
  double ns(double amount, double per_cycle) const { return ns(amount * share_ / per_cycle); }

 private:
  double ns_per_cycle_;
  std::uint64_t blocks_ = 0;
  double share_ = 0;
};

void add_instruction_terms(const card_constants& c, const launch_work& work,
                           const on_busiest& spread, std::map<std::string, double>& terms) {
  // The sampled block gives the machine instructions per PTX instruction.
  const auto of_launch = [&](std::uint64_t in_block) { return of_all_blocks(work, in_block); };
  const auto issued = [&](unit on) {
    return of_launch(work.block.issued[static_cast<std::size_t>(on)]);
  };
  double all = 0;
  for (std::size_t on = 1; on < static_cast<std::size_t>(unit::count); ++on)
    all += issued(static_cast<unit>(on));
  terms["issue"] = spread.ns(all, c.issue_per_cycle);
  terms["integer"] = spread.ns(issued(unit::integer) + issued(unit::logic), c.integer_per_cycle);
  terms["logic"] = spread.ns(issued(unit::logic), c.logic_per_cycle);
  terms["float32"] = spread.ns(issued(unit::float32), c.float32_per_cycle);
  terms["float64"] = spread.ns(issued(unit::float64), c.float64_per_cycle);
  terms["conversion"] = spread.ns(issued(unit::conversion), c.conversion_per_cycle);
  terms["special"] = spread.ns(issued(unit::special), c.special_per_cycle);
  // The constant is measured with a word per lane.
  terms["match"] =
      spread.ns(of_launch(work.block.matched_words) / values_of_a_match, c.match_per_cycle);
  terms["shuffle"] = spread.ns(issued(unit::shuffle), c.shuffle_per_cycle);
}

void add_memory_terms(const card_constants& c, const launch_work& work, const on_busiest& spread,
                      std::map<std::string, double>& terms) {
  terms["shared"] =
      spread.ns(static_cast<double>(work.shared_wavefronts), c.shared_wavefronts_per_cycle) +
      spread.ns(static_cast<double>(work.shared_atomic_wavefronts),
                c.shared_atomic_wavefronts_per_cycle);
  // The followed block gives the shares that go to other blocks.
  const double away = static_cast<double>(work.shared_wavefronts) *
                      ratio(work.block.cluster_sectors, work.block.shared_wavefronts);
  const double away_atomics =
      static_cast<double>(work.shared_atomic_wavefronts) *
      ratio(work.block.cluster_atomic_sectors, work.block.shared_atomic_wavefronts);
  terms["cluster"] = spread.ns(away, c.cluster_sectors_per_cycle) +
                     spread.ns(away_atomics, c.cluster_atomic_sectors_per_cycle);
  const double wavefronts = static_cast<double>(work.global_load_sectors) *
                                ratio(work.block.loaded_wavefronts, work.block.loaded_sectors) +
                            of_all_blocks(work, work.block.local_wavefronts);
  // Both constants are measured with full wavefronts: those of one sector each, and those of four.
  terms["l1"] = spread.ns(wavefronts, std::min(c.l1_lines_per_cycle, c.l1_sectors_per_cycle / 4));
  const memory_time memory = memory_ns(c, work);
  terms["dram"] = memory.dram_load + memory.dram_store;
  terms["l2"] = memory.l2_load + memory.l2_store;
  terms["atomics"] = static_cast<double>(work.global_atomic_sectors) * c.global_atomic_sector_ns;
  const std::uint64_t others =
      work.hottest_atomic_lanes - work.hottest_atomic_requests - work.hottest_integer_lanes;
  // A float is added to one cell when the one before it has been, to others of the slice meanwhile.
  terms["same_address_atomics"] = std::max(
      static_cast<double>(work.hottest_atomic_requests) * c.global_atomic_same_address_ns +
          static_cast<double>(work.hottest_integer_lanes) * c.global_atomic_integer_lane_ns +
          static_cast<double>(others) * c.global_atomic_same_lane_ns,
      static_cast<double>(work.deepest_float_lanes) * c.global_atomic_same_lane_ns);
}

// By how much the slowest of the blocks that end together on a multiprocessor waits longer for
// memory than each of them: as many more lines have the logarithm more of the spread.
double slowest_resident_ns(const card_constants& c, const launch_work& work,
                           const on_busiest& spread) {
  const double missed = static_cast<double>(work.global_load_sectors) *
                        ratio(work.block.missed_sectors, work.block.loaded_sectors);
  if (missed == 0) return 0;
  const double cold = std::min(1.0, static_cast<double>(work.cold_load_sectors) / missed);
  const double together =
      std::clamp(static_cast<double>(work.resident_blocks), 1.0, std::max(1.0, spread.blocks()));
  return spread.ns(cold * c.dram_latency_spread_cycles * std::log(together));
}

// A block's slot is free only when its last warp has ended, and its refill takes time. A block that
// does more than the followed one may end after all others.
double latency_ns(const card_constants& c, const launch_work& work, const on_busiest& spread) {
  const auto resident = static_cast<double>(std::max<std::uint64_t>(1, work.resident_blocks));
  const double path = spread.ns(work.block.path_cycles);
  const double slowest = path + spread.ns(work.slower_cycles);
  const double waves =
      slowest + (path + c.block_turnover_ns) * std::max(0.0, spread.blocks() / resident - 1);
  return std::max(
      waves, slowest * ratio(work.longest_warp_instructions, work.block.longest_warp_instructions));
}

double blocks_ns(const card_constants& c, const launch_work& work) {
  const double launched =
      std::max(c.block_launch_ns, static_cast<double>(work.warps_a_block) * c.warp_launch_ns);
  return static_cast<double>(work.blocks) *
         (launched + (work.controls_dependents ? c.dependent_block_ns : 0));
}

/// The largest throughput term and its name.
std::pair<std::string, double> largest_throughput(const std::map<std::string, double>& terms) {
  std::pair<std::string, double> largest{"", 0};
  for (const auto& [name, ns] : terms)
    if (name != "latency" && name != "drain" && name != "waiting" && name != "contention" &&
        ns > largest.second)
      largest = {name, ns};
  return largest;
}

// The replay of waits has memory already.
double contention_ns(const card_file& card, const launch_work& work,
                     std::map<std::string, double> terms) {
  if (work.waiting_ns > 0) terms["dram"] = terms["l2"] = 0;
  const double alone =
      std::max(terms["latency"], largest_throughput(terms).second + terms["drain"]);
  return std::max(0.0, replay_multiprocessor_ns(card, work, terms) - alone);
}

}  // namespace

// L2 holds some stored bytes; only the excess is written to DRAM while the kernel runs.
memory_time memory_ns(const card_constants& c, const launch_work& work) {
  // L2 has written what it has lost.
  const double refetched = of_all_blocks(work, work.block.refetched_sectors) * sector_bytes;
  const double read = static_cast<double>(work.cold_load_sectors) * sector_bytes + refetched;
  const double cold_stored =
      static_cast<double>(work.cold_sectors - work.cold_load_sectors) * sector_bytes;
  const double written = std::max(0.0, cold_stored - c.l2_dirty_bytes) + refetched;
  const double rate = written == 0 ? c.dram_read_bytes_per_s
                      : read == 0  ? c.dram_write_bytes_per_s
                                   : c.dram_copy_bytes_per_s;
  const double missed = static_cast<double>(work.global_load_sectors) *
                        ratio(work.block.missed_sectors, work.block.loaded_sectors);
  // L2 takes as long for one sector of a pair as for both.
  const double served = work.block.stored_sectors == 0
                            ? 1
                            : 2 * ratio(work.block.stored_pairs, work.block.stored_sectors);
  const double stored = static_cast<double>(work.global_store_sectors) * served +
                        of_all_blocks(work, work.block.local_stored_sectors);
  return {.dram_load = read / rate * 1e9,
          .dram_store = written / rate * 1e9 +
                        static_cast<double>(work.partial_stores) * c.dram_partial_store_ns +
                        static_cast<double>(work.partial_stores_of_lines) * sector_bytes /
                            c.dram_read_bytes_per_s * 1e9,
          .l2_load = sector_bytes * 1e9 *
                     (missed + of_all_blocks(work, work.block.local_loaded_sectors)) /
                     c.l2_read_bytes_per_s,
          .l2_store = sector_bytes * 1e9 * stored / c.l2_write_bytes_per_s};
}

std::map<std::string, double> launch_terms(const card_file& card, const launch_work& work) {
  const card_constants& c = card.constants;
  const on_busiest spread(card, work);
  std::map<std::string, double> terms;
  terms["latency"] = latency_ns(c, work, spread);
  terms["drain"] = spread.ns(work.block.drain_cycles);
  terms["blocks"] = blocks_ns(c, work);
  add_instruction_terms(c, work, spread, terms);
  add_memory_terms(c, work, spread, terms);
  terms["contention"] = work.contention_ns ? *work.contention_ns : contention_ns(card, work, terms);
  // The replay of contention has equal blocks.
  const double late = slowest_resident_ns(c, work, spread);
  terms["latency"] += late;
  terms["drain"] += late;
  terms["waiting"] = std::max(0.0, work.waiting_ns - terms["latency"]);
  return terms;
}

void time_sum::add_overhead(double ns) {
  ns_ += ns;
  terms_ns_["launches"] += ns;
  parts_ns_["launches"] += ns;
  bound_ns_["launches"] += ns;
}

void time_sum::keep(execution_step step) {
  if (work_.size() <= max_kept_steps) work_.push_back(std::move(step));
}

// Fills of few bytes go ahead of a kernel and do not wait for one: the first kernel pays the floor
// even if fills are before it.
void time_sum::add_launch(launch_work work) {
  const card_constants& c = card_.constants;
  const double next = work.may_overlap ? c.dependent_next_ns : c.launch_next_ns;
  if (launches_++ == 0 && fills_ != 0)
    add_overhead(c.fill_next_ns);  // the first fill paid the floor
  else
    add_overhead(launches_ == 1 ? c.launch_floor_ns : next);
  add_overhead(c.kernel_body_ns);
  if (work.cold_load_sectors > 0 && !std::exchange(loaded_, true)) add_overhead(c.first_load_ns);
  const double fetch = static_cast<double>(work.cold_code_bytes) / 1024 * c.code_fetch_ns_per_kib;
  ns_ += fetch;
  terms_ns_["code_fetch"] += fetch;
  parts_ns_["code_fetch"] += fetch;
  bound_ns_["code_fetch"] += fetch;
  const auto terms = launch_terms(card_, work);
  for (const auto& [name, ns] : terms) terms_ns_[name] += ns;
  work.contention_ns = terms.at("contention");  // the stages are large
  work.block.stages = {};
  const double finish_ns = work.finish_ns, shared_memory_ns = work.shared_memory_ns;
  keep({.launch = std::move(work)});
  const auto [name, throughput] = largest_throughput(terms);
  const double latency = terms.at("latency"), waiting = terms.at("waiting");
  // The block that comes last goes on when all data are there.
  const double finish = std::min(waiting, finish_ns);
  const double streamed = throughput + terms.at("drain") + finish;
  if (latency + waiting >= streamed) {
    // Blocks that wait for each other share memory meanwhile.
    const double shared = std::min(waiting, shared_memory_ns);
    const char* memory = terms.at("dram") >= terms.at("l2") ? "dram" : "l2";
    for (const auto& [part, ns] :
         {std::pair{"latency", latency}, {"waiting", waiting - shared}, {memory, shared}}) {
      parts_ns_[part] += ns;
      bound_ns_[part] += ns;
    }
  } else {
    parts_ns_[name] += throughput;
    parts_ns_["drain"] += terms.at("drain");
    parts_ns_["waiting"] += finish;
    bound_ns_[name] += streamed - finish;
    bound_ns_["waiting"] += finish;
  }
  parts_ns_["contention"] += terms.at("contention");
  bound_ns_["contention"] += terms.at("contention");
  ns_ += std::max(latency + waiting, streamed) + terms.at("contention");
}

void time_sum::add_fill(std::uint64_t size_bytes) {
  keep({.launch = {}, .filled_bytes = size_bytes});
  const bool is_first = launches_ == 0 && fills_++ == 0;
  add_overhead(is_first ? card_.constants.launch_floor_ns : card_.constants.fill_next_ns);
  const double written =
      static_cast<double>(size_bytes) / card_.constants.dram_write_bytes_per_s * 1e9;
  ns_ += written;
  terms_ns_["dram"] += written;
  parts_ns_["dram"] += written;
  bound_ns_["dram"] += written;
}

modelled_time time_sum::total() const {
  modelled_time result{.ns = ns_, .terms_ns = terms_ns_, .card = card_.name, .work = work_};
  for (const auto& [name, ns] : parts_ns_)
    if (ns > 0) result.parts_ns[name] = ns;
  double max_ns = -1;
  for (const auto& [name, ns] : bound_ns_)
    if (ns > max_ns) max_ns = ns, result.bound_by = name;
  return result;
}

}  // namespace warpmark::model
