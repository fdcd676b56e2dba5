#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "ci/gate/gate_run.hpp"
#include "cli/axis_options.hpp"
#include "cli/card_option.hpp"
#include "cli/compile_limit_options.hpp"
#include "cli/gate/gate_output_options.hpp"
#include "cli/gate/gate_settings_options.hpp"
#include "cli/gate/program_options.hpp"

namespace warpmark {

/// The command line of `gate`.
struct gate_options {
  axis_options select;
  std::string base, head = ".";
  std::vector<std::string> kernels_files;
  std::vector<std::string> architectures, stages;
  std::string golden;
  card_option card;  ///< Of the counting stage.
  std::string base_plugin, head_plugin, build, built_plugin;
  bool refresh_golden = false;
  std::string cache_folder;
  std::string from;         ///< A stored result to write outputs of, instead of comparing.
  std::string rounds_file;  ///< Receives the pairs of the timing stage.
  int device = 0;
  std::uint64_t seed = 1;
  program_options programs;  ///< Two compiled programs instead of two trees.
  compile_limit_options compile{.seconds = ""};
  std::string execution_limit = "60s";
  gate_settings_options terms;
  gate_output_options outputs;

  void add_to(CLI::App& verb);

  /// Whether to compare with stored counters instead of comparing two trees.
  bool is_golden() const { return !golden.empty(); }

  /// Whether plugins are compared.
  bool is_of_plugins() const { return !base_plugin.empty() || !build.empty(); }

  /// Throws usage_error for missing or conflicting options.
  void check() const;

  /// Throws usage_error for an unknown stage or setting.
  gate::gate_request request() const;

  /// Of a comparison of two programs. Throws usage_error as above.
  gate::program_request program_request(gate::progress_listener progress) const;

  /// Throws usage_error.
  gate::gate_limits limits() const;

  /// The effective settings: from the command line, else the file, else the preset. Throws
  /// usage_error.
  gate::gate_settings settings() const;

 private:
  selection selected() const;
  std::set<gate::gate_stage> requested_stages() const;
};

}  // namespace warpmark
