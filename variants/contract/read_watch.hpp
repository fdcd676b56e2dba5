#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace warpmark {

/// While it exists, records which of some names are looked up among parameters on this thread. This
/// tells which axes a constraint reads, since a constraint is an opaque function. Iteration over
/// parameters is not recorded: a constraint reads its axes by name.
class read_watch {
 public:
  /// `names` must outlive the watch.
  explicit read_watch(std::span<const std::string> names);
  ~read_watch();
  read_watch(const read_watch&) = delete;
  read_watch& operator=(const read_watch&) = delete;

  /// The positions in `names` of those that were looked up, ascending.
  std::vector<std::size_t> reads() const;

  /// Called by parameters.
  static void note(std::string_view name);
  static void note_all();

 private:
  std::span<const std::string> names_;
  std::vector<bool> was_read_;
  read_watch* outer_;
};

}  // namespace warpmark
