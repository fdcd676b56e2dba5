#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bench/core/selection.hpp"
#include "bench/space/variant_space.hpp"
#include "tuning/live/evaluator.hpp"
#include "tuning/live/expected_times.hpp"
#include "tuning/spaces.hpp"
#include "tuning/strategies/searcher.hpp"

namespace warpmark::tuning {

/// The method of a search.
struct search_method {
  const strategy* by = nullptr;  ///< Null: a default for each space.
  std::map<std::string, double> settings = {};
  std::uint64_t seed = 1;
  const expected_times* expected = nullptr;  ///< What is known before, if anything.
};

/// One variant's search for its best config of a problem.
class variant_search {
 public:
  /// `allowance`: the maximum number of evaluations, by which a default strategy is chosen.
  variant_search(const config_choice& config_choice, const device_limits& limits,
                 const search_method& search_method, std::size_t allowance);

  const variant& of() const { return *choice_.variant; }
  const problem& common_problem() const { return choice_.problem; }

  /// The number of configs; may be 0.
  config_index count() const { return configs_->count(); }

  /// The variant's base config; nullopt if the space does not allow it.
  std::optional<point> base() const;

  /// Whether a config is in the space and has not been measured.
  bool is_new(const point& candidate) const;

  /// The configs of the space that differ on one axis by one step; none for a config outside of it.
  std::vector<point> neighbours_of(const config& config) const;

  /// Configs to measure next, all new.
  std::vector<point> ask(std::size_t max_count);

  /// Configs that it may request next, the likeliest first.
  std::vector<point> likely();

  /// The result of a requested config, or of any other of the space; those of other variants are
  /// ignored.
  void tell(const trial& came);

  bool exhausted() const { return !searcher_ || searcher_->exhausted(); }

  /// The best of the trials that ran correctly, stopped early or not.
  const std::optional<trial>& best() const { return best_; }

 private:
  std::optional<level_tuple> levels_of(const config& config) const;
  std::optional<config_index> index_of(const config& config) const;
  point point_at(config_index index) const;
  std::map<config_index, double> times_of(const expected_times* expected) const;

  config_choice choice_;
  std::unique_ptr<const space>
      configs_;  ///< At an address that the searcher keeps when this object moves.
  std::unique_ptr<searcher> searcher_;  ///< Null if there is no config.
  std::map<config_index, bool> told_;
  std::optional<trial> best_;
};

}  // namespace warpmark::tuning
