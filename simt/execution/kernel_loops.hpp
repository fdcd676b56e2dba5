#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/execution/branch_trace.hpp"
#include "simt/execution/kernel_program.hpp"
#include "simt/ptx/loops.hpp"

namespace warpmark::simt {

/// The loops of a kernel with the functions that it calls. A function that is called from a loop is
/// in the loop.
class kernel_loops {
 public:
  explicit kernel_loops(const kernel_program& program);

  const loop_nest& nest() const { return nest_; }

  /// The outermost loop around `site` that repeated in the trace: a warp at `site` has not left it.
  /// no_loop if none did, or if the trace has branches outside of it: the warp has got further.
  std::int32_t repeated(std::uint32_t site, const branch_trace& trace) const;

  /// Whether a way leads out of the loop, to other code or to the end of the kernel.
  bool has_exit(std::int32_t loop) const;

  /// The comparisons that decide on leaving the loop, as indices of kernel_program::comparisons.
  std::vector<std::size_t> exit_comparisons(std::int32_t loop) const;

  /// The source lines of a loop: those of the code of the function that it is written in.
  struct lines {
    std::uint32_t site = 0;  ///< An instruction at the first line.
    int last = 0;            ///< The last line.
    std::string function;    ///< If that function was inlined or is called: its name.
  };
  lines lines_of(std::int32_t loop) const;

  /// "the loop at k.cu:7-9 in spin()"
  std::string text(std::int32_t loop) const;

 private:
  const kernel_program& program_;
  std::vector<flow_node> nodes_;
  loop_nest nest_;
};

}  // namespace warpmark::simt
