#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "bench/backends/backend.hpp"
#include "bench/core/guarded_buffer.hpp"
#include "bench/core/renewal.hpp"
#include "variants/contract/family.hpp"

namespace warpmark {

/// The inputs of one problem on a device, shared by all variants: one or several sets of contents,
/// each with its own expected results, in one or several placements. A placement has the contents
/// of the first set until load() gives it those of another.
class device_inputs {
 public:
  device_inputs(backend& machine, const problem_instance& first)
      : machine_(machine), sets_{&first} {}

  /// The set that the placement has.
  const problem_instance& instance(std::size_t placement = 0) const {
    return *sets_[set_of(placement)];
  }
  std::size_t set_of(std::size_t placement) const {
    return placement < held_.size() ? held_[placement] : 0;
  }
  std::size_t sets() const { return sets_.size(); }
  const problem_instance& instance_of(std::size_t set) const { return *sets_.at(set); }

  /// Adds a set, which must outlive this. Returns its number.
  std::size_t add(const problem_instance& set);

  /// Removes the other sets, which no placement may have.
  void keep_first(std::size_t count);

  /// Frees what stage() made.
  void unstage() { sources_.clear(); }

  /// The device copy number `placement` of input `name`; uploads or copies it at first use.
  guarded_buffer& get(const std::string& name, std::size_t placement);

  /// Uploads what load() needs. Call it when all placements have been used, since load() may be
  /// called while the device does not work. Throws device_memory_error.
  void stage();

  /// Enqueues the change of all inputs of a placement to the contents of a set; uploads what is not
  /// staged, and then waits. `by`: null for a device without kernels.
  void load(std::size_t placement, std::size_t set, renewal* by);

  /// Bytes of one placement of all inputs that were asked for.
  std::size_t size_bytes() const;

  /// Forces an upload at the next use: inputs that a faulty kernel may have overwritten must not
  /// affect the next one.
  void invalidate();

 private:
  using numbered_name = std::pair<std::string, std::size_t>;

  backend& machine_;
  std::vector<const problem_instance*> sets_;
  std::map<numbered_name, guarded_buffer> buffers_;  ///< By name and placement.
  std::map<numbered_name, guarded_buffer> sources_;  ///< By name and set.
  std::vector<std::size_t> held_;                    ///< The set of each placement.
};

}  // namespace warpmark
