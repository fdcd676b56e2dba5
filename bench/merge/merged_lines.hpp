#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

#include "bench/journal/lines.hpp"
#include "bench/merge/names.hpp"

namespace warpmark::journal {

/// Where the text of a line is.
struct line_source {
  std::uint32_t file = 0;  ///< Its number among the merged files.
  std::uint32_t number = 0;
  std::uint64_t offset = 0;  ///< Bytes before it, decompressed.
  std::uint64_t bytes = 0;   ///< Without its newline.
};

/// In the order of a problem's lines; references are of no problem.
enum class line_kind : std::uint8_t { measurement, process, tuned, checked, reference };

/// What a line is about, as numbers of names. Two lines with the same subject exclude each other.
struct line_subject {
  std::uint32_t problem = 0;
  line_kind kind = line_kind::measurement;
  std::uint32_t variant = 0;
  std::uint32_t config = 0;
  std::uint32_t card = 0;
  std::uint32_t tuning = 0;  ///< Phase and round.
  std::uint64_t repeat = 0;  ///< Of the same in one tuning; a process; a reference's digest.

  auto operator<=>(const line_subject&) const = default;
};

/// A line of a merged journal, without its text.
struct merged_line {
  line_subject subject;
  line_source source;
  std::uint32_t part = 0;
  bool of_tuning = false;
  double time_s = 0;          ///< When it was recorded, since 1970.
  double shift_s = 0;         ///< To add to its at_s, which is since the last resumption.
  int rank = 0;               ///< How much its status says; see merged_lines::settle.
  std::uint64_t outcome = 0;  ///< Digest of what no other execution may contradict; 0: nothing.
  std::uint64_t digest = 0;   ///< Of the line as it will be written, without its part.
  std::uint32_t status = 0;   ///< Of a measurement, like its warnings: a number of a name.
  std::uint32_t warnings = 0;

  bool is_measurement() const { return subject.kind == line_kind::measurement; }
};

/// Two measurements of one point on one card that differ in what must not differ.
struct contradiction {
  std::string key;
  line_source kept, other;
};

/// Chooses one line for each subject. Holds some 100 bytes for each line read.
class merged_lines {
 public:
  /// A line from the source, part and time of `place`, and the digest of it as it will be written,
  /// without its part. The UUID is that of the part's card, for lines that name none. False, and
  /// nothing is added, for events that are not of a point, a problem or a card.
  bool add(const json& line, std::uint64_t digest, const std::string& card_uuid, merged_line place);

  /// Starts counting repeats anew, for the lines of another file.
  void begin_file() { repeats_.clear(); }

  /// After the last line: for each subject keeps the line that says most (a wrong result, a right
  /// one, a failure, a skipped point), of those the newest. A tuning of a problem is kept as a
  /// whole: the newest that came to an end. What is kept does not depend on the order of files.
  /// Then lines() are in canonical order: problem by problem, references last, and their parts are
  /// the numbers that `part_order` gives for those of before.
  void settle(const std::vector<std::uint32_t>& part_order);

  const std::vector<merged_line>& lines() const { return lines_; }

  /// Of a measurement.
  const std::string& status(const merged_line& line) const { return statuses_.text(line.status); }
  std::vector<std::string> warnings(const merged_line& line) const;

  /// Whether a measurement of this key was read.
  bool has(const std::string& key) const;

  std::uint64_t measured_points() const { return measured_.size(); }

  /// Lines left out: the same as another, or an earlier measurement of a point.
  std::uint64_t copies() const { return copies_; }
  std::uint64_t repeated() const { return repeated_; }

  const std::vector<contradiction>& contradictions() const { return contradictions_; }

 private:
  struct key_names {
    std::uint32_t problem, variant, config;
    bool operator==(const key_names&) const = default;
  };
  struct key_hash {
    std::size_t operator()(const key_names& key) const;
  };
  key_names names_of(const std::string& key);
  void drop_superseded_tunings();
  void put_in_order();
  void keep_best(std::vector<merged_line>::const_iterator begin,
                 std::vector<merged_line>::const_iterator end, std::vector<merged_line>& kept);
  std::string key_of(const line_subject& subject) const;

  names problems_, variants_, configs_, cards_, tunings_, statuses_, warnings_;
  std::unordered_set<key_names, key_hash> measured_;
  std::map<line_subject, std::uint64_t> repeats_;
  std::vector<merged_line> lines_;
  std::uint64_t copies_ = 0, repeated_ = 0;
  std::vector<contradiction> contradictions_;
};

}  // namespace warpmark::journal
