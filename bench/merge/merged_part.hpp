#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bench/core/shard.hpp"
#include "bench/journal/lines.hpp"

namespace warpmark::journal {

/// A run whose journal is merged with others: its manifest and its end.
struct merged_part {
  json manifest;
  std::vector<std::string> resumed_at;  ///< In order of time.
  json end;                             ///< The last end line; null: the run was cut off.

  /// Two journals with the same identity are of one run, e.g. an earlier copy and a later one.
  std::string identity() const { return manifest.dump(); }

  /// Every planned point was measured.
  bool is_complete() const;

  std::optional<warpmark::shard> shard() const;
  std::string started_at() const { return manifest.value("started_at", ""); }

  /// What was to be measured, in all shards: the arguments without those that say where it is
  /// written, on which machine, for how long and which shard, and the kernels' digests. Parts with
  /// the same sweep complete each other.
  std::string sweep() const;

  /// "run", "tune" or another verb.
  std::string verb() const;

  /// The UUID of the first card; empty: it has none.
  std::string card_uuid() const;
};

/// The arguments after the program's name, without those that shards of one sweep may differ in.
std::vector<std::string> words_of_sweep(const json& argv);

/// A part as in the `parts` of a merged journal's manifest, and back.
json to_json(const merged_part& part);
merged_part part_from_json(const json& entry);

/// Of one run, known from two journals: the later end, all resumptions.
void take_up(merged_part& known, const merged_part& other);

/// Canonical order: by sweep, shard, time of start.
bool is_before(const merged_part& one, const merged_part& other);

/// Seconds since 1970 of "2026-01-31T23:59:59Z"; 0 for another text.
double seconds_of(const std::string& timestamp);

}  // namespace warpmark::journal
