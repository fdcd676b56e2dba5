#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "ci/gate/gate_run.hpp"

namespace warpmark {

/// The command line of `gate`.
struct gate_options {
  std::vector<std::string> patterns, problem, config;
  std::string base, head = ".";
  std::string kernels_file;
  std::vector<std::string> architectures, stages;
  std::string golden;
  bool refresh_golden = false;
  std::string cache_folder;

  void add_to(CLI::App& verb);

  /// Whether kept counters are compared with, instead of two trees with each other.
  bool is_golden() const { return !golden.empty(); }

  /// Throws usage_error for options that are missing or do not go together.
  void check() const;

  /// Throws usage_error for a stage or a setting that is none.
  gate::gate_request request() const;

  /// The defaults and what the command line sets.
  gate::gate_settings settings() const;

 private:
  selection wanted() const;
};

}  // namespace warpmark
