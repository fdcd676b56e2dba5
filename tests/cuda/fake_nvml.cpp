// The part of NVML that is read, of a card with the fake driver's UUID.

#include <cstring>

#include "tests/cuda/fake_cuda_internal.hpp"

FAKE_EXPORT int nvmlInit_v2() { return 0; }
FAKE_EXPORT int nvmlSystemGetDriverVersion(char* text, unsigned size) {
  std::strncpy(text, "999.12.34", size);
  return 0;
}
FAKE_EXPORT int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
  static int the_card = 0;
  *device = &the_card;
  return std::strcmp(uuid, "GPU-a0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf") == 0 ? 0 : 6;
}
FAKE_EXPORT int nvmlDeviceGetClockInfo(void*, int type, unsigned* mhz) {
  *mhz = type == 1 ? 1755 : 3201;
  return 0;
}
FAKE_EXPORT int nvmlDeviceGetMaxClockInfo(void*, int type, unsigned* mhz) {
  *mhz = type == 1 ? 1981 : 3202;
  return 0;
}
FAKE_EXPORT int nvmlDeviceGetTemperature(void*, int, unsigned* degrees) {
  *degrees = 41;
  return 0;
}
FAKE_EXPORT int nvmlDeviceGetPowerUsage(void*, unsigned* milliwatts) {
  *milliwatts = 123'500;
  return 0;
}
FAKE_EXPORT int nvmlDeviceGetPowerManagementLimit(void*, unsigned* milliwatts) {
  *milliwatts = 700'000;
  return 0;
}
FAKE_EXPORT int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
  *reasons = 4;
  return 0;
}
FAKE_EXPORT int nvmlDeviceGetEccMode(void*, unsigned* current, unsigned* pending) {
  *current = 1;
  *pending = 0;
  return 0;
}
FAKE_EXPORT int nvmlDeviceGetMigMode(void*, unsigned*, unsigned*) { return 3; }  // not supported
