#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tuning/spaces.hpp"
#include "tuning/strategies/outcome.hpp"

namespace warpmark::tuning {

/// The recorded variant and problem, in the journal's terms.
struct record_subject {
  std::string family;
  std::string variant;
  std::vector<std::pair<std::string, std::string>> problem;  ///< Names and values, as text.
  std::string device;

  /// "reduce/shuffle[type=i32,n=1024]"
  std::string text() const;
};

/// A space whose configs have all been measured once; replaces a card in a replay.
struct recorded_space {
  tuning::record_subject record_subject;
  std::string name;  ///< Identifies the record in messages and tables: record_subject::text().
  std::string unit;  ///< Unit of times: "ms", "ns".
  space configs;
  std::vector<outcome> outcomes;          ///< By index.
  std::optional<config_index> base = {};  ///< The default config, if recorded.
  std::string note = {};                  ///< A note for the user on how the record was read.

  double unit_ns() const { return unit == "ms" ? 1e6 : 1; }

  /// The fastest config, the first among equals.
  config_index optimum() const;
};

/// One entry of a record: a config as text values, in the order of the axes.
struct record_entry {
  std::vector<std::string> values;
  outcome result;
  bool is_base = false;
};

/// The space of the entries, whose axes have the values that occur in them. Among entries with
/// equal configs the last is used. Throws tuning_error if nothing can be tuned: no entry, a time
/// not above zero, equal times everywhere, no config that runs, a base that fails.
recorded_space record(record_subject record_subject, std::string unit,
                      const std::vector<std::string>& axis_names,
                      const std::vector<record_entry>& entries);

}  // namespace warpmark::tuning
