#include "ci/gate/timing/card_laboratory.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include <fmt/format.h>

#include "bench/core/usage_error.hpp"
#include "ci/gate/timing/side_plans.hpp"
#include "ci/gate/timing/work_dial.hpp"
#include "kernels/embedded.hpp"

namespace warpmark::gate {
namespace {

namespace fs = std::filesystem;

// The program's kernels as a tree, which sides are opened from.
fs::path write_kernels(const fs::path& to) {
  for (const auto& each : kernels::all()) {
    const fs::path path = to / "kernels" / each.path;
    fs::create_directories(path.parent_path());
    std::ofstream file(path, std::ios::binary);
    file.write(each.text.data(), static_cast<std::streamsize>(each.text.size()));
    if (!file.flush()) throw usage_error(fmt::format("{} cannot be written", path.string()));
  }
  return to;
}

void hear_nothing(std::size_t, std::size_t, const round_pair&) {}

}  // namespace

card_laboratory::card_laboratory(timing_terms terms, const selection& wanted,
                                 const std::string& kernels_file, std::size_t pairs_per_round,
                                 round_listener listener)
    : terms_(std::move(terms)),
      pairs_per_round_(pairs_per_round),
      listener_(listener ? std::move(listener) : hear_nothing) {
  const fs::path root = kernels_file.empty() ? write_kernels(scratch_.path()) : fs::current_path();
  sides_ = {.base_root = root.string(),
            .head_root = root.string(),
            .kernels_file = kernels_file,
            .wanted = wanted};
  sides_.wanted.backend = "cuda";
  device_ = process_rounds::open(round_terms_of(terms_.seed), false).device;
  const side_plans plans(sides_, device_.limits);
  for (const auto& each : plans.compared().points)
    if (each.on_both() && !each.head->plan.kernels.empty()) keys_.push_back(each.key);
  if (keys_.empty()) throw usage_error("the selection has no point with a kernel on this card");
}

round_terms card_laboratory::round_terms_of(std::uint64_t seed) const {
  return {.program = terms_.program,
          .order = {.device_ordinal = terms_.device_ordinal,
                    .cache_folder = terms_.cache_folder.string(),
                    .seed = terms_.seed,
                    .state = terms_.state,
                    .pairs = pairs_per_round_,
                    .sides = sides_},
          .seed = seed};
}

known_suite card_laboratory::suite_of(timing_subjects subjects, std::vector<double> slowdowns,
                                      std::uint64_t seed) const {
  slowdowns.resize(subjects.points.size());  // Of calibrators, which are equal; or planted anyway.
  auto source =
      std::make_unique<process_rounds>(round_terms_of(seed), subjects.measured, listener_);
  return {std::move(subjects.points), std::move(slowdowns), std::move(source)};
}

known_suite card_laboratory::unchanged(const timing_settings& timing, std::uint64_t seed) const {
  timing_subjects subjects;
  for (const auto& key : keys_)
    subjects.add({.key = key, .family = key.substr(0, key.find('/'))}, {.key = key});
  subjects.add_calibrators(timing.planted);
  return suite_of(std::move(subjects), {}, seed);
}

known_suite card_laboratory::slowed(const std::vector<dialled_point>& points,
                                    const timing_settings& timing, std::uint64_t seed) const {
  timing_subjects subjects;
  std::vector<double> slowdowns;
  for (const auto& each : points) {
    if (!each.found) continue;
    subjects.add({.key = each.key, .family = each.key.substr(0, each.key.find('/'))},
                 {.key = each.key, .planted_steps = each.planted_steps});
    slowdowns.push_back(each.slowdown);
  }
  subjects.add_calibrators(timing.planted);
  return suite_of(std::move(subjects), std::move(slowdowns), seed);
}

std::vector<dialled_point> card_laboratory::dial(double slowdown, std::size_t rounds) const {
  std::vector<work_dial> dials(keys_.size(), work_dial(slowdown));
  for (std::size_t round = 0; round < rounds; ++round) {
    std::vector<round_subject> subjects;
    std::vector<std::size_t> open;  // Of the dials.
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      if (dials[i].found()) continue;
      open.push_back(i);
      subjects.push_back({.key = keys_[i], .planted_steps = dials[i].steps()});
    }
    if (open.empty()) break;
    std::vector<std::size_t> all(subjects.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    process_rounds source(round_terms_of(terms_.seed + round), subjects, hear_nothing);
    const auto pairs = source.measure(all);
    for (std::size_t i = 0; i < open.size(); ++i)
      if (pairs[i].discarded.empty()) dials[open[i]].measured(std::exp(pairs[i].log_ratio()));
  }
  std::vector<dialled_point> points;
  for (std::size_t i = 0; i < keys_.size(); ++i)
    points.push_back({keys_[i], slowdown, dials[i].steps(), dials[i].found()});
  return points;
}

order_bias_on_card card_laboratory::bias(sampling::pair_order order, std::size_t rounds,
                                         double idle_s) const {
  round_terms terms = round_terms_of(terms_.seed);
  terms.order.order = order;
  terms.base_always_leads = order == sampling::pair_order::blocked;
  std::vector<round_subject> subjects;
  std::vector<std::size_t> all;
  for (const auto& key : keys_) {
    all.push_back(subjects.size());
    subjects.push_back({.key = key});
  }
  process_rounds source(std::move(terms), subjects, hear_nothing);
  std::vector<double> sums(keys_.size());
  std::vector<std::size_t> counts(keys_.size());
  for (std::size_t round = 0; round < rounds; ++round) {
    std::this_thread::sleep_for(std::chrono::duration<double>(idle_s));
    const auto pairs = source.measure(all);
    for (std::size_t i = 0; i < pairs.size(); ++i)
      if (pairs[i].discarded.empty()) {
        sums[i] += pairs[i].log_ratio();
        ++counts[i];
      }
  }
  order_bias_on_card result;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (counts[i] == 0) continue;
    const double mean = sums[i] / static_cast<double>(counts[i]);
    result.bias += mean;
    result.largest = std::max(result.largest, std::fabs(mean));
    ++result.points;
  }
  if (result.points > 0) result.bias /= static_cast<double>(result.points);
  return result;
}

}  // namespace warpmark::gate
