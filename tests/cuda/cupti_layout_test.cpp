// The declared part of CUPTI against its headers and its library, where there are some.

#include <gtest/gtest.h>

#include "base/usage_error.hpp"
#include "bench/backends/cuda/profiler/cupti_types.hpp"
#include "bench/backends/cuda/profiler/default_metrics.hpp"
#include "bench/backends/cuda/profiler/metric_schedule.hpp"

#if __has_include(<cupti_range_profiler.h>)
#include <cupti_profiler_host.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>
#endif

namespace warpmark::cuda::cupti {
namespace {

#if __has_include(<cupti_range_profiler.h>)
#define EXPECT_LIKE(params, type)                    \
  EXPECT_EQ(bytes_of<params>(), type##_STRUCT_SIZE); \
  EXPECT_EQ(sizeof(params), sizeof(type))
#define EXPECT_AT(params, member, type, field) \
  EXPECT_EQ(offsetof(params, member), offsetof(type, field)) << #type "." #field

TEST(cupti_layout, is_that_of_the_headers) {
  EXPECT_LIKE(initialize_params, CUpti_Profiler_Initialize_Params);
  EXPECT_LIKE(initialize_params, CUpti_Profiler_DeInitialize_Params);
  EXPECT_LIKE(chip_name_params, CUpti_Device_GetChipName_Params);
  EXPECT_LIKE(availability_params, CUpti_Profiler_GetCounterAvailability_Params);
  EXPECT_LIKE(host_initialize_params, CUpti_Profiler_Host_Initialize_Params);
  EXPECT_LIKE(host_deinitialize_params, CUpti_Profiler_Host_Deinitialize_Params);
  EXPECT_LIKE(base_metrics_params, CUpti_Profiler_Host_GetBaseMetrics_Params);
  EXPECT_LIKE(add_metrics_params, CUpti_Profiler_Host_ConfigAddMetrics_Params);
  EXPECT_LIKE(config_size_params, CUpti_Profiler_Host_GetConfigImageSize_Params);
  EXPECT_LIKE(config_image_params, CUpti_Profiler_Host_GetConfigImage_Params);
  EXPECT_LIKE(passes_params, CUpti_Profiler_Host_GetNumOfPasses_Params);
  EXPECT_LIKE(evaluate_params, CUpti_Profiler_Host_EvaluateToGpuValues_Params);
  EXPECT_LIKE(enable_params, CUpti_RangeProfiler_Enable_Params);
  EXPECT_LIKE(range_params, CUpti_RangeProfiler_Disable_Params);
  EXPECT_LIKE(range_params, CUpti_RangeProfiler_Start_Params);
  EXPECT_LIKE(range_params, CUpti_RangeProfiler_PopRange_Params);
  EXPECT_LIKE(push_params, CUpti_RangeProfiler_PushRange_Params);
  EXPECT_LIKE(stop_params, CUpti_RangeProfiler_Stop_Params);
  EXPECT_LIKE(decode_params, CUpti_RangeProfiler_DecodeData_Params);
  EXPECT_LIKE(counters_size_params, CUpti_RangeProfiler_GetCounterDataSize_Params);
  EXPECT_LIKE(counters_initialize_params, CUpti_RangeProfiler_CounterDataImage_Initialize_Params);
  EXPECT_LIKE(counters_info_params, CUpti_RangeProfiler_GetCounterDataInfo_Params);
  EXPECT_LIKE(set_config_params, CUpti_RangeProfiler_SetConfig_Params);
}

TEST(cupti_layout, has_its_members_where_the_headers_have_them) {
  EXPECT_AT(host_initialize_params, chip, CUpti_Profiler_Host_Initialize_Params, pChipName);
  EXPECT_AT(base_metrics_params, names, CUpti_Profiler_Host_GetBaseMetrics_Params, ppMetricNames);
  EXPECT_AT(evaluate_params, range, CUpti_Profiler_Host_EvaluateToGpuValues_Params, rangeIndex);
  EXPECT_AT(evaluate_params, values, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues);
  EXPECT_AT(stop_params, nesting_level, CUpti_RangeProfiler_Stop_Params, targetNestingLevel);
  EXPECT_AT(counters_size_params, max_nodes, CUpti_RangeProfiler_GetCounterDataSize_Params,
            maxNumRangeTreeNodes);
  EXPECT_AT(set_config_params, config, CUpti_RangeProfiler_SetConfig_Params, pConfig);
  EXPECT_AT(set_config_params, counters, CUpti_RangeProfiler_SetConfig_Params, pCounterDataImage);
  EXPECT_AT(set_config_params, replay_mode, CUpti_RangeProfiler_SetConfig_Params, replayMode);
  EXPECT_AT(set_config_params, max_ranges_per_pass, CUpti_RangeProfiler_SetConfig_Params,
            maxRangesPerPass);
  EXPECT_AT(set_config_params, min_nesting_level, CUpti_RangeProfiler_SetConfig_Params,
            minNestingLevel);
  EXPECT_AT(set_config_params, pass, CUpti_RangeProfiler_SetConfig_Params, passIndex);
}

TEST(cupti_layout, has_the_values_of_the_headers) {
  EXPECT_EQ(range_profiler, CUPTI_PROFILER_TYPE_RANGE_PROFILER);
  EXPECT_EQ(user_range, CUPTI_UserRange);
  EXPECT_EQ(user_replay, CUPTI_UserReplay);
  EXPECT_EQ(metric_types, CUPTI_METRIC_TYPE__COUNT);
  EXPECT_EQ(insufficient_privileges, CUPTI_ERROR_INSUFFICIENT_PRIVILEGES);
  EXPECT_EQ(virtual_device_insufficient_privileges,
            CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES);
}
#endif

// Scheduling needs neither a card nor a driver.
TEST(cupti_library, has_the_default_metrics_of_a_known_chip) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "CUPTI loads a library by RTLD_DEEPBIND, which the sanitizer does not allow";
#endif
  api cupti;
  try {
    cupti = open_cupti();
  } catch (const usage_error& error) {
    GTEST_SKIP() << error.what();
  }
  const chip_description chip{.name = "GH100"};
  const metric_schedule schedule(cupti, chip, {"default"});
  EXPECT_EQ(schedule.metrics().size(), default_metrics().size());
  EXPECT_GE(schedule.passes(), 1u);
  EXPECT_LE(schedule.passes(), 8u);
  EXPECT_THROW(metric_schedule(cupti, chip, {"smsp__inst_executd.sum"}), usage_error);
}

}  // namespace
}  // namespace warpmark::cuda::cupti
