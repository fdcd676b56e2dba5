#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "bench/merge/line_texts.hpp"
#include "bench/merge/merged_lines.hpp"
#include "bench/merge/merged_part.hpp"

namespace warpmark::journal {

/// Merges journals into one, which has one line for each point and card, whatever the order of the
/// files and however often one is given; merged journals can be merged again. Only numbers of a
/// line are in memory, some 100 bytes each; texts are read again as they are written.
class journal_merge {
 public:
  struct options {
    bool mixed = false;                  ///< Journals whose measurements do not compare, too.
    std::filesystem::path spill_folder;  ///< For the texts of compressed journals.
  };

  explicit journal_merge(options chosen) : options_(std::move(chosen)) {}

  /// Reads a journal. Throws usage_error if it cannot be read, or its measurements do not compare
  /// with those of the first one (unless mixed), and nothing_measured if it has no whole line.
  void add(const std::filesystem::path& path);

  /// After the last journal: chooses the lines to write.
  void settle();

  /// In canonical order once settled.
  const std::vector<merged_part>& parts() const { return parts_; }
  const merged_lines& lines() const { return lines_; }

  /// "b.jsonl:12", for messages.
  std::string place(const line_source& source) const;

  /// Lines that are left out since their events are unknown, as of a newer program: the first
  /// one's place, and how many there are.
  const std::string& first_unknown() const { return first_unknown_; }
  std::uint64_t unknown_lines() const { return unknown_lines_; }

  /// Files that end within a line, as of a run that was killed.
  const std::vector<std::string>& torn() const { return torn_; }

  /// The merged journal, line by line, to `write`.
  void write(std::uint64_t planned_points, bool complete,
             const std::function<void(const std::string& line)>& write) const;

 private:
  std::vector<std::uint32_t> take_parts(const json& manifest, const std::string& path);
  std::uint32_t number_of(merged_part part);
  void require_comparable(const merged_part& part, const std::string& path);

  options options_;
  std::vector<std::string> paths_;
  std::vector<std::unique_ptr<line_texts>> texts_;
  std::vector<merged_part> parts_;
  std::map<std::string, std::uint32_t> numbers_;  ///< Of parts, by identity.
  std::string first_path_;
  std::string first_unknown_;
  std::uint64_t unknown_lines_ = 0;
  std::vector<std::string> torn_;
  merged_lines lines_;
};

}  // namespace warpmark::journal
