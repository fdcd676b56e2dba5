#pragma once

#include <memory>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "base/json_place.hpp"
#include "bench/core/run_manifest.hpp"
#include "bench/kernels_file/description.hpp"
#include "bench/workers/wire.hpp"
#include "variants/registry.hpp"

namespace warpmark {

/// The kernels that a verb works on: the built-in ones, or those of a file or of a plugin.
class kernels_in_use {
 public:
  /// The built-in ones.
  kernels_in_use() = default;

  /// Those of a file (docs/kernels_file.md). Throws usage_error.
  explicit kernels_in_use(const std::string& path);

  /// Those of a plugin (docs/plugins.md), whose code this process executes. Throws usage_error.
  static kernels_in_use of_plugin(const std::string& path);

  /// Whether a submission's code is executed by opening it, if it is a plugin.
  enum class opening { description_only, with_code };

  /// Those of a task (docs/judge.md) with a submission, a source, a TOML file or a plugin, as the
  /// variant kernels_file::submission_name. Without its code a plugin's variant can be named but
  /// not executed. Throws usage_error.
  static kernels_in_use of_task(const std::string& task, const std::string& submission,
                                opening how);

  /// Of a task.
  const std::shared_ptr<const kernels_file::description>& task() const { return task_; }

  const warpmark::registry& registry() const {
    return described_ ? *described_ : built_in_registry();
  }

  /// The file or plugin, if any.
  const std::optional<kernels_record>& record() const { return record_; }

 private:
  std::optional<warpmark::registry> described_;
  std::optional<kernels_record> record_;
  std::shared_ptr<const kernels_file::description> task_;
};

/// --kernels FILE and --plugin FILE, for verbs that can use the kernels of a file
/// (docs/kernels_file.md) or the benchmarks of a plugin (docs/plugins.md) instead of the built-in
/// ones.
class kernels_option {
 public:
  /// The file is read as the command line is parsed; errors in it are usage errors.
  void add_to(CLI::App& verb);

  /// Makes workers use the same file or plugin and check that it is unchanged.
  void add_to(workers::worker_order& order) const;

  /// Of the given file, else the built-in one. Valid while this object or a copy of it exists.
  const warpmark::registry& registry() const { return used_->registry(); }

  /// The given file or plugin, if any.
  const std::optional<kernels_record>& record() const { return used_->record(); }

 private:
  // CLI11 keeps a pointer to its target, and this object may move.
  std::shared_ptr<kernels_in_use> used_ = std::make_shared<kernels_in_use>();
};

/// Compares the kernels in a journal's manifest with the present ones: "" if they are the same,
/// else the difference. Throws usage_error for other kernels than journals have.
std::string kernels_difference(const journal::json_place& manifest,
                               const std::optional<kernels_record>& now);

}  // namespace warpmark
