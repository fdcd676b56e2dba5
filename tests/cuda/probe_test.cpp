#include <cstdlib>

#include "bench/backends/cuda/driver_api.hpp"
#include "bench/backends/cuda/nvml_api.hpp"
#include "bench/backends/measure.hpp"
#include "tests/cuda/fake_driver_fixture.hpp"

namespace warpmark::cuda {
namespace {

TEST(no_driver, is_told_and_not_thrown) {
  setenv("WARPMARK_LIBCUDA", "libno_such_driver.so.7", 1);
  const auto seen = probe_driver();
  EXPECT_FALSE(seen.available);
  EXPECT_EQ(seen.devices, 0);
  EXPECT_EQ(seen.reason, "no CUDA driver: libno_such_driver.so.7 cannot be opened");
  EXPECT_TRUE(list_cards().empty());
  EXPECT_THROW(make_cuda_backend({}), device_error);
  unsetenv("WARPMARK_LIBCUDA");
}

TEST(no_driver, a_library_that_is_none) {
  setenv("WARPMARK_LIBCUDA", "libm.so.6", 1);
  EXPECT_EQ(probe_driver().reason, "no CUDA driver: libm.so.6 lacks cuInit");
  unsetenv("WARPMARK_LIBCUDA");
}

TEST(no_driver, default_name) { EXPECT_EQ(driver_library_name(), "libcuda.so.1"); }

class probe : public fake_driver {};

TEST_F(probe, counts_devices) {
  fake.devices = 2;
  const auto seen = probe_driver();
  EXPECT_TRUE(seen.available) << seen.reason;
  EXPECT_EQ(seen.devices, 2);
  EXPECT_EQ(list_cards().size(), 2u);
}

TEST_F(probe, driver_without_a_card) {
  fake.devices = 0;
  EXPECT_FALSE(probe_driver().available);
  EXPECT_EQ(probe_driver().reason, "no CUDA device: the driver reports none");
  fake.init_result = 100;
  EXPECT_EQ(probe_driver().reason,
            "no CUDA device: cuInit: CUDA_ERROR_NO_DEVICE (no CUDA-capable device is detected)");
  EXPECT_TRUE(list_cards().empty());
}

TEST_F(probe, describes_the_card) {
  const card& seen = machine().device();
  EXPECT_EQ(seen.name, "Fake H200");
  EXPECT_EQ(seen.uuid, "GPU-a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf");
  EXPECT_EQ(seen.compute_capability, "9.0");
  EXPECT_EQ(seen.cuda_driver_version, "12.9");
  EXPECT_EQ(seen.memory_bytes, std::uint64_t{1} << 30);
  EXPECT_EQ(seen.l2_bytes, 65536u);
  EXPECT_EQ(seen.memory_bus_bits, 6144u);
  EXPECT_EQ(seen.limits.architecture, "sm_90");
  EXPECT_EQ(seen.limits.multiprocessors, 132);
  EXPECT_EQ(seen.limits.max_blocks_per_multiprocessor, 32);
  EXPECT_EQ(seen.limits.registers_per_multiprocessor, 65536);
  EXPECT_EQ(seen.limits.max_shared_bytes_per_block, 48u * 1024);
  EXPECT_EQ(seen.limits.max_shared_bytes_per_block_optin, 227u * 1024);
  EXPECT_EQ(seen.limits.shared_bytes_per_multiprocessor, 228u * 1024);
  EXPECT_EQ(machine().name(), "cuda");
  EXPECT_TRUE(machine().capabilities().takes_time);
  EXPECT_FALSE(machine().capabilities().reports_stray_accesses);
}

TEST_F(probe, reads_sensors) {
  const card& seen = machine().device();
  EXPECT_EQ(seen.driver_version, "999.12.34");
  EXPECT_EQ(seen.sm_clock_max_hz, 1'981'000'000u);
  EXPECT_EQ(seen.memory_clock_max_hz, 3'202'000'000u);
  EXPECT_EQ(seen.power_limit_w, 700.0);
  EXPECT_EQ(seen.ecc, true);
  EXPECT_EQ(seen.mig, std::nullopt);  // NVML says that the card has no such mode
  const auto measured = warpmark::measure(machine(), [] {}, {.max_samples = 3, .warm_up = false});
  for (const auto& state : {measured.before, measured.after}) {
    EXPECT_EQ(state.sm_clock_hz, 1'755'000'000u);
    EXPECT_EQ(state.memory_clock_hz, 3'201'000'000u);
    EXPECT_EQ(state.temperature_c, 41.0);
    EXPECT_EQ(state.power_w, 123.5);
    EXPECT_EQ(state.throttle_reasons, 4u);
  }
}

TEST_F(probe, reads_how_many_errors_of_memory_there_were) {
  fake.ecc_corrected = 12;
  fake.ecc_uncorrected = 1;
  const auto measured = warpmark::measure(machine(), [] {}, {.max_samples = 3, .warm_up = false});
  EXPECT_EQ(measured.after.ecc_corrected, 12u);
  EXPECT_EQ(measured.after.ecc_uncorrected, 1u);
}

TEST_F(probe, reads_what_an_administrator_sets) {
  const nvml_card sensors(machine().device().uuid);
  EXPECT_EQ(sensors.persistence(), true);
  EXPECT_EQ(sensors.application_sm_clock_hz(), 1'590'000'000u);
  const nvml_card unknown("GPU-0");
  EXPECT_EQ(unknown.persistence(), std::nullopt);
  EXPECT_EQ(unknown.application_sm_clock_hz(), std::nullopt);
}

TEST_F(probe, counts_the_processes_beside_this_one) {
  const auto others = [&] {
    return warpmark::measure(machine(), [] {}, {.max_samples = 3, .warm_up = false})
        .before.other_processes;
  };
  EXPECT_EQ(others(), 0u);
  fake.processes = 3;
  EXPECT_EQ(others(), 2u);
  fake.processes = 0;  // In a container, this one may not be seen.
  EXPECT_EQ(others(), 0u);
  fake.processes = -1;
  EXPECT_EQ(others(), std::nullopt) << "not permitted";
}

TEST_F(probe, reads_the_sensors_of_the_card_that_a_slice_belongs_to) {
  fake.is_slice = true;
  const card& seen = machine().device();
  EXPECT_EQ(seen.uuid, "MIG-a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf");
  EXPECT_EQ(seen.power_limit_w, 700.0);
  EXPECT_EQ(seen.sm_clock_max_hz, 1'981'000'000u);
  EXPECT_EQ(seen.mig, true);
  const auto measured = warpmark::measure(machine(), [] {}, {.max_samples = 3, .warm_up = false});
  EXPECT_EQ(measured.before.sm_clock_hz, 1'755'000'000u);
  EXPECT_EQ(measured.after.power_w, 123.5);
}

TEST_F(probe, asks_the_driver_where_nvml_does_not_know_the_card) {
  fake.nvml_knows_card = false;
  const card& seen = machine().device();
  EXPECT_EQ(seen.uuid, "GPU-a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf");
  EXPECT_EQ(seen.sm_clock_max_hz, 1'980'000'000u);
  EXPECT_EQ(seen.memory_clock_max_hz, 3'201'000'000u);
  EXPECT_EQ(seen.ecc, true);
  EXPECT_EQ(seen.power_limit_w, std::nullopt);
  EXPECT_EQ(seen.mig, std::nullopt);
  const auto measured = warpmark::measure(machine(), [] {}, {.max_samples = 3, .warm_up = false});
  EXPECT_EQ(measured.before.sm_clock_hz, std::nullopt);
  EXPECT_EQ(measured.before.other_processes, std::nullopt);
}

TEST_F(probe, no_such_card) {
  EXPECT_EQ(message_of<device_error>([] { make_cuda_backend({.device_ordinal = 3}); }),
            "cuDeviceGet(3): CUDA error 101");
}

TEST_F(probe, a_failed_start_gives_everything_back) {
  fake.failing["cuStreamCreate"] = 2;
  EXPECT_THROW(make_cuda_backend({}), device_error);
}

}  // namespace
}  // namespace warpmark::cuda
