#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bench/core/planned_points.hpp"
#include "bench/journal/lines.hpp"
#include "tuning/live/evaluator.hpp"

namespace warpmark::tuning {

/// What was measured of points, served in place of a machine: a journal of `run` or `tune`, or a
/// Kernel Tuner cache. Measurements say backend `replay`, and what they were measured on under
/// `recorded`. Axes that came later than the record stand at their base; what is of no variant that
/// is there now is passed over.
class recorded_points {
 public:
  /// Reads a journal, which may be compressed by gzip and may lack its end. Throws usage_error for
  /// what is none.
  static recorded_points of_journal(const std::filesystem::path& path);

  /// Reads a cache as measurements of `wanted`, which must be of one variant and problem: a cache
  /// names neither in the words of a journal. Configs are matched by the names and values of their
  /// axes. Throws usage_error for what is no cache, for other axes, and for points of several.
  static recorded_points of_cache(const std::filesystem::path& path,
                                  const planned_points& planned_points);

  /// Of the record, with only what says where it comes from.
  const journal::json& manifest() const { return manifest_; }

  /// "replay" is none: of a replayed record, what that was measured on.
  std::string origin() const;

  /// The limits that a card is known to have by its manifest; others are Hopper's.
  device_limits limits() const;

  /// The measurement of a point; nothing if the record has none. Of several it is that of a sweep
  /// or else the last of the finals, of those of a search the last. For a round of the finals it is
  /// that of the recorded round, as long as there are rounds, which are begun anew after the last.
  std::optional<journal::json> measurement(const point& point, const trial_label& label = {}) const;

  /// Whether there are rounds of finals; else each point has one time.
  bool has_rounds() const { return has_rounds_; }

  /// How many points there are.
  std::size_t size() const { return lines_.size(); }

  /// The values, as text, that an axis has in measurements of a variant: of a problem's axis in
  /// all, of a config's at one problem.
  std::set<std::string> problem_values(const variant& variant, const std::string& axis) const;
  std::set<std::string> config_values(const variant& variant, const std::string& axis,
                                      const problem& problem) const;

  /// Whether there is any measurement of a variant at a problem.
  bool has(const variant& variant, const problem& problem) const;

 private:
  struct recorded_line {
    trial_label label;  ///< Without a phase: of a sweep.
    std::string text;
  };
  recorded_points() = default;

  // What a manifest says under `recorded` of the file that it is of.
  static journal::json provenance_of(const std::filesystem::path& path, const std::string& sha256,
                                     const journal::json& manifest);
  void add(const journal::json& line, std::string text);
  const recorded_line& choose(const std::vector<recorded_line>& among,
                              const trial_label& label) const;

  journal::json manifest_;
  using values_by_axis = std::map<std::string, std::set<std::string>>;

  std::map<std::string, std::vector<recorded_line>> lines_;  ///< By key.
  std::map<std::string, values_by_axis> problem_values_;     ///< By variant.
  std::map<std::string, values_by_axis> config_values_;      ///< By "variant[problem]".
  bool has_rounds_ = false;
};

}  // namespace warpmark::tuning
