#include "simt/model/time_savings.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "simt/model/time_model.hpp"

namespace warpmark::model {
namespace {

constexpr double tenth_less = 0.9;

void reduce(std::uint64_t& amount) {
  amount = static_cast<std::uint64_t>(std::llround(static_cast<double>(amount) * tenth_less));
}
void reduce(double& amount) { amount *= tenth_less; }

// Of a block's counts only ratios are used. A tenth of a small count would be rounded away.
void refine_counts(block_cost& block) {
  constexpr std::uint64_t finer = 1 << 12;
  block.instructions *= finer;
  for (auto& issued : block.issued) issued *= finer;
  block.matched_words *= finer;
  block.loaded_sectors *= finer;
  block.loaded_wavefronts *= finer;
  block.missed_sectors *= finer;
  block.refetched_sectors *= finer;
  block.stored_sectors *= finer;
  block.stored_pairs *= finer;
  block.local_wavefronts *= finer;
  block.local_loaded_sectors *= finer;
  block.local_stored_sectors *= finer;
}

// Waits are counted from the start of the launch: a shorter path must not make them longer.
void shorten_path(const card_file& card, launch_work& work) {
  const double waiting = launch_terms(card, work).at("waiting");
  reduce(work.block.path_cycles);
  reduce(work.slower_cycles);
  reduce(work.block.drain_cycles);
  if (work.waiting_ns > 0) work.waiting_ns = launch_terms(card, work).at("latency") + waiting;
}

void shorten_waits(const card_file& card, launch_work& work) {
  const auto terms = launch_terms(card, work);
  if (terms.at("waiting") > 0)
    work.waiting_ns = terms.at("latency") + tenth_less * terms.at("waiting");
}

void shorten_contention(const card_file&, launch_work& work) {
  if (work.contention_ns) reduce(*work.contention_ns);
}

void load_fewer_cold_sectors(const card_file&, launch_work& work) {
  const std::uint64_t before = work.cold_load_sectors;
  reduce(work.cold_load_sectors);
  work.cold_sectors -= before - work.cold_load_sectors;
  reduce(work.block.refetched_sectors);
}

void store_fewer_cold_sectors(const card_file&, launch_work& work) {
  std::uint64_t stored = work.cold_sectors - work.cold_load_sectors;
  reduce(stored);
  work.cold_sectors = work.cold_load_sectors + stored;
}

// L1 only: what misses stays.
void load_fewer_l1_sectors(const card_file&, launch_work& work) {
  const auto missed = static_cast<double>(work.block.missed_sectors);
  reduce(work.global_load_sectors);
  work.block.missed_sectors = static_cast<std::uint64_t>(missed / tenth_less);
  reduce(work.block.local_wavefronts);
}

void store_fewer_parts(const card_file&, launch_work& work) {
  reduce(work.partial_stores);
  reduce(work.partial_stores_of_lines);
}

void store_less(const card_file&, launch_work& work) {
  reduce(work.global_store_sectors);
  reduce(work.block.local_stored_sectors);
}

void reduce_same_address_atomics(const card_file&, launch_work& work) {
  reduce(work.hottest_atomic_requests);
  reduce(work.deepest_float_lanes);
  reduce(work.hottest_integer_lanes);
  reduce(work.hottest_atomic_lanes);
  work.hottest_atomic_lanes = std::max(work.hottest_atomic_lanes,
                                       work.hottest_atomic_requests + work.hottest_integer_lanes);
}

using change_of_launch = void (*)(const card_file&, launch_work&);

template <auto amount>
void less(const card_file&, launch_work& work) {
  reduce(work.*amount);
}

template <auto... amounts>
void less_of_block(const card_file&, launch_work& work) {
  (reduce(work.block.*amounts), ...);
}

template <auto... costs>
void cheaper(card_constants& card) {
  (reduce(card.*costs), ...);
}

template <unit on>
void issue_fewer(const card_file&, launch_work& work) {
  reduce(work.block.issued[static_cast<std::size_t>(on)]);
}

struct kind_of_work {
  std::string_view key;
  change_of_launch change = nullptr;               ///< Of each launch, or null.
  void (*change_card)(card_constants&) = nullptr;  ///< Of what each piece costs, or null.
  void (*change_fill)(std::uint64_t&) = nullptr;   ///< Of each fill, or null.
};

const std::array<kind_of_work, 24>& kinds_of_work() {
  static const std::array<kind_of_work, 24> kinds = {{
      // The first launch cannot be saved.
      {.key = "launches",
       .change_card = cheaper<&card_constants::launch_next_ns, &card_constants::dependent_next_ns,
                              &card_constants::fill_next_ns>},
      {.key = "code_fetch", .change = less<&launch_work::cold_code_bytes>},
      {.key = "latency", .change = shorten_path},
      {.key = "waiting", .change = shorten_waits},
      {.key = "contention", .change = shorten_contention},
      {.key = "drain", .change = less_of_block<&block_cost::drain_cycles>},
      {.key = "blocks",
       .change_card = cheaper<&card_constants::block_launch_ns, &card_constants::warp_launch_ns,
                              &card_constants::dependent_block_ns>},
      {.key = "dram_loads", .change = load_fewer_cold_sectors},
      {.key = "dram_stores",
       .change = store_fewer_cold_sectors,
       .change_fill = [](std::uint64_t& bytes) { reduce(bytes); }},
      {.key = "partial_stores", .change = store_fewer_parts},
      {.key = "l2_loads",
       .change = less_of_block<&block_cost::missed_sectors, &block_cost::local_loaded_sectors>},
      {.key = "l2_stores", .change = store_less},
      {.key = "l1", .change = load_fewer_l1_sectors},
      {.key = "shared", .change = less<&launch_work::shared_wavefronts>},
      {.key = "shared_atomics", .change = less<&launch_work::shared_atomic_wavefronts>},
      {.key = "cluster",
       .change = less_of_block<&block_cost::cluster_sectors, &block_cost::cluster_atomic_sectors>},
      {.key = "instructions", .change = less<&launch_work::warp_instructions>},
      {.key = "integer",
       .change =
           [](const card_file& card, launch_work& work) {
             issue_fewer<unit::integer>(card, work);
             issue_fewer<unit::logic>(card, work);
           }},
      {.key = "float",
       .change =
           [](const card_file& card, launch_work& work) {
             issue_fewer<unit::float32>(card, work);
             issue_fewer<unit::float64>(card, work);
             issue_fewer<unit::special>(card, work);
           }},
      {.key = "conversion", .change = issue_fewer<unit::conversion>},
      {.key = "shuffle", .change = issue_fewer<unit::shuffle>},
      {.key = "match", .change = less_of_block<&block_cost::matched_words>},
      {.key = "same_address_atomics", .change = reduce_same_address_atomics},
      {.key = "atomics", .change = less<&launch_work::global_atomic_sectors>},
  }};
  return kinds;
}

execution_work with_less(const kind_of_work& kind, const card_file& card, execution_work work) {
  for (auto& step : work) {
    if (!step.launch) {
      if (kind.change_fill) kind.change_fill(step.filled_bytes);
    } else if (kind.change) {
      kind.change(card, *step.launch);
    }
  }
  return work;
}

const constant_field& field_of(std::string_view key) {
  for (const auto& field : constant_fields())
    if (field.key == key) return field;
  throw std::out_of_range("no constant of this name: " + std::string(key));
}

}  // namespace

modelled_time time_of(const card_file& card, const execution_work& work) {
  time_sum sum(card);
  for (const auto& step : work)
    if (step.launch)
      sum.add_launch(*step.launch);
    else
      sum.add_fill(step.filled_bytes);
  return sum.total();
}

std::map<std::string, double> work_savings(const card_file& card, const execution_work& work) {
  std::map<std::string, double> savings;
  if (work.size() > max_kept_steps) return savings;
  execution_work refined = work;
  for (auto& step : refined)
    if (step.launch) refine_counts(step.launch->block);
  const double before = time_of(card, refined).ns;
  if (before <= 0) return savings;
  card_file changed = card;
  for (const auto& kind : kinds_of_work()) {
    changed.constants = card.constants;
    if (kind.change_card) kind.change_card(changed.constants);
    const bool keeps_work = kind.change == nullptr && kind.change_fill == nullptr;
    const double after = time_of(changed, keeps_work ? refined : with_less(kind, card, refined)).ns;
    const double saved = 1 - after / before;
    if (saved >= smallest_saving) savings[std::string(kind.key)] = saved;
  }
  return savings;
}

constant_unit unit_of(std::string_view key) {
  const auto ends = [&](std::string_view suffix) { return key.ends_with(suffix); };
  if (ends("_per_s") || ends("_per_cycle") || ends("_hz")) return constant_unit::rate;
  if (ends("_bytes")) return constant_unit::size;
  return constant_unit::time;
}

card_file with_better_constant(const card_file& card, std::string_view key) {
  card_file better = card;
  double& value = better.constants.*field_of(key).member;
  switch (unit_of(key)) {
    case constant_unit::time:
      value *= tenth_less;
      break;
    case constant_unit::rate:
      value /= tenth_less;
      break;
    case constant_unit::size:
      break;
  }
  return better;
}

bool is_followed(std::string_view key) {
  for (const std::string_view one :
       {"sm_clock_hz", "block_launch_ns", "warp_launch_ns", "block_turnover_ns",
        "global_atomic_same_address_ns", "barrier_per_warp_cycles", "polled_store_cycles",
        "l2_latency_spread_cycles", "dram_latency_spread_cycles"})
    if (key == one) return true;
  return key.ends_with("_latency_cycles") || key.ends_with("_per_cycle") ||
         key.ends_with("_bytes_per_s");
}

}  // namespace warpmark::model
