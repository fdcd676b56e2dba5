// The part of NVML that is read, of a card with the fake driver's UUID, or of a slice of one.

#include <cmath>
#include <cstring>

#include "tests/cuda/fake_cuda_internal.hpp"

using namespace warpmark::fake_cuda;

namespace {

constexpr int not_supported = 3, no_permission = 4, not_found = 6;

int the_card = 0, the_slice = 0;

// A slice has no sensors.
template <class Value>
int write(const void* device, Value* into, Value value) {
  if (device != &the_card) return not_supported;
  *into = value;
  return 0;
}

}  // namespace

FAKE_EXPORT int nvmlInit_v2() { return 0; }
FAKE_EXPORT int nvmlSystemGetDriverVersion(char* text, unsigned size) {
  std::strncpy(text, "999.12.34", size);
  return 0;
}
FAKE_EXPORT int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
  const control& control = *fake_cuda_control();
  *device = control.is_slice ? &the_slice : &the_card;
  const char* known = control.is_slice ? "MIG-a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf"
                                       : "GPU-a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf";
  return control.nvml_knows_card && std::strcmp(uuid, known) == 0 ? 0 : not_found;
}
FAKE_EXPORT int nvmlDeviceGetDeviceHandleFromMigDeviceHandle(void* slice, void** card) {
  if (slice != &the_slice) return not_found;
  *card = &the_card;
  return 0;
}
FAKE_EXPORT int nvmlDeviceGetClockInfo(void* device, int type, unsigned* mhz) {
  return write(device, mhz, type == 1 ? 1755u : 3201u);
}
FAKE_EXPORT int nvmlDeviceGetMaxClockInfo(void* device, int type, unsigned* mhz) {
  return write(device, mhz, type == 1 ? 1981u : 3202u);
}
FAKE_EXPORT int nvmlDeviceGetTemperature(void* device, int, unsigned* degrees) {
  return write(device, degrees, 41u);
}
FAKE_EXPORT int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
  return write(device, milliwatts, static_cast<unsigned>(1e3 * fake_cuda_control()->power_w));
}
// Updated every 0.1 s.
FAKE_EXPORT int nvmlDeviceGetTotalEnergyConsumption(void* device, unsigned long long* millijoules) {
  if (!fake_cuda_control()->has_energy_counter) return not_supported;
  const double updated_s = 0.1 * std::floor(clock_ns() / 1e8);
  return write(device, millijoules,
               static_cast<unsigned long long>(1e3 * fake_cuda_control()->power_w * updated_s));
}
FAKE_EXPORT int nvmlDeviceGetPowerManagementLimit(void* device, unsigned* milliwatts) {
  return write(device, milliwatts, 700'000u);
}
FAKE_EXPORT int nvmlDeviceGetCurrentClocksThrottleReasons(void* device,
                                                          unsigned long long* reasons) {
  return write(device, reasons, 4ull);
}
FAKE_EXPORT int nvmlDeviceGetEccMode(void* device, unsigned* current, unsigned* pending) {
  *pending = 0;
  return write(device, current, 1u);
}
FAKE_EXPORT int nvmlDeviceGetTotalEccErrors(void* device, int kind, int since,
                                            unsigned long long* count) {
  const control& control = *fake_cuda_control();
  if (since != 0) return not_supported;
  return write<unsigned long long>(device, count,
                                   kind == 0 ? control.ecc_corrected : control.ecc_uncorrected);
}
// A card that is not divided has no such mode.
FAKE_EXPORT int nvmlDeviceGetMigMode(void* device, unsigned* current, unsigned* pending) {
  *pending = 0;
  return fake_cuda_control()->is_slice ? write(device, current, 1u) : not_supported;
}
FAKE_EXPORT int nvmlDeviceGetPersistenceMode(void* device, unsigned* mode) {
  return write(device, mode, 1u);
}
FAKE_EXPORT int nvmlDeviceGetApplicationsClock(void* device, int type, unsigned* mhz) {
  return write(device, mhz, type == 1 ? 1590u : 2619u);
}
FAKE_EXPORT int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned* count, void*) {
  const int processes = fake_cuda_control()->processes;
  if (processes < 0) return no_permission;
  *count = static_cast<unsigned>(processes);
  return 0;
}
