#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tuning/spaces.hpp"
#include "tuning/strategies/outcome.hpp"

namespace warpmark::tuning {

/// What was measured, in the journal's words.
struct record_subject {
  std::string family;
  std::string variant;
  std::vector<std::pair<std::string, std::string>> problem;  ///< Names and values, as text.
  std::string device;

  /// "reduce/shuffle[type=i32,n=1024]"
  std::string text() const;
};

/// A space of which every config was measured once: what replay serves instead of a card.
struct recorded_space {
  tuning::record_subject record_subject;
  std::string name;  ///< Of what it is, for messages and tables: of.text().
  std::string unit;  ///< Of times: "ms", "ns".
  space configs;
  std::vector<outcome> outcomes;          ///< By index.
  std::optional<config_index> base = {};  ///< The default config, where the record says.
  std::string note = {};  ///< What a reader of results should know of how the record was read.

  double unit_ns() const { return unit == "ms" ? 1e6 : 1; }

  /// The fastest config, of equals the first.
  config_index optimum() const;
};

/// One line of a record: a config by the text of its values, in the order of the axes.
struct record_entry {
  std::vector<std::string> values;
  outcome result;
  bool is_base = false;
};

/// The space of the entries, whose axes have the values that come in them. Of entries with one
/// config the last counts. Throws tuning_error if there is nothing to choose from: no entry, a time
/// that is no number above zero, the same time everywhere, no config that runs, a base that fails.
recorded_space record(record_subject record_subject, std::string unit,
                      const std::vector<std::string>& axis_names,
                      const std::vector<record_entry>& entries);

}  // namespace warpmark::tuning
