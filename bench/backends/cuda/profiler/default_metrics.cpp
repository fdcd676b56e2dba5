#include "bench/backends/cuda/profiler/default_metrics.hpp"

#include <array>

namespace warpmark::cuda {

// reports/warpmark_reports/journal/hardware_metrics.py names the counters that they are; a test
// compares the two. None needs instrumented code (`smsp__sass_…`), which has to be loaded after the
// profiler is enabled.
std::span<const char* const> default_metrics() {
  static constexpr std::array names{
      "smsp__inst_executed.sum",
      "smsp__thread_inst_executed.sum",
      "smsp__warps_launched.sum",
      "sm__ctas_launched.sum",
      "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
      "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
      "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
      "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
      "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
      "smsp__inst_executed_op_shared_ld_pred_on_any.sum",
      "smsp__inst_executed_op_shared_st_pred_on_any.sum",
      "smsp__inst_executed_op_shared_atom_pred_on_any.sum",
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum",
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum",
      "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom.sum",
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
      "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
      "lts__t_sectors_op_read.sum",
      "lts__t_sectors_op_write.sum",
      "dram__bytes_read.sum",
      "dram__bytes_write.sum",
  };
  return names;
}

}  // namespace warpmark::cuda
