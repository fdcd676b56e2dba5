#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simt/execution/kernel_program.hpp"
#include "simt/execution/lane_context.hpp"

namespace warpmark::simt {

class block_barriers;

/// Lanes of a warp that run in lock step.
struct warp_split {
  enum class state : std::uint8_t { free, ready, at_barrier, at_collective, at_warp_barrier };
  std::uint32_t pc = 0;
  std::uint32_t mask = 0;
  std::int32_t join = -1;  ///< Index of the join where these lanes reconverge; -1: none.
  state now = state::free;
};

/// Lanes that diverged at a branch and reconverge at its immediate post-dominator, or that entered
/// a function together and reconverge after the call.
struct join_point {
  std::uint32_t pc = 0;
  std::uint32_t meeting = 0;  ///< pc; no_instruction for a call, which ends at a ret.
  std::uint32_t pending = 0;  ///< Lanes that are to reconverge and have not exited; 0: not in use.
  std::uint32_t arrived = 0;
  std::int32_t parent = -1;
  std::uint32_t call = 0;        ///< For a call: the calling instruction.
  std::uint32_t callee = 0;      ///< For a call: the called function.
  std::vector<std::byte> saved;  ///< For a call of a recursive function: its registers.
};

/// Why run() of a warp returned.
enum class turn_end : std::uint8_t { finished, blocked, spinning, quantum };

/// One warp: its splits, and the interpreter's loop.
class warp {
 public:
  void start(std::uint32_t lanes);

  /// Runs until the warp is done, waits, polls without progress or has issued `quantum`
  /// instructions.
  turn_end run(const kernel_program& program, lane_context& context, block_barriers& barriers,
               std::uint64_t quantum);

  std::uint32_t live() const { return live_; }
  std::vector<warp_split>& splits() { return splits_; }
  const std::vector<warp_split>& splits() const { return splits_; }
  /// Releases lanes that wait at a join without the others; false if none wait.
  bool break_joins();
  /// Lanes that this warp split is to reconverge with before the kernel ends.
  std::uint32_t parted_from(std::uint32_t warp_split, const kernel_program& program) const;

 private:
  enum class stop : std::uint8_t { parked, spinning, quantum };

  std::int32_t pick() const;
  std::size_t ready_splits() const;
  stop run_split(const kernel_program& program, lane_context& context, block_barriers& barriers,
                 std::uint32_t index, std::uint64_t& budget);
  static void run_straight(const instruction* first, std::uint32_t count, std::uint32_t mask,
                           std::uint64_t lanes, lane_context& context);
  bool arrive(std::uint32_t index);
  // The lanes `leaving` go to `target`, the others to `stay`; they reconverge at `meeting`.
  void split(std::uint32_t index, std::uint32_t leaving, std::uint32_t target, std::uint32_t stay,
             std::uint32_t meeting);
  std::int32_t add_join(join_point added);
  std::uint32_t meeting_of(std::int32_t join) const;
  // Lanes with another target than the first one get a warp split that is still at the instruction.
  void take_table_branch(const kernel_program& program, lane_context& context, std::uint32_t index,
                         std::uint32_t active);
  void call(const kernel_program& program, lane_context& context, std::uint32_t index);
  // Returns true if the warp split goes on.
  bool return_from_call(const kernel_program& program, lane_context& context, std::uint32_t index,
                        std::uint32_t active);
  void exit_lanes(std::uint32_t lanes);
  std::uint32_t add_split(const warp_split& added);
  bool run_collective(const instruction& in, lane_context& context, std::uint32_t index,
                      std::uint32_t active);
  bool pass_warp_barrier(const instruction& in, lane_context& context, std::uint32_t index);
  bool resolve(const kernel_program& program, lane_context& context);
  void execute_collective(const instruction& in, lane_context& context, std::uint32_t active);

  std::vector<warp_split> splits_;
  std::vector<join_point> joins_;
  std::uint32_t live_ = 0;
  std::uint32_t turn_ = 0;  // Where pick() starts.
};

}  // namespace warpmark::simt
