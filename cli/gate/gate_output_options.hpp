#pragma once

#include <map>
#include <string>

#include <CLI/CLI.hpp>

#include "ci/gate/gate_result.hpp"

namespace warpmark {

/// The outputs of `warpmark gate`: an option for each row of gate::all_output_formats, and
/// --summary. A file named "-" is standard output.
struct gate_output_options {
  std::map<std::string, std::string> files;  ///< By option, "--json"; empty if not requested.
  std::string summary = "auto";

  void add_to(CLI::App& verb);

  /// Throws usage_error if an output cannot be written. Called before measuring.
  void require_writable() const;

  /// Writes all requested outputs. Throws usage_error.
  void write(const gate::gate_result& result) const;

  /// Whether an output uses standard output, which is then reserved for it.
  bool takes_standard_output() const;
};

}  // namespace warpmark
