#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/journal/lines.hpp"
#include "tuning/profile/timing.hpp"
#include "variants/contract/parameters.hpp"

namespace warpmark::tuning {

/// One measurement of a journal.
struct measured_point {
  std::string family;
  std::string variant;
  warpmark::parameters problem;
  warpmark::parameters parameters;
  bool is_base = false;
  std::string status;  ///< "ok", "wrong", …
  std::string reason;
  std::string state;  ///< "cold", "hot", "exact"; empty if the line does not say.
  std::string card_uuid;
  std::string phase;           ///< Of a tuning: "search", "final" or "cross"; else empty.
  std::optional<timing> time;  ///< Only where status is "ok" and there was a clock.
  double wall_s = 0;
  bool given_up = false;  ///< As slower than others: its time is of few samples, and is left out.
};

/// Where measurements come from, as a profile states it.
struct journal_source {
  std::string file;    ///< Its name, without folders.
  std::string sha256;  ///< Of the journal's text, uncompressed.
  std::string commit;  ///< Of the tool that wrote it.
  std::string started_at;
  bool complete = false;  ///< All points that were planned are there.
};

struct measured_journal {
  journal_source source;
  journal::json manifest;
  std::vector<measured_point> points;
};

/// Reads a journal, which may be compressed by gzip. Throws usage_error, naming file and line, for
/// what is no journal and for a time that is no number above zero.
measured_journal read_measured_journal(const std::filesystem::path& path);

/// The journal with its measurements of these phases alone.
measured_journal of_phases(const measured_journal& from, const std::vector<std::string>& phases);

/// Values as a journal's problem and config hold them. Throws usage_error beginning with `where`
/// for what is no object of integers and texts.
parameters parameters_from_json(const journal::json& object, const std::string& where);
journal::json to_json(const parameters& values);

}  // namespace warpmark::tuning
