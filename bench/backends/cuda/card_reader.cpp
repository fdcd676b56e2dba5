#include "bench/backends/cuda/card_reader.hpp"

#include "bench/backends/cuda/nvml_api.hpp"

namespace warpmark::cuda {
namespace {

constexpr std::uint64_t hz_per_khz = 1000;

/// "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx", as in nvidia-smi.
std::string uuid_text(const driver_api& driver, device_id device, const char* prefix) {
  uuid_bytes bytes{};
  driver.check(driver.device_get_uuid(&bytes, device), "cuDeviceGetUuid");
  std::string text = prefix;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", bytes[i]);
  }
  return text;
}

/// An attribute that newer drivers may lack or report as 0.
std::optional<std::uint64_t> read_if_known(const driver_api& driver, device_id device,
                                           attribute attribute_id, std::uint64_t factor = 1) {
  int value = 0;
  if (driver.device_get_attribute(&value, attribute_id, device) != success || value <= 0)
    return std::nullopt;
  return static_cast<std::uint64_t>(value) * factor;
}

device_limits read_limits(const driver_api& driver, device_id device) {
  const auto get = [&](attribute attribute_id) { return driver.get(attribute_id, device); };
  const auto bytes = [&](attribute attribute_id) {
    return static_cast<std::size_t>(get(attribute_id));
  };
  return {.architecture = fmt::format("sm_{}{}", get(attribute::capability_major),
                                      get(attribute::capability_minor)),
          .multiprocessors = get(attribute::multiprocessors),
          .warp_threads = get(attribute::warp_threads),
          .max_threads_per_block = get(attribute::max_threads_per_block),
          .max_threads_per_multiprocessor = get(attribute::max_threads_per_multiprocessor),
          .max_blocks_per_multiprocessor = get(attribute::max_blocks_per_multiprocessor),
          .registers_per_multiprocessor = get(attribute::registers_per_multiprocessor),
          .max_shared_bytes_per_block = bytes(attribute::max_shared_bytes_per_block),
          .max_shared_bytes_per_block_optin = bytes(attribute::max_shared_bytes_per_block_optin),
          .shared_bytes_per_multiprocessor = bytes(attribute::shared_bytes_per_multiprocessor)};
}

void read_identity(const driver_api& driver, device_id device, card& into) {
  std::array<char, 256> name{};
  driver.check(driver.device_get_name(name.data(), static_cast<int>(name.size()) - 1, device),
               "cuDeviceGetName");
  into.name = name.data();
  into.compute_capability = fmt::format("{}.{}", driver.get(attribute::capability_major, device),
                                        driver.get(attribute::capability_minor, device));
  int version = 0;
  driver.check(driver.driver_get_version(&version), "cuDriverGetVersion");
  into.cuda_driver_version = fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

void read_memory(const driver_api& driver, device_id device, card& into) {
  std::size_t memory_bytes = 0;
  driver.check(driver.device_total_mem(&memory_bytes, device), "cuDeviceTotalMem");
  into.memory_bytes = memory_bytes;
  into.l2_bytes = read_if_known(driver, device, attribute::l2_bytes);
  into.memory_bus_bits = read_if_known(driver, device, attribute::memory_bus_bits);
}

/// NVML's values if available, else the driver's attributes.
void read_sensors(const driver_api& driver, device_id device, const nvml_card& sensors,
                  card& into) {
  into.driver_version = sensors.driver_version();
  into.sm_clock_max_hz = sensors.max_sm_clock_hz();
  if (!into.sm_clock_max_hz)
    into.sm_clock_max_hz = read_if_known(driver, device, attribute::clock_khz, hz_per_khz);
  into.memory_clock_max_hz = sensors.max_memory_clock_hz();
  if (!into.memory_clock_max_hz)
    into.memory_clock_max_hz =
        read_if_known(driver, device, attribute::memory_clock_khz, hz_per_khz);
  into.ecc = sensors.ecc();
  int ecc_enabled = 0;
  if (!into.ecc &&
      driver.device_get_attribute(&ecc_enabled, attribute::ecc_enabled, device) == success)
    into.ecc = ecc_enabled != 0;
  into.power_limit_w = sensors.power_limit_w();
  into.mig = sensors.mig();
}

}  // namespace

device_id find_device(const driver_api& driver, int ordinal) {
  device_id device = 0;
  driver.check(driver.device_get(&device, ordinal), "cuDeviceGet({})", ordinal);
  return device;
}

card read_card(const driver_api& driver, device_id device) {
  card seen;
  seen.limits = read_limits(driver, device);
  read_identity(driver, device, seen);
  read_memory(driver, device, seen);
  seen.uuid = uuid_text(driver, device, "GPU-");
  // The driver reports a slice's own identifier without marking it as a slice; NVML distinguishes
  // both kinds.
  nvml_card sensors(seen.uuid);
  if (!sensors.found()) {
    const std::string slice = uuid_text(driver, device, "MIG-");
    if (const nvml_card of_slice(slice); of_slice.found()) {
      seen.uuid = slice;
      sensors = of_slice;
    }
  }
  read_sensors(driver, device, sensors, seen);
  return seen;
}

}  // namespace warpmark::cuda
