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
  std::string name;    ///< As given on the command line: "origin/main", "../base".
  std::string commit;  ///< Full hash; empty for a folder that is no repository.
  bool dirty = false;  ///< A folder with uncommitted changes.
  std::string digest;  ///< SHA-256 over the compared sources.
};

/// The execution of one stage.
struct stage_record {
  gate_stage stage = gate_stage::statics;
  std::string left_out;  ///< Why it did not run; empty if it did.
  std::size_t subjects = 0;
  double seconds = 0;
  double card_seconds = 0;  ///< The part during which a process held the card.
};

/// The controls of the timing stage. Absent without that stage.
struct control_record {
  std::size_t negative = 0;          ///< Points known to be equal on both sides …
  std::size_t negative_flagged = 0;  ///< … of which this many were found different.
  std::optional<double> planted;     ///< The slow-down of the positive control, relative …
  bool planted_found = false;        ///< … and whether the run found it.
  std::size_t pairs = 0;             ///< All measured pairs …
  std::size_t pairs_discarded = 0;   ///< … and those discarded for a recorded reason.
  std::string trouble;               ///< Why the run may give no verdict; empty if it may.
};

/// The end of a gate's run; see ending_of().
struct gate_ending {
  int code = 2;
  std::string reason;  ///< One sentence: the last line that the program prints.
};

/// All results of a run of the gate. Every output is a function of it.
struct gate_result {
  side_record base;
  side_record head;
  std::string tool;        ///< Version and commit of warpmark.
  std::string started_at;  ///< ISO 8601, UTC.
  std::vector<std::string> argv;
  nlohmann::json environment = nlohmann::json::object();  ///< Card, driver, host: as in manifests.
  nlohmann::json settings = nlohmann::json::object();     ///< The effective settings.
  std::vector<gate_finding> findings;
  std::vector<stage_record> stages;
  std::optional<control_record> controls;
  std::vector<std::string> warnings;  ///< Full sentences.
  gate_ending ending;
};

/// Worst verdict first, then by impact and by the size of the ratio, then by stage and subject.
void sort_findings(std::vector<gate_finding>& findings);

/// The number of findings per verdict; verdicts without findings are absent.
std::map<verdict, std::size_t> count_verdicts(const std::vector<gate_finding>& findings);

/// The verdicts that fail a build (an empty comparison always fails): "regression", "missing",
/// "invalid", "suspect", "inconclusive".
using failing = std::set<verdict>;

/// Exit status and reason. 4 if the controls failed; 5 if nothing was compared; else the
/// exit_status_of the worst verdict in `fail_on` that a finding has; 0 if there is none. The reason
/// names every such verdict, worst first. A head that only adds points passes.
gate_ending ending_of(const gate_result& result, const failing& fail_on);

}  // namespace warpmark::gate
