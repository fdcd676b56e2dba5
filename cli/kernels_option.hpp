#pragma once

#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "base/json_place.hpp"
#include "bench/core/run_manifest.hpp"
#include "bench/workers/wire.hpp"

namespace warpmark {

/// --kernels FILE, for verbs that can use the kernels of a file (docs/kernels_file.md) instead of
/// the built-in ones. Reading the file replaces the registry.
class kernels_option {
 public:
  /// The file is read as the command line is parsed; errors in it are usage errors.
  void add_to(CLI::App& verb);

  /// Makes workers use the same file and check that it is unchanged.
  void add_to(workers::worker_order& order) const;

  /// The given file, if any.
  const std::optional<kernels_record>& record() const { return *record_; }

 private:
  // CLI11 keeps a pointer to its target, and this object may move.
  std::shared_ptr<std::optional<kernels_record>> record_ =
      std::make_shared<std::optional<kernels_record>>();
};

/// Replaces the registry by the kernels of a file. Throws usage_error.
kernels_record use_kernels_file(const std::string& path);

/// Compares the kernels in a journal's manifest with the present ones: "" if they are the same,
/// else the difference. Throws usage_error for other kernels than journals have.
std::string kernels_difference(const journal::json_place& manifest,
                               const std::optional<kernels_record>& now);

}  // namespace warpmark
