#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <CLI/CLI.hpp>

#include "ci/gate/gate_progress.hpp"
#include "ci/gate/programs/nvbench_discovery.hpp"
#include "ci/gate/programs/program_gate.hpp"

namespace warpmark {

/// The options by which nvbench executables are run, of `gate`, `aa` and `selftest`.
struct nvbench_options {
  std::string base;  ///< --nvbench
  std::string process_limit = "10m";

  /// Adds --nvbench with this description, -b, -a and --process-limit.
  void add_to(CLI::App& verb, const std::string& about_nvbench);

  /// With the base on both sides. Throws usage_error for a wrong time.
  gate::nvbench_sides sides(int device, const gate::timing_settings& timing) const;

 private:
  /// -b and -a in the order of the command line: an axis belongs to the benchmark before it.
  gate::nvbench_selection selection() const;

  const CLI::App* verb_ = nullptr;
};

/// The options of `gate` that compare two compiled programs instead of two trees.
struct program_options {
  std::string base_binary, head_binary, nvbench_head;
  nvbench_options nvbench;
  bool trust_device_code = false;

  void add_to(CLI::App& verb);

  /// Whether one of them is given.
  bool any() const;

  /// Whether the programs can be timed.
  bool timed() const { return !nvbench.base.empty(); }

  /// Throws usage_error for a side that is missing, or for both kinds of programs.
  void check() const;

  /// What the comparison is of; the caller adds settings, stages and acceptances before.
  struct run_terms {
    int device = 0;
    std::uint64_t seed = 1;
    std::filesystem::path rounds_file;
  };
  void complete(gate::program_request& request, const run_terms& terms) const;
};

}  // namespace warpmark
