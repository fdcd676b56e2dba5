#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "bench/core/selection.hpp"
#include "ci/gate/gate_result.hpp"
#include "ci/gate/settings/acceptance.hpp"
#include "ci/gate/settings/gate_settings.hpp"
#include "ci/gate/sides/compared_point.hpp"
#include "ci/gate/sides/compile_patience.hpp"
#include "ci/gate/stage_context.hpp"
#include "ci/gate/stage_outcome.hpp"

namespace warpmark::gate {

/// The input of the timing stage.
struct timing_request {
  const comparison& compared;
  const warpmark::selection& selection;
  const std::vector<std::filesystem::path>& kernels_files;  ///< As in gate_request.
  const stage_context& context;
  const std::shared_ptr<compile_patience>& patience;
  const std::set<std::string>& failed;  ///< Points of which a side failed in the counting stage.
};

/// Measures the points. Its record says why it was left out.
using timing_stage = std::function<stage_outcome(const timing_request&)>;

/// How the sides get their plugins; see docs/gate.md.
struct plugin_request {
  std::filesystem::path base, head = {};  ///< The files; empty if they are built …
  std::string build = {};                 ///< … by this command, see build_plugin …
  std::filesystem::path built = {};       ///< … which makes this file.
};

/// The options of a run of the gate.
struct gate_request {
  std::string base, head = ".";                      ///< Folders or revisions; see tree_request.
  std::vector<std::filesystem::path> kernels_files;  ///< See tree_request; none: the built-in ones.
  std::optional<plugin_request> plugins = {};        ///< Instead of kernels.
  warpmark::selection selection;
  std::set<gate_stage> stages = {gate_stage::statics, gate_stage::counting, gate_stage::timing};
  gate_settings settings;
  std::vector<acceptance> acceptances = {};  ///< Regressions that are known and accepted.
  std::filesystem::path cache_folder = {};   ///< For compiled kernels; empty: the default one.
  std::filesystem::path program = {};        ///< See compiler_options::program.
  gate_limits limits = {};
  std::shared_ptr<const model::card_file> card = {};  ///< See stage_context.
  progress_listener progress = [](const gate_progress&) {};
  timing_stage timing = {};    ///< Null if nothing can be timed …
  std::string no_timing = {};  ///< … and why.

  /// Settings files in the working folder that affect the verdict. If the head changed one, the
  /// result has a warning.
  std::vector<std::filesystem::path> terms_files = {};
};

/// Compares the two sides stage by stage. The result has its ending and sorted findings. The caller
/// adds the run's identity (tool, argv, environment). Throws usage_error.
gate_result run_gate(const gate_request& gate_request);

/// The selection without options: every variant that can be interpreted, at two small sizes.
selection default_selection();

/// Compares the counters of this program's kernels with those stored in `folder`. Of the request,
/// only settings, acceptances, cache and the selection's patterns are used.
gate_result run_golden_gate(const std::filesystem::path& folder, const gate_request& gate_request);

}  // namespace warpmark::gate
