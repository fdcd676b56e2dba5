#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/journal/lines.hpp"
#include "tuning/profile/modelled_origin.hpp"
#include "tuning/profile/timing.hpp"
#include "variants/contract/determinism.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark::tuning {

/// One measurement of a journal.
struct measured_point {
  std::string family;
  std::string variant;
  warpmark::parameters problem;
  warpmark::parameters parameters;
  bool is_base = false;
  std::optional<determinism> deterministic;  ///< Absent in older journals.
  std::string status;                        ///< "ok", "wrong", …
  std::string reason;
  std::string state;  ///< "cold", "hot", "exact"; empty if not stated.
  std::string card_uuid;
  std::string phase;  ///< In a tuning: "search", "final" or "cross"; else empty.
  /// Only if status is "ok" and there was a clock, or the journal is of modelled times. Of a tuning
  /// for energy, its objective's value.
  std::optional<timing> time;
  double wall_s = 0;
  bool given_up = false;  ///< Stopped as clearly slower: its time has few samples and is left out.
};

/// The origin of measurements, as recorded in a profile.
struct journal_source {
  std::string file;    ///< Its name, without folders.
  std::string sha256;  ///< Of the journal's text, uncompressed.
  std::string commit;  ///< Of the tool that wrote it.
  std::string started_at;
  bool complete = false;  ///< All planned points were measured.
};

struct measured_journal {
  journal_source source;
  journal::json manifest;
  std::optional<modelled_origin> modelled = {};  ///< All times are modelled.
  std::vector<measured_point> points;
};

/// Reads a journal, which may be compressed. Throws usage_error, naming file and line, for
/// anything but a journal and for times not above zero.
measured_journal read_measured_journal(const std::filesystem::path& path);

/// The journal with only the measurements of these phases.
measured_journal of_phases(const measured_journal& from, const std::vector<std::string>& phases);

}  // namespace warpmark::tuning
