#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "ci/gate/gate_finding.hpp"

namespace warpmark::gate {

/// One of the two compared trees.
struct side_record {
  std::string asked;   ///< As the command line names it: "origin/main", "../base".
  std::string commit;  ///< Full hash; empty for a folder that is no repository.
  bool dirty = false;  ///< A folder with changes that no commit holds.
  std::string digest;  ///< SHA-256 over the compared sources.
};

/// How a stage went.
struct stage_record {
  gate_stage stage = gate_stage::statics;
  std::string left_out;  ///< Why it did not run; empty if it did.
  std::size_t subjects = 0;
  double seconds = 0;
  double card_seconds = 0;  ///< Of them with a process that had the card.
};

/// What the controls of the timing stage said. Without a stage of timing there are none.
struct control_record {
  std::size_t negative = 0;          ///< Points known to be equal on both sides …
  std::size_t negative_flagged = 0;  ///< … of which this many were called different.
  std::optional<double> planted;     ///< The slow-down of the positive control, relative …
  bool planted_found = false;        ///< … and whether the run saw it.
  std::size_t pairs = 0;             ///< Pairs measured in all …
  std::size_t pairs_discarded = 0;   ///< … and discarded for a recorded reason of the machine.
  std::string trouble;               ///< Why the run may give no verdict; empty if it may.
};

/// How the gate ends; see ending_of().
struct gate_ending {
  int code = 2;
  std::string reason;  ///< One sentence: the last line that the program prints.
};

/// All that a run of the gate found. Every output is a function of it.
struct gate_result {
  side_record base;
  side_record head;
  std::string tool;        ///< Version and commit of warpmark.
  std::string started_at;  ///< ISO 8601, UTC.
  std::vector<std::string> argv;
  nlohmann::json environment = nlohmann::json::object();  ///< Card, driver, host: as in manifests.
  nlohmann::json settings = nlohmann::json::object();     ///< What was in force.
  std::vector<gate_finding> findings;
  std::vector<stage_record> stages;
  std::optional<control_record> controls;
  std::vector<std::string> warnings;  ///< Whole sentences.
  gate_ending ending;
};

/// Worst verdict first, then by impact and by the size of the ratio, then by stage and subject.
void sort_findings(std::vector<gate_finding>& findings);

/// How many findings have each verdict; verdicts that none has are absent.
std::map<verdict, std::size_t> count_verdicts(const std::vector<gate_finding>& findings);

/// What fails a build beyond nothing having been compared: "regression", "missing", "invalid",
/// "suspect", "inconclusive".
using failing = std::set<verdict>;

/// Exit status and reason. 4 if the controls failed; 5 if nothing was compared; else that of the
/// worst verdict in `fail_on` that a finding has (exit_status_of); 0 if there is none. The reason
/// names every such verdict, worst first. A head that only adds points passes.
gate_ending ending_of(const gate_result& result, const failing& fail_on);

}  // namespace warpmark::gate
