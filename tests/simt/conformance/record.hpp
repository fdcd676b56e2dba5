#pragma once

#include <map>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/simt/conformance/runner.hpp"

namespace conformance {

/// An earlier run.
struct record_file {
  std::map<std::string, nlohmann::json> lines;  ///< By the entries' names.
  std::string dump;                             ///< File with all outputs, or empty.
  std::map<std::string, std::size_t> places;    ///< Where an entry's outputs begin in it.
};

/// Throws usage_error if a file cannot be read or a line is no JSON object. `dump`, if not empty,
/// is what --dump wrote beside the first.
std::vector<record_file> read_records(const std::vector<std::string>& paths,
                                      const std::string& dump);

/// One outcome as a JSON line (without the line's end): name, signature, inputs, input_hash, and
/// output_hash or, for approximate entries, special_hash, error and its unit.
std::string line_of(const outcome& what);

/// Judges outcomes by the host's reference, by the documented bounds and by recorded runs.
class summary {
 public:
  /// Prints a line to stderr for every disagreement.
  void add(const outcome& what, const std::vector<record_file>& records);
  bool failed() const { return wrong_ != 0; }
  std::string text() const;

 private:
  void judge_exact(const outcome& what, const record_file& record);
  void judge_approximate(const outcome& what, const record_file* record);
  void blame(const outcome& what, const std::string& why);

  std::size_t entries_ = 0, referenced_ = 0, recorded_ = 0, wrong_ = 0;
};

}  // namespace conformance
