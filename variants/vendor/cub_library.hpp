#pragma once

#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "variants/vendor/cub_interface.hpp"

namespace warpmark::vendor {

/// CUB's algorithms, compiled by nvcc into a library of their own, so that the program itself needs
/// neither nvcc nor the CUDA runtime. Opened at run time, as the driver is, and never closed.
class cub_library {
 public:
  /// Never throws if the library is missing: trouble() tells.
  explicit cub_library(const std::string& path);

  /// Why it cannot be used; empty if it can.
  const std::string& trouble() const { return trouble_; }

  /// "3.0.1"; empty if there is trouble.
  std::string version() const;

  /// Null if there is trouble, or if the library has no such reduction.
  cub_reduction reduction(const std::string& type, const std::string& op) const;

  /// Null if there is trouble, or if the library has no such scan.
  cub_scan scan(const std::string& type, const std::string& op, const std::string& kind) const;

  /// Null if there is trouble, or if the library has no histogram of such keys.
  cub_histogram histogram(const std::string& type) const;

  /// Null if there is trouble, or if the library counts no such keys by sorting.
  cub_sorted_count sorted_count(const std::string& type) const;

  /// Null if there is trouble, or if the library has no histogram of pairs of such keys.
  cub_joint_histogram joint_histogram(const std::string& type) const;

  /// Null if there is trouble, or if the library has no histogram of such weights.
  cub_weighted_histogram weighted_histogram(const std::string& type) const;

  /// Null if there is trouble, or if the library has no such sort; `method` is "merge" or "radix".
  cub_sort sort(const std::string& method, const std::string& type,
                const std::string& payload) const;

  /// Null if there is trouble, or if the library has no such partition.
  cub_partition partition(const std::string& type, const std::string& payload, int parts) const;

  /// Null if there is trouble, or if the library has no such exchange.
  cub_rearrangement rearrangement(const rearrangement_kind& kind) const;

  /// Throws std::runtime_error with the runtime's own message unless the code is 0.
  void check(int code, const std::string& call) const;

 private:
  std::string trouble_;
  cub_reduce_finder find_reduction_ = nullptr;
  cub_scan_finder find_scan_ = nullptr;
  cub_histogram_finder find_histogram_ = nullptr;
  cub_sorted_count_finder find_sorted_count_ = nullptr;
  cub_joint_histogram_finder find_joint_histogram_ = nullptr;
  cub_weighted_histogram_finder find_weighted_histogram_ = nullptr;
  cub_sort_finder find_sort_ = nullptr;
  cub_partition_finder find_partition_ = nullptr;
  cub_rearrangement_finder find_rearrangement_ = nullptr;
  cub_describer describe_ = nullptr;
  cub_version_teller version_ = nullptr;
};

/// A library of this program, by its file.
class installed_cub {
 public:
  installed_cub(std::string release, std::string path)
      : release_(std::move(release)), path_(std::move(path)) {}

  /// "3.5", from the name of its file; empty if that has none.
  const std::string& release() const { return release_; }
  const std::string& path() const { return path_; }

  /// Opened when it is used first.
  const cub_library& library() const;

 private:
  std::string release_, path_;
  mutable std::once_flag opened_;
  mutable std::optional<cub_library> library_;
};

/// The libraries of a program, the newest release first: libwarpmark_cub-3.5.so and others next to
/// it, else in the package warpmark_cub beside the package that has the program. If there are none,
/// one that is missing.
std::deque<installed_cub> find_cub_libraries(const std::filesystem::path& program);

/// Those of this program, or the file named by the environment variable WARPMARK_CUB_LIBRARY.
const std::deque<installed_cub>& installed_cubs();

}  // namespace warpmark::vendor
