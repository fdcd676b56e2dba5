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
#include "variants/registry.hpp"

namespace warpmark::tuning {

/// The backend of a journal's measurements by its manifest; for a replay, the original one.
std::string recorded_backend(const journal::json& manifest);

/// Recorded measurements of points, which replace a machine: a journal of `run` or `tune`, or a
/// Kernel Tuner cache. Measurements have backend `replay`, and their original machine under
/// `recorded`. Axes newer than the record have their base value; lines of unknown variants are
/// ignored.
class recorded_points {
 public:
  /// Reads the measurements of the registry's variants from a journal, which may be compressed by
  /// gzip and may lack its end. Throws usage_error if the file is no journal.
  static recorded_points of_journal(const registry& registry, const std::filesystem::path& path);

  /// Reads a cache as measurements of `wanted`, which must be of one variant and problem: a cache
  /// identifies neither as journals do. Configs are matched by the names and values of their axes.
  /// Throws usage_error if the file is no cache, for other axes, and for points of several.
  static recorded_points of_cache(const std::filesystem::path& path,
                                  const planned_points& planned_points);

  /// The manifest, with only the record's origin.
  const journal::json& manifest() const { return manifest_; }

  /// The recorded_backend().
  std::string origin() const;

  /// The card's limits in the manifest; others are Hopper's.
  device_limits limits() const;

  /// The measurement of a point; nullopt if the record has none. Among several, that of a sweep,
  /// else the last of the finals, else the last of a search. For a round of the finals, that of the
  /// recorded round, cyclically.
  std::optional<journal::json> measurement(const point& point, const trial_label& label = {}) const;

  /// Whether there are rounds of finals; else each point has one time.
  bool has_rounds() const { return has_rounds_; }

  /// The number of points.
  std::size_t size() const { return lines_.size(); }

  /// The values, as text, of an axis in measurements of a variant: a problem axis over all of them,
  /// a config axis at one problem.
  std::set<std::string> problem_values(const variant& variant, const std::string& axis) const;
  std::set<std::string> config_values(const variant& variant, const std::string& axis,
                                      const problem& problem) const;

  /// Whether there is any measurement of a variant at a problem.
  bool has(const variant& variant, const problem& problem) const;

 private:
  struct recorded_line {
    trial_label label;  ///< Without a phase for a sweep.
    std::string text;
  };
  recorded_points() = default;

  // A manifest's entry `recorded`, which identifies the file.
  static journal::json provenance_of(const std::filesystem::path& path, const std::string& sha256,
                                     const journal::json& manifest);
  void add(const point& point, const journal::json& line, std::string text);
  static const recorded_line& choose(const std::vector<recorded_line>& among,
                                     const trial_label& label);

  journal::json manifest_;
  using values_by_axis = std::map<std::string, std::set<std::string>>;

  std::map<std::string, std::vector<recorded_line>> lines_;  ///< By key.
  std::map<std::string, values_by_axis> problem_values_;     ///< By variant.
  std::map<std::string, values_by_axis> config_values_;      ///< By "variant[problem]".
  bool has_rounds_ = false;
};

}  // namespace warpmark::tuning
