#pragma once

#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "bench/core/run_manifest.hpp"
#include "bench/journal/lines.hpp"
#include "bench/workers/wire.hpp"

namespace warpmark {

/// --kernels FILE, which verbs take to work on the kernels of a file (docs/kernels_file.md) instead
/// of the built-in ones. Naming the file is all it takes: reading it replaces the registry.
class kernels_option {
 public:
  /// The file is read as the command line is parsed; errors in it are usage errors.
  void add_to(CLI::App& verb);

  /// So that workers take the same file, and look whether it is as it was.
  void add_to(workers::worker_order& order) const;

  /// The file that was named, if one was.
  const std::optional<kernels_record>& record() const { return *record_; }

 private:
  // CLI11 keeps what it writes to; this object may move.
  std::shared_ptr<std::optional<kernels_record>> record_ =
      std::make_shared<std::optional<kernels_record>>();
};

/// Makes the kernels of a file all there are. Throws usage_error.
kernels_record use_kernels_file(const std::string& path);

/// What a journal was measured with, as a manifest holds it, against what is there now: "" if they
/// are the same, else what differs.
std::string kernels_difference(const journal::json& manifest,
                               const std::optional<kernels_record>& now);

}  // namespace warpmark
